# shellcheck shell=sh
# Runs Checks/EndToEnd: the real binaries and a real Chromium, driven by pytest.

END_TO_END=$REPO/Checks/EndToEnd

# has_end_to_end: whether there are such checks in this checkout.
has_end_to_end() {
  for file in "$END_TO_END"/test_*.py; do
    [ -f "$file" ] && return 0
  done
  return 1
}

# end_to_end FLAVOUR [PYTEST ARGUMENTS…]: builds every executable in that flavour, tells the
# checks where they are (HUB_BIN for product hub, ANCHOR_BIN for anchor, …), and runs them.
end_to_end() {
  binaries=$1
  shift
  "$REPO/script/setup" browser || return
  packages executables >"$BUILD/executables" || return
  # The one sample that the checks run: a service for the Hub to ask.
  echo 'Samples/Outings outings' >>"$BUILD/executables"
  while read -r package product; do
    say "Building $product ($binaries) …"
    swift_flavoured "$binaries" build "$package" --product "$product" || return
    folder=$(binary_folder "$binaries" "$package") || return
    variable=$(printf '%s' "$product" | tr 'a-z-' 'A-Z_')_BIN
    export "$variable=$folder/$product"
  done <"$BUILD/executables"
  limit "${HUB_STEP_SECONDS:-1800}" env PYTHONDONTWRITEBYTECODE=1 \
    "$BUILD/venv/bin/python" -m pytest -c "$END_TO_END/pytest.ini" "$@" "$END_TO_END"
}
