"""All one's data, and the end of an account: what was played stays, with a former member in it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from club_server import PASSWORD, ClubServer, refused
from grognard.store.members import Members
from grognard.store.results import Results
from two_members import Pair, begin, concede, eventually, get, post


def finished(pair: Pair) -> str:
    match = begin(pair)
    concede(pair.ben, match)
    wait_for_the_record(pair, match)
    return match


def wait_for_the_record(pair: Pair, match: str) -> None:
    """Until a match that is over counts: ratings are written a moment after its result is known."""
    eventually(lambda: match in [row["match"] for row in get(pair.anna, f"members/{pair.names[0]}")["recent"]])


def test_the_file_of_all_ones_data_has_matches_results_and_talk(club: ClubServer) -> None:
    pair = Pair(club, club)
    match = begin(pair)
    post(pair.ben, f"matches/{match}/chat", text="Good luck")
    post(pair.anna, f"matches/{match}/chat", text="And to you")
    post(pair.ben, f"matches/{match}/notes", text="She digs in")
    concede(pair.ben, match)
    wait_for_the_record(pair, match)
    table = post(pair.ben, "lobby", game="nemesis")["id"]
    own: dict[str, Any] = pair.ben.ask("me/export")["lobby"]
    assert [(row["match"], row["side"], row["how"], row["pace"]["kind"]) for row in own["matches"]] == [
        (match, "JP", "concession", "live")
    ]
    assert [(row["match"], row["score"]) for row in own["results"]] == [(match, 0.0)]
    assert own["results"][0]["rating"] < 1400
    assert [row["games"] for row in own["ratings"]] == [1]
    assert [row["text"] for row in own["chat"]] == ["Good luck"]
    assert [row["text"] for row in own["notes"]] == ["She digs in"]
    assert [row["id"] for row in own["tables"]] == [table]
    assert pair.names[0] not in str(own)
    assert pair.anna.ask("me")["id"] not in str(own)


def test_whoever_leaves_is_a_former_member_in_results_seats_and_talk(club: ClubServer) -> None:
    pair = Pair(club, club)
    over = finished(pair)
    going = begin(pair)
    post(pair.ben, f"matches/{going}/chat", text="I have to go")
    table = post(pair.ben, "lobby", game="nemesis")["id"]
    assert get(pair.anna, f"matches/{over}/club")["seats"]["JP"]["name"] == pair.names[1]
    pair.ben.say("me/delete", password=PASSWORD)
    assert get(pair.anna, f"matches/{over}/club")["seats"]["JP"]["name"] == "a former member"
    recent = get(pair.anna, f"members/{pair.names[0]}")["recent"]
    assert [row["opponent"] for row in recent if row["match"] == over] == ["a former member"]
    refused(pair.anna.get(f"/api/members/{pair.names[1]}"), 404, "unknown")
    assert pair.names[1] not in str(get(pair.anna, "leaderboard/iwojima"))
    assert table not in [row["id"] for row in get(pair.anna, "lobby")["tables"]]
    refused(pair.anna.post(f"/api/lobby/{table}/join", json={}), 409, "full")
    ended = eventually(lambda: get(pair.anna, f"matches/{going}/club")["result"])
    assert ended["how"] == "abandoned"  # in its first turns: nobody's rating is touched
    assert [row["by"] for row in get(pair.anna, f"matches/{going}/chat")] == ["a former member"]
    assert pair.names[1] not in str(get(pair.anna, "lobby"))


def test_ratings_are_computed_again_from_the_results(club: ClubServer) -> None:
    pair = Pair(club, club)
    for _ in range(2):
        finished(pair)
    people = Members(club.db)
    who = [browser.ask("me")["id"] for browser in (pair.anna, pair.ben)]
    before = Results(people).ratings(who)
    assert len(before) == 2
    with people.write() as db:
        db.exec_driver_sql("UPDATE ratings SET value = 1.0, games = 99")
    assert Results(people).ratings(who) != before
    line = [sys.executable, "-m", "grognard.cli", "club", "ratings", "--again", "--db", club.db]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("All ratings are computed again, from ")
    assert Results(people).ratings(who) == before
    people.close()
    shown = subprocess.run([*line[:-3], "iwojima", *line[-2:]], capture_output=True, text=True, check=True).stdout
    assert f"{pair.names[0]}, 2 games, provisional\n" in shown
    none = subprocess.run([*line[:-3], *line[-2:]], capture_output=True, text=True, check=False)
    assert (none.returncode, none.stderr) == (2, "Name a game, or say --again.\n")
