"""The command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from grognard.kernel.flow import Refused


def main(arguments: Sequence[str] | None = None) -> int:
    """`grognard …`: exit status 0, or 2 with one sentence when something cannot be done as asked."""
    parser = argparse.ArgumentParser(prog="grognard", description="Historical board wargames with every rule enforced.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serve = commands.add_parser("serve", help="serve the page and keep the matches")
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    serve.add_argument("--port", type=int, help="the port (8000, or the next that is free)")
    serve.add_argument("--db", type=Path, metavar="PATH", help="the file to keep matches in")
    serve.add_argument("--open", action="store_true", help="open a browser")
    chosen = parser.parse_args(arguments)
    try:
        from grognard.server.run import serve as run

        run(chosen.host, chosen.port, chosen.db, chosen.open)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
