"""Everything a player can do, and how the page writes it."""

from grognard.kernel.game import ARRIVED, AS_PLANNED, EVERY_ONE_HELPS, LEAST_MISSED, ON_ITS_WAY, TO_HOLD_IT, Verb

UNIT, SPACE, BOTH, WORD = ("unit",), ("space",), ("unit", "space"), ("word",)
AIR = {"US": "US", "Commonwealth": "Commonwealth", "Japan": "Japanese"}
MISSIONS = {"superiority": "Air Superiority", "tactical": "Tactical Air"}
BOXES = MISSIONS | {
    "available": "Available", "flown": "flown", "support": "ground support", "interdiction": "interdiction",
}  # fmt: skip
GOODS = {
    "tac": "a tactical air point", "kamikaze": "a Kamikaze point", "fleet": "the mobile fleet",
    "us-tac": "a US tactical air point", "cw-tac": "a British tactical air point", "us-gunfire": "US gunfire",
    "cw-gunfire": "British gunfire", "b29": "the B-29",
    "air-supply": "air supply", "amphibious": "an amphibious marker", "drop-zone": "the drop zone marker",
}  # fmt: skip

VERBS = {
    # 3, 24 set-up
    "set-up": Verb("Set up {unit}", UNIT, ("24.1b",), fills=True),
    "place": Verb("Place it in {space}", SPACE, ("3.0d",), fills=True),
    "end-set-up": Verb("End set-up", (), ("3.0b",), primary=True, remember=True, ends=True),
    "scout": Verb("Reveal {space}", SPACE, ("24.1o",)),
    "end-recon": Verb("No further reconnaissance", (), ("24.1o", "R37"), primary=True, forgoes=True),
    # 8 recruit
    "recruit": Verb("Recruit {unit}", UNIT, ("7.3a", "8.0b"), fills=True, spends=True),
    "recruit-97th": Verb("Recruit the 97th Division", (), ("25.5a",)),
    "buy": Verb("Buy {word}", WORD, ("7.3a",), words=GOODS, fills=True),
    "deploy": Verb("Deploy in {space}", SPACE, ("8.1b", "8.1f"), fills=True),
    "end-recruit": Verb("End recruiting", (), ("8.0e", "7.2i"), primary=True, ends=True),
    # 16.1 planning
    "assign": Verb(
        "One {word} point to {word}",
        ("word", "word"),
        ("16.1b",),
        words=AIR | MISSIONS,
        fills=True,
        repeats=True,
    ),
    "assign-rest": Verb("All other {word} points to {word}", ("word", "word"), ("16.1b",), words=AIR | MISSIONS),
    "commit-b29": Verb("Plan a B-29 strike", (), ("16.1b",)),
    "assign-kamikaze": Verb("One Kamikaze point to Tokku", (), ("16.1b",)),
    "stage-gunfire": Verb("Gunfire to the Staging Area: {word}", WORD, ("R71",), words=AIR),
    "hold-gunfire": Verb("Gunfire kept safe: {word}", WORD, ("R71",), words=AIR),
    "end-planning": Verb("Finish the plan", (), ("6.1d", "16.1b"), primary=True, ends=True),
    # 16.2, 16.6, 18 losses and the fleet
    "lose-tac": Verb(
        "Lose one point: {word}, {word}", ("word", "word"), ("16.2d", "16.2e"), words=AIR | BOXES,
        fills=True, why=LEAST_MISSED,
    ),
    "lose-gunfire": Verb(
        "Lose gunfire: {word}", WORD, ("16.6c",), words=AIR, fills=True, why=LEAST_MISSED, repeats=True
    ),
    "lose-marker": Verb("Lose an amphibious marker", (), ("16.6c",), fills=True),
    "nothing-to-lose": Verb("No target left to hit", (), ("R70",), primary=True),
    "sortie": Verb("The mobile fleet sorties", (), ("18.0a",), weighs=True),
    "no-sortie": Verb("No sortie", (), ("18.0a",), primary=True, forgoes=True),
    # 16.5 B-29
    "bomb": Verb("B-29 strike on {space}", SPACE, ("16.5a",)),
    "no-strike": Verb("No strike", (), ("R66",), primary=True, forgoes=True),
    "show-fortress": Verb("Show {unit}: fortified", UNIT, ("16.5b",)),
    "stay-hidden": Verb("Reveal nothing", (), ("16.5b",), primary=True, forgoes=True),
    # 10 invasion
    "land-marker": Verb("Amphibious marker on {space}", SPACE, ("10.1a", "10.1b")),
    "assault-marker": Verb("Assault from {space} on {space}", ("space", "space"), ("10.1c", "R28")),
    "drop-marker": Verb("Drop zone on {space}", SPACE, ("10.1e", "10.1f"), quiet=True),
    "end-markers": Verb("End marker placement", (), ("10.1h", "R24"), primary=True, forgoes=True),
    "board": Verb("Put {unit} on the marker", UNIT, ("10.2a", "10.3a"), fills=True),
    "end-boarding": Verb("Finish this marker", (), ("10.2b",), primary=True, ends=True),
    "assault": Verb("Assault {space}", SPACE, ("10.2.2a",)),
    "land": Verb("Land {unit}", UNIT, ("10.2.2e",)),
    # 16.3, 16.4 air over the map
    "support": Verb("{word} support over {space}", ("word", "space"), ("16.3a",), words=AIR, fills=True, repeats=True),
    "end-support": Verb("End ground support", (), ("16.3a",), primary=True, ends=True),
    "interdict": Verb(
        "{word} interdiction of {space}", ("word", "space"), ("16.4a",), words=AIR, fills=True, repeats=True
    ),
    "end-interdiction": Verb("End interdiction", (), ("16.4a",), primary=True, ends=True),
    # 21 transfer
    "ship": Verb("Ship {unit}", UNIT, ("21.0b",)),
    "ship-to": Verb("Ship it to {space}", SPACE, ("21.0d",)),
    "end-transfer": Verb("End transfers", (), ("21.0b",), primary=True, ends=True),
    # 12, 22 movement
    "move": Verb("Move {unit}", UNIT, ("12.0a",), gathers=True),
    "drive": Verb("Move {unit} by truck", UNIT, ("22.0e",), quiet=True, gathers=True),
    "motorize": Verb("Pay trucks for {space}", SPACE, ("22.0f",), quiet=True),
    "to": Verb("Go to {space}", SPACE, ("12.0a",), why=ON_ITS_WAY),
    "stop": Verb("Stop here", (), ("12.2a",), primary=True, why=ARRIVED),
    "end-movement": Verb("End movement", (), ("12.0d",), primary=True, ends=True),
    "remove": Verb("Eliminate {unit}", UNIT, ("13.3a",), why=LEAST_MISSED),
    # 15 combat
    "attack": Verb("Attack {space}", SPACE, ("15.0a",)),
    "join": Verb("Attack with {unit}", UNIT, ("15.0g",), why=EVERY_ONE_HELPS, fills=True),
    "join-all": Verb("Attack with all", (), ("15.0g",), why=EVERY_ONE_HELPS),
    "also": Verb("Attack {space} as well", SPACE, ("15.0l",), why=EVERY_ONE_HELPS),
    "confirm": Verb("Attack (cannot be cancelled)", (), ("15.0f",), primary=True, why=AS_PLANNED),
    "call-off": Verb("Cancel the attack", (), ("15.0f",)),
    "end-combat": Verb("End combat", (), ("15.0d",), primary=True, forgoes=True),
    "gunfire": Verb(
        "Naval gunfire: {word}", WORD, ("17.0a",), words=AIR, why=EVERY_ONE_HELPS, fills=True, repeats=True
    ),
    "add-lp": Verb("Spend 1 logistics point", (), ("15.4.1h", "15.4.1j"), why=EVERY_ONE_HELPS, weighs=True),
    "fly-supply": Verb("Air supply", (), ("19.4a",)),
    "prove": Verb("Reveal {unit} as supply source", UNIT, ("19.3b",)),
    "let-go": Verb("Lose it for good", (), ("R21",), primary=True, forgoes=True),
    "ready": Verb("Ready: roll", (), ("R49",), primary=True, ends=True),
    "lose": Verb("Lose {unit}", UNIT, ("15.5a",), fills=True, why=LEAST_MISSED),
    "counterattack": Verb("Counterattack {space}", SPACE, ("15.6a",), weighs=True),
    "retreat": Verb("Retreat to {space}", SPACE, ("15.7a",), fills=True),
    "withdraw": Verb("Retreat {unit} to {space}", BOTH, ("15.7a",), fills=True),
    "advance": Verb("Advance {unit} to {space}", BOTH, ("15.8a",), why=TO_HOLD_IT, fills=True),
    "stay": Verb("No further advance", (), ("15.8.1a",), primary=True, forgoes=True),
    "exploit": Verb("Attack from {space} into {space}", ("space", "space"), ("25.1a",), weighs=True),
    "no-exploitation": Verb("No further attack", (), ("25.1a",), primary=True, forgoes=True),
    # 20 bases
    "build": Verb("Build a base with {unit}", UNIT, ("20.1a",)),
    "demobilize": Verb("Demobilize the base of {unit}", UNIT, ("20.2a",), quiet=True),
    "end-building": Verb("End building", (), ("20.1a",), primary=True, forgoes=True),
    # 25.3, 25.7, 25.8
    "fly": Verb("Fly {unit} in", UNIT, ("25.3a",)),
    "fly-to": Verb("Fly to {space}", SPACE, ("25.3a",)),
    "raid": Verb("Try to land {unit}", UNIT, ("25.7b", "25.8b")),
    "raid-at": Verb("Land at {space}", SPACE, ("25.7b", "25.8b")),
    "keep-open": Verb("Land openly", (), ("R94",)),
    "conceal": Verb("Land concealed", (), ("R94",), primary=True),
    # 11 a standing act
    "reveal": Verb("Reveal {unit}", UNIT, ("11.1b", "R34"), quiet=True),
    "concede": Verb("Concede", (), (), quiet=True),
}  # fmt: skip
