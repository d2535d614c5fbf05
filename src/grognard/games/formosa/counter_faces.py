"""2.4-2.7: what is printed on each counter, for the drawing of it."""

from __future__ import annotations

from typing import Any

from grognard.atlas.counters import Face
from grognard.games.formosa.facts import ALLIED, JAPANESE, Facts

BLACK, WHITE, RED = "#15171a", "#ffffff", "#9c1616"
PAPER = "#f7f3e8"
COLOURS = {
    "Japanese Army": ("#e0bf6c", BLACK),
    "Japanese Fortress": ("#c3a985", BLACK),
    "concealed": ("#6e4c26", WHITE),
    "Home Guard": ("#efe3bd", BLACK),
    "Japanese Navy": ("#2c425c", WHITE),
    "Japanese air": (PAPER, RED),
    "US Army": ("#8f9464", BLACK),
    "US Marines": ("#86ab8e", BLACK),
    "US air and naval": ("#a9c8dd", BLACK),
    "Commonwealth": ("#d49a74", BLACK),
    "Commonwealth air and naval": ("#ecd3c1", BLACK),
    "marker": (PAPER, BLACK),
}
"""The counter's colour and that of its print, by force."""
STRIPES = {
    "9th Division": "#b3261e",
    "10th Division": "#4a6b8a",
    "12th Division": "#2d5fa0",
    "23rd Division": "#7a4f8c",
    "50th Division": "#3f7d46",
    "66th Division": "#d9822b",
    "1st Marine Division": "#2d5fa0",
    "2nd Marine Division": "#b3261e",
    "6th Marine Division": "#e3b93c",
    "7th Division": "#8c2f5a",
    "27th Division": "#3b3b3b",
    "77th Division": "#4a6b8a",
    "81st Division": "#3f7d46",
    "96th Division": "#e7e2d0",
    "97th Division": "#d9822b",
    "7th Australian Division": "#4d4a86",
}
"""Each division's colour, in the box of its symbol."""
SYMBOLS = {
    "guard": "garrison",
    "PW camp": "garrison",
    "armor": "tank",
    "coastal defence": "gun emplacement",
    "heavy weapons": "machine gun",
    "construction": "engineer",
    "guerrilla": "militia",
    "deception": "infantry",
    "airborne": "paratroop",
    "drop zone": "paratroop",
    "special forces": "ranger",
    "headquarters": "hq",
    "TAC": "air support",
    "Kamikaze": "air support",
    "B-29": "air support",
    "air supply": "air support",
    "gunfire": "naval support",
    "fleet": "naval support",
    "amphibious": "transporter",
    "LP": "supply",
    "turn": "hq",
    "control": "hq",
}
"""Where the symbol is not named like the type."""
CONCEALED = "c-concealed"
"""11.1: the back of every Japanese ground counter; there is only one, so that it tells nobody which of them it is."""


def faces(g: Facts) -> list[Face]:
    """The front of every counter, the backs of those that have one of their own, and the concealed back."""
    out = []
    for unit in g.all_rows:
        out.append(front(unit))
        if back_of(unit) not in ("", CONCEALED):
            out.append(back(unit))
    return [*out, concealed(g.all_rows[0])]


def front(unit: dict[str, Any]) -> Face:
    """2.4-2.7: a unit revealed and mobile; an air unit with both its points."""
    return Face(
        id=f"c-{unit['id']}",
        symbol=SYMBOLS.get(unit["type"], unit["type"]),
        name=unit["label"],
        note=codes(unit),
        values=_plain(*printed_values(unit)),
        **_look(unit),
    )


def back_of(unit: dict[str, Any]) -> str:
    """The face on the other side of a counter; empty where nothing is printed there."""
    if unit["back_cf"] == "?":
        return CONCEALED
    if unit["type"] == "B-29" or unit["back_cf"] or "/" in unit["value"]:
        return f"c-{unit['id']}-back"
    return ""


def back(unit: dict[str, Any]) -> Face:
    """20.0: an engineer's base; 2.5: the side with one air point; 16.5: the B-29 after a strike that suppresses."""
    if unit["type"] == "engineer":
        values, symbol, note = [unit["back_cf"], str(unit["back_mf"])], "supply", "Base"
    elif unit["type"] == "B-29":
        values, symbol, note = ["DS"], "air support", ""
    else:
        values, symbol, note = [unit["value"].split("/")[1]], "air support", codes(unit)
    name, shown = unit["label"], _plain(*values)
    return Face(id=back_of(unit), symbol=symbol, name=name, note=note, values=shown, **_look(unit))


def concealed(unit: dict[str, Any]) -> Face:
    """11.1: a question mark and the same movement factor for all."""
    fill, ink = COLOURS["concealed"]
    values = _plain(unit["back_cf"], str(unit["back_mf"]))
    return Face(id=CONCEALED, side=JAPANESE, fill=fill, ink=ink, symbol="infantry", values=values)


def printed_values(unit: dict[str, Any]) -> list[str]:
    """Combat and movement factor, air points, columns, or what a marker counts."""
    if unit["cf"] is not None:
        return [str(unit["cf"]), str(unit["mf"])]
    if unit["type"] == "gunfire":
        return [f"±{unit['value']}"]
    if unit["type"] == "LP":
        return [unit["label"].split()[-1]]
    return [unit["value"].split("/")[0]] if unit["value"] else []


def codes(unit: dict[str, Any]) -> str:
    """The letters on a counter: A attack, D defence, M marine; then S for a start, OPT for an optional unit (3.0)."""
    letters = [word for word in unit["traits"] if word in ("A", "D", "M", "D/O")]
    if unit["option"]:
        letters.append("OPT")
    elif unit["start1"] == "all" and unit["steps"]:
        letters.append("S")
    return " ".join(letters)


def force(unit: dict[str, Any]) -> str:
    """Whose colours a counter has."""
    strike = unit["class"] in ("air", "naval")
    if unit["nation"] == "Japan":
        return _japanese_force(unit)
    if unit["nation"] == "US":
        return "US air and naval" if strike else "US Marines" if unit["type"] == "marines" else "US Army"
    if unit["nation"] == "Commonwealth":
        return "Commonwealth air and naval" if strike else "Commonwealth"
    return "marker"


def _japanese_force(unit: dict[str, Any]) -> str:
    if unit["class"] == "air":
        return "Japanese air"
    if unit["type"] in ("marines", "fleet"):
        return "Japanese Navy"
    if unit["class"] == "static":
        return "Japanese Fortress"
    if unit["type"] in ("guard", "construction", "guerrilla", "PW camp"):
        return "Home Guard"
    return "marker" if unit["class"] == "marker" else "Japanese Army"


def _look(unit: dict[str, Any]) -> dict[str, Any]:
    fill, ink = COLOURS[force(unit)]
    return {
        "side": JAPANESE if unit["side"] == "Japanese" else ALLIED,
        "fill": fill,
        "ink": ink,
        "stripe": STRIPES.get(unit["formation"], ""),
        "size": "" if unit["size"] == "group" else unit["size"],
    }


def _plain(*values: str) -> tuple[tuple[str, str], ...]:
    return tuple((value, "plain") for value in values)
