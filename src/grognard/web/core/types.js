/**
 * The shapes of the protocol, as types: see docs/programmers/protocol.md. Nothing here runs.
 * Made by tests/make_types.py from kernel/messages.py and server/http/messages_to_page.py: change those, make it anew.
 *
 * @typedef {{game: string, title: string, version: string, sides: Side[], phases: Phase[], verbs: Record<string,
 *   Verb>, map: Paper, general: boolean, spaces: Space[], units: Unit[], faces?: Face[], flags: Flag[], markers:
 *   Marker[], tracks: Track[], about: About}} Board  The board: data of a game that never change.
 * @typedef {{id: string, name: string, adjective: string, colour: string, ink: string}} Side  An army, in its
 *   colours.
 * @typedef {{id: string, name: string, short: string, side: number | null, cases: string[]}} Phase  A line of the
 *   sequence of play.
 * @typedef {{label: string, args: ("space" | "unit" | "word")[], cases: string[], primary?: boolean, quiet?: boolean,
 *   remember?: boolean, gathers?: boolean, drops?: boolean, fills?: boolean, resolves?: boolean, forgoes?: boolean,
 *   ends?: boolean, repeats?: boolean, spends?: boolean, renews?: boolean, musters?: boolean, settles?: boolean,
 *   words?: Record<string, string>}} Verb  The reading of an option: its arguments and its words.
 * @typedef {{width: number, height: number, frame: [number, number, number, number]}} Paper  The size of the map;
 *   frame: the part of it that small pictures show.
 * @typedef {{id: string, name: string, kind: string, path?: string, at?: [number, number], rect?: [number, number,
 *   number, number], facts: Fact[], adjacent: number[], slot?: [number, number], badge?: [number, number], sea?:
 *   boolean}} Space  An area or a hex with its outline and where stacks stand, or a box; slot: where some markers
 *   stand; badge: where its worth is written; sea: a hex that is nothing else.
 * @typedef {{name: string, value: string, cases: string[]}} Fact  One line about a thing.
 * @typedef {{id: string, name: string, side: number, type: string, steps: number, faces: Record<string, string>,
 *   facts: Fact[]}} Unit  A counter: its pictures by the number of its steps.
 * @typedef {{symbol: string, name?: string, type?: string, facts?: Fact[]}} Face  A state that a unit may show on its
 *   counter.
 * @typedef {{bit: number, id: string, name: string, cases: string[], look?: string}} Flag  A state of a counter, told
 *   by one bit.
 * @typedef {{id: string, name: string, symbol: string, cases: string[], slot?: boolean, below?: boolean}} Marker  A
 *   marker: a thing in spaces that is no unit.
 * @typedef {{id: string, name: string, side?: number, max?: number, warn?: number, labels?: string[], events?:
 *   string[], cases: string[]}} Track  A gauge.
 * @typedef {{credits: string[], evidence: string, publisher?: string, designer?: string, year?: number, follows?:
 *   string}} About  To whom a game is owed, and what it is held by.
 * @typedef {{match: string, game: string, side: number | null, seats: Record<string, string>, view: View, ask: Ask |
 *   null, standing: Option[], undo: boolean, open?: boolean, commitment: string, seed: string | null, result: Result
 *   | null, holds?: [number, number, number][], since?: number, shares: Record<string, string>, stamp: string, reset:
 *   boolean, log: LogLine[], order?: Outcome}} Table  A match as one seat sees it; side: null for spectators; open:
 *   nothing is hidden from anybody at this moment.
 * @typedef {{turn: number, phase: number, past?: number[], units: PlacedUnit[], marks: [number, number, number][],
 *   tracks: Record<string, number>, plans: [number, number][]}} View  A position as one side sees it; past: the
 *   phases that are over; plans: which unit aims at which space.
 * @typedef {{side: number, mine: boolean, prompt: string, cases: string[], options: Option[], previews: Preview[],
 *   moving: number | null, desk: Sheet[], held: Reason[], units?: number[], spaces?: number[]}} Ask  The open
 *   question: whole for the side that it is put to.
 * @typedef {{title: string, space?: number | null, dice?: number | null, hit?: string, items: PreviewLine[],
 *   against?: string, reduce: PreviewLine[], shifts?: PreviewLine[], columns?: PreviewLine[], outcomes?:
 *   PreviewLine[], mean?: number | null, unit?: string, notes?: PreviewLine[], mean2?: number, hope?: number}}
 *   Preview  Odds of dice before they are thrown; hope: the chance of the aim of another round.
 * @typedef {{text: string, words?: string, value?: string, p?: number, p2?: number, low?: number, high?: number,
 *   raw?: number, cases?: string[], total?: boolean}} PreviewLine  A number of a preview; p2: upper end of a range;
 *   low, high: around an expectation; raw: before shifts.
 * @typedef {{name: string, columns: string[], rows: SheetRow[]}} Sheet  A table with a name.
 * @typedef {{text: string, figures: string[], note: string, cases: string[], units: number[], spaces: number[], acts:
 *   [string, Option][], tone: string}} SheetRow  One line of a sheet.
 * @typedef {{text: string, cases: string[]}} Reason  A sentence and the cases that say so.
 * @typedef {{winner: number | null, text: string, cases: string[]}} Result  Result of a match.
 * @typedef {{n: number, turn: number, phase: number, side: number | null, text: string, cases: string[], dice?:
 *   number[], faces?: number, units: number[], spaces: number[], hits?: number, low?: number, loss?: number, sum?:
 *   Reason[], joins?: number, whole?: string}} LogLine  A line of a seat's log; sum: how it was reckoned; joins and
 *   whole: the run of lines that it goes on with.
 * @typedef {{count: number, done: number[], ended: string, left: Left[]}} Outcome  Result of an order.
 * @typedef {{unit: number, reasons: Reason[]}} Left  A unit that did not follow an order, and why.
 * @typedef {{line: number, turn: number, phase: number, past?: number[], units?: PlacedUnit[], gone?: number[],
 *   marks?: [number, number, number][], tracks: Record<string, number>, plans?: [number, number][], holds?: [number,
 *   number, number][]}} PlaybackStep  Changes by one decision in a seat's view, to be shown by themselves; line: the
 *   last of its log; gone: units that are out of sight; marks, holds: all of them, where one has become another.
 * @typedef {{name: string, units: number[], spaces: [number, number, number, number][], look: string, points: string,
 *   cases: string[], from: number, start: Option[], begin?: Option, step: string, end?: Option | null, order?:
 *   boolean, press?: boolean, notes: Reason[]}} Way  The reach of units in one way; begin: says the first step;
 *   order: units that move one by one; press: over dice.
 * @typedef {{option: number, texts: string[]}} Consequence  The first sentences that a button would bring to the log;
 *   option: its number among the options.
 * @typedef {{unit: string, tracks: string[], closed: boolean, verdict: Reason, entries: LedgerEntry[]}} Ledger  The
 *   score with every cause.
 * @typedef {{side: number, points: number, most: number | null, of: number | null, due: boolean, spaces: number[],
 *   text: string, cases: string[]}} LedgerEntry  The points that one cause brings a side.
 * @typedef {{id: string, name: string, cases: string[], legend: [string, string][], spaces: [number, string][],
 *   units: [number, string, string][], lines: number[][]}} Overlay  One layer over the map.
 * @typedef {{reasons: Reason[]}} Reasons  Why something is not on offer.
 * @typedef {{verb: string, label: string, offered: boolean, reasons: Reason[]}} VerbState  Whether a unit may do one
 *   thing now.
 * @typedef {{orders: StandingOrder[]}} StandingOrders  All that a seat may decide ahead.
 * @typedef {{id: string, name: string, choices: Record<string, string>, units: boolean, cases: string[], given: Given
 *   | null}} StandingOrder  A standing order that a seat may give, and the one it has.
 * @typedef {{choice: string, units: number[], turn: number}} Given  A standing order as it was given; turn: for that
 *   turn alone, 0 for good.
 * @typedef {{option: Option, options: Option[], text: string, stamp: string, reason: string}} Advice  Advice of the
 *   staff; options: its whole order.
 * @typedef {{stamp: string, orders: PlannedOrder[]}} StaffPlan  Plan of the staff.
 * @typedef {{options: Option[], text: string, reason: string, units: number[], goal: number | null, weighs: boolean}}
 *   PlannedOrder  One order of the staff's plan.
 * @typedef {{stamp: string, games: number, most: number, players: string, sides: Share[], draw: number}} Estimate
 *   Estimate from games played on from here.
 * @typedef {{share: number, low: number, high: number}} Share  Share of games that a side won, with its 95 %
 *   interval.
 * @typedef {{option: Option, text: string, reason: string, plans: WeighedPlan[], stamp: string}} GeneralAdvice
 *   Advice of the general, with the alternatives it weighed; the first plan is the chosen one.
 * @typedef {{text: string, chance: number, difference: number, error: number}} WeighedPlan  A plan that the general
 *   has weighed; difference, error: of its chance from the chosen plan's.
 * @typedef {{side: number | null, done: number, hurried: boolean}} Considering  Progress of a general's thinking, and
 *   its side.
 * @typedef {{done: number, curve: number[], turning_points: TurningPoints, mistakes: Mistake[] | null, decisions:
 *   number[], dice: number}} Analysis  Analysis of a match; curve: the first side's chance after each line of the
 *   log; mistakes: null where they were not looked for.
 * @typedef {{decision: Swing[], roll: Swing[]}} TurningPoints  Events that moved the chances most.
 * @typedef {{kind: string, number: number, turn: number, phase: number, side: number, text: string, before: number,
 *   after: number, line: number}} Swing  A decision or a roll, and the first side's chance before and after it; line:
 *   of the log.
 * @typedef {{number: number, turn: number, phase: number, side: number, text: string, worth: number, error: number,
 *   line: number}} Mistake  A decision that the general would have made otherwise; worth, error: in points of the
 *   chance.
 * @typedef {{id: string, title: string, subtitle: string, blurb: string, length: string, complexity: string, sides:
 *   GameSide[], bots: string[], ranks: Record<string, Rank>, scenarios: Named[], options: GameOption[], lessons:
 *   Lessons | null, reading: number, puzzles: number, editor: boolean, ready: boolean}} Game  A game on offer;
 *   reading: minutes for its pages on how to play, 0 where there are none.
 * @typedef {{id: string, name: string, colour: string}} GameSide  A side, for the front room.
 * @typedef {{elo: number, low: number, high: number, games: number, longest: number}} Rank  A program's strength
 *   against the staff, as measured.
 * @typedef {{id: string, name: string, blurb?: string}} Named  A thing to choose.
 * @typedef {{id: string, name: string, blurb: string, choices: string[], default: string}} GameOption  An option of a
 *   new match.
 * @typedef {{side: string, minutes: number, steps: number, more: LessonAfter[]}} Lessons  Entry of the home page for
 *   the first lesson; more: for those after it.
 * @typedef {{title: string, minutes: number, steps: number}} LessonAfter  Entry of the home page for a lesson after
 *   the first.
 * @typedef {{id: string, game: string, title: string, scenario: string, seats: Record<string, Seat>, turn: number,
 *   status: string, decides: string | null, updated: number}} MatchRow  A match in the list.
 * @typedef {{kind: string, token?: string, open?: boolean}} Seat  A seat and its player; token: it is ours; open: a
 *   person's, and nobody's yet.
 * @typedef {{id: string, seats: Record<string, Seat>, invitation?: string, notes?: string[]}} NewMatch  A match that
 *   was made.
 * @typedef {{id: string, game: string, seats: Record<string, Seat>, decides?: string | null, lacks?: string[]}}
 *   Sitters  Players of a match; decides: the side that is asked; lacks: one's sides that have no number in the dice.
 * @typedef {{side: string, minutes: number, title: string, steps: Step[]}} Lesson  A guided first turn, or one of the
 *   lessons after it.
 * @typedef {{title: string, text: string, cases: string[], then: string, scene: boolean, units: number[], spaces:
 *   number[], do: Option[], answers: Option[], goal: Goal | null}} Step  One idea of a lesson.
 * @typedef {{unit: number | null, space: number | null, phase: number | null}} Goal  The goal of a lesson's step.
 * @typedef {{puzzles: Puzzle[]}} Puzzles  The puzzles of a game.
 * @typedef {{title: string, text: string, side: string, cases: string[], hint: string, units: number[], spaces:
 *   number[], ways: Option[][]}} Puzzle  A position with a goal; ways: what is known to solve it.
 * @typedef {{verdict: string}} Verdict  State of a puzzle: open, solved or failed.
 * @typedef {{fields: EditField[]}} Editor  All that can be changed.
 * @typedef {{id: string, name: string, kind: string, least?: number, most?: number, choices?: Named[], among?:
 *   number[]}} EditField  An editable field of a custom position.
 * @typedef {{view: View, values: Record<string, any>, errors: string[], asked: Asked | null}} EditedPosition  A
 *   position by hand, everything open.
 * @typedef {{side: number, prompt: string}} Asked  The first question of a custom position.
 * @typedef {{refused: string}} RefusedPosition  A change that no position comes of.
 * @typedef {{cases: Case[], rulings: Ruling[], chapters: Record<string, string>, glossary: Term[]}} Cases  The rules
 *   of a game.
 * @typedef {{id: string, rule: string, kind: string}} Case  A rule in our words.
 * @typedef {{id: string, cases: string[], ruling: string, problem: string, kind?: string}} Ruling  A ruling on a
 *   doubt.
 * @typedef {{term: string, also?: string[], means: string, cases?: string[]}} Term  A word of the glossary.
 * @typedef {{ids: string[], stems: string[], terms: Term[]}} FoundRules  The rules that words lead to.
 * @typedef {{stamp: string, seat?: string, units?: number[], goal?: number | null, look?: string, verb?: string,
 *   options?: Option[], times?: number, resolve?: string, press?: boolean, since?: number}} GiveOrder  `POST
 *   /api/matches/M/order`: `units` with a `goal`, or `options` (the first one `times` times), or `resolve`.
 *
 * @typedef {[string, ...(number | string)[]]} Option
 * @typedef {[number, number, number, number, number?]} PlacedUnit  unit, space, steps, flags, open face
 * @typedef {Record<string, Seat>} Seats  side to who sits there
 * @typedef {Omit<GiveOrder, "stamp" | "seat" | "since">} Order
 * @typedef {{kind: "unit" | "space", value: number}} Pick  one click of an option that is being put together
 */
export {};
