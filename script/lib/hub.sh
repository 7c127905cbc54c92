# shellcheck shell=sh
# Where things are, and how the scripts speak. Every script in script/ sources this first.
#
# After it: REPO is the repository, BUILD the build folder; both absolute.

set -eu

REPO=$(cd "$(dirname "$0")/.." && pwd -P)
BUILD=${HUB_BUILD_DIR:-$REPO/build}
case $BUILD in
  /*) ;;
  *) BUILD=$PWD/$BUILD ;;
esac
LOGS=$BUILD/logs
mkdir -p "$LOGS"
HUB_BUILD_DIR=$BUILD
export HUB_BUILD_DIR

say() {
  printf '%s\n' "$*"
}

# die WHAT…: ends the script because something outside it is not as it must be.
die() {
  printf '%s: %s\n' "script/$(basename "$0")" "$*" >&2
  exit 1
}

# misuse WHAT…: ends the script because it was called wrongly.
misuse() {
  printf '%s: %s\nSee: %s --help\n' "script/$(basename "$0")" "$*" "script/$(basename "$0")" >&2
  exit 2
}

# The comment at the head of a script is its help text.
show_help() {
  sed -n -e '1d' -e '/^#/!q' -e 's/^# \{0,1\}//p' "$0"
}

now() {
  date +%s
}

# packages COMMAND…: asks the manifests, see `script/lib/packages.py --help`.
packages() {
  python3 "$REPO/script/lib/packages.py" "$@"
}

# limit SECONDS COMMAND…: runs the command without input, and ends it, with all it started,
# after that time or when this script is told to end.
#
# HUB_DEADLINE (seconds since 1970), when set, ends it earlier: script/ci has only so much time.
limit() {
  limit_seconds=$1
  shift
  if [ -n "${HUB_DEADLINE:-}" ]; then
    limit_left=$((HUB_DEADLINE - $(now)))
    if [ "$limit_left" -le 0 ]; then
      say "no time left for: $*"
      return 124
    fi
    if [ "$limit_left" -lt "$limit_seconds" ]; then
      limit_seconds=$limit_left
    fi
  fi
  # In the background, since a shell hears of a signal only when what it waits for has ended.
  python3 "$REPO/script/lib/limit.py" "$limit_seconds" "$@" &
  limit_pid=$!
  trap 'kill -TERM "$limit_pid" 2>/dev/null; wait "$limit_pid"; exit 130' INT TERM
  limit_status=0
  wait "$limit_pid" || limit_status=$?
  trap - INT TERM
  return "$limit_status"
}

# swift_flavoured FLAVOUR COMMAND PACKAGE [ARGUMENTS…]: swift build or test, in that flavour's
# one scratch folder.
#
# Every package shares it, so that what one package compiled is there for the next. The price
# is that an undeclared import can compile; script/check-imports finds those. And the build plan
# must not be taken from the last run: with some timing it is that of another package.
swift_flavoured() {
  flavour=$1
  command=$2
  package=$3
  shift 3
  case $flavour in
    debug) ;;
    release) set -- -c release "$@" ;;
    thread | address) set -- --sanitize "$flavour" "$@" ;;
    *) die "no such flavour: $flavour" ;;
  esac
  limit "${HUB_STEP_SECONDS:-1800}" swift "$command" --package-path "$REPO/$package" \
    --scratch-path "$BUILD/$flavour" --explicit-target-dependency-import-check error \
    --disable-build-manifest-caching "$@"
}

# binary_folder FLAVOUR PACKAGE: where that flavour's executables are.
binary_folder() {
  case $1 in
    release) configuration=release ;;
    *) configuration=debug ;;
  esac
  swift build -c "$configuration" --package-path "$REPO/$2" --scratch-path "$BUILD/$1" \
    --show-bin-path
}

# without_machine_paths: a filter that takes this machine's folders out of what is recorded.
without_machine_paths() {
  sed -e "s|$BUILD|build|g" -e "s|$REPO/||g" -e "s|$REPO|.|g"
}

# telling_lines LOG COUNT: the lines that explain a failure, or the end of the log when none
# stands out; not more than COUNT.
telling_lines() {
  telling='✘|error:|Fatal error|Crash|^(E  |FAILED|ERROR|FAIL:)|ended after|no time left'
  if grep -E -q "$telling" "$1"; then
    # The compiler says each error twice, and once more for each target it stops.
    grep -E "$telling" "$1" | grep -v '`- ' | awk '!seen[$0]++' | head -n "$2"
  else
    tail -n "$2" "$1"
  fi
}
