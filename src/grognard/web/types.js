/**
 * The shapes of the protocol, as types: see docs/protocol.md. Nothing here runs.
 *
 * @typedef {{name: string, value: string, cases?: string[]}} Fact
 * @typedef {{id: string, name: string, adjective?: string, colour?: string, ink?: string}} Side
 * @typedef {{id: string, name: string, kind: string, path?: string, at?: [number, number],
 *   slot?: [number, number], rect?: [number, number, number, number], facts?: Fact[], adjacent?: number[]}} Space
 * @typedef {{id: string, name: string, side: number, type: string, steps?: number,
 *   faces: Record<string, string>, facts?: Fact[]}} Unit
 * @typedef {{symbol: string, name?: string, type?: string, facts?: Fact[]}} Face  what a unit may show that is not its own
 * @typedef {{bit: number, id: string, name: string, look?: string, cases?: string[]}} Flag
 * @typedef {{id: string, name: string, symbol: string, slot?: boolean, below?: boolean, cases?: string[]}} Marker
 * @typedef {{id: string, name: string, short?: string, side?: number | null, cases?: string[]}} Phase
 * @typedef {{id: string, name: string, side?: number | null, max?: number, warn?: number, labels?: string[],
 *   events?: string[], cases?: string[]}} Track
 * @typedef {"unit" | "space" | "word"} ArgKind
 * @typedef {{label: string, args: ArgKind[], words?: Record<string, string>, primary?: boolean, quiet?: boolean,
 *   remember?: boolean, grave?: boolean, gathers?: boolean, drops?: boolean, fills?: boolean, resolves?: boolean, forgoes?: boolean, ends?: boolean, repeats?: boolean, cases?: string[]}} Verb
 * @typedef {{game: string, title: string, version: string, sides: Side[], map: {width: number, height: number, frame?: [number, number, number, number]},
 *   spaces: Space[], units: Unit[], faces?: Face[], flags: Flag[], markers: Marker[], phases: Phase[], tracks: Track[],
 *   verbs: Record<string, Verb>, about?: {publisher?: string, designer?: string, year?: number | string, follows?: string, credits?: string[], evidence?: string}}} Board
 *
 * @typedef {[string, ...(number | string)[]]} Option
 * @typedef {[number, number, number, number, number?]} PlacedUnit  unit, space, steps, flags, open face
 * @typedef {{text: string, words?: string, value?: string, p?: number, p2?: number, low?: number, high?: number, raw?: number,
 *   total?: boolean, cases?: string[]}} PreviewLine  p2: upper end of a range; low, high: around an expectation
 * @typedef {{title: string, space?: number | null, dice?: number | string, hit?: string, items?: PreviewLine[],
 *   against?: string, reduce?: PreviewLine[], shifts?: PreviewLine[], columns?: PreviewLine[], outcomes?: PreviewLine[], mean?: number | string, mean2?: number | string, unit?: string,
 *   notes?: PreviewLine[]}} Preview
 * @typedef {{n: number, turn: number, phase: number, side: number | null, text: string, cases?: string[],
 *   dice?: number[] | null, hits?: number | null, faces?: number, loss?: number, spaces?: number[], units?: number[],
 *   sum?: Reason[], joins?: number, whole?: string}} LogLine
 * @typedef {{name: string, look?: string, points?: string, cases?: string[], units: number[], from: number, start: Option[],
 *   step: string, end?: Option | null, spaces: [number, number, number, number][], notes?: PreviewLine[],
 *   begin?: Option, order?: boolean, press?: boolean}} Way  begin: says the first step; order: units that move one by one; press: over dice
 * @typedef {{side: number, mine: boolean, prompt: string, cases?: string[], options: Option[], units?: number[], spaces?: number[],
 *   previews?: Preview[], moving?: number | null, desk?: Sheet[], held?: Reason[]}} Ask
 * @typedef {{text: string, figures: string[], note: string, cases: string[], units: number[], spaces: number[],
 *   acts: [string, Option][], tone: string}} SheetRow
 * @typedef {{name: string, columns: string[], rows: SheetRow[]}} Sheet
 * @typedef {{side: number, points: number, most: number | null, of: number | null, due: boolean, text: string,
 *   cases: string[], spaces: number[]}} LedgerEntry  what one cause brings a side
 * @typedef {{unit: string, tracks: string[], closed: boolean, verdict: Reason & {cases: string[]},
 *   entries: LedgerEntry[]}} Ledger
 * @typedef {{winner: number | null, text: string, cases?: string[]}} Result
 * @typedef {{turn: number, phase: number, units: PlacedUnit[], marks: [number, number, number][],
 *   tracks: Record<string, number>, plans?: [number, number][]}} View  plans: which unit aims at which space
 * @typedef {{units?: number[], goal?: number, look?: string, verb?: string, options?: Option[], times?: number,
 *   resolve?: string, press?: boolean}} Order
 * @typedef {{stamp: string, orders: {options: Option[], text: string, reason: string, units: number[],
 *   goal: number | null}[]}} StaffPlan
 * @typedef {{option: Option, options: Option[], text: string, reason: string, stamp: string}} Advice
 * @typedef {{share: number, low: number, high: number}} Share
 * @typedef {{stamp: string, games: number, most: number, players: string, sides: Share[], draw: number}} Estimate
 * @typedef {{match: string, game: string, side: number, stamp: string, seats: Record<string, string>, view: View,
 *   order?: {count: number, done: number[], ended: string, left: {unit: number, reasons: Reason[]}[]},
 *   holds?: [number, number, number][],
 *   ask: Ask | null, standing?: Option[], undo?: boolean, since?: number, log: LogLine[], reset?: boolean, commitment?: string,
 *   shares?: Record<string, string>,
 *   seed?: string | null, result?: Result | null}} Table
 *
 * @typedef {{id: string, name?: string, blurb?: string}} Named
 * @typedef {{id: string, name: string, blurb?: string, choices: (string | Named)[], default?: string}} GameOption
 * @typedef {{id: string, title: string, subtitle?: string, blurb?: string, length?: string, complexity?: string,
 *   sides: {id: string, name: string, colour?: string}[], bots: (string | Named)[], scenarios?: Named[], options?: GameOption[],
 *   ready?: boolean, editor?: boolean, lessons?: {side: string, minutes: number, steps: number} | null}} Game
 * @typedef {Record<string, {kind: string, token?: string, open?: boolean}>} Seats  token: it is ours; open: a person's, and nobody's yet
 * @typedef {{id: string, game: string, seats: Seats, decides?: string | null}} Sitters
 * @typedef {{id: string, seats: Seats, notes?: string[]}} NewMatch
 * @typedef {{id: string, game: string, title?: string, scenario?: string, seats: Seats, turn?: number,
 *   status?: string, decides?: string | null, updated?: string | number}} MatchRow
 * @typedef {{title: string, text: string, cases: string[], then: string, scene: boolean, units: number[], spaces: number[],
 *   do: Option[], answers: Option[],
 *   goal: {unit: number | null, space: number | null, phase: number | null} | null}} Step  of a lesson
 * @typedef {{id: string, name: string, kind: string, least?: number, most?: number, choices?: Named[], among?: number[]}} EditField
 * @typedef {{view: View, values: {[field: string]: any}, errors: string[], refused?: undefined,
 *   asked: {side: number, prompt: string} | null}} EditedPosition
 * @typedef {{side: string, minutes: number, steps: Step[]}} Lesson
 * @typedef {{id: string, rule: string, kind?: string}} Case
 * @typedef {{id: string, cases: string[], ruling: string, problem?: string}} Ruling
 * @typedef {{term: string, also?: string[], means: string, cases?: string[]}} Term  of the glossary
 * @typedef {{cases: Case[], rulings: Ruling[], chapters: {[number: string]: string}, glossary?: Term[]}} Cases
 * @typedef {{ids: string[], stems: string[], terms: Term[]}} FoundRules
 * @typedef {{text: string, cases?: string[]}} Reason
 * @typedef {{verb: string, label: string, offered: boolean, reasons: Reason[]}} VerbState  of one unit
 * @typedef {{id: string, name: string, cases: string[], legend: [string, string][], spaces: [number, string][],
 *   units: [number, string, string][], lines: number[][]}} Overlay
 *
 * @typedef {{kind: "unit" | "space", value: number}} Pick  one click of an option that is being put together
 */
export {};
