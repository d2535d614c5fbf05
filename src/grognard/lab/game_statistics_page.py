"""Statistics of a game as a page in Markdown, with the command that made it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.kernel.flow import DRAW
from grognard.kernel.ids import Side, per
from grognard.lab.confidence_intervals import mean
from grognard.lab.game_statistics import Deadly, Facts, Fall
from grognard.lab.simulation_report import ending_words
from grognard.lab.study_findings import Share

MOST_PLACES = 24
MOST_COLUMNS = 8


def page(facts: Facts, failed: int) -> str:
    """The page."""
    game, rows = facts.game, facts.rows
    parts = [
        f"# {game.title}: what {len(rows):,} games say\n\n{_played(facts, failed)}",
        _endings(facts),
        _falls(facts),
        _deadly(facts),
        _units(facts),
        _dice(facts),
        _games(facts),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def commands(facts: Facts) -> list[str]:
    """The commands that made it."""
    note = facts.note
    games = f"--games {len(facts.rows)} --bots {','.join(note.bots)} --seed {note.seed}{_settings(facts)}"
    return [
        f"grognard lab play {note.game} {games} --into {note.game}-study",
        f"grognard lab facts {note.game} --study {note.game}-study -o {note.game}.md",
    ]


def _settings(facts: Facts) -> str:
    """The scenario and options of the games, as the command line takes them: without them other games are played."""
    scenario = f" --scenario {facts.note.scenario}" if facts.note.scenario else ""
    return scenario + "".join(f" --option {name}={value}" for name, value in facts.note.options)


def _played(facts: Facts, failed: int) -> str:
    game, note = facts.game, facts.note
    against = " against ".join(f"{bot} ({side.name})" for bot, side in zip(note.bots, game.sides, strict=True))
    left_out = f" {failed:,} games failed and are not counted." if failed else ""
    program = f", program {note.code}" if note.code else ""
    lines = "\n".join(commands(facts))
    return (
        f"Played by programs: {against}, seed {note.seed}, rules and data of edition {note.version}{program}."
        f"{left_out} What is told here is how these programs play; people may do better. "
        "Intervals in brackets are of 95 %.\n\n"
        f"```\n{lines}\n```"
    )


def _endings(facts: Facts) -> str:
    found = facts.found
    rows = [[row.name, _share(row)] for row in found.results() if row.games or row.name != "Draw"]
    endings = []
    for row in found.endings():
        winner, _, ending = row.name.partition("/")
        endings.append([ending_words(facts.game, int(winner), ending).rstrip("."), _share(row)])
    turns = [float(row.turns[-1].turn) for row in found.rows]
    decisions = [float(row.result.decisions) for row in found.rows]
    steps = [float(sum(row.died.values())) for row in found.rows]
    return (
        f"## How it ends\n\n{_table(['', 'games'], rows)}\n\n{_table(['ending', 'games'], endings)}\n\n"
        f"A game takes {mean(turns):.1f} turns and {mean(decisions):,.0f} decisions, and costs {mean(steps):,.0f} "
        "steps, on the average."
    )


def _falls(facts: Facts) -> str:
    falls, never = facts.falls()
    if not falls:
        return ""
    names = facts.found.names
    turns = _columns(facts.found.last_turn())
    head = ["place", "at first with", *(f"by turn {turn}" for turn in turns), "ever", "mean turn", "won back"]
    rows = [_fall(facts, fall, turns, names) for fall in falls[:MOST_PLACES]]
    more = f" {len(falls) - MOST_PLACES} more places fall less often." if len(falls) > MOST_PLACES else ""
    stay = ""
    if never:
        listed = ", ".join(facts.game.text.space(space) for space in never[:MOST_PLACES])
        more_stay = f" and {len(never) - MOST_PLACES} more" if len(never) > MOST_PLACES else ""
        stay = f"\n\nNever taken: {listed}{more_stay}."
    return (
        "## When places fall\n\nShare of the games in which a place has been in other hands by the end of a turn. "
        f"“Won back”: of these games, those that end with it in the first hands again.{more}\n\n"
        f"{_table(head, rows)}{stay}"
    )


def _fall(facts: Facts, fall: Fall, turns: Sequence[int], names: Sequence[str]) -> list[str]:
    shares = [_percent(fall.by_turn[turn - 1]) for turn in turns]
    place = facts.game.text.space(fall.space)
    return [place, names[fall.holder], *shares, _share(fall.ever), f"{fall.turn:.1f}", _percent(fall.again)]


def _columns(last: int) -> list[int]:
    """At most eight turns, evenly, the last of all among them."""
    step = -(-last // MOST_COLUMNS)
    return sorted({*range(step, last + 1, step), last})


def _deadly(facts: Facts) -> str:
    game = facts.game
    space = game.text.space
    deadliest = facts.deadliest()
    parts = ["## Where it is deadly"]
    if deadliest:
        head = ["place", *(f"{party.adjective} steps a game" for party in game.parties()), "of all losses"]
        rows = [_deadly_row(space(place.space), place) for place in deadliest]
        parts.append(_table(head, rows))
    fought = ", ".join(f"{space(at)} ({times:.1f})" for at, times in facts.fought_over(6))
    if fought:
        parts.append(f"Most rolled about, rolls a game: {fought}.")
    busiest = "; ".join(f"{space(a)} and {space(b)} ({times:.1f})" for (a, b), times in facts.busiest())
    if busiest:
        parts.append(f"The busiest ways, steps a game either way: {busiest}.")
    return "\n\n".join(parts)


def _deadly_row(name: str, place: Deadly) -> list[str]:
    return [name, *(f"{steps:.2f}" for steps in place.steps), _percent(place.part)]


def _units(facts: Facts) -> str:
    lines = []
    for party, name in enumerate(facts.found.names):
        lost = facts.lost_units(party)
        if lost:
            units = ", ".join(f"{facts.unit_name(unit)} ({_percent(row.share)})" for unit, row in lost)
            lines.append(f"- {name}: {units}")
    heading = ["## Who does not come home", "", "Units that most often end among the lost:", ""]
    return "\n".join([*heading, *lines]) if lines else ""


def _dice(facts: Facts) -> str:
    unit = "hits" if facts.counts_hits() else "pips"
    names = facts.found.names
    rows = []
    for side, name in per(Side, names):
        tallies = [facts.dice_of(row, side) for row in facts.rows]
        dice = mean([float(tally.dice) for tally in tallies])
        if dice:
            got = sum(tally.got for tally in tallies) / sum(tally.dice for tally in tallies)
            rows.append([name, f"{dice:,.0f}", f"{got:.3f}"])
    if not rows:
        return ""
    words = ""
    luck = facts.luck_wins()
    if len(rows) == len(names) and luck.share:
        words = f"\n\nThe side with the luckier dice in battle won {_share(luck)} of the games that somebody won."
    return f"## The dice of battle\n\n{_table(['', 'dice a game', f'{unit} a die'], rows)}{words}"


def _games(facts: Facts) -> str:
    note = facts.note
    winner = {row.result.number: row.result.winner for row in facts.rows}
    rows = [[told.title, str(told.number), told.words, _winner(facts, winner[told.number])] for told in facts.notable()]
    seed = f" --seed {note.seed}" if note.seed != 1 else ""
    bots = f" --bots {','.join(note.bots)}" if set(note.bots) != {"staff"} else ""
    command = f"grognard lab record {note.game} NUMBER{seed}{bots}{_settings(facts)} -o FILE"
    return (
        f"## Games worth a look\n\n{_table(['', 'game', 'why', 'winner'], rows)}\n\n"
        f"`{command}` writes any of them as a record that opens on the front page and replays move by move."
    )


def _winner(facts: Facts, winner: int) -> str:
    return "nobody" if winner == DRAW else facts.found.names[winner]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows)])


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %" if value == 0 or value >= 0.01 else "< 1 %"


def _share(row: Share) -> str:
    return f"{100 * row.share:.1f} % [{100 * row.low:.1f}, {100 * row.high:.1f}]"
