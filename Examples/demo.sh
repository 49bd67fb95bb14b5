#!/bin/sh
# Imports the decks beside this script into a collection of its own and studies them: in a terminal
# with you, otherwise by commands that a script would use. Your own collection is left alone.
#
#     Examples/demo.sh              throws the collection away at the end
#     Examples/demo.sh --keep DIR   keeps it in DIR, to go on with
#
# FLASH names the program; without it the one that was built here is taken, else that on PATH.
set -eu

fail() {
  printf 'demo: %s\n' "$1" >&2
  exit "$2"
}

examples=$(cd "$(dirname "$0")" && pwd)
built=$(dirname "$examples")/.build/release
if [ -n "${FLASH:-}" ]; then
  flash=$FLASH
elif [ -x "$built/flash" ]; then
  flash=$built/flash
else
  flash=$(command -v flash) || fail 'flash is not built; make demo does it' 69
fi

case "$# ${1:-}" in
'0 ')
  place=$(mktemp -d "${TMPDIR:-/tmp}/flash-demo.XXXXXX")
  trap 'rm -rf "$place"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  ;;
'2 --keep')
  mkdir -p "$2"
  place=$(cd "$2" && pwd)
  ;;
*) fail 'usage: demo.sh [--keep DIR]' 64 ;;
esac

# Nothing of the person's own: neither settings nor cards.
unset FLASH_STORE FLASH_CONFIG_COUNT
XDG_CONFIG_HOME=$place/config XDG_DATA_HOME=$place/data
XDG_STATE_HOME=$place/state XDG_CACHE_HOME=$place/cache
export XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME

say() { printf '\n# %s\n' "$1"; }

# Shows a command as it is typed, then what it does.
run() {
  printf '$ flash'
  for word; do
    case $word in
    *[!A-Za-z0-9_./:=,@%+-]*) printf " '%s'" "$word" ;;
    *) printf ' %s' "$word" ;;
    esac
  done
  printf '\n'
  "$flash" "$@"
}

# Shows the next card, what each rating would lead to, and rates it; fails if no card is left today.
answer() {
  card=$("$flash" study next "$1" --template '{id}')
  if [ -z "$card" ]; then
    printf '%s is done for today.\n' "$1"
    return 1
  fi
  run study next "$1" --answer
  run study preview "$card"
  run study answer "$card" "$2" --elapsed "$3"
}

cd "$examples"
say 'Three files become five decks.'
run import Spanish.tsv Science.jsonl Capitals.csv

say 'Importing them again changes nothing.'
run import Spanish.tsv Science.jsonl Capitals.csv

say 'What there is, and what waits today.'
run deck list
run study due

if [ -t 0 ] && [ -t 1 ]; then
  say 'Now you: space shows the answer, 1 to 4 rate it, ? helps, q ends.'
  run study Spanish
else
  say 'A session needs a terminal. Scripts study by commands: the next card, and an answer.'
  answer Spanish good 4s || :
  answer Science good 6s || :

  say 'A slip of the finger is taken back.'
  if answer Capitals again 3s; then run study undo; fi

  say 'Many answers at once: the first ten capitals, all easy, as lines of JSON.'
  printf '%s\n' '$ flash card list -d Capitals --limit 10 --json=id |' \
    '    sed '\''s/"id"/"rating":"easy","card_id"/'\'' | flash study answer -q -'
  "$flash" card list -d Capitals --limit 10 --json=id |
    sed 's/"id"/"rating":"easy","card_id"/' | "$flash" study answer -q -
  run study log --limit 5
fi

say 'What came of it.'
run study stats

if [ "$#" = 2 ]; then
  say 'To go on:'
  printf '%s --store=%s study\n' "$flash" "$XDG_DATA_HOME/flash/collection.db"
fi
