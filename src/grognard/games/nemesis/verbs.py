"""Everything a player can do, and how the page writes it."""

from grognard.games.nemesis.facts import CHITS
from grognard.kernel.game import ARRIVED, AS_PLANNED, EVERY_ONE_HELPS, LEAST_MISSED, ON_ITS_WAY, TO_HOLD_IT, Verb

UNIT, SPACE, BOTH = ("unit",), ("space",), ("unit", "space")

VERBS = {
    # 4.0 chits and the start of a turn
    "choose-first": Verb("First chit", ("word",), ("4.0-A-d",), words={name: name for name in CHITS}),
    "ground": Verb("Eliminate {unit}", UNIT, ("2.6-b",), why=LEAST_MISSED),
    # 5.1, 6.1-A movement
    "move": Verb("Move {unit}", UNIT, ("5.1-A-a",), gathers=True),
    "detach": Verb("Detach a battalion of {unit}", UNIT, ("3.3-b",), quiet=True),
    "leave-behind": Verb("Move {unit} and leave a battalion", UNIT, ("3.3-b",), quiet=True),
    "dig": Verb("Dig a Bunker with {unit}", UNIT, ("5.1-B-a",), quiet=True),
    "take-bunker": Verb("Take the Bunker from {space}", SPACE, ("5.1-B-f",)),
    "to": Verb("Go to {space}", SPACE, ("5.1-A-b",), why=ON_ITS_WAY),
    "stop": Verb("Stop here", (), ("5.1-A-a",), primary=True, why=ARRIVED),
    "end-movement": Verb("End movement", (), ("5.1-A-a", "6.1-A-a"), primary=True, ends=True),
    "absorb": Verb("Merge a battalion into {unit}", ("unit", "unit"), ("3.3-e",)),
    "rebuild": Verb("Merge the battalions into {unit}", UNIT, ("3.3-g",)),
    "ambush": Verb("Ambush in {space}", SPACE, ("5.1-E-a",), fills=True),
    "end-ambush": Verb("No more Ambushes", (), ("5.1-E-a",), primary=True, ends=True),
    "withdraw": Verb("Withdraw {unit} to {space}", BOTH, ("5.1-F-b",), fills=True),
    "relocate": Verb("Place {unit} at {space}", BOTH, ("5.1-F-f",)),
    # 5.2, 6.1 combat
    "attack": Verb("Attack {space}", SPACE, ("5.2-a", "6.1-B-a")),
    "storm": Verb("Enter {space}", SPACE, ("6.1-B-d",)),
    "join": Verb("Attack with {unit}", UNIT, ("6.1-B-b",), why=EVERY_ONE_HELPS, fills=True, musters=True),
    "join-all": Verb("Attack with all", (), ("6.1-B-b",), why=EVERY_ONE_HELPS, musters=True),
    "drop-out": Verb("Leave {unit} out", UNIT, ("6.1-B-b",), drops=True),
    "call-air": Verb("Call in {unit}", UNIT, ("1.2-B-h",), why=EVERY_ONE_HELPS, fills=True),
    "send-air-home": Verb("No Air Support", (), ("1.2-B-h",)),
    "call-off": Verb("Cancel the attack", (), ("6.1-B-a",)),
    "confirm": Verb("Attack", (), ("6.1-D-a",), primary=True, why=AS_PLANNED),
    "spearhead": Verb("Spearhead: {unit}", UNIT, ("6.1-E-a",)),
    "meet": Verb("Meet the charge with {unit}", UNIT, ("6.1-E-b",)),
    "massive": Verb("Massive Combat", (), ("6.1-F-o",), weighs=True),
    "no-massive": Verb("No Massive Combat", (), ("6.1-F-o",), primary=True, forgoes=True),
    "banzai": Verb("Banzai!", (), ("6.1-F-g",), weighs=True),
    "no-banzai": Verb("No Banzai", (), ("6.1-F-g",), primary=True, forgoes=True),
    "lose": Verb("Take a step from {unit}", UNIT, ("6.1-G-g",), fills=True, why=LEAST_MISSED),
    "lead": Verb("Lead the advance with {unit}", UNIT, ("6.2-A-b",)),
    "no-force": Verb("Do not force a retreat", (), ("6.2-A-a",), forgoes=True, weighs=True),
    "refuse-with": Verb("Refuse with {unit}", UNIT, ("6.2-A-c",)),
    "enforce": Verb("Enforce the retreat", (), ("6.2-B-a",), primary=True),
    "desist": Verb("Do not enforce the retreat", (), ("R110",), weighs=True),
    "retreat": Verb("Retreat", (), ("6.2-C-a",)),
    "refuse": Verb("Refuse", (), ("6.2-C-b",), weighs=True),
    "retreat-to": Verb("Retreat {unit} to {space}", BOTH, ("6.2-D-a",), fills=True),
    "retreat-off": Verb("Retreat {unit} off the map", UNIT, ("6.2-D-f",), quiet=True),
    "split": Verb("Split {unit}", UNIT, ("3.3-i",), quiet=True),
    "advance": Verb("Advance with {unit}", UNIT, ("6.2-E-a",), why=TO_HOLD_IT, fills=True),
    "advance-all": Verb("All advance", (), ("6.2-E-a",), primary=True, why=TO_HOLD_IT, settles=True),
    "stay": Verb("No further advance", (), ("6.2-E-a",), forgoes=True, settles=True),
    "end-combat": Verb("End combat", (), ("6.1-B-a",), primary=True, forgoes=True),
    # 2.2, 2.3 the end of a phase
    "eliminate": Verb("Eliminate {unit}", UNIT, ("2.2-i",), fills=True, why=LEAST_MISSED),
    "take-flag": Verb("Use the flag from {space}", SPACE, ("2.3-f",)),
    # 7 supply check
    "suffer": Verb("Take a step from {unit}", UNIT, ("2.6-c", "2.6-g"), fills=True, why=LEAST_MISSED),
    "remove-flag": Verb("Remove the flag from {space}", SPACE, ("7.2-b",)),
    # 8 reinforcements
    "bring-back": Verb("Bring back {unit}", UNIT, ("8.1-A-a",), fills=True),
    "refit": Verb("Bring {unit} to full strength", UNIT, ("8.1-A-e",)),
    "place": Verb("Place it in {space}", SPACE, ("8.1-A-b",), fills=True),
    "recover": Verb("Move {unit} to the Off-Map Box", UNIT, ("8.2-A-a",), fills=True),
    "flip": Verb("Bring {unit} to full strength", UNIT, ("8.2-A-c",), fills=True),
    "end-replacements": Verb("No more replacements", (), ("8.1-A-a", "8.2-A-a"), primary=True, ends=True),
    "enter": Verb("Bring in {unit} at {space}", BOTH, ("8.1-B-b", "8.2-B-6"), fills=True),
    "bring-on": Verb("Bring on {unit}", UNIT, ("8.2-B-5",), fills=True),
    "fly": Verb("Fly {unit}", UNIT, ("8.2-B-11",), fills=True),
    "entrain": Verb("Send {unit} by rail", UNIT, ("8.1-B-d", "8.2-B-9")),
    "detrain": Verb("Go by rail to {space}", SPACE, ("8.1-B-d", "8.2-B-9")),
    "end-rail": Verb("No more rail movement", (), ("8.1-B-d",), primary=True, ends=True),
    "end-reinforcements": Verb("End reinforcements", (), ("8.2-B-4",), primary=True, ends=True),
    "concede": Verb("Concede", (), (), quiet=True),
}  # fmt: skip
