#!/usr/bin/env bash
# container.sh: builds the Containerfile, plays in the container, stops it and starts it anew: the match is still there.
#
# Needs podman or docker, and the base image that the Containerfile names.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(command -v podman || command -v docker) || { echo "container: skipped, neither podman nor docker is at hand."; exit 0; }
name=grognard-tried-$$
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
home=http://localhost:$port

fail() { echo "container: $*"; exit 1; }
# shellcheck disable=SC2317
cleared() { "$tool" rm --force "$name" && "$tool" volume rm "$name" && "$tool" rmi "$name"; }
trap 'cleared >/dev/null 2>&1 || true' EXIT

token=""
asked() {  # asked URL [BODY]: what the server says to who holds the token
  python3 - "$token" "$@" <<'PY'
import sys
import urllib.request

token, url, *body = sys.argv[1:]
headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
print(urllib.request.urlopen(urllib.request.Request(url, "".join(body).encode() or None, headers), timeout=10).read().decode())
PY
}

served() {  # until the page is there
  for _ in $(seq 100); do
    if asked "$home/" 2>/dev/null | grep -q "<title>"; then return; fi
    sleep 0.2
  done
  "$tool" logs "$name" | tail -5
  fail "no page after 20 seconds."
}

"$tool" build --quiet --tag "$name" . >/dev/null
"$tool" run --detach --name "$name" --publish "127.0.0.1:$port:8000" --volume "$name:/data" "$name" >/dev/null
served
[ "$("$tool" exec "$name" id -u)" != 0 ] || fail "the server runs as root."
made=$(asked "$home/api/matches" '{"game": "iwojima", "seats": {"US": "human", "JP": "staff"}}')
match=$(python3 -c 'import json, sys; print(json.loads(sys.argv[1])["id"])' "$made")
token=$(python3 -c 'import json, sys; print(json.loads(sys.argv[1])["seats"]["US"]["token"])' "$made")
before=$(asked "$home/api/matches/$match?seat=US")
"$tool" stop --time 10 "$name" >/dev/null
[ "$("$tool" inspect --format '{{.State.ExitCode}}' "$name")" != 137 ] || fail "it had to be killed."
"$tool" start "$name" >/dev/null
served
after=$(asked "$home/api/matches/$match?seat=US")
python3 - "$before" "$after" <<'PY' || fail "after a stop the match is another one."
import json
import sys

before, after = (json.loads(text) for text in sys.argv[1:])
sys.exit(before["ask"] is None or before["ask"] != after["ask"])
PY
echo "container: built with $(basename "$tool"), served, stopped and started again with its match."
