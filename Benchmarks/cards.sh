#!/usr/bin/env bash
# Lists, searches and changes in a collection of 100,000 cards: the whole process.
set -euo pipefail
. "$(dirname "$0")/report.sh"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME=$folder FLASH_STORE=$folder/cards.db
card=$BUILD/flash-card
[ -x "$card" ] || exit 0
"$BUILD/flash-bench" generate-csv 100000 >"$folder/cards.csv"
"$BUILD/flash-import" -q "$folder/cards.csv"
id=$("$card" list --limit 1 --template '{id}')

measured=$("$TIMER" 11 \
  -- "$BUILD/flash-deck" --version \
  -- "$card" search 'no such text' \
  -- "$card" search 'Keine Übereinstimmung' \
  -- "$card" list --json \
  -- "$card" list \
  -- "$card" list --limit 2000 \
  -- "$BUILD/flash-deck" list \
  -- "$card" flag 1 "$id" \
  -- "$card" show "$id")
ms() { figure "$1" 1; }
row 'flash deck --version' "$(ms 1)" ms 4 "least $(figure 1 2) ms"
row 'flash card search, 100,000 cards' "$(ms 2)" ms 100 "least $(figure 2 2) ms"
row '  a text that is not ASCII' "$(ms 3)" ms 150 "least $(figure 3 2) ms"
row 'flash card list --json, 100,000 cards' "$(ms 4)" ms 1000 "least $(figure 4 2) ms"
row 'flash card list, 100,000 cards' "$(ms 5)" ms 1000 "least $(figure 5 2) ms"
row 'flash card list --limit 2000 of them' "$(ms 6)" ms 40 'apy 1,600 ms'
row 'flash deck list' "$(ms 7)" ms 40 "least $(figure 7 2) ms"
row 'flash card flag of one card' "$(ms 8)" ms 20 "least $(figure 8 2) ms"
row 'flash card show of one card' "$(ms 9)" ms 20 "least $(figure 9 2) ms"
exit $((FAILED > 0))
