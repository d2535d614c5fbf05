/**
 * What happened, cut into acts: a march, a roll with what came of it, a change by itself. Each holds what it changes, so
 * that nothing stands there before it was seen. Pure: no page in here.
 */

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../core/types.js").LogLine} LogLine */
/** @typedef {import("../core/types.js").PlacedUnit} PlacedUnit */
/** @typedef {import("../core/types.js").PlaybackStep} PlaybackStep */
/** @typedef {import("../core/types.js").Table} Table */
/** @typedef {{unit: number, way: number[]}} March  the spaces that a unit comes through, from where it stood */
/** @typedef {{unit: number, space: number, steps: number, dead: boolean}} Hit  on whom, where, how many steps */
/**
 * last: the log line with which it ends; place: where on the map it is, -1 for nowhere.
 * @typedef {{lines: LogLine[], last: number, step: PlaybackStep, marches: March[], hits: Hit[], roll: LogLine | null,
 *   place: number}} Act
 */

/**
 * The difference between two tables, as one step.
 * @param {Table} before
 * @param {Table} after
 * @param {number} line
 * @returns {PlaybackStep}
 */
export function stepBetween(before, after, line) {
  const { turn, phase, past, plans, marks, tracks } = after.view;
  const old = new Map(before.view.units.map((row) => [row[0], row.join()]));
  const left = new Set(after.view.units.map((row) => row[0]));
  return {
    line,
    turn,
    phase,
    past,
    units: after.view.units.filter((row) => old.get(row[0]) !== row.join()),
    gone: [...old.keys()].filter((unit) => !left.has(unit)),
    marks,
    tracks,
    plans,
    holds: after.holds,
  };
}

/**
 * A table after a step; nothing is asked at it.
 * @param {Table} table
 * @param {PlaybackStep} step
 * @returns {Table}
 */
export function tableAfter(table, step) {
  const units = new Map(table.view.units.map((row) => [row[0], row]));
  for (const unit of step.gone ?? []) units.delete(unit);
  for (const row of step.units ?? []) units.set(row[0], row);
  const { turn, phase, past, plans } = step;
  const { marks = table.view.marks, holds = table.holds } = step;
  const view = { ...table.view, turn, phase, past, plans: plans ?? [], marks, units: [...units.values()], tracks: { ...table.view.tracks, ...step.tracks } };
  return { ...table, view, holds };
}

/**
 * The acts of some steps.
 * @param {Board} board
 * @param {Map<number, PlacedUnit>} rows  the units as they stood before; afterwards, as they stand then
 * @param {PlaybackStep[]} steps
 * @param {LogLine[]} lines
 * @returns {Act[]}
 */
export function actsOf(board, rows, steps, lines) {
  /** @type {Act[]} */
  const acts = [];
  let told = 0;
  for (const step of steps) {
    const until = lines.findIndex((line, i) => i >= told && line.n > step.line);
    const own = lines.slice(told, until < 0 ? lines.length : until);
    told += own.length;
    const scenes = scenesOf(own);
    const parts = partsOf(step, scenes, rows);
    scenes.forEach((scene, i) => {
      const part = parts[i];
      if (!part) return;
      const act = actOf(board, rows, part, scene);
      for (const unit of part.gone ?? []) rows.delete(unit);
      for (const row of part.units ?? []) rows.set(row[0], row);
      const last = acts.at(-1);
      if (!last || !goesOn(last, act)) acts.push(act);
      else join(last, act);
    });
  }
  return acts;
}

/**
 * The lines of one decision, cut before each roll: what follows a roll came of it.
 * @param {LogLine[]} lines
 */
function scenesOf(lines) {
  /** @type {LogLine[][]} */
  const scenes = [];
  for (const line of lines) {
    if (!scenes.length || line.dice?.length) scenes.push([line]);
    else scenes.at(-1)?.push(line);
  }
  return scenes.length ? scenes : [[]];
}

/**
 * What a decision changed, shared out among its scenes: a unit changes in the last that speaks of its losses, else in
 * the last that speaks of it; whatever else is changed is seen at the end.
 * @param {PlaybackStep} step
 * @param {LogLine[][]} scenes
 * @param {Map<number, PlacedUnit>} rows
 * @returns {PlaybackStep[]}
 */
function partsOf(step, scenes, rows) {
  const last = scenes.length - 1;
  /** @type {PlaybackStep[]} */
  const parts = scenes.map((lines, i) => ({
    line: lines.at(-1)?.n ?? step.line,
    turn: lines.at(-1)?.turn ?? step.turn,
    phase: lines.at(-1)?.phase ?? step.phase,
    past: i === last ? step.past : undefined,
    units: [],
    gone: [],
    tracks: i === last ? step.tracks : {},
    plans: i === last ? step.plans : undefined,
    marks: i === last ? step.marks : undefined,
    holds: i === last ? step.holds : undefined,
  }));
  const end = parts[last];
  if (end) Object.assign(end, { line: step.line, turn: step.turn, phase: step.phase });
  const sceneOf = (/** @type {number} */ unit, /** @type {boolean} */ hurt) => {
    const speaks = scenes.map((lines) => lines.some((line) => line.units?.includes(unit) && (!hurt || line.loss)));
    const found = speaks.lastIndexOf(true);
    return parts[found < 0 ? last : found] ?? end;
  };
  for (const row of step.units ?? []) sceneOf(row[0], row[2] < (rows.get(row[0])?.[2] ?? 0))?.units?.push(row);
  for (const unit of step.gone ?? []) sceneOf(unit, true)?.gone?.push(unit);
  return parts;
}

/**
 * @param {Board} board
 * @param {Map<number, PlacedUnit>} rows
 * @param {PlaybackStep} step
 * @param {LogLine[]} lines
 * @returns {Act}
 */
function actOf(board, rows, step, lines) {
  const onMap = (/** @type {number | undefined} */ space) => space !== undefined && !!board.spaces[space] && !board.spaces[space]?.rect;
  /** @type {March[]} */
  const marches = [];
  /** @type {Hit[]} */
  const hits = [];
  for (const [unit, space, steps] of step.units ?? []) {
    const was = rows.get(unit);
    if (!was || !onMap(was[1])) continue;
    const lost = was[2] - steps;
    const taken = !onMap(space) && lines.some((line) => line.loss && line.units?.includes(unit));
    if (lost > 0 || taken) hits.push({ unit, space: was[1], steps: Math.max(lost, 1), dead: steps === 0 || taken });
    if (steps && space !== was[1] && onMap(space)) marches.push({ unit, way: [was[1], space] });
  }
  for (const unit of step.gone ?? []) {
    const was = rows.get(unit);
    if (was && onMap(was[1]) && lines.some((line) => line.loss && line.units?.includes(unit))) hits.push({ unit, space: was[1], steps: was[2], dead: true });
  }
  const roll = lines[0]?.dice?.length ? lines[0] : null;
  const said = lines.flatMap((line) => line.spaces ?? []).find(onMap);
  const stood = lines.flatMap((line) => line.units ?? []).map((unit) => rows.get(unit)?.[1]).find(onMap);
  const place = said ?? stood ?? hits[0]?.space ?? marches[0]?.way[0] ?? -1;
  return { lines, last: lines.at(-1)?.n ?? step.line, step, marches, hits, roll, place };
}

/** @param {Act} act */
export const isMarch = (act) => !act.roll && !act.hits.length && act.marches.length > 0;

/**
 * Whether it is seen by itself: the rest stands there with what follows.
 * @param {Act} act
 */
export const isSeen = (act) => !!act.roll || act.hits.length > 0 || act.marches.length > 0 || act.place >= 0;

/**
 * Whether an act goes on with the march before it: the same units from where they are, or others the same way.
 * @param {Act} before
 * @param {Act} act
 */
function goesOn(before, act) {
  if (!isSeen(before)) return before.step.turn === act.step.turn;
  if (!isMarch(before) || !isMarch(act) || before.step.phase !== act.step.phase) return false;
  return act.marches.every(({ unit, way }) => {
    const known = before.marches.find((march) => march.unit === unit);
    if (known) return known.way.at(-1) === way[0];
    return before.marches.some((march) => march.way[0] === way[0] && march.way.at(-1) === way.at(-1));
  });
}

/**
 * Puts an act behind another, to be seen as one.
 * @param {Act} into
 * @param {Act} act
 */
export function join(into, act) {
  for (const march of act.marches) {
    const known = into.marches.find(({ unit, way }) => unit === march.unit && way.at(-1) === march.way[0]);
    if (known) known.way.push(...march.way.slice(1));
    else into.marches.push(march);
  }
  into.hits.push(...act.hits);
  into.roll ??= act.roll;
  into.place = act.place >= 0 ? act.place : into.place;
  into.lines = [...into.lines, ...act.lines];
  into.last = Math.max(into.last, act.last);
  into.step = stepsTogether(into.step, act.step);
}

/**
 * @param {PlaybackStep} first
 * @param {PlaybackStep} then
 * @returns {PlaybackStep}
 */
function stepsTogether(first, then) {
  const units = new Map((first.units ?? []).map((row) => [row[0], row]));
  for (const unit of then.gone ?? []) units.delete(unit);
  for (const row of then.units ?? []) units.set(row[0], row);
  const back = new Set((then.units ?? []).map((row) => row[0]));
  return {
    line: then.line,
    turn: then.turn,
    phase: then.phase,
    past: then.past ?? first.past,
    units: [...units.values()],
    gone: [...(first.gone ?? []).filter((unit) => !back.has(unit)), ...(then.gone ?? [])],
    tracks: { ...first.tracks, ...then.tracks },
    plans: then.plans ?? first.plans,
    marks: then.marks ?? first.marks,
    holds: then.holds ?? first.holds,
  };
}
