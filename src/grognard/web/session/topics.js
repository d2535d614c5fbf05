/**
 * The topics on which the parts of a match's page inform each other, with what is told. Types only.
 *
 * @typedef {object} Topics
 * @property {[]} table  another table is on show
 * @property {[lines: LogLine[]]} lines  the log has new lines
 * @property {[]} busy  a call to the server has begun or ended
 * @property {[]} connection  the line to the server is up or down
 * @property {[]} pick  something else is picked or looked at
 * @property {[]} hover  the pointer or the focus is on something else
 * @property {[]} reach  how far what is picked can go is known
 * @property {[]} menu  one was opened or closed on the map
 * @property {[click: MissedClick]} missed  a click where nothing can be done
 * @property {[at: PointedAt | null]} point  these are to be pointed at, or nothing any more
 * @property {[]} fitted  the map has come to rest
 * @property {[]} pins  one was put in or taken out
 * @property {[]} playing  what happened begins to be shown on the map, goes on, or has been seen
 * @property {[id: string]} rule  this case is to be shown
 * @property {[toast: Toast]} toast  a short message is to be shown
 * @property {[facts: Facts]} club  what the club says of the match
 * @property {[line: ChatLine]} chat  a new line in the chat
 * @property {[found: Analysis]} analysis  the general has gone through the match
 * @property {[]} closed  the seat is left: nothing of it is to be kept
 *
 * @typedef {{[T in keyof Topics]?: ((...told: Topics[T]) => void)[]}} Listeners
 *
 * @typedef {import("../core/types.js").LogLine} LogLine
 * @typedef {import("../core/types.js").Analysis} Analysis
 * @typedef {import("../core/types.js").Pick} Pick
 * @typedef {import("../widgets/toasts.js").Toast} Toast
 * @typedef {import("../api/socket.js").ChatLine} ChatLine
 * @typedef {import("../api/club.js").Facts} Facts
 * @typedef {{pick: Pick, where: {x: number, y: number}}} MissedClick
 * @typedef {{spaces?: number[], units?: number[], centre?: boolean}} PointedAt  centre: the map goes there
 */
export {};
