#!/usr/bin/env bash
# Looking after 100,000 cards and a million reviews: check, backup, and undo of bulk changes.
set -euo pipefail
. "$(dirname "$0")/report.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work FLASH_NOW=2026-11-30T12:00:00Z TZ=UTC FLASH_STORE=$work/collection.db
"$BUILD/flash-bench" generate-history "$FLASH_STORE"
measured=$("$TIMER" 3 -- "$BUILD/flash-store" check -q -- "$BUILD/flash-store" backup -qf "$work/copy.db")
row "flash store check, 1,000,000 reviews" "$(figure 1 1)" ms 3000 ""
row "  its memory" "$(figure 1 3)" KiB 262144 ""
row "flash store backup of the same" "$(figure 2 1)" ms 2000 ""
"$BUILD/flash-card" list --template '{id}' --limit=10000 >"$work/ids"
for change in "tag bulk" suspend "move Other"; do
  [ "$change" = "move Other" ] && "$BUILD/flash-deck" add Other >"$work/log"
  printf '#!/bin/sh\nexec %s/flash-card %s - <%s/ids >%s/log\n' "$BUILD" "$change" "$work" "$work" >"$work/do"
  chmod +x "$work/do"
  measured=$("$TIMER" 1 -- "$work/do")
  row "flash card $change, 10,000 cards" "$(figure 1 1)" ms 400 ""
  measured=$("$TIMER" 1 -- "$BUILD/flash-store" undo)
  row "  its undo" "$(figure 1 1)" ms 400 ""
  measured=$("$TIMER" 1 -- "$BUILD/flash-store" redo)
  row "  its redo" "$(figure 1 1)" ms 400 ""
done
exit $((FAILED > 0))
