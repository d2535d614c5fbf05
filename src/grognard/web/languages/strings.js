/** The words of the interface in the reader's language. */
import { ENGLISH } from "./english.js";
import { translated } from "./language.js";

export const S = await translated(ENGLISH);
