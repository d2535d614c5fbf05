"""Export of a tournament: as CSV, JSON or a page that needs no server, and all its records as one archive."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import zipfile
from collections.abc import Mapping
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.club.member import UMPIRE
from grognard.club.pairing import GAMES
from grognard.club.tournaments import ruled
from grognard.match import save as saves
from grognard.server.club.authentication import keeper
from grognard.server.club.tournaments import found_in, looking, shown
from grognard.server.http.errors import ApiError, malformed
from grognard.server.matches.requested_match import check_open, registry_of
from grognard.store.tournaments import OVER

FORMULA = ("=", "+", "-", "@")
"""What spreadsheets take for the beginning of a formula."""
OWN = ("mine", "keeps", "standsBy")
"""What a tournament's page says to its reader alone."""


def routes() -> list[Route]:
    """The calls of this module."""
    one = "/api/tournaments/{tournament}"
    return [
        Route(f"{one}/export", _export, methods=["GET"]),
        Route(f"{one}/archive", _archive, methods=["GET"]),
    ]


async def _export(request: Request) -> Response:
    """Results and table in the form that is asked for."""
    await looking(request)
    runner, one = await found_in(request)
    wanted = request.query_params.get("as", "json")
    if wanted not in WRITERS:
        raise malformed(f"A tournament is exported as {', '.join(WRITERS)}.")
    write, kind = WRITERS[wanted]
    return _file(write(public(await shown(runner, one, None))).encode(), f"tournament-{one.id}.{wanted}", kind)


async def _archive(request: Request) -> Response:
    """The same in all forms, with the record of every game; for umpires, once the tournament is over."""
    await keeper(request, UMPIRE)
    runner, one = await found_in(request)
    if one.status != OVER:
        raise ApiError(409, "illegal", "The archive is made when the tournament is over.")
    told = public(await shown(runner, one, None))
    files = {f"tournament.{name}": write(told) for name, (write, _) in WRITERS.items()}
    for pairing in (each for played in told["results"] for each in played["pairings"]):
        for ident in pairing["matches"]:
            live = await registry_of(request).match(ident)
            await check_open(request, live)
            async with live.lock:
                files[f"records/{ident}.txt"] = saves.write(live.match)
    return _file(await asyncio.to_thread(zipped, files), f"tournament-{one.id}.zip", "application/zip")


def public(told: Mapping[str, Any]) -> dict[str, Any]:
    """A tournament without what concerns its reader alone."""
    results = [
        {"round": played["round"], "pairings": [_without(each, ("own", "games")) for each in played["pairings"]]}
        for played in told["results"]
    ]
    return _without(told, OWN) | {"results": results}


def _without(given: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name not in names}


def as_json_text(told: Mapping[str, Any]) -> str:
    """Everything, for programs."""
    return json.dumps(told, indent=1, ensure_ascii=False, default=_plain) + "\n"


def _plain(value: Any) -> Any:
    import msgspec

    return msgspec.to_builtins(value)


def as_csv(told: Mapping[str, Any]) -> str:
    """One line for each pairing, for spreadsheets."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["round", "first", "second", "first points", "second points", "forfeit", "matches"])
    for played in told["results"]:
        for each in played["pairings"]:
            score = each["score"]
            bye = each["second"] is None
            points = [GAMES, ""] if bye else ["", ""] if score is None else [f"{score:g}", f"{GAMES - score:g}"]
            second = "bye" if bye else _cell(each["second"])
            forfeit = "yes" if each["forfeit"] else "no"
            rows.writerow([played["round"], _cell(each["first"]), second, *points, forfeit, " ".join(each["matches"])])
    return out.getvalue()


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def as_html(told: Mapping[str, Any]) -> str:
    """A page with the table and all results."""
    head = ("Place", "Player", "Points", "Direct", "Buchholz", "Sonneborn-Berger", "Wins")
    names = ("points", "direct", "buchholz", "berger", "wins")
    table = [head] + [
        (str(place), row["player"], *(f"{row[name]:g}" for name in names))
        for place, row in enumerate(told["standings"], 1)
    ]
    parts = [f"<h1>{escape(told['name'])}</h1>", f"<p>{escape(told['title'])}</p>"]
    if told["winner"]:
        parts.append(f"<p>Winner: {escape(told['winner'])}</p>")
    parts.append("<h2>Standings</h2>" + _rows(table))
    for played in told["results"]:
        lines: list[tuple[str, ...]] = [("First", "Second", "Score")]
        for each in played["pairings"]:
            score = each["score"]
            said = "" if score is None else f"{score:g}–{GAMES - score:g}"
            lines.append((each["first"], each["second"] or "bye", said + (" (forfeit)" if each["forfeit"] else "")))
        parts.append(f"<h2>Round {played['round']}</h2>" + _rows(lines))
    if told["rulings"]:
        said = "".join(f"<li>{escape(_ruling(each))}</li>" for each in told["rulings"])
        parts.append(f"<h2>Umpires' decisions</h2><ul>{said}</ul>")
    style = "body{font:16px sans-serif;margin:2em}td,th{padding:.2em .8em;text-align:left}"
    title = escape(told["name"])
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{style}</style>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def _ruling(each: Mapping[str, Any]) -> str:
    said = ruled(each["act"], each["by"], each["subject"], each["other"], each["detail"])
    return f"{said} Reason: {each['why']}"


def _rows(lines: list[tuple[str, ...]]) -> str:
    head, *rest = lines
    made = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>" for line in rest)
    return f"<table><thead><tr>{made}</tr></thead><tbody>{body}</tbody></table>"


def zipped(files: Mapping[str, str]) -> bytes:
    """Texts as one archive, the same bytes for the same texts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _file(body: bytes, name: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(body, headers=headers, media_type=kind)


WRITERS = {
    "json": (as_json_text, "application/json"),
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "html": (as_html, "text/html; charset=utf-8"),
}
"""Forms of an export."""
