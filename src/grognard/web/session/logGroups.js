/**
 * Groups of log lines that are read as one: the steps of a march, a fact told several times. The server says which line
 * continues which (`joins`) and words them together (`whole`). Pure: no page in here.
 */

/** @typedef {import("../core/types.js").LogLine} LogLine */
/** @typedef {{key: number, text: string, lines: LogLine[]}} LogGroup  key: the line it began with, on show or not */

/**
 * Puts a line behind the others: into the last run if it goes on from there.
 * @param {LogGroup[]} runs
 * @param {LogLine} line
 * @returns {LogGroup}  the run that it is in now
 */
export function addToGroups(runs, line) {
  const last = runs.at(-1);
  const key = line.joins ?? line.n;
  if (last && last.key === key) {
    last.lines.push(line);
    last.text = line.whole ?? line.text;
    return last;
  }
  const run = { key, text: line.whole ?? line.text, lines: [line] };
  runs.push(run);
  return run;
}

/**
 * Lines as they are read.
 * @param {LogLine[]} lines
 */
export function groupLines(lines) {
  /** @type {LogGroup[]} */
  const runs = [];
  for (const line of lines) addToGroups(runs, line);
  return runs;
}

/** @param {LogGroup} run */
export const firstOf = (run) => run.lines[0]?.n ?? run.key;

/** @param {LogGroup} run */
export const lastOf = (run) => run.lines.at(-1)?.n ?? run.key;

/**
 * The places and units on the map that the lines of a group speak of.
 * @param {LogGroup} run
 */
export const pointsAt = (run) => ({
  spaces: [...new Set(run.lines.flatMap((line) => line.spaces ?? []))],
  units: [...new Set(run.lines.flatMap((line) => line.units ?? []))],
});

/**
 * Whether there is more to tell than the one sentence.
 * @param {LogGroup} run
 */
export const hasDetails = (run) => run.lines.length > 1 || run.lines.some((line) => line.sum?.length);
