#!/bin/sh
# Checks the page's modules: types written as JSDoc (tsc, strict) and lint (eslint, recommended rules).
# The tools are installed once into a cache folder; a machine without Node says so and goes on, CI does not.
set -eu
cd "$(dirname "$0")/.."

skip() {
  echo "page-check: $1; skipped."
  [ -z "${CI:-}" ] || exit 1
  exit 0
}

command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || { echo "page-check: no node or npm here; skipped."; exit 0; }

PAGE_TOOLS="${PAGE_TOOLS:-$PWD/build/page-tools}"
export PAGE_TOOLS
bin="$PAGE_TOOLS/node_modules/.bin"
wanted="typescript@5.9.3 eslint@9.39.1 @eslint/js@9.39.1 globals@16.5.0"
if [ ! -x "$bin/tsc" ] || [ ! -x "$bin/eslint" ] || [ "$(cat "$PAGE_TOOLS/wanted" 2>/dev/null)" != "$wanted" ]; then
  mkdir -p "$PAGE_TOOLS"
  # shellcheck disable=SC2086
  npm install --prefix "$PAGE_TOOLS" --no-save --no-package-lock --no-audit --no-fund --loglevel=error \
    --fetch-retries=1 --fetch-timeout=30000 $wanted >"$PAGE_TOOLS/install.log" 2>&1 || skip "the npm registry cannot be reached"
  printf '%s' "$wanted" >"$PAGE_TOOLS/wanted"
fi

"$bin/tsc" --project tests/page/tsconfig.json --incremental --tsBuildInfoFile "$PAGE_TOOLS/types.tsbuildinfo"
"$bin/eslint" --cache --cache-location "$PAGE_TOOLS/lint-cache" --config tests/page/eslint.config.mjs src/grognard/web
echo "page-check: types and lint are clean."
