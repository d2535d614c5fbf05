"""Large pages: asked for where the system has them, and nowhere else."""

from __future__ import annotations

import json
import mmap
import subprocess
import sys
from pathlib import Path

import pytest

from grognard import large_pages
from grognard.lab.process_pool import spread

GROW = """
import json
from pathlib import Path
from grognard import games, large_pages

def on_large_pages():
    text = Path("/proc/self/smaps_rollup").read_text()
    return {line.split()[0]: int(line.split()[1]) << 10 for line in text.splitlines()[1:]}

game = games.load("nemesis")
kept = [game.new("", {}) for _ in range(500)]
before = on_large_pages()
asked = large_pages.settle()
after = on_large_pages()
again = large_pages.settle()
print(json.dumps([before["AnonHugePages:"], asked, after["AnonHugePages:"], before["Rss:"], after["Rss:"], again]))
"""


def are_given() -> bool:
    """Whether this system gives large pages at once, asked without our own means."""
    if not large_pages.page_size():
        return False
    with mmap.mmap(-1, 32 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as own:
        own.write(bytes(32 << 20))
        try:
            own.madvise(25)
        except OSError:
            return False
    return True


@pytest.mark.skipif(not are_given(), reason="this system gives no large pages at once")
def test_what_is_kept_lies_on_large_pages() -> None:
    said = subprocess.run([sys.executable, "-c", GROW], capture_output=True, text=True, check=True)
    before, asked, after, had, has, again = json.loads(said.stdout)
    assert asked >= 8 << 20
    assert after - before >= asked // 2, "the system gave most of what was asked for"
    assert has - had <= asked // 3 + (4 << 20), "and little that nobody uses"
    assert again <= asked // 3, "what has large pages is not asked for again"


def test_nothing_is_asked_for_where_nobody_wants_it(tmp_path: Path) -> None:
    assert large_pages.page_size(tmp_path) == 0
    (tmp_path / "hpage_pmd_size").write_text("2097152\n")
    (tmp_path / "enabled").write_text("always madvise [never]\n")
    assert large_pages.page_size(tmp_path) == 0
    (tmp_path / "enabled").write_text("always [madvise] never\n")
    assert large_pages.page_size(tmp_path) == 2 << 20
    (tmp_path / "hpage_pmd_size").write_text("536870912\n")
    assert large_pages.page_size(tmp_path) == 0, "nor where a page is half a gigabyte"


def threads(_: int) -> int:
    """How many processes have large pages kept, seen from inside a worker."""
    import threading

    return sum(thread.name == "large pages" for thread in threading.enumerate())


@pytest.mark.skipif(not large_pages.page_size(), reason="this system has no large pages")
def test_a_worker_keeps_its_own() -> None:
    assert set(spread(threads, range(4), 2)) == {1}
