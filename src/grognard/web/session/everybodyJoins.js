/** A plan of attack begins with everybody who may take part; who is to stay out is taken out again. */

/** @type {Set<string>} positions in which everybody has joined: what was taken back is asked anew */
const joined = new Set();

/** @param {import("./session.js").Session} session */
export function everybodyJoins(session) {
  session.on("busy", () => {
    const { board, options, table } = session;
    if (!table || session.busy || session.past || session.guided || session.finishing || joined.has(table.stamp)) return;
    // Somebody was chosen already.
    if (options.some((o) => board.verbs[o[0]]?.drops)) return;
    const able = options.filter((o) => board.verbs[o[0]]?.musters);
    const all = able.find((o) => o.length === 1) ?? (able.length === 1 ? able[0] : undefined);
    if (!all) return;
    joined.add(table.stamp);
    // Anyone who listens hears first that the answer has come.
    queueMicrotask(() => void session.send([all], true));
  });
}
