"""Entry point of `python -m grognard.cli`."""

import sys

from grognard.cli import command

sys.exit(command())
