"""The benchmark beside a peer, with a module of our own that has the same interface."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from grognard import cli
from grognard.lab import peer_benchmark

MODULE = """
exports.scenarios = ["Short"]
exports.roles = ["Red", "Blue"]
exports.setup = (seed, scenario, options) => ({ active: "Red", left: 40, seed })
exports.view = (state, role) => ({
    actions: state.active === role ? { undo: 1, pass: 0, move: [1, 2, 3], halt: state.left < 20 ? 1 : 0 } : {},
})
exports.action = (state, role, name, argument) => {
    if (name === "undo" || name === "pass") throw new Error("not on offer: " + name)
    if (name === "move" && ![1, 2, 3].includes(argument)) throw new Error("no such move")
    state.left = name === "halt" ? 0 : state.left - 1
    state.active = state.left === 0 ? "None" : role === "Red" ? "Blue" : "Red"
    return state
}
"""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node on this machine")


@pytest.fixture
def peer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(peer_benchmark, "QUICK_SECONDS", 0.1)
    (tmp_path / "rules.js").write_text(MODULE, encoding="utf-8")
    return tmp_path


def test_rules_are_measured_in_turn_with_the_peers(peer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = peer / "figures.json"
    assert cli.main(["bench", "iwojima", "--peer", str(peer), "--quick", "--json", str(figures)]) == 0
    told = json.loads(figures.read_text(encoding="utf-8"))["peer"]["iwojima"]
    assert told["ours"] > 0
    assert told["peer"] > 0
    assert told["least"] <= told["ratio"] <= told["most"]
    said = capsys.readouterr().out
    assert f"{told['ratio']:.2f}" in said
    assert ("missed" in said) == (told["ratio"] < 3)


def test_a_peer_that_cannot_be_measured_is_refused(peer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "iwojima", "--peer", str(peer / "nowhere"), "--quick"]) == 2
    assert "There is no rules.js in" in capsys.readouterr().err
    broken = MODULE.replace("move: [1, 2, 3]", "move: [4]")
    (peer / "rules.js").write_text(broken, encoding="utf-8")
    assert cli.main(["bench", "iwojima", "--peer", str(peer), "--quick"]) == 2
    assert "does not play: Error: no such move." in capsys.readouterr().err
