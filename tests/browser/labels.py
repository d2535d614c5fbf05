"""Whether every label on a page can be read: none cut, none broken into lines that it should not have."""

from __future__ import annotations

from playwright.sync_api import Page

FAULTS = """() => {
  const found = [];
  const one = '.chip, .tab, .gauge-value, .figure, kbd, .speed, .top-turn b, .case, .tool, .replay-mark, .way small';
  const unread = '.world, .overview, #symbols, option, script, style, [aria-hidden=true], .sr-only, .unseen, .skips';
  const buttonsOf = ['.prompt', '.tray', '.tab-bar', '.top', '.replay'].map(part => `${part} button`).join();
  const shown = { opacityProperty: true, visibilityProperty: true };
  // What follows from a button stands on it, under its name.
  const rows = { '.button:has(.follows)': 5, '.button:not(:has(.follows))': 3 };
  const few = { ...rows, '.gauge-name': 2, '.link': 3, '.menu-item': 3, '.drawer-tab': 1 };
  const name = el => `${el.tagName.toLowerCase()}.${[...el.classList].join('.')}`;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const rectsOf = node => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(box => box.width > 0.5 && box.height > 0.5);
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const el = node.parentElement;
    if (!node.data.trim() || !el || el.closest(unread)) continue;
    if (!el.checkVisibility(shown)) continue;
    const text = node.data.trim();
    if (/ %/.test(text)) found.push(`a percent sign may wrap: ${text}`);
    for (const box of rectsOf(node)) {
      let into = el;
      for (; into && into !== document.documentElement; into = into.parentElement) {
        const style = getComputedStyle(into);
        const wide = style.overflowX !== 'visible', high = style.overflowY !== 'visible';
        const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
        if (scrolls) break;
        const room = into.getBoundingClientRect();
        const beside = box.left < room.left - 1.5 || box.right > room.right + 1.5;
        const beyond = box.top < room.top - 2.5 || box.bottom > room.bottom + 2.5;
        if ((wide && beside) || (high && beyond)) { found.push(`cut by ${name(into)}: ${text}`); break; }
      }
      if (!into || into === document.documentElement)
        if (box.right > innerWidth + 1 || box.left < -1) found.push(`off the screen: ${text}`);
    }
  }
  const linesOf = el => {
    const tops = [];
    const inner = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    for (let node = inner.nextNode(); node; node = inner.nextNode())
      if (node.data.trim()) for (const box of rectsOf(node)) tops.push(box.top + box.height / 2);
    return tops.sort((a, b) => a - b).filter((top, i) => !i || top - tops[i - 1] > 6).length;
  };
  const seen = el => el.checkVisibility(shown) && !el.closest('.world, .overview');
  for (const el of document.querySelectorAll(one))
    if (seen(el) && linesOf(el) > 1) found.push(`${name(el)} has ${linesOf(el)} lines: ${el.textContent.trim()}`);
  for (const [what, most] of Object.entries(few))
    for (const el of document.querySelectorAll(what))
      if (seen(el) && getComputedStyle(el).writingMode === 'horizontal-tb' && linesOf(el) > most)
        found.push(`${name(el)} has ${linesOf(el)} lines: ${el.textContent.trim()}`);
  const gauges = [...document.querySelectorAll('.gauge')].filter(seen).map(el => el.getBoundingClientRect().top);
  if (gauges.some(top => Math.abs(top - gauges[0]) > 1)) found.push('the gauges are not in one row');
  const tray = document.querySelector('.tray');
  if (tray && innerWidth >= 1200 && tray.scrollWidth > tray.clientWidth + 1) found.push('not all gauges are in sight');
  for (const link of document.querySelectorAll('a[href]'))
    if (seen(link) && ['rgb(0, 0, 238)', 'rgb(85, 26, 139)'].includes(getComputedStyle(link).color))
      found.push(`a link in the browser's own colour: ${link.textContent.trim()}`);
  const buttons = [...document.querySelectorAll(buttonsOf)].filter(seen);
  // Where a finger taps a link is larger than the link, and may reach under the next one.
  const textOf = el => {
    const range = document.createRange();
    range.selectNodeContents(el);
    return range.getBoundingClientRect();
  };
  const common = (p, q) => [
    Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)];
  const boxes = buttons.map(el => [el, el.matches('.link, .replay-mark') ? textOf(el) : el.getBoundingClientRect()]);
  for (const [a, p] of boxes) for (const [b, q] of boxes)
    if (a !== b && !a.contains(b) && !b.contains(a) && a.parentElement === b.parentElement
      && Math.min(...common(p, q)) > 2)
      found.push(`${name(a)} lies over ${name(b)}: ${a.textContent.trim()} / ${b.textContent.trim()}`);
  return [...new Set(found)];
}"""


def faults(page: Page) -> list[str]:
    """What is wrong with the labels that are on the page now."""
    found: list[str] = page.evaluate(FAULTS)
    return found


NAMELESS = """() => [document.querySelectorAll('#map [data-unit]').length,
    [...document.querySelectorAll('#map [data-unit], #map .space')]
      .filter(el => !el.getAttribute('aria-label')?.trim() || !el.getAttribute('role')).length]"""


def nameless(page: Page) -> tuple[int, int]:
    """How many counters are on the map, and how many of them and of its places have no name to be read out."""
    counters, without = page.evaluate(NAMELESS)
    return int(counters), int(without)
