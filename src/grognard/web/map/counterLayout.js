/** The place of each counter and marker, in map units. Pure arithmetic, so that it can be checked without a page. */

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../core/types.js").PlacedUnit} PlacedUnit */
/** @typedef {{x: number, y: number, z: number, size: number, seen: boolean, stack: string}} Place  x, y: the middle */
/**
 * below: counters that lie unseen under the stack
 * @typedef {{key: string, space: number, side: number, units: number[], x: number, y: number, size: number, below: number}} Stack
 */
/** @typedef {{x: number, y: number, size: number, space: number, marker: number, count: number}} MarkPlace */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Window */
/** @typedef {{places: Map<number, Place>, stacks: Stack[], marks: MarkPlace[]}} Layout */

export const COUNTER = 46;
/** Pixels: a counter that is read without an effort; and how much larger than drawn it may become for it. */
const EASY = 40;
const LARGEST = 1.6;
const EDGES = 4;
const MARK = 27;
const SLOT = 38;
const BOX_TITLE = 24;
/** Spaces whose distance to the next one is measured. */
const SAMPLE = 60;

/**
 * The look of a flag on the counter: turned, ghost, a badge in the corner, or nothing.
 * @param {import("../core/types.js").Flag} flag
 */
export function lookOf(flag) {
  return flag.look ?? { fired: "turned", concealed: "ghost" }[flag.id] ?? "badge";
}

/** @param {Board} board */
export function ghostBits(board) {
  return board.flags.filter((flag) => lookOf(flag) === "ghost").reduce((bits, flag) => bits | flag.bit, 0);
}

/**
 * Counters grow a little when the map is small on the screen, as far as neighbouring stacks leave room.
 * @param {Board} board
 * @returns {(zoom: number) => number}
 */
export function counterScale(board) {
  const at = board.spaces.flatMap((space) => (space.at && !space.rect ? [space.at] : []));
  // A sample is enough: on a map of hexes they are all alike.
  const step = Math.ceil(at.length / SAMPLE);
  const nearest = at.flatMap((a, i) =>
    i % step ? [] : [Math.min(...at.filter((_, j) => j !== i).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1])))],
  );
  nearest.sort((a, b) => a - b);
  const pitch = nearest[Math.floor(nearest.length / 4)] ?? 120;
  const isAreas = board.spaces.every((space) => space.kind !== "hex");
  const most = Math.max(1, isAreas ? LARGEST : Math.min(1.6, pitch / (COUNTER * 2)));
  // Of areas few hold both sides at once: a counter may be read on the whole map.
  const wanted = isAreas ? EASY / COUNTER : 0.8;
  return (zoom) => Math.ceil(Math.max(1, Math.min(most, wanted / zoom)) * 20) / 20;
}

/**
 * @param {Board} board
 * @param {PlacedUnit[]} units
 * @param {[number, number, number][]} marks
 * @param {number} scale
 * @param {string | null} fanned  key of the stack that lies fanned out
 * @param {number[]} [lifted]  units that lie on top of their stacks, because they are picked
 * @param {Window} [seen]  what of the map is in sight: a fan stays within
 * @param {Map<number, number[]>} [kept]  boxes in which every unit keeps its place: a unit that left leaves a gap
 * @returns {Layout}
 */
export function layOut(board, units, marks, scale, fanned, lifted = [], seen = undefined, kept = undefined) {
  /** @type {Layout} */
  const out = { places: new Map(), stacks: [], marks: [] };
  const ghost = ghostBits(board);
  const below = countBelow(board, marks);
  /** @type {Map<number, PlacedUnit[]>} */
  const bySpace = new Map();
  for (const unit of units) bySpace.set(unit[1], [...(bySpace.get(unit[1]) ?? []), unit]);
  for (const [at, there] of bySpace) {
    const space = board.spaces[at];
    if (space?.rect)
      fillBox(
        out,
        at,
        space.rect,
        there.map((u) => u[0]),
        scale,
        kept?.get(at) ?? [],
      );
    else if (space?.at)
      pile(
        out,
        board,
        at,
        [...there].sort((a, b) => +lifted.includes(a[0]) - +lifted.includes(b[0])),
        ghost,
        scale,
        fanned,
        below.get(at) ?? 0,
      );
  }
  placeMarks(out, board, marks, bySpace, scale);
  if (seen) keepInSight(out, fanned, seen);
  return out;
}

/**
 * The number of counters that lie unseen under the stack of a space.
 * @param {Board} board
 * @param {[number, number, number][]} marks
 * @returns {Map<number, number>}
 */
function countBelow(board, marks) {
  return new Map(marks.filter(([, marker]) => board.markers[marker]?.below).map(([at, , count]) => [at, count]));
}

/**
 * @param {Layout} out
 * @param {Board} board
 * @param {number} at
 * @param {PlacedUnit[]} there
 * @param {number} ghost
 * @param {number} scale
 * @param {string | null} fanned
 * @param {number} below
 */
function pile(out, board, at, there, ghost, scale, fanned, below) {
  const space = board.spaces[at];
  const size = COUNTER * scale;
  const sides = new Set(there.map((u) => board.units[u[0]]?.side ?? 0));
  const ax = space?.at?.[0] ?? 0;
  // Above it stands the name of an area: a counter that has grown grows downwards, and alone not towards its neighbours.
  const ay = (space?.at?.[1] ?? 0) + (space?.kind === "hex" ? 0 : (size - COUNTER) / 2);
  const apart = sides.size === 1 ? COUNTER : size;
  for (const side of sides) {
    const mine = there.filter((u) => (board.units[u[0]]?.side ?? 0) === side);
    const open = mine.filter((u) => !(u[3] & ghost));
    const hidden = mine.filter((u) => u[3] & ghost);
    const alone = sides.size === 1 && space?.kind === "hex";
    const x = ax + (alone ? 0 : (side === 0 ? -1 : 1) * (apart / 2 + 3));
    if (open.length) stack(out, board, { at, side, x, y: ay, size, part: "open", units: open, below }, fanned);
    if (hidden.length) {
      // What the other side cannot see lies lower, so that the two layers are told apart at a glance.
      const drop = open.length ? size * 0.72 : 0;
      const aside = open.length ? (side === 0 ? -1 : 1) * size * 0.45 : 0;
      stack(out, board, { at, side, x: x + aside, y: ay + drop, size, part: "ghost", units: hidden, below: 0 }, fanned);
    }
  }
}

/**
 * @param {Layout} out
 * @param {Board} board
 * @param {{at: number, side: number, x: number, y: number, size: number, part: string, units: PlacedUnit[], below: number}} pile
 * @param {string | null} fanned
 */
function stack(out, board, { at, side, x, y, size, part, units, below }, fanned) {
  const key = `${at}/${side}/${part}`;
  const ids = units.map((u) => u[0]);
  const step = size * 0.075;
  const n = ids.length;
  if (key === fanned && n > 1) {
    // In a fan the order is that of the table, so that nothing changes places under the pointer.
    fan(
      out,
      board,
      key,
      [...ids].sort((a, b) => a - b),
      x,
      y,
      size,
      side,
    );
  } else {
    ids.forEach((unit, i) => {
      const depth = n - 1 - i;
      const edge = Math.min(depth, EDGES - 1);
      out.places.set(unit, {
        x: x + edge * step,
        y: y - edge * step,
        z: 10 + i,
        size,
        seen: depth < EDGES,
        stack: key,
      });
    });
  }
  out.stacks.push({ key, space: at, side, units: ids, x, y, size, below });
}

/**
 * The top counter stays under the pointer; the others go outward, away from the other side's stack.
 * @param {Layout} out
 * @param {Board} board
 * @param {string} key
 * @param {number[]} ids
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} side
 */
function fan(out, board, key, ids, x, y, size, side) {
  const gap = size + 5;
  const columns = ids.length > 8 ? 5 : 4;
  const wide = (Math.min(columns, ids.length) - 1) * gap;
  let way = side === 0 ? -1 : 1;
  if (x + way * wide < size / 2 || x + way * wide > board.map.width - size / 2) way = -way;
  const rows = Math.ceil(ids.length / columns);
  const up = y - (rows - 1) * gap < size ? 1 : -1;
  [...ids].reverse().forEach((unit, i) => {
    const column = i % columns;
    const row = Math.floor(i / columns);
    out.places.set(unit, {
      x: x + way * column * gap,
      y: y + up * row * gap,
      z: 2000 + i,
      size,
      seen: true,
      stack: key,
    });
  });
}

/**
 * Every unit of a box is seen: as large as fits.
 * @param {Layout} out
 * @param {number} at
 * @param {[number, number, number, number]} rect
 * @param {number[]} ids
 * @param {number} scale
 * @param {number[]} kept  who lay there before, in order, if that order holds
 */
function fillBox(out, at, rect, ids, scale, kept) {
  const [left, top, wide, high] = rect;
  const x0 = left + 8;
  const y0 = top + BOX_TITLE;
  const w = wide - 16;
  const h = high - BOX_TITLE - 8;
  const gap = 4;
  let size = COUNTER * scale;
  /** @param {number} length */
  const fits = (length) => Math.max(1, Math.floor((length + gap) / (size + gap)));
  const order = [...kept, ...ids.filter((unit) => !kept.includes(unit))];
  while (size > 12 && fits(w) * fits(h) < order.length) size -= 1;
  size = Math.min(size, w, h);
  const columns = fits(w);
  order.forEach((unit, i) => {
    if (!ids.includes(unit)) return;
    const x = x0 + (i % columns) * (size + gap) + size / 2;
    const y = y0 + Math.floor(i / columns) * (size + gap) + size / 2;
    out.places.set(unit, { x, y, z: 10 + i, size, seen: true, stack: `${at}/box` });
  });
}

/**
 * @param {Layout} out
 * @param {Board} board
 * @param {[number, number, number][]} marks
 * @param {Map<number, PlacedUnit[]>} bySpace
 * @param {number} scale
 */
function placeMarks(out, board, marks, bySpace, scale) {
  const size = MARK * scale;
  /** @type {Map<number, [number, number, number][]>} */
  const rows = new Map();
  for (const mark of marks) {
    const [at, marker, count] = mark;
    if (board.markers[marker]?.below) continue;
    const slot = board.markers[marker]?.slot ? board.spaces[at]?.slot : undefined;
    // A marker with a place of its own on the map stands there, at the size it is drawn for.
    if (slot && count > 0) out.marks.push({ x: slot[0], y: slot[1], size: SLOT, space: at, marker, count });
    else if (count > 0) rows.set(at, [...(rows.get(at) ?? []), mark]);
  }
  for (const [at, row] of rows) {
    const space = board.spaces[at];
    if (!space) continue;
    const [x, y, w] = space.rect ?? [0, 0, 0];
    const sides = new Set(bySpace.get(at)?.map((u) => board.units[u[0]]?.side ?? 0));
    const wide = row.length * (size + 3);
    let [ax, ay] = space.rect ? [x + w - wide / 2 - 6, y + 13] : (space.at ?? [0, 0]);
    // Above the stacks stands the name of the place: the half that no side uses is free, else the room below them.
    if (space.kind === "hex") {
      besideStack(out, board, at, row, sides.size > 0, scale);
      continue;
    }
    if (!space.rect && sides.size === 1) ax += (sides.has(0) ? 1 : -1) * (wide / 2 + 3);
    else if (!space.rect && sides.size > 1) ay += (COUNTER * scale) / 2 + size / 2 + 4;
    row.forEach(([, marker, count], i) => {
      const shift = (i - (row.length - 1) / 2) * (size + 3);
      out.marks.push({ x: ax + shift, y: ay, size: space.rect ? 22 : size, space: at, marker, count });
    });
  }
}

/**
 * A hex has room for one stack: its marks stand in the corners beside it, or alone in the middle. A mark that is a
 * counter of the game is nearly as large as the others.
 * @param {Layout} out
 * @param {Board} board
 * @param {number} at
 * @param {[number, number, number][]} row
 * @param {boolean} held
 * @param {number} scale
 */
function besideStack(out, board, at, row, held, scale) {
  const [x, y] = board.spaces[at]?.at ?? [0, 0];
  const isCounter = row.some(([, marker]) => board.markers[marker]?.symbol?.startsWith("c-"));
  const size = (held ? (isCounter ? 26 : 19) : isCounter && row.length === 1 ? 40 : MARK) * scale;
  row.forEach(([, marker, count], i) => {
    const way = i % 2 ? 1 : -1;
    const up = row.length > 2 ? (i < 2 ? -1 : 1) : 0;
    const aside = held ? (COUNTER * scale) / 2 + size * 0.3 : row.length > 1 ? size / 2 + 2 : 0;
    out.marks.push({ x: x + way * aside, y: y + up * (size / 2 + 1), size, space: at, marker, count });
  });
}

/**
 * @param {Layout} out
 * @param {string | null} fanned
 * @param {Window} seen
 */
function keepInSight(out, fanned, seen) {
  const fan = [...out.places.values()].filter((place) => place.stack === fanned && place.z >= 2000);
  const half = (fan[0]?.size ?? 0) / 2 + 4;
  const xs = fan.map((place) => place.x);
  const ys = fan.map((place) => place.y);
  const dx = nudge(Math.min(...xs) - half, Math.max(...xs) + half, seen.left, seen.right);
  const dy = nudge(Math.min(...ys) - half, Math.max(...ys) + half, seen.top, seen.bottom);
  for (const place of fan) {
    place.x += dx;
    place.y += dy;
  }
}

/**
 * The distance that a stretch must be moved to lie within another.
 * @param {number} from
 * @param {number} to
 * @param {number} low
 * @param {number} high
 */
function nudge(from, to, low, high) {
  if (from < low) return low - from;
  return to > high ? high - to : 0;
}
