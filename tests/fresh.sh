#!/usr/bin/env bash
# fresh.sh [PYTEST ARGUMENTS]: the README's two commands on a bare Debian 12 with Python and make and nothing else.
#
# Builds such a root with debootstrap and copies a fresh clone of the last commit into it. As root there, `make play`
# and `make test` must do all that is needed by themselves. As an ordinary user each must end with one sentence that
# names what is missing, and work once root has installed just that. PYTEST ARGUMENTS choose some of the tests, such
# as `tests/test_kernel.py`. Needs root and debootstrap; packages come from this machine's own mirror.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$PWD/build/fresh
base=$work/base
tests=$*
mkdir -p "$work"

fail() { echo "fresh: $*"; exit 1; }
[ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null || fail "needs root and debootstrap."

# --- the bare root

if [ ! -e "$base.made" ]; then
  mirror=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk '$1 == "bookworm" && $2 == "main" { print $3; exit }')
  [ -n "$mirror" ] || fail "this machine's apt knows no mirror of Debian 12."
  rm -rf "$base"
  debootstrap --variant=minbase --include=python3,make bookworm "$base" "$mirror" >"$work/debootstrap.log" 2>&1 ||
    fail "debootstrap failed; see $work/debootstrap.log."
  touch "$base.made"
fi

# This machine's way to PyPI holds inside as well: pip's settings as variables, and the local files that they name,
# which are to be seen under /host there.
settings=() held=()
while IFS='=' read -r name value; do
  value=${value#\'} value=${value%\'}
  for word in $value; do
    path=${word#file://}
    [[ $path == /* && -e $path ]] || continue
    if [ -d "$path" ]; then held+=("$(dirname "$path")"); else held+=("$path"); fi  # an index may name files beside it
    value=${value/"$path"/"/host$path"}
  done
  settings+=("PIP_$(tr 'a-z-' 'A-Z_' <<<"${name##*.}")=$value")
done < <(python3 -m pip config list 2>/dev/null)

# --- machines made of it, each with a fresh clone

root=""

machine() {  # machine USER: a new root whose clone belongs to that user
  root=$work/$1
  rm -rf "$root"
  cp -a "$base" "$root"
  cp /etc/resolv.conf "$root/etc/"
  chroot "$root" useradd --create-home player
  git clone --quiet "$PWD" "$root/home/player/grognard"
  chroot "$root" chown -R "$1" /home/player
}

enter() {  # enter ROOT USER SCRIPT FILE...: in namespaces of its own, so that mounts and processes end with it
  local root=$1 user=$2 script=$3 each
  shift 3
  mount -t proc proc "$root/proc"
  for each in "$@"; do
    mkdir -p "$(dirname "$root/host$each")"
    if [ -d "$each" ]; then mkdir -p "$root/host$each"; else touch "$root/host$each"; fi
    mount --bind "$each" "$root/host$each"
  done
  exec chroot --userspec="$user" "$root" sh -c "cd /home/player/grognard && $script"
}

inside() {  # inside USER SCRIPT: with an empty environment
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/home/player "${settings[@]}" \
    unshare --mount --pid --fork --kill-child bash -ec "$(declare -f enter); enter \"\$@\"" enter "$root" "$@" "${held[@]}"
}

play() { inside "$1" "python3 tests/fresh_play.py"; }
try() { inside "$1" "make test PYTEST='$tests'"; }

refused() {  # refused COMMAND: it must end with a sentence that names packages; root installs just these
  local said
  ! said=$("$@" player 2>&1) || fail "$1 works without what it needs."
  [[ $said =~ "apt-get install "([^$'\n']+) ]] || fail "$1 does not say what is missing: $said"
  local wanted=${BASH_REMATCH[1]}
  echo "without it: $(grep 'apt-get install' <<<"$said")"
  inside root "apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends $wanted >/dev/null 2>&1"
}

echo "fresh: root"
machine root
play root
try root

echo "fresh: an ordinary user"
machine player
refused play
play player
refused try
try player
echo "fresh: both commands work on a bare machine, for root and for others."
