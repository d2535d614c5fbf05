#!/bin/sh
# The Debian packages that the tests need besides Python and make: what is missing is installed, where we may;
# elsewhere one sentence says what to ask for. A test that needs another package adds its line to the list below:
#   needs PACKAGE COMMAND...    where the command succeeds once the package is there
# With --soak also those that only `make soak` needs. Debian starts the front doors among them where systemd runs; who
# wants none of them running says: systemctl disable --now nginx haproxy caddy
set -u
missing=""

needs() {
  package=$1
  shift
  "$@" >/dev/null 2>&1 || missing="$missing $package"
}

any() {  # any of these programs
  for program in "$@"; do PATH="$PATH:/usr/sbin" command -v "$program" && return 0; done
  return 1
}

file() {  # any file of this pattern
  for found in $1; do [ -e "$found" ] && return 0; done
  return 1
}

library() {
  python3 -c 'import ctypes, sys; ctypes.CDLL(sys.argv[1])' "$1"
}

needs chromium any chromium chromium-browser google-chrome
# One without windows costs a quarter less; who cannot install it does without.
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  needs chromium-headless-shell any chromium-headless-shell google-chrome
fi
needs fonts-dejavu-core file '/usr/share/fonts/*/*/*.[to]tf'
needs libatomic1 library libatomic.so.1  # for the Node that Playwright brings

programs() {  # PostgreSQL's own, which Debian keeps out of the way
  file '/usr/lib/postgresql/*/bin/initdb' || any initdb
}
needs postgresql programs  # the store's tests run one of their own, in a temporary folder

if [ "${1:-}" = --soak ]; then  # tests/test_reverse_proxies.py starts its own, in temporary folders
  needs nginx any nginx
  needs haproxy any haproxy
  needs caddy any caddy
  needs curl any curl  # which speaks HTTP/2
fi

[ -n "$missing" ] || exit 0
command -v apt-get >/dev/null || { echo "The tests need what Debian calls$missing; please install it."; exit 1; }
[ "$(id -u)" = 0 ] || { echo "The tests need packages that only root can install: apt-get install$missing"; exit 1; }
echo "Installing for the tests:$missing"
# shellcheck disable=SC2086
apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null ||
  { echo "The tests need packages that could not be installed: apt-get install$missing"; exit 1; }
