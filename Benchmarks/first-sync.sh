#!/usr/bin/env bash
# The first exchange of 100,000 cards and a million reviews with a server of this machine: up from a
# collection, down to another device, down once more when the server has to make the file anew.
# "processor" is user and system time of both sides, which says more where others are at work.
set -euo pipefail
. "$(dirname "$0")/report.sh"
work=$(mktemp -d)
server=
trap '[ -n "$server" ] && kill $server 2>/dev/null && wait $server 2>/dev/null; rm -rf "$work"' EXIT
ulimit -n 4096 2>/dev/null || true
mkdir -p "$work/mail" "$work"/{one,two,three} "$work/server/.config/flash"
printf '[serve]\nmail = dir:%s/mail\nmail-from = flash@flash.example\n' "$work" \
  >"$work/server/.config/flash/config"
env -i HOME="$work/server" PATH=/usr/bin:/bin TZ=UTC \
  "$BUILD/flash-serve" default-plan plus --database "$work/accounts" >/dev/null
env -i HOME="$work/server" PATH=/usr/bin:/bin TZ=UTC \
  "$BUILD/flash-serve" --listen 127.0.0.1:0 --database "$work/accounts" >"$work/address" 2>"$work/log" &
server=$!
for _ in $(seq 1 100); do [ -s "$work/address" ] && break; sleep 0.1; done
address=http://$(head -n 1 "$work/address" | sed 's,^http://,,')

# on HOME PROGRAM ARGUMENT...: runs a program of a device.
on() {
  local home=$1 program=$2
  shift 2
  env -i HOME="$work/$home" PATH=/usr/bin:/bin TZ=UTC "$BUILD/flash-$program" "$@"
}

# sign_in HOME N: by the button of the page behind the N-th mail.
sign_in() {
  on "$1" sync login --server="$address" me@example.org </dev/null >"$work/login" 2>&1 &
  local login=$! file token
  for _ in $(seq 1 300); do [ "$(find "$work/mail" -type f | wc -l)" -ge "$2" ] && break; sleep 0.1; done
  file=$(find "$work/mail" -type f -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d ' ' -f 2)
  token=$(grep -o 'http[^ ]*t=[0-9a-f]*' "$file" | head -n 1 | sed 's/.*t=//')
  curl -sS -o "$work/page" -d "t=$token" "$address/auth/consume"
  wait $login
}

ticks() { awk '{ print $14 + $15 }' "/proc/$server/stat"; }

# exchange HOME NAME BAR: one sync and its rows of the report.
exchange() {
  local before after seconds
  before=$(ticks)
  TIMEFORMAT='%R %U %S'
  { time on "$1" sync --json >"$work/$1.json" 2>"$work/$1.errors"; } 2>"$work/time"
  after=$(ticks)
  seconds=$(cut -d ' ' -f 1 "$work/time")
  row "$2" "$seconds" s "$3" "$4"
  row "  its processor, device and server" "$(awk -v ticks=$((after - before)) \
    '{ printf "%.2f", $2 + $3 + ticks / 100 }' "$work/time")" s 999 ""
  row "  bytes on the wire" "$(grep -o '"bytes_\(up\|down\)":[0-9]*' "$work/$1.json" |
    awk -F : '{ sum += $2 } END { printf "%.1f", sum / 1e6 }')" MB 60 "30.6, without memory states"
}

store=$work/one/.local/share/flash/collection.db
mkdir -p "$(dirname "$store")"
"$BUILD/flash-bench" generate-history "$store"
sign_in one 1
sign_in two 2
sign_in three 3
exchange one "first sync up, 100,000 cards, 1,000,000 reviews" 6 "6.2 s"
exchange two "first sync down of the same" 2 "1.58 s"
sqlite3 "$(find "$work/accounts/accounts" -name '*.db')" "delete from snapshots" 2>/dev/null || true
exchange three "first sync down, made anew by the server" 6 ""
for home in two three; do
  [ "$(on one card list --json | wc -l)" = "$(on $home card list --json | wc -l)" ] || FAILED=1
done
row "the server's peak" "$(awk '/VmHWM/ { print $2 }' "/proc/$server/status")" KiB 256000 ""
exit $((FAILED > 0))
