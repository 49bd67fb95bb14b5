#!/usr/bin/env bash
# Start-up of the dispatcher against git's, in the same run.
set -euo pipefail
. "$(dirname "$0")/report.sh"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '#include <stdio.h>\nint main(void) { return puts("hello") < 0; }\n' >"$folder/hello.c"
"${CC:-clang}" -O2 -o "$folder/flash-hello" "$folder/hello.c"
cp "$folder/flash-hello" "$folder/git-hello"
export HOME=$folder PATH=$folder:$PATH
unset FLASH_EXEC_PATH

# compare WHAT RUNS OURS… -- THEIRS…: the ratio of two medians, which must not pass 1.
compare() {
  local what=$1 runs=$2
  shift 2
  measured=$("$TIMER" "$runs" -- "$@")
  local ours theirs
  ours=$(figure 1 1)
  theirs=$(figure 2 1)
  row "$what" "$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.2f", a / b }')" x 1.00 \
    "$ours ms against $theirs ms"
}

compare 'flash --version : git --version' 400 "$BUILD/flash" --version -- git --version
compare 'flash hello : git hello' 400 "$BUILD/flash" hello -- git hello
compare 'flash --list-cmds : git --list-cmds' 200 \
  "$BUILD/flash" --list-cmds=main,others -- git --list-cmds=main,others

measured=$("$TIMER" 200 -- "$folder/flash-hello" -- "$BUILD/flash" hello)
row 'added to a plugin by dispatch' \
  "$(awk -v a="$(figure 2 1)" -v b="$(figure 1 1)" 'BEGIN { printf "%.2f", a - b }')" ms 1.00 \
  "alone $(figure 1 1) ms"
for plugin in deck card study; do
  [ -x "$BUILD/flash-$plugin" ] || continue
  measured=$("$TIMER" 200 -- "$BUILD/flash" "$plugin" --version)
  row "flash $plugin --version" "$(figure 1 1)" ms 4.00 "peak $(figure 1 3) KiB"
done
exit $((FAILED > 0))
