/** One call to the server. Every failure becomes an ApiError whose message is a sentence for the player. */
import { S } from "../languages/strings.js";

export class ApiError extends Error {
  /**
   * @param {number} status  0 when the server could not be reached
   * @param {string} code
   * @param {string} message
   */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
export async function ask(path, init) {
  let response;
  try {
    // The mark says that this is our own page, which holds its seats by cookie; no other site can send it.
    response = await fetch(path, { cache: "no-store", ...init, headers: { ...init?.headers, "X-Grognard": "page" } });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "offline", S.offline);
  }
  if (response.ok) return response;
  let code = "error";
  let text = S.serverError(response.status);
  try {
    const body = await response.json();
    code = body.code ?? code;
    text = body.error ?? text;
  } catch {
    // Not ours: keep the general sentence.
  }
  throw new ApiError(response.status, code, text);
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
export const json = async (path, init) => (await ask(path, init)).json();

/**
 * @param {string} path
 * @param {unknown} body
 */
export const post = (path, body) =>
  json(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
