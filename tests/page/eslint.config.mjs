// eslint's recommended rules and the few that keep the page honest: no markup from strings, no stray globals.
import { createRequire } from "node:module";

// The tools live in a folder of their own, not beside this file.
const require = createRequire(process.env.PAGE_TOOLS + "/");
const js = require("@eslint/js");
const globals = require("globals");

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-eval": "error",
      "max-lines": ["error", 350],
      "no-restricted-properties": ["error", { property: "innerHTML" }, { property: "outerHTML" }, { property: "insertAdjacentHTML" }],
    },
  },
  // A catalogue of words is no code to be held in the head.
  { files: ["**/strings.js", "**/languages/*.js"], rules: { "max-lines": "off" } },
];
