"""`make play` on a bare machine (see fresh.sh): it must answer, and end when Ctrl-C is pressed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request

LONGEST = 15.0
"""Seconds from Ctrl-C to the end of everything, on a busy machine."""


def main() -> int:
    began = time.monotonic()
    playing = subprocess.Popen(
        ["make", "play"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    assert playing.stdout is not None
    for line in playing.stdout:
        found = re.search(r"is at (http://\S+)", line)
        if found:
            break
        print(line, end="")
    else:
        return playing.wait() or 1
    page = urllib.request.urlopen(found[1], timeout=120).read()
    print(f"make play: {found[1]} answers after {time.monotonic() - began:.0f} s with {len(page):,} bytes", flush=True)
    os.killpg(playing.pid, signal.SIGINT)
    ended = time.monotonic() + LONGEST
    while time.monotonic() < ended:
        playing.poll()
        try:
            os.killpg(playing.pid, 0)
        except ProcessLookupError:
            return 0
        time.sleep(0.1)
    print("make play: Ctrl-C leaves something behind")
    return 1


if __name__ == "__main__":
    sys.exit(main())
