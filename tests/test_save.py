"""The save file: written, read, checked, and every way in which it can be wrong."""

from __future__ import annotations

import json
import random
import re
import time
from functools import partial
from pathlib import Path

import pytest

from grognard import games, sandbox
from grognard.lab.benchmarks import played_match
from grognard.match import Match
from grognard.match.header_validation import check_of, dump
from grognard.match.notation import Names, dice_from_text, dice_to_text, option_to_text
from grognard.match.save import SaveError, load, write
from grognard.match.save_lines import Chain
from grognard.match.verify import PARTLY, verify
from random_games import some_of
from test_match import GAME, JP, US, at_bombardment, finished, plan, play

STAFF_SEEDS = (98, 90, 44, 67, 3, 56)
"""The longest six of the first hundred games between staff bots."""


@pytest.fixture(scope="module")
def text() -> str:
    """The save of a finished game."""
    return write(finished(21))


def with_line(text: str, number: int, line: str) -> str:
    """The save with one line replaced; lines count from 1."""
    lines = text.split("\n")
    lines[number - 1] = line
    return "\n".join(lines)


def with_header(text: str, **change: object) -> str:
    """The save with its header changed and all checks made to fit."""
    header = json.loads(text.split("\n")[1])
    del header["check"]
    header.update(change)
    return with_checks(without_checks(with_line(text, 2, dump({**header, "check": check_of(header)}))))


def without_checks(text: str) -> list[str]:
    """The lines of a save, without the check at their end."""
    return [line.rpartition(" #")[0] if n >= 2 else line for n, line in enumerate(text.rstrip("\n").split("\n"))]


def with_checks(lines: list[str]) -> str:
    """A forged save: all checks are made to fit."""
    header = json.loads(lines[1])
    del header["check"]
    chain = Chain(dump(header) if lines[0] == "grognard 3" else "")
    return "\n".join([*lines[:2], *(chain.close(line) for line in lines[2:])]) + "\n"


# --- round trip


@pytest.mark.parametrize("seed", some_of(2, range(20, 26)))
def test_a_save_gives_the_same_match_again(seed: int) -> None:
    match = finished(seed)
    written = write(match)
    loaded = load(written)
    assert loaded.match.state == match.state
    assert loaded.match.played == match.played
    assert loaded.match.log == match.log
    assert loaded.notes == []
    assert write(loaded.match) == written
    assert verify(written).ok


def test_an_open_match_is_saved_without_its_secret_and_goes_on_with_another() -> None:
    match = at_bombardment(seed=None)
    match.submit(US, plan(match))
    written = write(match)
    secret = match.header.seeds[0].secret
    assert secret is not None
    assert secret.hex() not in written
    assert "seeds" not in json.loads(written.split("\n")[1])
    loaded = load(written).match
    assert loaded.state == match.state
    assert loaded.header.seeds[-1].secret not in (None, secret)
    over = play(loaded, random.Random(1))
    report = verify(write(over))
    assert report.status == PARTLY
    assert ("the secret of rolls 1 to" in report.text) == bool(match.state.rolls)


def test_an_open_match_with_a_seed_of_somebodys_choice_goes_on_with_the_same_dice() -> None:
    match = at_bombardment(seed=7)
    match.submit(US, plan(match))
    loaded = load(write(match)).match
    assert loaded.header.seeds == match.header.seeds
    assert play(loaded, random.Random(1)).log == play(match, random.Random(1)).log
    report = verify(write(loaded))
    assert report.status == PARTLY
    assert "its maker chose the seed" in report.because


def test_a_branch_of_such_a_match_keeps_its_new_secret() -> None:
    for branch in (at_bombardment(seed=7).branch(0), at_bombardment(seed=7).branch(2)):
        assert "seeds" not in json.loads(write(branch).split("\n")[1])


def test_a_secret_that_takes_the_place_of_a_lost_seed_was_chosen_by_nobody() -> None:
    """An open save without its seed, before the first roll: what it goes on with is not published."""
    loaded = load(with_header(write(Match.new(GAME, seed=7)), seeds=[[0, None]])).match
    assert loaded.state.rolls == 0
    assert loaded.header.seeds[0].secret is not None
    assert "seeds" not in json.loads(write(loaded).split("\n")[1])


def test_a_branch_is_saved_with_both_seeds() -> None:
    match = finished(22)
    branch = play(match.branch(200), random.Random(5))
    report = verify(write(branch))
    assert report.status == PARTLY
    assert f"{branch.state.rolls} of {branch.state.rolls} rolls" in report.text
    assert "it is a branch of another match" in report.because


def test_the_record_reads_like_one(text: str) -> None:
    lines = text.split("\n")
    assert lines[0] == "grognard 3"
    assert lines[2].startswith("= turn 1 ")
    assert [line.split()[2] for line in lines if line.startswith("= turn")] == [
        str(turn) for turn in range(1, 1 + sum(line.startswith("= turn") for line in lines))
    ]
    assert re.fullmatch(r"= over (US|JP|draw) [a-z-]+ [0-9a-f]{16} #[0-9a-f]{4}", lines[-2])
    assert max(map(len, lines[2:])) < 140


def test_a_match_from_a_position_set_up_by_hand_is_saved_with_it() -> None:
    position = sandbox("iwojima", phase="us-movement", turn=3, units={"U-23": "SUR", "J-312": "MOT"}).state
    match = play(Match.new(GAME, seed=1, start=position.to_json()), random.Random(1))
    written = write(match)
    assert load(written).match.state == match.state
    assert verify(written).ok
    for name in ("where", "steps", "at", "target"):
        with pytest.raises(SaveError):
            load(with_header(written, start={**position.to_json(), name: []}))


def test_alike_decisions_are_written_as_a_list() -> None:
    match = Match.new(GAME, seed=1)
    units = [GAME.unit_index[name] for name in ("J-312", "J-314", "J-145a")]
    for unit in units:
        match.submit(JP, ("place", unit, GAME.space_index["MOT"]))
    match.submit(JP, ("place", GAME.unit_index["J-145b"], GAME.space_index["OSA"]))
    assert "JP place 312+314+145a MOT, 145b OSA #" in write(match)
    assert load(write(match)).match.state == match.state


def test_one_answer_in_between_stands_in_round_brackets() -> None:
    match = finished(21)
    text = write(match)
    assert re.search(r"\nUS [^/\n]*\(pass\)[,;] ", text)
    assert re.search(r"\((fire|go-on)[^()\n]*\[\d+\]\)", text)
    short = Match.new(GAME, seed=1)
    short.submit(JP, ("set-up", "A"))
    short.submit(JP, ("confirm-set-up",))
    for name in ("U-NS1", "U-NS2"):
        short.submit(US, ("assign", GAME.unit_index[name], GAME.space_index["OSA"]))
    short.submit(US, ("confirm",))
    short.submit(JP, ("reveal", GAME.unit_index["J-145a"]))
    once = write(short).split("\n")[3]
    assert once.startswith("JP set-up A; confirm-set-up / US assign NS1+NS2 OSA; confirm (reveal 145a")
    short.submit(JP, ("pass",))
    twice = write(short).split("\n")[3]
    assert twice.startswith("JP set-up A; confirm-set-up / US assign NS1+NS2 OSA; confirm / JP reveal 145a; pass")
    assert load(write(short)).match.played == short.played


def test_a_unit_goes_by_a_short_name_only_where_no_other_can_be_meant() -> None:
    class Game:
        unit_ids = ("U-1", "J-1", "U-2", "2", "U-3-a", "X", "Y-", "U-4")
        unit_index = {name: number for number, name in enumerate(unit_ids)}  # noqa: RUF012
        verbs = GAME.verbs

        def to_words(self, option: tuple[str, int, str]) -> list[str]:
            return [option[0], self.unit_ids[option[1]], option[2]]

        def from_words(self, words: list[str]) -> tuple[str, int, str]:
            return words[0], self.unit_index[words[1]], words[2]

    names = Names(Game())  # type: ignore[arg-type]
    written = [names.shortened(("move", unit, "4"))[1] for unit in range(8)]
    assert written == ["U-1", "J-1", "U-2", "2", "3-a", "X", "Y-", "4"]
    assert [names.option(["move", name, "4"]) for name in written] == [("move", unit, "4") for unit in range(8)]
    assert names.option(["move", "U-4", "4"]) == ("move", 7, "4")


def as_format_1(match: Match) -> str:
    """The save as format 1 could have it: whole ids of units, every hand-over with a stroke."""
    lines = without_checks(write(match))
    out = ["grognard 1", *lines[:3][1:]]
    runs: list[str] = []
    for number, played in enumerate(match.played, 1):
        words = option_to_text(GAME, played.option)
        dice = f" {dice_to_text(played.rolls)}" if played.rolls else ""
        runs.append(f"{GAME.sides[played.side].id} {words}{dice}")
        if number % 7 == 0 or number in match.turns or number == len(match.played):
            out.append(" / ".join(runs))
            runs = []
        if number in match.turns:
            out.append("= turn {} {}".format(*match.turns[number]))
    return with_checks([*out, lines[-1]])


def test_a_save_of_format_1_is_read() -> None:
    match = finished(21)
    old = as_format_1(match)
    assert not re.search(r"\(|\+", "\n".join(old.split("\n")[2:]))
    assert load(old).match.played == match.played
    assert verify(old).ok
    again = write(load(old).match)
    assert again.startswith("grognard 2\n")
    assert write(load(again).match) == again


def test_what_only_format_1_wrote_is_read_alike() -> None:
    match = Match.new(GAME, seed=1)
    lines = without_checks(write(match))
    lines[0] = "grognard 1"
    for line in ("JP place J-312+J-314 MOT, J-145b OSA; cave MOT", "JP place 312+314 MOT, 145b OSA; cave MOT"):
        made = Match.new(GAME, seed=1)
        for option in (("J-312", "MOT"), ("J-314", "MOT"), ("J-145b", "OSA")):
            made.submit(JP, ("place", GAME.unit_index[option[0]], GAME.space_index[option[1]]))
        made.submit(JP, ("cave", GAME.space_index["MOT"]))
        closing = without_checks(write(made))[-1]
        assert load(with_checks([*lines[:-1], line, closing])).match.played == made.played


@pytest.mark.parametrize("rolls", [(), ((1, 6, 5),), ((12,),), ((7,), (10, 3, 60)), ((), (1,))])
def test_dice_in_brackets(rolls: tuple[tuple[int, ...], ...]) -> None:
    assert dice_from_text(dice_to_text(rolls)) == rolls


@pytest.mark.parametrize("seed", STAFF_SEEDS)
def test_the_save_of_a_staff_game_takes_less_than_8_kb(seed: int) -> None:
    text = write(played_match(GAME, "staff", seed))
    assert len(text.encode()) < 8000
    assert verify(text).ok


def test_a_whole_game_is_read_and_checked_quickly(text: str) -> None:
    best = 1.0
    for _ in range(5):
        start = time.process_time()
        load(text)
        best = min(best, time.process_time() - start)
    assert best < 0.5


# --- verification


def altered(line: str, rng: random.Random) -> str:
    """A line with one letter or digit changed to another."""
    places = [at for at, char in enumerate(line) if char.isalnum()]
    at = rng.choice(places)
    pool = "0123456789" if line[at].isdigit() else "abcdefghijklmnopqrstuvwxyz"
    return line[:at] + rng.choice(pool.replace(line[at], "")) + line[at + 1 :]


def test_a_change_of_any_line_is_found_in_that_line(text: str, long: bool) -> None:
    """Of the head, and of every fourth line after it; in `make soak` of all."""
    rng = random.Random(1)
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        if not long and number > 8 and number % 4 != 2:
            continue
        for changed in (altered(line, rng), line[: len(line) // 2], "")[: 3 if number < 8 or not number % 10 else 1]:
            report = verify(with_line(text, number, changed))
            assert not report.ok
            assert report.line == number, (line, changed, report.text)


def test_a_line_that_is_left_out_or_doubled_is_found(text: str) -> None:
    lines = text.split("\n")
    for number in random.Random(2).sample(range(3, len(lines) - 2), 20):
        assert verify("\n".join(lines[: number - 1] + lines[number:])).line == number
        assert verify("\n".join(lines[:number] + lines[number - 1 :])).line == number + 1


def test_forged_dice_are_found_although_every_check_fits(text: str) -> None:
    lines = without_checks(text)
    found = 0
    for number, line in enumerate(lines, 1):
        roll = re.search(r"\[(\d)", line)
        if number < 3 or roll is None:
            continue
        face = str(int(roll[1]) % 6 + 1)
        forged = [*lines[: number - 1], line[: roll.start()] + "[" + face + line[roll.end() :], *lines[number:]]
        report = verify(with_checks(forged))
        assert report.line == number
        assert "of the match was" in report.text
        found += 1
    assert found > 30


def test_a_forged_decision_is_found_although_every_check_fits(text: str) -> None:
    lines = without_checks(text)
    forged = 0
    for number, line in enumerate(lines, 1):
        order = re.search(r"(?:land|march|retreat) \S+ ([A-Z]{3})\b", line)
        if number < 3 or order is None:
            continue
        other = "KIT" if order[1] != "KIT" else "SUR"
        changed = line[: order.start(1)] + other + line[order.end(1) :]
        report = verify(with_checks([*lines[: number - 1], changed, *lines[number:]]))
        assert not report.ok
        assert report.line is not None
        assert report.line >= number
        forged += 1
    assert forged > 10


def test_a_forged_seed_or_result_is_found(text: str) -> None:
    assert verify(with_header(text, seeds=[[0, "00" * 32]])).line == 2
    header = json.loads(text.split("\n")[1])
    assert verify(with_header(text, commitments=[[0, "00" * 32]], seeds=header["seeds"])).line == 2
    lines = without_checks(text)
    swapped = lines[-1].replace(" US ", " XX ").replace(" JP ", " US ").replace(" XX ", " JP ")
    assert verify(with_checks([*lines[:-1], swapped])).line == len(lines)


def test_an_open_save_is_sound_as_far_as_it_goes() -> None:
    report = verify(write(at_bombardment()))
    assert report.status == PARTLY
    assert "not over" in report.text


def test_a_finished_save_without_its_seeds_is_never_sound(text: str) -> None:
    report = verify(with_header(text, seeds=[[0, None]]))
    assert report.status == PARTLY
    assert "the secret of rolls 1 to" in report.text


# --- bad files


@pytest.mark.parametrize(
    ("line", "wrong", "says"),
    [
        (1, "PK\x03\x04", "not a Grognard save"),
        (1, "grognard 4", "format 4; formats 1, 2 and 3 can be read"),
        (2, "{", "not JSON"),
        (2, "[]", "not a JSON object"),
        (2, "{}", "check"),
    ],
)
def test_a_foreign_file_is_named_as_such(text: str, line: int, wrong: str, says: str) -> None:
    with pytest.raises(SaveError, match=says) as caught:
        load(with_line(text, line, wrong))
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": 3}, "'game' is missing"),
        ({"scenario": "x"}, "no scenario"),
        ({"options": {"x": "y"}}, "no option"),
        ({"options": []}, "'options'"),
        ({"seats": {"UK": "human"}}, "no side"),
        ({"commitments": "x"}, "commitments"),
        ({"commitments": [[5, "00" * 32]], "seeds": [[5, None]]}, "start at roll 0"),
        ({"commitments": [[0, "00"]], "seeds": [[0, None]]}, "64 hex digits"),
        ({"seeds": [[0, ""]]}, "64 hex digits"),
        ({"dice": 7}, "how the dice are made"),
        ({"chosen": "no"}, "how the dice are made"),
        ({"parent": 5}, "`parent`"),
        ({"shares": {"US": "7"}}, "64 hex digits"),
        ({"seeds": [[0, "xyz"]]}, "hex digits"),
        ({"start": 7}, "not a position"),
        ({"start": {"agenda": []}}, "'where' is missing"),
        ({"colour": "red"}, "unknown entry 'colour'"),
    ],
)
def test_a_wrong_header_is_refused_with_what_is_wrong(text: str, change: dict[str, object], says: str) -> None:
    with pytest.raises(SaveError, match=says) as caught:
        load(with_header(text, **change))
    assert caught.value.line in (2, 3)


def test_a_file_that_is_cut_short_says_so(text: str) -> None:
    lines = text.rstrip("\n").split("\n")
    for count in (1, 2, 3, 10, len(lines) - 1):
        with pytest.raises(SaveError, match="cut short") as caught:
            load("\n".join(lines[:count]) + "\n")
        assert caught.value.line == count + 1
    for size in random.Random(3).sample(range(20, len(text) - 2), 40):
        with pytest.raises(SaveError):
            load(text[:size])


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("US assign U-XX CHI", "no unit 'U-XX'"),
        ("US assign U-NS1 XXX", "no space 'XXX'"),
        ("UK confirm", "no side 'UK'"),
        ("US fly U-NS1", "'fly' is not possible"),
        ("US assign U-NS1", "takes 2 arguments"),
        ("US assign U-NS1 CHI; assign U-NS1 CHI", "not a legal choice"),
        ("JP confirm", "not the Japanese player's decision"),
        ("US assign U-NS1 CHI [3]", "never rolled"),
        ("US assign U-NS1 CHI; ; confirm", "cannot be read"),
        ("US assign U-NS1+U-NS2 CHI+MOT", "one argument"),
        ("US assign U-NS1 CHI [x]", "cannot be read"),
        ("US confirm (pass", "cannot be read"),
        ("US confirm (pass (pass))", "cannot be read"),
        ("US confirm ()", "cannot be read"),
        ("US assign NS1 CHI; confirm (assign NS1 CHI)", "not a legal choice"),
        ("US assign NS1 CHI (pass)", "not the Japanese player's decision"),
        ("= open 0123456789abcdef", "not the one"),
        ("= over US forty 0123456789abcdef", "goes on"),
        ("= turn 2 0123456789abcdef", "not the one"),
        ("= what", "not the one"),
    ],
)
def test_a_wrong_line_is_refused_with_its_reason(line: str, says: str) -> None:
    match = at_bombardment()
    lines = without_checks(write(match))
    assert lines[-1].startswith("= open")
    with pytest.raises(SaveError, match=says) as caught:
        load(with_checks([*lines[:-1], line, lines[-1]]))
    assert caught.value.line == len(lines)


def test_nothing_follows_the_last_mark(text: str) -> None:
    with pytest.raises(SaveError, match="nothing may follow"):
        load(text + "US concede #0000\n")


def test_noise_is_refused_and_never_crashes(text: str, long: bool) -> None:
    rng = random.Random(6)
    for _ in range(150 if long else 50):
        at, size = rng.randrange(len(text)), rng.randrange(1, 30)
        noise = "".join(chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x110000)))) for _ in range(size))
        noise = noise.encode("utf-8", "ignore").decode()
        if text[at : at + size] != noise:
            with pytest.raises(SaveError):
                load(text[:at] + noise + text[at + size :] + "x")


# --- other versions


def own_game(folder: Path, name: str, old: str, new: str) -> games.Game:
    """The game with one line of its data changed by an owner."""
    folder.mkdir()
    data = games.data_files("iwojima")[name]
    assert old in data
    (folder / name).write_text(data.replace(old, new), encoding="utf-8")
    return games.load("iwojima", folder)


def test_a_save_of_another_version_that_replays_alike_is_said_to_be_so(tmp_path: Path) -> None:
    other = own_game(tmp_path / "own", "units.csv", ",23/4,", ",Twenty-third,")
    match = play(Match.new(other, seed=1), random.Random(1))
    loaded = load(write(match))
    assert loaded.match.state.fingerprint() == match.state.fingerprint()
    assert len(loaded.notes) == 1
    assert match.header.version in loaded.notes[0]
    assert GAME.version in loaded.notes[0]
    assert "replays alike" in loaded.notes[0]


def test_a_save_of_another_version_that_differs_says_where_and_hands_over_what_fits(tmp_path: Path) -> None:
    other = own_game(tmp_path / "own", "tables.toml", "surprise = 2 ", "surprise = 3 ")
    match = play(Match.new(other, seed=1), random.Random(1))
    with pytest.raises(SaveError) as caught:
        load(write(match))
    assert match.header.version in str(caught.value)
    assert GAME.version in str(caught.value)
    assert caught.value.line > 3
    fits = caught.value.match
    assert fits is not None
    assert [p.option for p in fits.played] == [p.option for p in match.played[: len(fits.played)]]
    assert 0 < len(fits.played) < len(match.played)
    report = verify(write(match), partial(games.load, folder=tmp_path / "own"))
    assert report.ok
