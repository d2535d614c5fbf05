"""The games as environments for learning programs: the field's own tests, and that nobody sees too much."""

from __future__ import annotations

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import grognard
import view_encoding
from grognard import games
from grognard.games.formosa.state import place
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import CONCEDE, ONGOING, Refused
from grognard.kernel.play import advance, apply
from grognard.lab.env import episode
from grognard.lab.env.encoding import Observer, encoding_of
from random_games import some

PAIRS = [game for game in games.game_ids() if len(games.load(game).sides) == 2]


@pytest.mark.parametrize("game", PAIRS)
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    env = grognard.env(game)
    api_test(env, num_cycles=60)


def test_pettingzoo_finds_the_same_game_for_the_same_seed() -> None:
    seed_test(lambda: grognard.env("iwojima"), num_cycles=40)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_finds_nothing_wrong() -> None:
    check_env(grognard.env("whitesun"), skip_render_check=True)
    check_env(grognard.env("iwojima", opponent="random", side="JP"), skip_render_check=True)


@pytest.mark.parametrize("game", PAIRS)
def test_a_whole_game_is_played_and_somebody_is_paid(game: str) -> None:
    env = grognard.env(game)
    env.reset(seed=4)
    rng = random.Random(4)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(100_000):
        _, reward, terminated, truncated, info = env.last(observe=False)
        paid[agent] += reward
        env.step(None if terminated or truncated else rng.randrange(info["options"]))
    winner = env.table.state.winner
    assert paid == {agent: 0.0 if winner < 0 else 1.0 if i == winner else -1.0 for i, agent in enumerate(paid)}
    assert env.agents == []


def test_an_action_that_is_not_on_offer_loses() -> None:
    env = grognard.env("iwojima")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(env.action_space(loser).n - 1)
    assert all(env.terminations.values())
    assert env.rewards[loser] == -1.0


def test_what_is_on_offer_stands_in_the_rows_of_options() -> None:
    env = grognard.env("formosa")
    env.reset(seed=2)
    rng = random.Random(2)
    game, code = env.table.game, env.table.encoding
    names = list(game.verbs)
    for _ in range(60):
        seen = env.observe(env.agent_selection)
        asked = env.table.asked
        count = int(seen["action_mask"].sum())
        assert count == len(asked.options)
        for row, option in zip(seen["options"][:count], asked.options, strict=True):
            assert names[row[0]] == option[0]
            for kind, value, number in zip(game.verbs[names[row[0]]].args, option[1:], row[1:], strict=False):
                assert number == (code.words.get(str(value), -1) if kind == "word" else value)
        assert (seen["options"][count:] == -1).all()
        other = next(agent for agent in env.agents if agent != env.agent_selection)
        assert env.observe(other)["action_mask"].sum() == 0
        env.step(rng.randrange(count))


def test_the_planes_say_what_the_view_says() -> None:
    env = grognard.env("iwojima")
    env.reset(seed=3)
    rng = random.Random(3)
    for _ in range(150):
        env.step(rng.randrange(env.table.count()))
    code = env.table.encoding
    view = env.table.game.view(env.table.state, 0)
    numbers, planes, units = code.parts(env.observe("US")["observation"])
    assert numbers[0] == view["turn"]
    assert numbers[code.numbers.index("vp-us")] == view["tracks"]["vp-us"]
    assert units[:, 0].sum() == len(view["units"])
    for unit, space, steps, flags in (row[:4] for row in view["units"]):
        assert list(units[unit]) == [1, space, steps, flags]
        assert planes[code.side_of[unit], space] >= 1
    for space, marker, count in view["marks"]:
        assert planes[code.planes.index(code.markers[marker]), space] == count


@pytest.mark.parametrize("game", games.game_ids())
def test_what_is_kept_up_to_date_is_the_view_to_the_bit(game: str) -> None:
    """Over a thousand positions and their ends, from either side, whichever looked last; options with them."""
    rules = games.load(game)
    code, second = encoding_of(rules), view_encoding.Encoding(rules)
    assert (code.size, code.planes, code.numbers) == (second.size, second.planes, second.numbers)
    observer, looked, number = Observer(code), 0, 0
    while looked < 1000:
        rng, dice = random.Random(number), KeyedDice(b"env/%d" % number)
        s = rules.new(rules.scenarios[number % len(rules.scenarios)].id, {})
        observer.forget()
        advance(s, dice)
        while True:
            for side in rules.every_side:
                if rng.random() < 0.6:
                    assert np.array_equal(observer.observation(s, side), second.observation(s, side)), (game, number)
                    looked += 1
            if s.winner != ONGOING:
                break
            asked = s.pending
            for most, first in ((1024, 0), (7, 3)):
                assert np.array_equal(code.options(asked, most, first), second.options(asked, most, first))
            apply(s, asked.side, rng.choice(asked.options), dice)
        number += 1


@pytest.mark.parametrize("game", games.game_ids())
@pytest.mark.parametrize("seed", some(1, 20))
def test_what_a_side_may_not_know_changes_nothing_that_it_observes(game: str, seed: int) -> None:
    """A position dealt anew within what the side knows looks the same, to an observer who saw the game so far too."""
    rules = games.load(game)
    code, rng, dice = encoding_of(rules), random.Random(seed), KeyedDice(b"secret/%d" % seed)
    observer, s = Observer(code), rules.new("", {})
    advance(s, dice)
    for number in range(300):
        if s.winner != ONGOING:
            break
        for side in rules.every_side if number % 5 == 0 else ():
            true = observer.observation(s, side)
            assert np.array_equal(true, code.observation(rules.resample(s, side, rng), side))
            observer.shown(rules.resample(s, side, rng), side)
            assert np.array_equal(true, observer.observation(s, side))
        apply(s, s.pending.side, rng.choice(s.pending.options), dice)


def test_two_positions_that_a_side_cannot_tell_apart_look_the_same() -> None:
    game = games.load("iwojima")
    env = grognard.env("iwojima")
    env.reset(seed=6)
    rng = random.Random(6)
    while env.table.state.turn < 2:
        env.step(rng.randrange(env.table.count()))
    code = encoding_of(game)
    true = code.observation(env.table.state, 0)
    for _ in range(10):
        assert np.array_equal(true, code.observation(game.resample(env.table.state, 0, rng), 0))


def test_a_program_that_does_not_look_is_told_only_what_is_on_offer() -> None:
    env, blind = grognard.env("whitesun"), grognard.env("whitesun", observe=False)
    seen, info = env.reset(seed=4)
    unseen, same = blind.reset(seed=4)
    assert info == same
    assert blind.observation_space.contains(unseen)
    assert (unseen["action_mask"] == seen["action_mask"]).all()
    assert not unseen["observation"].any()
    assert seen["observation"].any()


def test_more_options_than_actions_are_turned_over_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(episode, "MOST_OPTIONS", 6)
    env = grognard.env("iwojima")
    env.reset(seed=1)
    asked = env.table.asked
    assert len(asked.options) > 12
    assert env.table.count() == 6
    env.step(5)
    env.step(5)
    first = env.observe(env.agent_selection)["options"][0]
    assert env.table.asked is asked
    assert list(first) == list(env.table.encoding.options(asked, 11)[10])
    before = env.table.state.fingerprint()
    env.step(0)
    assert env.table.state.fingerprint() != before


# --- score as it goes, rewards, starts


def test_a_step_tells_score_margin_turn_and_log_as_its_side_knows_them() -> None:
    env = grognard.env("iwojima", log=True)
    env.reset(seed=5)
    rng, lines = random.Random(5), dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter(4000):
        _, _, over, cut, info = env.last(observe=False)
        if not (over or cut):
            state, side = env.table.state, env.possible_agents.index(agent)
            assert info["turn"] == state.turn
            assert info["score"] == {"US VP": state.vp[0], "JP VP": state.vp[1], "turns": state.turn}
            assert info["margin"] == (1 - 2 * side) * (state.vp[0] - state.vp[1]) / 40
            news = info["log"]
            assert news == info["log"]
            lines[agent] += len(news)
        env.step(None if over or cut else rng.randrange(info["options"]))
    assert all(count > 100 for count in lines.values())
    assert lines["JP"] > lines["US"]


def test_what_a_step_tells_is_asked_for_before_the_next() -> None:
    env = grognard.env("iwojima", opponent="random")
    _, info = env.reset(seed=1)
    env.step(0)
    with pytest.raises(KeyError, match="gone on"):
        info["score"]
    assert "score" not in info
    with pytest.raises(KeyError):
        info["no such thing"]


def test_the_margin_tells_nothing_that_its_side_may_not_know() -> None:
    """Formosa: how many Allied units are lost, lies in displays that Japan may not see."""
    env = grognard.env("formosa")
    env.reset(seed=3)
    table, rng = env.table, random.Random(3)
    for _ in range(60):
        table.act(rng.randrange(table.count()))
    assert not table.over
    told = table.potential(1), table.game.score(table.game.known(table.state, 1))
    g = table.game
    unlost = [unit for unit in members(g.worth_vp) if table.state.where[unit] == g.reinforcements[0]]
    before = g.score(table.state)["net VP"]
    place(table.state, unlost[0], g.eliminated[0])
    assert g.score(table.state)["net VP"] < before
    assert told == (table.potential(1), table.game.score(table.game.known(table.state, 1)))


@pytest.mark.parametrize("game", games.game_ids())
def test_shaped_rewards_sum_to_the_result_and_the_growth_of_the_potential(game: str) -> None:
    env = grognard.env(game, rewards="shaped")
    rng = random.Random(8)
    if len(games.load(game).sides) == 1:
        env.reset(seed=8)
        begun, total, over = env.table.potential(0), 0.0, False
        while not over:
            _, reward, over, _, _ = env.step(rng.randrange(env.table.count()))
            total += reward
        assert total == pytest.approx(env.table.reward(0) + env.table.potential(0) - begun)
        return
    env.reset(seed=8)
    table = env.table
    begun = {agent: table.potential(side) for side, agent in enumerate(env.possible_agents)}
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, cut, info = env.last(observe=False)
        totals[agent] += reward
        env.step(None if over or cut else rng.randrange(info["options"]))
    for side, agent in enumerate(env.possible_agents):
        assert totals[agent] == pytest.approx(table.reward(side) + table.potential(side) - begun[agent])


def test_a_margin_is_paid_at_the_end() -> None:
    env = grognard.env("iwojima", rewards="margin", opponent="random")
    env.reset(seed=2)
    rng, paid, over = random.Random(2), [], False
    while not over:
        _, reward, over, _, _ = env.step(rng.randrange(env.table.count()))
        paid.append(reward)
    assert set(paid[:-1]) == {0.0}
    assert paid[-1] == env.table.potential(0) != 0.0
    with pytest.raises(grognard.Refused, match="result, margin or shaped"):
        grognard.env("iwojima", rewards="gold")


def test_a_game_may_begin_at_a_later_turn() -> None:
    env = grognard.env("iwojima")
    env.reset(seed=1, options={"turn": 4})
    first = env.table.state.fingerprint()
    assert env.table.state.turn == 4
    assert env.table.state.control
    env.step(0)
    env.reset(seed=1, options={"turn": 4})
    assert env.table.state.fingerprint() == first
    fingerprints = set()
    for seed in range(6):
        env.reset(seed=seed, options={"turn": 4})
        fingerprints.add(env.table.state.fingerprint())
    assert len(fingerprints) > 1
    for wrong, sentence in ((40, "reaches turn 40"), (0, "whole number from 1"), ("soon", "whole number from 1")):
        with pytest.raises(grognard.Refused, match=sentence):
            env.reset(seed=1, options={"turn": wrong})


# --- many at once


def test_many_games_at_once_are_the_games_that_one_after_the_other_would_be() -> None:
    """The same seeds give the same observations, options, rewards and ends, whatever the number of workers."""
    many = grognard.vector("whitesun", 3, workers=2)
    singles = [grognard.env("whitesun") for _ in range(3)]
    try:
        seen, info = many.reset(seed=[7, 8, 9])
        lanes = [np.random.default_rng(env_seed) for env_seed in many._arrays.of["seed"]]
        for env, lane in zip(singles, lanes, strict=True):
            env._episode.begin(int(lane.integers(2**53)))
        over = [False] * 3
        rng = random.Random(4)
        for _ in range(150):
            for place, env in enumerate(singles):
                alone = env._seen()
                assert all(np.array_equal(seen[key][place], alone[key]) for key in alone)
                assert info["options"][place] == env.table.count()
            actions = [rng.randrange(max(1, count)) for count in info["options"]]
            seen, rewards, ended, _, info = many.step(np.array(actions))
            for place, env in enumerate(singles):
                if over[place]:
                    env._episode.begin(int(lanes[place].integers(2**53)))
                    over[place] = False
                    assert not ended[place]
                    continue
                _, reward, over[place], _, _ = env.step(actions[place])
                assert (reward, over[place]) == (rewards[place], ended[place])
    finally:
        many.close()


def test_every_side_is_played_in_turn_where_many_play_without_an_opponent() -> None:
    many = grognard.vector("iwojima", 2, workers=2, observe=False, copy=False)
    try:
        _, info = many.reset(seed=1)
        rng, sides, payoffs = np.random.default_rng(1), set(), []
        while len(payoffs) < 4:
            sides.update(info["side"].tolist())
            seen, rewards, ended, _, info = many.step((rng.random(2) * info["options"]).astype(int))
            assert (seen["action_mask"].sum(axis=1) == info["options"]).all()
            payoffs += [(rewards[place], *info["payoff"][place]) for place in np.flatnonzero(ended)]
        assert sides == {0, 1}
        assert all(first + second == 0 and paid in (first, second) for paid, first, second in payoffs)
    finally:
        many.close()


def test_many_games_are_refused_what_one_would_be() -> None:
    with pytest.raises(grognard.Refused, match="for one player"):
        grognard.vector("whitesun", 2, opponent="staff")
    with pytest.raises(grognard.Refused, match="needs an opponent"):
        grognard.vector("iwojima", 2, side="US")
    with pytest.raises(grognard.Refused, match="at least one"):
        grognard.vector("iwojima", 0)
    many = grognard.vector("iwojima", 2, opponent="random", side="JP", workers=1)
    try:
        with pytest.raises(grognard.Refused, match="reaches turn 50"):
            many.reset(seed=1, options={"turn": 50})
        _, info = many.reset(seed=1)
        assert set(info["side"]) == {1}
    finally:
        many.close()


def test_render_modes() -> None:
    env = grognard.env("iwojima", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (960, 3)
    assert picture.std() > 10
    env = grognard.env("iwojima", render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    with pytest.raises(grognard.Refused, match="svg or rgb_array"):
        grognard.env("iwojima", render_mode="human")


def test_bad_settings_are_refused_with_a_sentence() -> None:
    with pytest.raises(grognard.Refused, match="for one player"):
        grognard.env("whitesun", opponent="staff")
    with pytest.raises(grognard.Refused, match="There is no scenario"):
        grognard.env("iwojima", scenario="midway")
    with pytest.raises(grognard.Refused, match="There is no bot"):
        grognard.env("iwojima", opponent="napoleon")
    with pytest.raises(grognard.Refused, match="There is no side"):
        grognard.env("iwojima", opponent="random", side="Mars")


def test_environments_run_side_by_side_in_processes() -> None:
    many = gymnasium.vector.AsyncVectorEnv([lambda: grognard.env("whitesun")] * 2)
    try:
        seen, info = many.reset(seed=[1, 2])
        assert seen["observation"].shape[0] == 2
        _, rewards, *_ = many.step(np.array([0, 0]))
        assert rewards.shape == (2,)
        assert info["options"].min() > 0
    finally:
        many.close()


# --- OpenSpiel


@pytest.mark.parametrize("game", [pytest.param("iwojima", marks=pytest.mark.soak), "whitesun"])
def test_openspiel_finds_nothing_wrong(game: str) -> None:
    import pyspiel

    from grognard.lab.env.spiel import load

    pyspiel.random_sim_test(load(game, recall=game == "whitesun"), num_sims=1, serialize=False, verbose=False)


def test_what_openspiel_resamples_cannot_be_told_from_the_truth() -> None:
    from grognard.lab.env.spiel import load

    state = load("iwojima").new_initial_state()
    rng = random.Random(9)
    while not state.is_terminal() and (state.is_chance_node() or state.position().turn < 3):
        legal = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(legal))
    player = state.current_player()
    twins = [state.resample_from_infostate(player, rng.random) for _ in range(8)]
    assert {twin.observation_string(player) for twin in twins} == {state.observation_string(player)}
    assert {twin.information_state_string(player) for twin in twins} == {state.information_state_string(player)}
    assert all(twin.legal_actions() == state.legal_actions() for twin in twins)
    assert len({str(twin) for twin in twins}) > 1


def test_a_program_of_ours_may_act_besides_at_a_table_of_openspiel() -> None:
    """The staff commits its reserves while another question is open: OpenSpiel, which numbers the answers, has none."""
    from grognard.lab.env.spiel import load

    state, rng = load("iwojima").new_initial_state(), random.Random(4)
    state.apply_action(0)
    state.apply_action(4)
    rules = load("iwojima").table.game
    while not (acts := [act for act in rules.standing(state.position(), state.current_player()) if act != CONCEDE]):
        state.apply_action(rng.choice(state.legal_actions()))
    player, before = state.current_player(), str(state)
    state.act_besides(acts[0])
    assert (state.current_player(), str(state) != before) == (player, True)
    with pytest.raises(Refused):
        state.act_besides(("no such act",))


def test_a_search_of_openspiel_chooses_a_legal_option() -> None:
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    from grognard.lab.env.spiel import load

    game = load("iwojima", recall=False)
    luck = np.random.RandomState(1)
    search = ISMCTSBot(
        game, RandomRolloutEvaluator(1, luck), 1.4, 3, random_state=luck, use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )  # fmt: skip
    state = game.new_initial_state()
    state.apply_action(1)
    state.apply_action(2)
    assert search.step(state) in state.legal_actions()
