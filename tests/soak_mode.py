"""Whether `make soak` runs. Set before any test is read (conftest.py): what is for it alone is not made to be left out
again."""

from __future__ import annotations

is_on = False
