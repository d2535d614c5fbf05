"""Sweeps: values varied in a copy of the data, the same dice in every cell, effects that are there found."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import cli, games
from grognard.kernel.flow import Refused
from grognard.lab.executors import here
from grognard.lab.simulate import Plan
from grognard.lab.sweep import Sweep, _pooled, lines, paired
from grognard.lab.sweep_factors import cells, changed, factor, plan_of

BASE = Plan("iwojima", ("random", "random"), 20, seed=3)


def test_a_value_of_a_csv_file_is_changed_and_nothing_else() -> None:
    text = games.data_files("ichigo")["units.csv"]
    what = factor("units.csv:CH-HM.defence=2,3", "ichigo")
    new = changed(text, what, "3")
    before, after = text.splitlines(), new.splitlines()
    differ = [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
    assert len(differ) == 1
    assert after[differ[0]].startswith("CH-HM,")
    assert changed(new, what, "2") == text


def test_a_value_of_a_toml_file_is_changed_and_nothing_else() -> None:
    text = games.data_files("ichigo")["tables.toml"]
    what = factor("tables.toml:movement.full=6,7", "ichigo", cited_too=True)
    new = changed(text, what, "7")
    assert changed(new, what, "6") == text
    differ = [(a, b) for a, b in zip(text.splitlines(), new.splitlines(), strict=True) if a != b]
    assert [b.split("#")[0].strip() for _, b in differ] == ["full = 7"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("units.csv:CH-HM.defence=2", "two values or more"),
        ("units.csv:CH-HM.defence=2,2", "names a value twice"),
        ("defence=1,2", "is none of"),
        ("pieces.csv:CH-HM.defence=1,2", "There is no data file 'pieces.csv' in ichigo"),
        ("units.csv:CH-XX.defence=1,2", "There is no row 'CH-XX'"),
        ("units.csv:CH-HM.courage=1,2", "There is no column 'courage'"),
        ("tables.toml:weather.rain=1,2", "There is no section 'weather'"),
        ("tables.toml:movement.swim=1,2", "There is no 'swim' in section 'movement'"),
        ("tables.toml:movement.full=6,7", "is cited: it stays as it is printed, unless you say --cited too"),
    ],
)
def test_what_cannot_be_varied_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        factor(text, "ichigo")
    assert sentence in str(refused.value)


def test_a_value_that_the_game_does_not_allow_is_refused_before_a_game_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["lab", "sweep", "ichigo", "--vary", "units.csv:CH-HM.defence=2,many", "--games", "4", "--into"]
    assert cli.main([*call, str(tmp_path / "s")]) == 2
    assert "units.csv, line" in capsys.readouterr().err
    assert not (tmp_path / "s" / "cell-0").exists()


def test_a_sweep_with_no_games_or_too_many_cells_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["lab", "sweep", "ichigo", "--into", str(tmp_path / "s"), "--vary", "units.csv:CH-HM.defence=2,3"]
    with pytest.raises(SystemExit):
        cli.main([*call, "--games", "0"])
    assert "--games" in capsys.readouterr().err
    many = [f"units.csv:CH-{name}.defence=1,2,3,4,5,6,7" for name in ("GM", "JM", "YM")]
    for text in many:
        call += ["--vary", text]
    assert cli.main([*call, "--games", "1"]) == 2
    assert "That makes 686 cells of at most 256. Vary fewer things at once." in capsys.readouterr().err
    assert not (tmp_path / "s").exists()


def test_every_cell_has_the_same_seed_and_its_own_data(tmp_path: Path) -> None:
    factors = (factor("units.csv:CH-HM.defence=2,5", "ichigo"), factor("bots=random+staff,staff", "ichigo"))
    base = Plan("ichigo", ("staff", "staff"), 1, seed=9)
    plans = [plan_of(base, factors, cell, tmp_path / cell.name) for cell in cells(factors)]
    assert [plan.bots for plan in plans] == [("random", "staff"), ("staff", "staff")] * 2
    assert {plan.secret(0) for plan in plans} == {base.secret(0)}
    assert len({plan.load().version for plan in plans}) == 2


def test_a_factor_that_changes_nothing_has_no_effect_and_one_that_does_is_found(tmp_path: Path) -> None:
    """Who plays the US decides a game of Iwo Jima against a random Japanese; how often Japan is asked does not."""
    factors = (factor("bots=random+random,staff+random", "iwojima"), factor("option:windows=always,able", "iwojima"))
    sweep = Sweep(tmp_path / "sweep", BASE, factors)
    sweep.play(10, here, lambda done: None, early=False)
    effects = {effect.name: effect for effect in sweep.effects()}
    player = effects["bots: random+random → staff+random"]
    assert player.clear
    assert player.points > 20
    assert not effects["windows: always → able"].clear or abs(effects["windows: always → able"].points) < player.points
    assert len(effects) == 3
    text = "\n".join(lines(sweep, "United States"))
    assert "together with" in text
    assert "10 games" in text
    again = Sweep(tmp_path / "sweep", BASE, factors)
    again.play(10, _never, lambda done: None, early=False)
    assert again.effects() == sweep.effects()


def _never(plan: Plan, chunks: list[range]) -> object:
    raise AssertionError("everything has been played before")


def test_games_are_compared_pair_by_pair() -> None:
    mean, error, pairs = paired({1: 1.0, 2: 0.0, 3: 1.0}, {1: 0.0, 2: 0.0, 4: 1.0})
    assert (mean, pairs) == (0.5, 2)
    assert error == pytest.approx(0.5)


def test_the_same_games_in_a_further_pair_of_cells_are_no_further_evidence() -> None:
    once = _pooled("", [{0: 1.0, 1: 0.0, 2: 0.0, 3: 1.0}])
    twice = _pooled("", [{0: 1.0, 1: 0.0, 2: 0.0, 3: 1.0}] * 2)
    assert (twice.points, twice.low, twice.high) == (once.points, once.low, once.high)
    assert (once.pairs, twice.pairs) == (4, 8)
    assert once.high - once.points == pytest.approx(196 * (1 / 3) ** 0.5 / 2)
    assert _pooled("", [{0: 0.0, 1: 0.0}]).unmoved
