"""A map that says little: letters are enough, and the atlas lays out the rest."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from grognard.atlas.drawing import draw_hex_map
from grognard.atlas.hexsheet import Art, HexSheet
from grognard.kernel.datafile import DataError
from grognard.maps.hexmap import load_hexmap

LETTERS = '''
title = "Nowhere"
[grid]
[terrain]
letters = { c = "clear", h = "hill" }
grid = """
01 |cch|
02 |chc|
"""
'''


def test_letters_are_enough() -> None:
    m = load_hexmap("map.toml", LETTERS)
    assert m.graph.ids == ("0101", "0102", "0201", "0202", "0301", "0302")
    assert m.land.bit_count() == 6
    assert m.hex("0102") in m.graph.neighbours[m.hex("0201")], "even columns are pushed down"


def test_the_scale_is_a_kilometre_a_hex_unless_the_map_says_otherwise() -> None:
    m = load_hexmap("map.toml", LETTERS.replace("[grid]", "[grid]\nkilometres = 5"))
    assert m.projection.across[1] == pytest.approx(0.2)
    assert load_hexmap("map.toml", LETTERS).projection.across[1] == 1


def test_title_compass_and_scale_keep_clear_of_the_hexes_and_on_the_sheet() -> None:
    sheet = HexSheet(load_hexmap("map.toml", LETTERS), Art())
    x, y, w, h = sheet.field
    assert sheet.margin["title"][1] + 35 < y
    assert sheet.margin["compass"][0] - 60 > x + w
    assert sheet.margin["scale"][0] > x + w
    assert sheet.margin["credit"][1] > y + h
    svg = draw_hex_map(sheet)
    ElementTree.fromstring(svg)
    bar = [float(n) for n in re.findall(r'<rect x="([\d.]+)" y="1" width', svg)]
    assert sheet.margin["scale"][0] + max(bar) * 4 / 3 < sheet.width


def test_rows_of_different_lengths_are_pointed_at() -> None:
    with pytest.raises(DataError, match="2 letters where 3 are needed"):
        load_hexmap("map.toml", LETTERS.replace("02 |chc|", "02 |ch|"))
