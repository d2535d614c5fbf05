/** Calls about games, matches and seats. */
import { ApiError, ask, json, post } from "./request.js";

/** @typedef {import("../core/types.js").Option} Option */
/** @typedef {import("../core/types.js").Table} Table */

const id = encodeURIComponent;

/** @returns {Promise<import("../core/types.js").Game[]>} */
export const games = () => json("/api/games");

/** @returns {Promise<import("../core/types.js").MatchRow[]>} */
export const matches = () => json("/api/matches");

/**
 * @param {string} game
 * @returns {Promise<import("../core/types.js").Board>}
 */
export const board = (game) => json(`/api/games/${id(game)}/board`, { cache: "default" });

/**
 * Has the server get a game ready and draw its map, and sends nothing of it.
 * @param {string} game
 */
export const prefetch = async (game) => {
  for (const sheet of ["board", "ground.svg", "fine.svg"]) await ask(`/api/games/${id(game)}/${sheet}`, { method: "HEAD" });
};

/**
 * @param {string} game
 * @returns {Promise<import("../core/types.js").Cases>}
 */
export const cases = (game) => json(`/api/games/${id(game)}/cases`, { cache: "default" });

/**
 * @param {string} game
 * @param {string} words
 * @returns {Promise<import("../core/types.js").FoundRules>}
 */
export const searchRules = (game, words) => json(`/api/games/${id(game)}/rules?q=${id(words)}`);

/**
 * @param {string} game
 * @param {"fine" | "counters"} which
 * @returns {Promise<string>}
 */
export const svgOf = async (game, which) =>
  (await ask(`/api/games/${id(game)}/${which}.svg`, { cache: "default" })).text();

/**
 * The address of the map without its finest lettering.
 * @param {string} game
 */
export const groundUrl = (game) => `/api/games/${id(game)}/ground.svg`;

/**
 * @param {{game: string, scenario?: string, options?: Record<string, string>, seats: Record<string, string>,
 *   estimate?: boolean, position?: Record<string, unknown>, invite?: string[]}} body
 * @returns {Promise<import("../core/types.js").NewMatch>}
 */
export const newMatch = async (body) => {
  for (let tries = 1; ; tries++) {
    // The server binds itself to a secret first; then every player here adds a number to the dice.
    const { commitment } = await post("/api/dice", {});
    const people = Object.entries(body.seats).filter(([side, kind]) => kind === "human" && !body.invite?.includes(side));
    const shares = Object.fromEntries(people.map(([side]) => [side, randomHex()]));
    try {
      return await post("/api/matches", { ...body, commitment, shares });
    } catch (error) {
      // A server that was set back to a copy meanwhile does not know its commitment any more, but gives another one.
      if (!(error instanceof ApiError && error.code === "stale") || tries === 3) throw error;
    }
  }
};

/** A number of your own for the dice: 32 bytes in hex. */
const randomHex = () => [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, "0")).join("");

/**
 * Takes seats: by an invitation, or with the tokens that this browser kept before seats were held by cookie.
 * @param {string} match
 * @param {{code?: string, tokens?: string[]}} by
 * @returns {Promise<import("../core/types.js").Sitters>}
 */
export async function sit(match, by) {
  return withShares(await post(`/api/matches/${id(match)}/sit`, by));
}

/**
 * Takes the seat whose short code was shown at another device.
 * @param {string} code
 * @returns {Promise<import("../core/types.js").Sitters>}
 */
export const sitByCode = async (code) => withShares(await post("/api/sit", { code }));

/**
 * Adds numbers of this browser's own to the dice of seats that it holds and that have added none.
 * @param {string} match
 */
export const addShares = (match) => sit(match, {});

/** @param {import("../core/types.js").Sitters & {lacks: string[]}} taken */
async function withShares(taken) {
  if (taken.lacks.length) {
    const shares = Object.fromEntries(taken.lacks.map((side) => [side, randomHex()]));
    await post(`/api/matches/${id(taken.id)}/sit`, { shares });
  }
  return taken;
}

/**
 * @param {string} game
 * @returns {Promise<import("../core/types.js").Editor>}
 */
export const editor = (game) => json(`/api/games/${id(game)}/editor`, { cache: "default" });

/**
 * @param {string} game
 * @param {string} scenario
 * @param {Record<string, unknown>} change
 * @returns {Promise<import("../core/types.js").EditedPosition | import("../core/types.js").RefusedPosition>}
 */
export const position = (game, scenario, change) => post(`/api/games/${id(game)}/position`, { scenario, change });

/**
 * @param {string} text
 * @param {boolean} fits  of a save from another version, take as much as still replays
 * @returns {Promise<import("../core/types.js").NewMatch>}
 */
export const loadSave = (text, fits) =>
  json(fits ? "/api/load?fits" : "/api/load", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: text,
  });

/** The calls of one seat at one match. */
export class Seat {
  /**
   * @param {string} match
   * @param {string} side  its id; that we sit there says the cookie
   */
  constructor(match, side) {
    this.side = side;
    this.base = `/api/matches/${id(match)}`;
  }

  /**
   * @param {number} since
   * @returns {Promise<Table>}
   */
  table(since) {
    return json(`${this.base}?seat=${id(this.side)}&since=${since}`);
  }

  /**
   * @param {string} stamp
   * @param {Option[]} options
   * @param {number} since
   * @returns {Promise<Table>}
   */
  decide(stamp, options, since) {
    return post(`${this.base}/decide`, { seat: this.side, stamp, ...(options[1] ? { options } : { option: options[0] }), since });
  }

  /**
   * @param {string} stamp
   * @param {import("../core/types.js").Order} order
   * @param {number} since
   * @returns {Promise<Table>}
   */
  order(stamp, order, since) {
    return post(`${this.base}/order`, { seat: this.side, stamp, ...order, since });
  }

  /**
   * @param {string} stamp
   * @param {number} since
   * @returns {Promise<Table>}
   */
  undo(stamp, since) {
    return post(`${this.base}/undo`, { seat: this.side, stamp, since });
  }

  /**
   * @param {string} stamp
   * @param {Option[]} options  one, or what a group would do together
   * @param {AbortSignal} signal
   * @returns {Promise<import("../core/types.js").Preview | null>}
   */
  preview(stamp, [option, ...also], signal) {
    const others = also.map((o) => `&also=${id(JSON.stringify(o))}`).join("");
    const query = `seat=${id(this.side)}&stamp=${id(stamp)}&option=${id(JSON.stringify(option))}${others}`;
    return json(`${this.base}/preview?${query}`, { signal });
  }

  /**
   * @param {number[]} units
   * @param {AbortSignal} signal
   * @returns {Promise<import("../core/types.js").Way[]>}
   */
  reach(units, signal) {
    return json(`${this.base}/reach?seat=${id(this.side)}${units.map((u) => `&unit=${u}`).join("")}`, { signal });
  }

  /**
   * @param {number | null} unit
   * @param {number | null} space
   * @returns {Promise<import("../core/types.js").Reasons>}
   */
  whynot(unit, space) {
    const what = (unit === null ? "" : `&unit=${unit}`) + (space === null ? "" : `&space=${space}`);
    return json(`${this.base}/whynot?seat=${id(this.side)}${what}`);
  }

  /**
   * @param {number} unit
   * @returns {Promise<import("../core/types.js").VerbState[]>}
   */
  verbs(unit) {
    return json(`${this.base}/verbs?seat=${id(this.side)}&unit=${unit}`);
  }

  /** @returns {Promise<import("../core/types.js").Ledger | null>} */
  ledger() {
    return json(`${this.base}/ledger?seat=${id(this.side)}`);
  }

  /** @returns {Promise<import("../core/types.js").Overlay[]>} */
  overlays() {
    return json(`${this.base}/overlays?seat=${id(this.side)}`);
  }

  /**
   * @param {number} n
   * @returns {Promise<Table>}
   */
  at(n) {
    return json(`${this.base}/at/${n}?seat=${id(this.side)}`);
  }

  /**
   * What happened between two lines of the log, decision by decision.
   * @param {number} since
   * @param {number} until
   * @returns {Promise<import("../core/types.js").PlaybackStep[]>}
   */
  steps(since, until) {
    return json(`${this.base}/steps?seat=${id(this.side)}&since=${since}&until=${until}`);
  }

  /**
   * @param {number} n
   * @returns {Promise<import("../core/types.js").NewMatch>}
   */
  branch(n) {
    return post(`${this.base}/branch`, { seat: this.side, at: n });
  }

  /**
   * @param {string[]} held  every side whose seat this page holds
   * @returns {Promise<string>}
   */
  async save(held) {
    return (await ask(`${this.base}/save?${held.map((side) => `seat=${id(side)}`).join("&")}`)).text();
  }

  /** @returns {Promise<string>} */
  async report() {
    return (await ask(`${this.base}/report?seat=${id(this.side)}`)).text();
  }

  /**
   * @param {string[]} held  every side whose seat this page holds
   * @returns {Promise<import("../core/types.js").Advice>}
   */
  advice(held) {
    return json(`${this.base}/advice?${this.seats(held)}`);
  }

  /**
   * @param {string[]} held
   * @param {"phase" | "fill" | "settle"} [scope]
   * @returns {Promise<import("../core/types.js").StaffPlan>}
   */
  plan(held, scope = "phase") {
    return json(`${this.base}/plan?${this.seats(held)}&scope=${scope}`);
  }

  /**
   * @param {string[]} held
   * @param {AbortSignal} signal
   * @returns {Promise<import("../core/types.js").Estimate>}
   */
  estimate(held, signal) {
    return json(`${this.base}/estimate?${this.seats(held)}`, { signal });
  }

  /**
   * One's own seat first.
   * @param {string[]} held
   */
  seats(held) {
    return [this.side, ...held.filter((side) => side !== this.side)].map((side) => `seat=${id(side)}`).join("&");
  }

  /** @param {number} since */
  socketUrl(since) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return `${scheme}//${location.host}${this.base}/ws?seat=${id(this.side)}&since=${since}`;
  }
}

/** The calls of somebody who looks at a finished match without a seat. */
export class OpenSeat extends Seat {
  /** @param {string} match */
  constructor(match) {
    super(match, "");
    this.base = `/api/replays/${id(match)}`;
  }

  async preview() {
    return null;
  }

  async reach() {
    return [];
  }

  async whynot() {
    return { reasons: [] };
  }

  async verbs() {
    return [];
  }

  async overlays() {
    return [];
  }

  /**
   * @param {number} n
   * @returns {Promise<import("../core/types.js").NewMatch>}
   */
  branch(n) {
    return post(`${this.base}/branch`, { at: n });
  }
}
