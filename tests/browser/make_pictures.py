"""Make the pictures of each game that the front room shows, of its map and of a game under way:
`python tests/browser/make_pictures.py [game …]`.

Run it when a map has changed; `tests/browser/test_front.py` says when that is due.
"""

from __future__ import annotations

import base64
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from grognard.games import game_ids, load
from grognard.lab.page_benchmark import chromium
from grognard.lab.position_picture import picture as position_svg
from grognard.server.learn import lessons
from grognard.server.matches.map_pictures import frame_of

WIDTH = 640
COVER = 760.0, 427.5
"""How much of the map a cover shows: so much that counters can be told apart."""
QUALITY = 0.72
DRAW = """
async ({svg, frame, width, quality}) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}));
    await image.decode();
    const [x, y, w, h] = frame;
    const scale = 2 * width / w;
    const large = document.createElement('canvas');
    large.width = 2 * width;
    large.height = Math.round(h * scale);
    const pen = large.getContext('2d');
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, large.width, large.height);
    pen.drawImage(image, -x * scale, -y * scale, image.width * scale, image.height * scale);
    const small = document.createElement('canvas');
    small.width = width;
    small.height = Math.round(large.height / 2);
    const fine = small.getContext('2d');
    fine.imageSmoothingQuality = 'high';
    fine.drawImage(large, 0, 0, small.width, small.height);
    return small.toDataURL('image/webp', quality);
}
"""


def drawn(page: Page, game: str) -> bytes:
    """The picture of a game's map."""
    loaded = load(game)
    board: dict[str, Any] = loaded.board()
    wide, high = board["map"]["width"], board["map"]["height"]
    head, _, rest = loaded.map_svg().partition(">")
    svg = f'{head} width="{wide:g}" height="{high:g}">{rest}' if " width=" not in head else f"{head}>{rest}"
    values = {"svg": svg, "frame": frame_of(board), "width": WIDTH, "quality": QUALITY}
    return base64.b64decode(str(page.evaluate(DRAW, values)).partition(",")[2])


def cover(page: Page, game: str) -> bytes:
    """The fight of the third lesson, as its picture."""
    loaded = load(game)
    lesson = lessons.lesson_of(game, 2)
    assert lesson is not None
    step = lesson.step[0]
    board: dict[str, Any] = loaded.board()
    wide, high = COVER
    x, y = board["spaces"][loaded.space_index[step.look[0]]]["at"]
    frame = (max(0.0, x - wide / 2), max(0.0, y - high / 2), wide, high)
    svg = position_svg(loaded, lessons.begin(loaded, step).state)
    values = {"svg": svg, "frame": frame, "width": WIDTH, "quality": QUALITY}
    return base64.b64decode(str(page.evaluate(DRAW, values)).partition(",")[2])


if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto("about:blank")
        for game in sys.argv[1:] or game_ids():
            package = type(load(game)).__module__.rpartition(".")[0]
            for name, draw in (("picture.webp", drawn), ("cover.webp", cover)):
                picture = draw(page, game)
                (Path(str(files(package))) / "data" / name).write_bytes(picture)
                print(f"{game}: {name}, {len(picture):,} bytes")
        browser.close()
