"""Everything a player can do, and how the page writes it."""

from grognard.kernel.game import ALL_ARE_DUE, ARRIVED, AS_PLANNED, LEAST_MISSED, NOTHING_ELSE, ON_ITS_WAY, Verb

UNIT, SPACE, BOTH = ("unit",), ("space",), ("unit", "space")

VERBS = {
    # 4 set-up
    "place": Verb("Place {unit} in {space}", BOTH, ("4.2d",), fills=True),
    "lift": Verb("Take {unit} back", UNIT, ("4.2d",), quiet=True),
    "cave": Verb("Put a Cave in {space}", SPACE, ("4.1b",), fills=True, repeats=True),
    "lift-cave": Verb("Take a Cave back from {space}", SPACE, ("4.1b",), quiet=True),
    "set-up": Verb(
        "Use the set-up “{word}”",
        ("word",),
        ("4.2d",),
        words={"A": "Inland defence", "B": "Southern front", "C": "Defence in depth"},
    ),
    "auto-set-up": Verb("Set up for me and start", (), ("4.2d",)),
    "confirm-set-up": Verb("Confirm the set-up", (), ("4.2d",), primary=True, remember=True),
    # 6 weather, 8 recovery
    "ground": Verb("Ground {unit}", UNIT, ("6c",), why=LEAST_MISSED),
    "restore": Verb("Restore a step to {unit}", UNIT, ("8c",)),
    "return": Verb("Bring back {unit} with one step", UNIT, ("8d",)),
    "no-recovery": Verb("No Recovery here", (), ("8a",), primary=True, forgoes=True),
    # 9, 16 bombardment
    "assign": Verb("Bombard {space} with {unit}", BOTH, ("9.1a", "16b"), fills=True),
    "withdraw": Verb("Choose another target for {unit}", UNIT, ("R55",), quiet=True),
    "confirm": Verb("Confirm the plan", (), ("R55",), primary=True, why=AS_PLANNED, ends=True),
    "bombard": Verb("Bombard {space} next", SPACE, ("9.3",), resolves=True, why=ALL_ARE_DUE),
    "rank": Verb("{unit} loses the next step", UNIT, ("9.3.3(1)", "12.2.3(1)"), fills=True),
    "rank-rest": Verb("Choose the rest for me", (), ("9.3.3(1)", "12.2.3(1)"), primary=True),
    "go-on": Verb("Go on", (), ("R47",), primary=True, why=NOTHING_ELSE),
    # 3 status change, windows
    "reveal": Verb("Reveal {unit}", UNIT, ("3.StatusChange-c",), quiet=True),
    "reveal-cave": Verb("Reveal a Cave in {space}", SPACE, ("3.StatusChange-d",), quiet=True),
    "pass": Verb("Pass", (), ("11b", "R12"), primary=True, forgoes=True),
    # 10, 11 movement and Defensive Fire
    "move": Verb("Move {unit} to {space}", BOTH, ("10.1a",), gathers=True),
    "land": Verb("Land {unit} at {space}", BOTH, ("10.3a",), gathers=True),
    "to": Verb("Go on to {space}", SPACE, ("10.1a",), why=ON_ITS_WAY),
    "stop": Verb("Stop here", (), ("10.1b",), primary=True, why=ARRIVED),
    "end-movement": Verb("End movement", (), ("10.5a",), primary=True, ends=True),
    "fire": Verb("Fire with {unit}", UNIT, ("11.1", "18b")),
    "stay": Verb("Stay", (), ("11.1.3a",), primary=True, forgoes=True),
    "fall-back": Verb("Retreat to {space}", SPACE, ("11.1.2(1)a",), weighs=True),
    # 12, 19 assault; 22.3 charges
    "kirikami": Verb("Kirikami Charge led by {unit}", UNIT, ("22.3.2a",), weighs=True),
    "banzai": Verb("Banzai Charge", (), ("22.3.1a",), weighs=True),
    "assault": Verb("Assault with {unit}", UNIT, ("12.1a",)),
    "assault-all": Verb("Assault with everything in {space}", SPACE, ("12.1b",)),
    "cancel": Verb("Leave {unit} out of the assault", UNIT, ("R55",), quiet=True),
    "assault-area": Verb("Assault in {space} next", SPACE, ("12.2",), resolves=True, why=ALL_ARE_DUE),
    "retreat": Verb("Retreat {unit} to {space}", BOTH, ("12.2.3(2)a",), weighs=True),
    "no-more-retreats": Verb("End retreats", (), ("12.2.3(2)c",), primary=True, forgoes=True),
    # 14 construction
    "beachhead": Verb("Place a Beachhead in {space}", SPACE, ("14a",)),
    "safe": Verb("Place Safe to Land in {space}", SPACE, ("14a",)),
    "flag": Verb("Raise the Stars and Stripes on {space}", SPACE, ("14a",)),
    "end-construction": Verb("End construction", (), ("14a",), primary=True, ends=True),
    # 17 Japanese movement
    "march": Verb("Move {unit} to {space}", BOTH, ("17.2(1)",)),
    "show-march": Verb("Reveal {unit}, then move to {space}", BOTH, ("17.2(2)a",)),
    "sneak-show": Verb("Move {unit} to {space} Concealed, then Reveal", BOTH, ("17.2(2)b",)),
    "sneak": Verb("Move {unit} to {space}, staying Concealed", BOTH, ("17.2(3)a",)),
    "hide": Verb("Hide {unit}", UNIT, ("17.2(4)a",)),
    # 21, 22 end phase and standing acts
    "retire": Verb("Withdraw {unit}", UNIT, ("21b", "22.1.3"), why=LEAST_MISSED),
    "commit": Verb("Commit {unit} to the Landing Area Box", UNIT, ("22.2.1a",)),
    "ask": Verb(
        "{word}",
        ("word",),
        ("R56",),
        quiet=True,
        words={"always": "Ask me at every window", "able": "Ask me only when I can act (the US player may notice)"},
    ),
    "lose-next": Verb("Loss order: {unit} next", UNIT, ("R47",), quiet=True),
    "no-loss-order": Verb("Cancel the loss order in {space}", SPACE, ("R47",), quiet=True),
    "losses": Verb(
        "{word}",
        ("word",),
        ("R47",),
        quiet=True,
        words={
            "ask": "Ask me about Concealed losses",
            "order": "Apply my loss orders to Concealed losses without asking",
        },
    ),
    "concede": Verb("Concede", (), (), quiet=True),
}
