#!/usr/bin/env bash
# Every benchmark: the scripts of this folder, then the programs that measure in process. Fails if a
# figure is over its bar, after all have been printed.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
failed=0
for script in Benchmarks/*.sh; do
  case $script in */all.sh | */report.sh) continue ;; esac
  echo "== ${script#Benchmarks/}"
  "$script" || failed=1
done
for program in .build/release/*-benchmark .build/release/flash-bench; do
  [ -x "$program" ] || continue
  echo "== ${program##*/}"
  "$program" || failed=1
done
exit $failed
