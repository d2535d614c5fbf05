"""`make check` runs the tests of what was changed, and nothing that takes long."""

from __future__ import annotations

from changed_tests import ROOT, chosen


def named(*files: str) -> list[str]:
    return [str(test.relative_to(ROOT / "tests")) for test in chosen(files)]


def test_a_rule_brings_the_tests_of_its_game_without_whole_games() -> None:
    found = named("src/grognard/games/ichigo/combat.py")
    assert "ichigo/test_11_combat.py" in found
    assert "ichigo/test_fuzz.py" not in found
    assert {test.split("/")[0] for test in found} == {"ichigo"}


def test_what_starts_servers_databases_or_browsers_is_left_to_make_test() -> None:
    found = named("src/grognard/club/clock.py", "src/grognard/store/lobby.py", "tests/browser/test_page.py")
    assert "club/test_clock.py" in found
    slow = {"club/test_tables.py", "club/test_forfeits.py", "store/test_processes.py", "browser/test_page.py"}
    assert not slow & {*found}


def test_a_test_is_the_test_of_itself_and_a_text_needs_none() -> None:
    assert named("tests/test_kernel.py") == ["test_kernel.py"]
    assert named("README.md", "docs/programmers/protocol.md") == []
