# shellcheck shell=sh
# Keeps the output of a long run or a measurement as a dated file in docs/records/.

# keep_record TOPIC COMMAND: writes standard input, with what it was measured on, to
# docs/records/<date>-<TOPIC>.md; a second one on one day gets a number.
keep_record() {
  mkdir -p "$REPO/docs/records"
  record_stem=$REPO/docs/records/$(date +%Y-%m-%d)-$1
  record_file=$record_stem.md
  record_number=2
  while [ -e "$record_file" ]; do
    record_file=$record_stem-$record_number.md
    record_number=$((record_number + 1))
  done
  {
    printf '# %s, %s\n\n' "$1" "$(date +%Y-%m-%d)"
    printf -- '- command: %s\n' "$2"
    printf -- '- commit: %s\n' "$(commit_now)"
    printf -- '- machine: %s, %s processors, %s\n' "$(processor)" "$(getconf _NPROCESSORS_ONLN)" \
      "$(uname -srm)"
    printf -- '- %s\n\n```\n' "$(swift --version 2>/dev/null | grep -o 'Swift version [0-9.]*')"
    without_machine_paths
    printf '```\n'
  } >"$record_file"
  say "Recorded in ${record_file#"$REPO"/}"
}

commit_now() {
  git -C "$REPO" describe --always --dirty --abbrev=12 2>/dev/null || say 'not a git checkout'
}

processor() {
  sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1
}
