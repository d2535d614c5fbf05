"""The longest texts and largest numbers that are accepted from outside, as types of the fields that hold them.

Decoding refuses a longer one before anything else looks at it: normalising, matching or hashing a text can take time
that grows faster than its length.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Word = Annotated[str, Meta(max_length=100)]
"""An id, a code, a choice: whatever programs made or list."""
Name = Annotated[str, Meta(max_length=100)]
"""What somebody is called, accents and blanks included."""
Password = Annotated[str, Meta(max_length=800)]
Line = Annotated[str, Meta(max_length=2_000)]
"""An address, a reason, something said."""
Text = Annotated[str, Meta(max_length=40_000)]
"""Private notes."""
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""A whole number that is stored, or compared with one that is: every column holds it."""
Sealed = Annotated[str, Meta(max_length=1_500_000)]
"""A save inside another text."""
