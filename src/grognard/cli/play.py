"""Commands `games`, `play` and `serve`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from grognard import extras, games
from grognard.cli.argument_types import (
    DB,
    Commands,
    add_db,
    add_match_settings,
    any_whole,
    command,
    options_in,
    place,
    whole,
)
from grognard.cli.terminal import bold, wrapped
from grognard.club.config import Config
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game

BOTH = "both"
INTERRUPTED = 130
"""The status of a server that was ended with Ctrl-C: there is no other quiet end."""


def add(commands: Commands) -> None:
    """The commands of this module."""
    command(commands, "games", _games, "list the games, their sides, bots, scenarios and options", "games")

    play = command(
        commands, "play", _play, "start a match and open it in the browser",
        "play iwojima", "play iwojima --side JP --bot random --seed 7", "play iwojima --side both",
    )  # fmt: skip
    play.add_argument("game", metavar="GAME", help="one of `grognard games`")
    play.add_argument(
        "--side", metavar="S", help="your side, or `both` for two people at one screen (default: the first)"
    )
    play.add_argument("--bot", metavar="NAME", help="who plays the other side (default: staff, where the game has it)")
    play.add_argument("--seed", type=any_whole, metavar="N", help="fix the dice (default: random, unknown to everyone)")
    add_match_settings(play)
    play.add_argument(
        "--port", type=whole(1, 65535), metavar="N", help="the port (default: 8000, or the next free one)"
    )
    add_db(play)
    play.add_argument("--no-open", action="store_true", help="print the address, do not open a browser")

    serve = command(
        commands, "serve", _serve, "run the server: the page and its matches",
        "serve --open", "serve --port 8080 --db matches.sqlite", "serve --club", "serve --config club.toml",
        "serve --data iwojima=my-data",
    )  # fmt: skip
    serve.add_argument("--host", default="", help="the address to listen on (default: 127.0.0.1)")
    serve.add_argument(
        "--name", action="append", default=[], metavar="NAME", help="a host name of the server; may be repeated"
    )
    serve.add_argument("--https", action="store_true", help="the server is reached over https through a proxy")
    serve.add_argument(
        "--proxies", type=whole(1, 9), metavar="N",
        help="with --https: how many of your own proxies a request passes, each adding to X-Forwarded-For (default: 1)",
    )  # fmt: skip
    serve.add_argument(
        "--port", type=whole(0, 65535), metavar="N", help="the port (default: 8000, or the next free one)"
    )
    add_db(serve)
    serve.add_argument("--open", action="store_true", help="open a browser, if there is one")
    serve.add_argument(
        "--workers", type=whole(1, 64), metavar="N", help="server processes, on one database (default: 1)"
    )
    serve.add_argument(
        "--drain", type=whole(0, 600), metavar="SECONDS",
        help="seconds between SIGTERM and the end in which /readyz says not ready (default: 0)",
    )  # fmt: skip
    serve.add_argument(
        "--log", choices=["plain", "json"],
        help="plain: only what goes wrong; json: every request, one JSON object a line (default: plain)",
    )  # fmt: skip
    serve.add_argument("--club", action="store_true", help="with members and a lobby (see docs/hosts/club.md)")
    serve.add_argument(
        "--config", type=Path, metavar="FILE", help="read all settings, and those of the club, from a TOML file"
    )
    serve.add_argument("--inherit", help=argparse.SUPPRESS)
    serve.add_argument("--figures", type=Path, help=argparse.SUPPRESS)
    serve.add_argument(
        "--data", action="append", default=[], metavar="[GAME=]DIR", help="play a game with your own data files"
    )


def _games(chosen: argparse.Namespace) -> int:
    from grognard import bots

    for ident in games.game_ids():
        game = games.about(ident)
        print(f"{bold(ident)}: {game.title}, {game.subtitle}")
        print(wrapped(game.blurb))
        print(wrapped(f"{game.length}. {game.complexity}."))
        print("  sides: " + ", ".join(f"{side.id} ({side.name})" for side in game.sides))
        print("  bots: " + ", ".join(bots.names(ident)))
        print("  scenarios: " + ", ".join(choice.id for choice in game.scenarios))
        for choice in game.options:
            values = " or ".join(choice.choices)
            print(wrapped(f"option {choice.id}={values} (default {choice.default}): {choice.blurb}", "    ", "  "))
    return 0


def _serve(chosen: argparse.Namespace) -> int:
    from grognard.server.start import ServeOptions, bind, hosts_of, serve

    for text in chosen.data:
        games.use(*_own_data(text))
    club = _configured(chosen)
    proxies = chosen.proxies if chosen.https else 0
    manner = ServeOptions(chosen.drain, chosen.log == "json", chosen.figures, tuple(chosen.name), proxies, club=club)
    if chosen.inherit is not None:
        from grognard.server.supervisor import join_crew

        serve(join_crew(chosen.inherit), chosen.db, manner=manner)
        return INTERRUPTED
    hosts_of(chosen.host, chosen.name)  # before a port is taken
    if club is not None:
        from grognard.cli.first_owner import add_first_owner

        owner = add_first_owner(chosen.db)
        if owner:
            print(f"{owner} is the club's first owner.", file=sys.stderr)
    if chosen.workers > 1:
        _serve_many(chosen)
    else:
        serve(bind(chosen.host, chosen.port), chosen.db, open_browser=chosen.open, manner=manner)
    return INTERRUPTED


def _configured(chosen: argparse.Namespace) -> Config | None:
    """Take from the file what the command line does not say; the club's rules, if there is a club."""
    from grognard.club import config

    given = config.read(chosen.config) if chosen.config else config.Config()
    server = given.server
    chosen.host = chosen.host or server.host or "127.0.0.1"
    chosen.port = server.port or None if chosen.port is None else chosen.port
    chosen.name = chosen.name or server.names
    chosen.https = chosen.https or server.https
    chosen.proxies = chosen.proxies or server.proxies or 1
    chosen.db = chosen.db or (place(server.db) if server.db else None)
    chosen.workers = chosen.workers or server.workers or 1
    chosen.drain = server.drain if chosen.drain is None else chosen.drain
    chosen.log = chosen.log or server.log or "plain"
    if not chosen.club and given.club is None:
        return None
    _check_club_parts()
    return given


def _check_club_parts() -> None:
    try:
        import argon2
        import confusable_homoglyphs
        import pywebpush
        import regex
    except ImportError:
        raise Refused(f"A club needs parts of its own: {extras.install('club')}.") from None
    assert argon2 is not None
    assert confusable_homoglyphs is not None
    assert pywebpush is not None
    assert regex is not None


def _serve_many(chosen: argparse.Namespace) -> None:
    """Several processes on one socket, all alike."""
    from grognard.server.start import address_of, bind, warn_of_holes
    from grognard.server.supervisor import run_crew
    from grognard.store import is_url, open_store

    if sys.platform == "win32":
        raise Refused("Several processes cannot share a socket on Windows: leave --workers out.")
    if chosen.db is None or not is_url(chosen.db):
        raise Refused("Several processes need a database between them: --db postgresql://…")
    open_store(chosen.db).close()  # what is wrong with it is said once, here
    listening = bind(chosen.host, chosen.port)
    host, port = listening.getsockname()[:2]
    warn_of_holes()
    print(f"Grognard is at {address_of(host, port, () if chosen.https else chosen.name)} (Ctrl-C ends it)", flush=True)
    arguments = ["--drain", str(chosen.drain), "--log", chosen.log, "--proxies", str(chosen.proxies)]
    for text in chosen.data:
        arguments += ["--data", text]
    for name in chosen.name:
        arguments += ["--name", name]
    if chosen.https:
        arguments.append("--https")
    if chosen.club:
        arguments.append("--club")
    if chosen.config:
        arguments += ["--config", str(chosen.config)]
    os.environ[DB] = chosen.db  # not an argument: it may hold a password
    run_crew(listening, chosen.workers, arguments)


def _own_data(text: str) -> tuple[str, Path]:
    """`GAME=DIR`, or `DIR` while there is only one game."""
    game, equals, folder = text.partition("=")
    known = games.game_ids()
    if equals and game in known:
        return game, Path(folder)
    if len(known) == 1:
        return known[0], Path(text)
    raise Refused(f"Say which game the data is for, as GAME={text}: {', '.join(known)}.")


def _play(chosen: argparse.Namespace) -> int:
    from grognard.server.start import bind, serve
    from grognard.store import default_path

    if chosen.data is not None:
        games.use(chosen.game, chosen.data)
    game = games.load(chosen.game)
    seats = _seats(game, chosen.side, chosen.bot)
    db = chosen.db or default_path()
    listening = bind(port=chosen.port)
    ident, code = _new_match(game, chosen, seats, db)
    who = " against ".join(f"{side}: {'you' if kind == 'human' else kind}" for side, kind in seats.items())
    print(f"{game.title}, {who}.", flush=True)
    serve(listening, db, f"match/{ident}#sit={code}", not chosen.no_open)
    return INTERRUPTED


def _seats(game: Game, side: str | None, bot: str | None) -> dict[str, str]:
    """The players of each seat: one human against a bot, or two humans."""
    from grognard import bots

    if len(game.sides) == 1 and bot is not None:
        raise Refused(f"{game.title} is for one player: there is no seat left for a bot.")
    if side == BOTH:
        if bot is not None:
            raise Refused("With --side both there is no seat left for a bot.")
        return {each.id: "human" for each in game.sides}
    try:
        mine = game.side_index(side) if side is not None else 0
    except Refused:
        allowed = ", ".join(each.id for each in game.sides)
        raise Refused(f"There is no side {side!r} in {game.title}: {allowed} or {BOTH}.") from None
    name = bot if bot is not None else bots.usual(game)
    bots.maker_of(name, game)
    return {each.id: "human" if i == mine else name for i, each in enumerate(game.sides)}


def _new_match(game: Game, chosen: argparse.Namespace, seats: dict[str, str], db: Path | str) -> tuple[str, str]:
    """Put a new match where the server will find it; its id, and the invitation to its seats."""
    import asyncio

    from grognard.match import Match
    from grognard.server.http.credentials import INVITATION
    from grognard.server.matches.match_registry import MatchRegistry
    from grognard.store import open_store

    match = Match.new(game, chosen.scenario, options_in(chosen.option), seats, chosen.seed)

    async def keep() -> tuple[str, str]:
        house = MatchRegistry(open_store(db))
        try:
            room = await house.add(match)
            return room.id, room.issued[INVITATION]
        finally:
            await house.close()

    return asyncio.run(keep())
