#!/usr/bin/env bash
# Whole processes over 100,000 cards: how many are due, as prompts and reminders ask it, and the first
# card.
set -euo pipefail
. "$(dirname "$0")/report.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work FLASH_EXEC_PATH=$BUILD FLASH_NOW=2026-11-30T12:00:00Z TZ=UTC
"$BUILD/flash-bench" generate-collection "$work/new.db" new
"$BUILD/flash-bench" generate-collection "$work/due.db" due
for kind in new due; do
  measured=$("$TIMER" 31 -- "$BUILD/flash-study" due --count --store="$work/$kind.db" \
    -- "$BUILD/flash-study" next --json --store="$work/$kind.db" \
    -- "$BUILD/flash" --store="$work/$kind.db" due --count \
    -- "$BUILD/flash-study" remind -n --store="$work/$kind.db")
  row "flash study due --count, 100,000 $kind cards" "$(figure 1 1)" ms 20 "Anki: 260 ms"
  row "  its memory" "$(figure 1 3)" KiB 40960 "Anki: 107 MB"
  row "flash study next, 100,000 $kind cards" "$(figure 2 1)" ms 40 ""
  row "flash due --count, as a prompt asks it" "$(figure 3 1)" ms 20 ""
  row "flash study remind -n" "$(figure 4 1)" ms 25 ""
done
exit $((FAILED > 0))
