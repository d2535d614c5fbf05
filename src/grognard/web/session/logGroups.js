/**
 * Lines of the log that are read as one: the steps of a march, a fact told several times. The server says which line
 * goes on from which (`joins`) and words them together (`whole`). Pure: no page in here.
 */

/** @typedef {import("../core/types.js").LogLine} LogLine */
/** @typedef {{key: number, text: string, lines: LogLine[]}} Run  key: the line it began with, on show or not */

/**
 * Puts a line behind the others: into the last run if it goes on from there.
 * @param {Run[]} runs
 * @param {LogLine} line
 * @returns {Run}  the run that it is in now
 */
export function addLine(runs, line) {
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
export function asRead(lines) {
  /** @type {Run[]} */
  const runs = [];
  for (const line of lines) addLine(runs, line);
  return runs;
}

/** @param {Run} run */
export const firstOf = (run) => run.lines[0]?.n ?? run.key;

/** @param {Run} run */
export const lastOf = (run) => run.lines.at(-1)?.n ?? run.key;

/**
 * What a run points at on the map: everything that one of its lines speaks of.
 * @param {Run} run
 */
export const pointsAt = (run) => ({
  spaces: [...new Set(run.lines.flatMap((line) => line.spaces ?? []))],
  units: [...new Set(run.lines.flatMap((line) => line.units ?? []))],
});

/**
 * Whether there is more to tell than the one sentence.
 * @param {Run} run
 */
export const hasFold = (run) => run.lines.length > 1 || run.lines.some((line) => line.sum?.length);
