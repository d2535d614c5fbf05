"""Everything a player can do, and how the page writes it."""

from grognard.kernel.game import (
    ARRIVED,
    AS_PLANNED,
    LEAST_MISSED,
    ON_ITS_WAY,
    TO_HOLD_IT,
    Verb,
)

UNIT, SPACE, BOTH = ("unit",), ("space",), ("unit", "space")

VERBS = {
    # 5.5 order
    "move-first": Verb("Move, then fight", (), ("5.5a",), primary=True),
    "fight-first": Verb("Fight, then move", (), ("5.5a",)),
    # 7.8 aerial supply, a standing act
    "supply-by-air": Verb("Supply the US units in {space} by air", SPACE, ("7.8b",), quiet=True),
    "lift-supply": Verb("Remove the aerial supply marker", (), ("7.8b",), quiet=True),
    # 8 air
    "air-marker": Verb("Place airpower over {space}", SPACE, ("8.2",), fills=True),
    "raid": Verb("B-29 raid on {space}", SPACE, ("8.9a",)),
    "no-raid": Verb("No raid this turn", (), ("8.9a",), primary=True, forgoes=True),
    "airlift": Verb("Airlift {unit}", UNIT, ("8.10a",), quiet=True),
    "fly-to": Verb("Fly to {space}", SPACE, ("8.10b",)),
    "bring-airborne": Verb("Bring in the 11th Airborne at {space}", SPACE, ("8.11a",)),
    "airdrop": Verb("Drop the 11th Airborne on {space}", SPACE, ("8.11b",), quiet=True),
    # 5.3, 9 reinforcement
    "land": Verb("Land {unit} at {space}", BOTH, ("5.3.4", "5.3.8b")),
    "transfer": Verb("Sail {unit} to the other beachhead", UNIT, ("10.11a",)),
    "exchange": Verb("Exchange {unit}", ("unit", "unit"), ("10.11a", "R89"), quiet=True),
    "end-landing": Verb("End landings", (), ("5.3.4", "9.8"), primary=True, ends=True),
    "beachhead": Verb("Land at {space}", SPACE, ("5.3.12a",)),
    "displace": Verb("Move them to {space}", SPACE, ("5.3.12b",)),
    "enter": Verb("{unit} enters at {space}", BOTH, ("9.1c",), fills=True),
    "absorb": Verb("{unit} absorbs a brigade", ("unit", "unit"), ("9.5a",)),
    "end-reinforcement": Verb("End reinforcement", (), ("9.1b",), primary=True, ends=True),
    "withdraw": Verb("Withdraw {unit}", UNIT, ("9.2a",)),
    "to-fourteenth-area": Verb("{unit} joins the 14th Area Army", UNIT, ("9.2b",)),
    "reinforce": Verb("Place an untried unit in {space}", SPACE, ("9.7b",), fills=True, repeats=True),
    # 10 movement
    "move": Verb("Move {unit}", UNIT, ("10.1a",), gathers=True),
    "move-stack": Verb("Move all from {space}", SPACE, ("10.3",), gathers=True),
    "go-far": Verb("Move {unit} strategically", UNIT, ("10.17a", "10.17b"), gathers=True),
    "go-far-stack": Verb("Move all from {space} strategically", SPACE, ("10.17a", "10.17b"), gathers=True),
    "to": Verb("Go to {space}", SPACE, ("10.0a",), why=ON_ITS_WAY),
    "leave": Verb("Leave {unit} here", UNIT, ("10.3",), drops=True),
    "stop": Verb("Stop here", (), ("10.1a",), primary=True, why=ARRIVED),
    "end-movement": Verb("End movement", (), ("10.4",), primary=True, ends=True),
    "remove": Verb("Eliminate {unit}", UNIT, ("R38",), why=LEAST_MISSED),
    # 11 combat
    "attack": Verb("Attack {space}", SPACE, ("11.0a",)),
    "join": Verb("{unit} attacks", UNIT, ("11.5",), why="The plan needs it.", fills=True, musters=True),
    "join-all": Verb("Attack with all", (), ("11.2a",), why="The plan needs all of them.", musters=True),
    "drop-out": Verb("{unit} does not attack", UNIT, ("11.5",), drops=True),
    "commit-tank": Verb("Add a tank regiment", (), ("11.17e",), why="It shifts the odds one column.", weighs=True),
    "take-back-tank": Verb("Take a tank regiment back", (), ("11.17d",)),
    "commit-special-forces": Verb("Commit the 1st Special Forces Group", (), ("11.28b",)),
    "take-back-special-forces": Verb("Take the 1st Special Forces Group back", (), ("11.28b",)),
    "volunteer-tank": Verb("Promise a tank regiment to the next defence", (), ("R55",), quiet=True),
    "call-off": Verb("Cancel the attack", (), ("R64",)),
    "confirm": Verb("Attack", (), ("6.6b", "R64"), primary=True, why=AS_PLANNED),
    "go-on": Verb("No more tanks: roll", (), ("11.17d",), primary=True, forgoes=True),
    "lose": Verb("{unit} loses a step", UNIT, ("11.21",), fills=True, why=LEAST_MISSED),
    "advance": Verb("{unit} advances", UNIT, ("11.24a",), why=TO_HOLD_IT, fills=True),
    "advance-all": Verb("All advance", (), ("11.24a",), primary=True, why=TO_HOLD_IT, settles=True),
    "stay": Verb("No further advance", (), ("11.24a",), forgoes=True, settles=True),
    "no-momentum": Verb("No momentum attack", (), ("11.25b",), primary=True, forgoes=True, settles=True),
    "end-combat": Verb("End combat", (), ("11.0a",), primary=True, forgoes=True),
    # 6.6, R63 stacks
    "top": Verb("Put {unit} on top of its stack", UNIT, ("R63",), quiet=True),
    "concede": Verb("Concede", (), (), quiet=True),
}  # fmt: skip
