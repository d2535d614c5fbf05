"""The columns of the Chinese: airbases and Kunming where nobody lands, everybody free on the last turn."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from grognard.bots.ichigo.allied import AlliedStaff
from grognard.bots.ichigo.belief import Belief
from grognard.bots.ichigo.chinese import place_chinese
from grognard.bots.ichigo.chinese_aims import Posts
from grognard.bots.ichigo.chinese_columns import Columns, goals
from grognard.bots.ichigo.weights import shipped
from grognard.games.ichigo.facts import ALLIED
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision

from .conftest import GAME

MARSHAL = shipped("marshal_weights.toml").allied
GENERAL = shipped("general.toml").allied
AIRBASES = [GAME.space_ids[h] for h in members(GAME.airbases)]
GANZHOW = GAME.space_index["2217"]


def position(table: Any, turn: int, units: dict[str, Any], **more: Any) -> Any:
    return table(turn=turn, phase="chinese-movement", units={"J-CEA-D3": "2008"} | units, **more).state


def test_a_general_has_eyes_for_wuhan_and_shanghai_alone(table: Any) -> None:
    s = position(table, 8, {"CH-5": "2214", "CH-18": "2709"}, causeway="cancelled", japanese=AIRBASES)
    assert goals(s, GENERAL) == []
    assert set(Columns(s, GENERAL).goal.values()) <= {GAME.shanghai, GAME.wuhan}


def test_without_landings_columns_march_on_an_airbase_but_not_on_the_last_turn(table: Any) -> None:
    """4.2b: one airbase lost is the point lost: first the one that nobody holds. Then everybody may walk into any."""
    units = {**dict.fromkeys(["CH-5", "CH-18", "CH-74", "CH-100"], "2214"), "J-CEA-B1": "2116"}
    more = {"causeway": "cancelled", "japanese": AIRBASES}
    s = position(table, 8, units, **more)
    assert GANZHOW in goals(s, MARSHAL)
    assert GANZHOW in Columns(s, MARSHAL).goal.values()
    assert goals(position(table, 9, units, **more), MARSHAL) == []


def test_after_the_landings_chungking_is_a_post_of_its_own(table: Any) -> None:
    """4.3c: it is a point then."""
    launched: dict[str, Any] = {"causeway": "launched", "beachheads": ["3221", "2223"]}
    s = position(table, 9, {"CH-5": "0712", "US-7": "3221", "US-6": "2223"}, **launched)
    assert Posts(s, Belief(s, ALLIED), MARSHAL).value[GAME.chungking] == MARSHAL.hold_chungking


def test_reinforcements_come_where_a_column_needs_them(table: Any) -> None:
    """9.7b: two cities alike in all else, and one is nearer to the goal of a column."""
    s = position(table, 8, {"CH-5": "2214"}, causeway="cancelled", japanese=AIRBASES)
    near, far = (GAME.space_index[h] for h in ("2715", "1011"))
    asked = Decision(ALLIED, "place-chinese", [("place", far), ("place", near)], ("9.7b",))
    for weights, city in ((replace(CALM, reserve=2.0), near), (CALM, min(near, far))):
        staff = AlliedStaff(GAME, ALLIED, random.Random(1), weights)
        assert place_chinese(staff, s, asked) == ("place", city)


CALM = replace(
    MARSHAL, reserve=0.0, post_city=0.0, post_rail=0.0, post_rail_city=0.0, post_base=0.0, post_east=0.0, rough=0.0
)
"""One to whom all cities are alike."""
