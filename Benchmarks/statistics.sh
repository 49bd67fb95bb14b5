#!/usr/bin/env bash
# Statistics over 100,000 cards and a million reviews: everything there is, as people and programs
# get it, and of one deck.
set -euo pipefail
. "$(dirname "$0")/report.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work FLASH_NOW=2026-11-30T12:00:00Z TZ=UTC FLASH_STORE=$work/collection.db
"$BUILD/flash-bench" generate-history "$FLASH_STORE"
measured=$("$TIMER" 5 -- "$BUILD/flash-study" stats --section all \
  -- "$BUILD/flash-study" stats --json -- "$BUILD/flash-study" stats Generated)
row "flash study stats, 1,000,000 reviews" "$(figure 1 1)" ms 1000 ""
row "  its memory" "$(figure 1 3)" KiB 65536 ""
row "  as JSON" "$(figure 2 1)" ms 1000 ""
row "  of one deck" "$(figure 3 1)" ms 1000 ""
exit $((FAILED > 0))
