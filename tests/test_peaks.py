"""Peaks and hills: a stamp keeps its shape wherever it is put."""

from __future__ import annotations

import re

import pytest

from grognard.atlas.geometry import Point
from grognard.atlas.peaks import STAMPS, Stamp, stamped

EVERY = [(kind, k) for kind, variants in STAMPS.items() for k in range(len(variants))]
VALUES = {"q": 4, "h": 1, "l": 2, "t": 2, "m": 2}


def corners(path: str) -> list[Point]:
    """Every point that a path names, control points included, whether it says them from the origin or from the last."""
    found: list[Point] = []
    x = y = 0.0
    for command, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        values = [float(value) for value in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        count = VALUES.get(command.lower(), 1)
        for k in range(0, len(values), count):
            part = values[k : k + count]
            dx, dy = (x, y) if command.islower() else (0.0, 0.0)
            across = [value + dx for value in part[::2]]
            down = [value + dy for value in part[1::2]] or [y]
            found += zip(across, down, strict=True)
            x, y = found[-1]
    return found


@pytest.mark.parametrize(("kind", "variant"), EVERY)
@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5])
def test_a_stamp_keeps_its_shape(kind: str, variant: int, scale: float) -> None:
    drawn = re.findall(r'<path d="([^"]+)" ([^/]+)/>', stamped([Stamp(kind, variant, (200.0, 100.0), scale)]))
    assert [style for _, style in drawn] == [style for _, style in STAMPS[kind][variant]]
    for (path, _), (source, _) in zip(drawn, STAMPS[kind][variant], strict=True):
        wanted = [(200 + scale * x, 100 + scale * y) for x, y in corners(source)]
        assert len(corners(path)) == len(wanted)
        for (x, y), (wx, wy) in zip(corners(path), wanted, strict=True):
            assert abs(x - wx) < 0.4
            assert abs(y - wy) < 0.4


def test_stamps_that_lie_together_are_one_path_for_each_style() -> None:
    many = stamped(Stamp("peaks", k % 3, (10.0 * k, 5.0), 1.0) for k in range(50))
    assert many.count("<path") == 2
    assert many.count("M") == 100
