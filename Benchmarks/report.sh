# Shared by the benchmarks: a row of the report is what was measured, its figure, its bar and what
# the figure is compared with.

BUILD=${BUILD:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/.build/release}
TIMER=$BUILD/command-timer
FAILED=0

# row WHAT FIGURE UNIT BAR PEER: prints a row; a figure over its bar is marked and counted.
row() {
  local verdict=ok
  if awk -v figure="$2" -v bar="$4" 'BEGIN { exit !(figure > bar) }'; then
    verdict=OVER
    FAILED=$((FAILED + 1))
  fi
  printf '%-52s %10s %-4s bar %8s  %-4s  %s\n' "$1" "$2" "$3" "$4" "$verdict" "$5"
}

# figure LINE COLUMN: one number of what the timer printed; columns are median, least, peak.
figure() { sed -n "${1}p" <<<"$measured" | awk -v column="$2" '{ print $column }'; }
