# shellcheck shell=sh
# Builds and runs the fuzzers of Checks/Fuzz.
#
# Not by SwiftPM: libFuzzer brings its own main, and every module has to be built with it.

FUZZ=$REPO/Checks/Fuzz
FUZZ_BUILD=$BUILD/fuzz

fuzz_targets() {
  for folder in "$FUZZ"/corpus/*/; do
    basename "$folder"
  done
}

# fuzz_module PACKAGE MODULE: compiles one of our modules for fuzzing.
#
# With the checks of a release, and testable, so that what is not public can be fuzzed too.
fuzz_module() {
  find "$REPO/$1/Sources/$2" -name '*.swift' >"$FUZZ_BUILD/$2.sources"
  # shellcheck disable=SC2086
  swiftc $FUZZ_FLAGS -wmo -package-name "$1" -module-name "$2" \
    -emit-module -emit-module-path "$FUZZ_BUILD/$2.swiftmodule" \
    -c -o "$FUZZ_BUILD/$2.o" @"$FUZZ_BUILD/$2.sources"
}

# fuzz_build: the fuzzer, unless nothing that it is made of has changed.
fuzz_build() {
  mkdir -p "$FUZZ_BUILD"
  fuzzer=$FUZZ_BUILD/fuzzer
  if [ -x "$fuzzer" ] && [ -z "$(find "$REPO/Toolbox/Sources" "$REPO/HubContracts/Sources" \
    "$REPO/Hub/Sources/HubCore" "$REPO/Hub/Sources/HubArchive" \
    "$REPO/PersonalSyncKit/Sources/PersonalSyncSealed" "$FUZZ/Sources" "$REPO/script/lib/fuzz.sh" \
    "$REPO/Toolbox/Tests/ToolboxHTTPServerTests/HeadInPlace.swift" -newer "$fuzzer")" ]; then
    return
  fi
  say 'Building the fuzzer …'
  FUZZ_FLAGS="-O -swift-version 6 -parse-as-library -enable-testing -sanitize=fuzzer,address
    -I $FUZZ_BUILD"
  for library in COpenSSL CSodium CMicrohttpd CLinux CArchive; do
    FUZZ_FLAGS="$FUZZ_FLAGS
    -Xcc -fmodule-map-file=$REPO/Toolbox/Sources/$library/module.modulemap"
  done
  fuzz_module Toolbox ToolboxLocks
  fuzz_module Toolbox ToolboxJSON
  fuzz_module Toolbox ToolboxHTTP
  fuzz_module Toolbox ToolboxCrypto
  fuzz_module Toolbox ToolboxHTTPServer
  fuzz_module Toolbox ToolboxArchive
  fuzz_module HubContracts HubContracts
  fuzz_module Hub HubCore
  fuzz_module Hub HubArchive
  fuzz_module PersonalSyncKit PersonalSyncSealed
  # shellcheck disable=SC2086
  swiftc $FUZZ_FLAGS -wmo -module-name Fuzz -o "$fuzzer" "$FUZZ"/Sources/*.swift \
    "$REPO/Toolbox/Tests/ToolboxHTTPServerTests/HeadInPlace.swift" "$FUZZ_BUILD"/*.o
}

# fuzz_command TARGET ARGUMENTS…: runs libFuzzer on a target, and tells its last lines.
fuzz_command() {
  fuzz_target=$1
  shift
  log=$LOGS/fuzz-$fuzz_target.log
  fuzz_status=0
  # A stack is drawn by the sanitizer; Swift's own takes minutes over so large a program.
  limit "${HUB_STEP_SECONDS:-1800}" env FUZZ_TARGET="$fuzz_target" \
    SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 \
    "$FUZZ_BUILD/fuzzer" -artifact_prefix="$FUZZ_BUILD/$fuzz_target-" -rss_limit_mb=1024 \
    -timeout=10 "$@" >"$log" 2>&1 || fuzz_status=$?
  if [ "$fuzz_status" -ne 0 ]; then
    grep -E 'Fatal error|ERROR|Test unit|SUMMARY' "$log" | head -n 5
    say "All of it: $log"
  fi
  return "$fuzz_status"
}

# fuzz_run TARGET SECONDS SEED: looks for new inputs for that long.
fuzz_run() {
  mkdir -p "$FUZZ_BUILD/found/$1"
  fuzz_command "$1" -max_total_time="$2" -seed="$3" -print_final_stats=1 -use_value_profile=1 \
    "$FUZZ_BUILD/found/$1" "$FUZZ/corpus/$1" || return
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  covered=$(sed -n 's/.* cov: \([0-9]*\) ft: .*/\1/p' "$log" | tail -n 1)
  say "$1: $runs inputs in $2 s, $covered edges reached, nothing broken"
}

# fuzz_replay TARGET: what its corpus holds, once.
fuzz_replay() {
  fuzz_command "$1" -runs=0 "$FUZZ/corpus/$1" || return
  say "$1: $(find "$FUZZ/corpus/$1" -type f | wc -l) inputs, nothing broken"
}
