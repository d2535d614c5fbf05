"""Everything a player can do, and how the page writes it."""

from grognard.kernel.game import EVERY_ONE_HELPS, LEAST_MISSED, ON_ITS_WAY, Verb

UNIT, SPACE = ("unit",), ("space",)

VERBS = {
    # 3.5, 9.2 putting a force together
    "join": Verb("{unit} joins the force", UNIT, ("9.2b",), fills=True, why=EVERY_ONE_HELPS),
    "join-strongest": Verb("Fill the force with the strongest units", (), ("9.2b",), primary=True),
    "stand-down": Verb("{unit} stands down", UNIT, ("9.2b",), drops=True),
    "start": Verb("Start in {space}", SPACE, ("3.5h", "R31")),
    "start-with-flotilla": Verb("Start in {space} with the flotilla", SPACE, ("9.17c", "R14")),
    "enter": Verb("Enter the map at {space}", SPACE, ("3.5f", "R32")),
    "land": Verb("Land at {space}", SPACE, ("9.13b",)),
    "end-phase": Verb("End operations in this phase", (), ("5.3b",), ends=True),
    # 9 movement
    "advance": Verb("Advance to {space}", SPACE, ("9.8a",), why=ON_ITS_WAY),
    "halt": Verb("Halt and end the operation", (), ("5.3a",), primary=True, forgoes=True),
    # 10 combat
    "lose": Verb("{unit} loses a step", UNIT, ("10.9a",), fills=True, why=LEAST_MISSED),
    "destroy": Verb("Eliminate {unit}", UNIT, ("10.9b",), fills=True, why=LEAST_MISSED),
    "fight-on": Verb("Another round", (), ("9.4",), primary=True, renews=True),
    "withdraw": Verb("Withdraw and end the operation", (), ("9.6",)),
    # 3.6-3.9 garrisons
    "garrison": Verb("{unit} goes on garrison duty", UNIT, ("3.6c", "3.6d"), fills=True),
    "fill": Verb("Fill with the weakest units", (), ("3.6c",), primary=True),
    "give-up": Verb("Give up {space}", SPACE, ("3.6f", "R24"), weighs=True),
    "hold-cities": Verb("Keep the other cities", (), ("3.6d",), primary=True),
    "station": Verb("The flotilla stands in {space}", SPACE, ("9.17e",)),
    # 11 objectives
    "call-up": Verb("Call up {unit}", UNIT, ("OT.1", "OT.2")),
    "port": Verb("Take {space}", SPACE, ("OT.3a",)),
    "occupy": Verb("{unit} occupies the port", UNIT, ("OT.3b",)),
    "spend": Verb("{unit} is used up", UNIT, ("R47",), why=LEAST_MISSED),
    "fight": Verb("Meet the raiders", (), ("11.4a",), primary=True),
    "concede": Verb("Concede", (), ("5.5",), quiet=True),
}  # fmt: skip
