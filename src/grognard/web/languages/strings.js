/** The words of the interface in the language that is spoken. */
import { ENGLISH } from "./english.js";
import { translated } from "./language.js";

export const S = await translated(ENGLISH);
