# shellcheck shell=sh
# Runs named stages one after another, all of them, and sums up at the end.

stages_started=$(now)
stages_failed=
: >"$BUILD/stages.txt"
: >"$BUILD/stages-failed.txt"

# stage NAME COMMAND…: runs one; its last line of output goes into the summary.
stage() {
  stage_name=$1
  shift
  stage_started=$(now)
  stage_log=$LOGS/stage.log
  say ""
  say "#### $stage_name"
  {
    stage_status=0
    "$@" || stage_status=$?
    printf '%s' "$stage_status" >"$stage_log.status"
  } 2>&1 | tee "$stage_log"
  stage_status=$(cat "$stage_log.status")
  stage_word=passed
  if [ "$stage_status" -ne 0 ]; then
    stage_word=FAILED
    stages_failed="$stages_failed '$stage_name'"
    {
      say "---- $stage_name"
      telling_lines "$stage_log" 15
    } >>"$BUILD/stages-failed.txt"
  fi
  printf '%-8s %5s s  %s: %s\n' "$stage_word" "$(($(now) - stage_started))" "$stage_name" \
    "$(tail -n 1 "$stage_log")" >>"$BUILD/stages.txt"
}

# stage_of PATH NAME COMMAND…: a stage, when this checkout has PATH.
stage_of() {
  stage_path=$1
  shift
  if [ -e "$REPO/$stage_path" ]; then
    stage "$@"
  else
    printf '%-8s %5s    %s: this checkout has no %s\n' skipped '' "$1" "$stage_path" \
      >>"$BUILD/stages.txt"
  fi
}

# stages_end: prints why stages failed, and the summary; status 1 when one failed.
stages_end() {
  say ""
  cat "$BUILD/stages-failed.txt"
  cat "$BUILD/stages.txt"
  if [ -n "$stages_failed" ]; then
    say "Failed after $(($(now) - stages_started)) s:$stages_failed"
    return 1
  fi
  say "Everything passed, in $(($(now) - stages_started)) s."
}

# shell_scripts: the path of each shell script, one a line.
shell_scripts() {
  for file in "$REPO"/script/* "$REPO"/script/lib/*.sh "$REPO"/.ci/run; do
    if [ -f "$file" ] && { [ "${file%.sh}" != "$file" ] || head -n 1 "$file" | grep -q '/sh$'; }
    then
      printf '%s\n' "$file"
    fi
  done
}

lint_scripts() {
  shell_scripts | xargs shellcheck && say "$(shell_scripts | wc -l) shell scripts are clean"
}
