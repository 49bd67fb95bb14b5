#!/usr/bin/env bash
# Every benchmark: the scripts of this folder, then the program that measures in process. Fails if a
# figure is over its bar, after all have been printed.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
failed=0
for script in Benchmarks/*.sh; do
  case $script in */all.sh | */report.sh) continue ;; esac
  echo "== ${script#Benchmarks/}"
  "$script" || failed=1
done
echo "== in process"
.build/release/flash-bench || failed=1
exit $failed
