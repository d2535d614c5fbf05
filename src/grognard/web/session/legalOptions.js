/**
 * The clicks that lead to each legal option. Pure: nothing here decides what is legal, it only reads the list. An
 * option is put together by clicks on its units and spaces, in the order of its arguments; words are settled last, in a
 * small menu.
 */

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../core/types.js").Option} Option */
/** @typedef {import("../core/types.js").Pick} Pick */

/**
 * The units and spaces of an option, in order.
 * @param {Board} board
 * @param {Option} option
 * @returns {Pick[]}
 */
export function clicksOf(board, option) {
  const args = board.verbs[option[0]]?.args ?? [];
  /** @type {Pick[]} */
  const picks = [];
  args.forEach((kind, i) => {
    if (kind !== "word") picks.push({ kind, value: Number(option[i + 1]) });
  });
  return picks;
}

/**
 * @param {Pick[]} clicks
 * @param {Pick[]} picks
 */
function startsWith(clicks, picks) {
  return picks.every((p, i) => clicks[i] !== undefined && clicks[i].kind === p.kind && clicks[i].value === p.value);
}

/**
 * @typedef {{units: Set<number>, spaces: Set<number>, done: Option[], quiet: Option[]}} Offer
 *   what can be clicked next, the options that are complete now, and those of quiet verbs that are complete
 */

/**
 * @param {Board} board
 * @param {Option[]} options
 * @param {Pick[]} picks
 * @returns {Offer}
 */
export function offer(board, options, picks) {
  /** @type {Offer} */
  const out = { units: new Set(), spaces: new Set(), done: [], quiet: [] };
  for (const option of options) {
    const clicks = clicksOf(board, option);
    const verb = board.verbs[option[0]];
    if (verb?.gathers || verb?.drops || !startsWith(clicks, picks)) continue;
    const quiet = board.verbs[option[0]]?.quiet === true;
    const next = clicks[picks.length];
    if (next === undefined) (quiet && picks.length === 1 ? out.quiet : out.done).push(option);
    else if (!quiet || picks.length > 0) (next.kind === "unit" ? out.units : out.spaces).add(next.value);
  }
  return out;
}

/**
 * Whether a thing can be clicked now.
 * @param {Offer} now
 * @param {Pick} pick
 */
export const takes = (now, pick) => (pick.kind === "unit" ? now.units : now.spaces).has(pick.value);

/**
 * Further acts with one thing: quiet options, and acts that are possible at any time.
 * @param {Board} board
 * @param {Option[]} options
 * @param {Option[]} standing
 * @param {Pick} thing
 * @returns {Option[]}
 */
export function asidesOf(board, options, standing, thing) {
  const anytimeButton = offer(board, standing, [thing]);
  const all = [...offer(board, options, [thing]).quiet, ...anytimeButton.done, ...anytimeButton.quiet];
  // The same act may be on offer both as an answer and at any time: once is enough.
  return [...new Map(all.map((o) => [JSON.stringify(o), o])).values()];
}

/**
 * The units that can be picked to begin a move.
 * @param {Board} board
 * @param {Option[]} options
 * @returns {Set<number>}
 */
export function gatherable(board, options) {
  const moves = options.filter((o) => board.verbs[o[0]]?.gathers && board.verbs[o[0]]?.args[0] === "unit");
  return new Set(moves.map((o) => Number(o[1])));
}

/**
 * The units that were taken in before, and the option that takes each out again.
 * @param {Board} board
 * @param {Option[]} options
 * @returns {Map<number, Option>}
 */
export function droppable(board, options) {
  return new Map(options.filter((o) => board.verbs[o[0]]?.drops).map((o) => [Number(o[1]), o]));
}

/**
 * Several units picked together may do only what each of them may do, by the same verb.
 * @param {Board} board
 * @param {Option[]} options
 * @param {number[]} units
 * @returns {{spaces: Set<number>, batch: (space: number) => Option[][]}}
 */
export function offerTogether(board, options, units) {
  /** @type {Map<string, Option[]>} */
  const groups = new Map();
  const wanted = new Set(units);
  for (const option of options) {
    const args = board.verbs[option[0]]?.args ?? [];
    if (args.length !== 2 || args[0] !== "unit" || args[1] !== "space" || !wanted.has(Number(option[1]))) continue;
    const key = `${option[0]}|${option[2]}`;
    groups.set(key, [...(groups.get(key) ?? []), option]);
  }
  const whole = [...groups.values()].filter((group) => group.length === units.length);
  return {
    spaces: new Set(whole.map((group) => Number(group[0]?.[2]))),
    batch: (space) => whole.filter((group) => group[0]?.[2] === space),
  };
}

/**
 * The words for an option: the verb's label with its names put in.
 * @param {Board} board
 * @param {Option} option
 */
export function label(board, option) {
  const verb = board.verbs[option[0]];
  if (!verb) return option.join(" ");
  /** @type {Record<string, string[]>} */
  const names = { unit: [], space: [], word: [] };
  verb.args.forEach((kind, i) => {
    const value = option[i + 1];
    if (kind === "unit") names.unit?.push(board.units[Number(value)]?.name ?? String(value));
    else if (kind === "space") names.space?.push(board.spaces[Number(value)]?.name ?? String(value));
    else names.word?.push(verb.words?.[String(value)] ?? String(value));
  });
  const text = verb.label.replace(/\{(unit|space|word)\d*\}/g, (_, kind) => names[kind]?.shift() ?? "");
  const unsaid = names.word ?? [];
  return unsaid.length ? `${text}: ${unsaid.join(", ")}` : text;
}

/**
 * The order of buttons never changes: that of the board's verbs, the primary one last.
 * @param {Board} board
 * @param {Option[]} options
 */
export function inOrder(board, options) {
  const order = new Map(Object.keys(board.verbs).map((verb, i) => [verb, i]));
  return options
    .map((option, i) => ({ option, i }))
    .sort((a, b) => {
      const first = Number(isPrimary(board, a.option)) - Number(isPrimary(board, b.option));
      return first || (order.get(a.option[0]) ?? 0) - (order.get(b.option[0]) ?? 0) || a.i - b.i;
    })
    .map(({ option }) => option);
}

/**
 * @param {Board} board
 * @param {Option} option
 */
export const isPrimary = (board, option) => board.verbs[option[0]]?.primary === true;

/**
 * An act that ends the game wants a second yes.
 * @param {Option} option
 */
export const isGrave = (option) => option[0] === "concede";
