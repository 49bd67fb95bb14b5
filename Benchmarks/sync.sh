#!/usr/bin/env bash
# Whole processes of `flash sync` against a server on loopback: an account of 100,000 cards and
# 1,000,000 reviews, and one of 1,000 reviews beside it. CARDS and REVIEWS make it smaller.
set -euo pipefail
. "$(dirname "$0")/report.sh"
CARDS=${CARDS:-100000} REVIEWS=${REVIEWS:-1000000}
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill $server; wait; rm -rf "$work"' EXIT
mkdir -p "$work"/{mail,server/.config/flash,large,small}
cat >"$work/server/.config/flash/config" <<EOF
[serve]
  mail = dir:$work/mail
  mail-from = flash@flash.example
[serve "limit"]
  account = 1000000000
  connections-per-address = 100
EOF
HOME=$work/server "$BUILD/flash-serve" default-plan plus >/dev/null
HOME=$work/server "$BUILD/flash-serve" --listen 127.0.0.1:0 >"$work/address" 2>"$work/log" &
server=$!
until [ -s "$work/address" ]; do sleep 0.05; done
address=$(tail -n 1 "$work/address" | grep -o '127.0.0.1:[0-9]*')

# on HOME PROGRAM ARGUMENT…: runs a program of one device.
on() {
  local home=$1 program=$2
  shift 2
  env -i HOME="$work/$home" PATH=/usr/bin:/bin TZ=UTC "$BUILD/flash-$program" "$@"
}

# mailed COUNT: the token of the newest link, once so many mails have come.
mailed() {
  until [ "$(ls "$work/mail" | wc -l)" -ge "$1" ]; do sleep 0.05; done
  tr -d '\r' <"$work/mail/$(ls -t "$work/mail" | head -n 1)" \
    | sed -e ':a;/=$/{N;s/=\n//;ba' -e '}' | grep -o 't=\(3D\)\?[0-9a-f]\{20,\}' | head -n 1 \
    | sed 's/t=\(3D\)\?//'
}

# signed HOME COUNT: signs a device in, by the button behind the link in that mail.
signed() {
  on "$1" sync login --server="http://$address" "$1@example.org" </dev/null >/dev/null 2>&1 &
  curl -sS -o "$work/page" -d "t=$(mailed "$2")" "http://$address/auth/consume"
  wait $!
}

# post PATH BODY: a request without a sign-in.
post() { curl -sS -H 'Content-Type: application/json' -d "$2" "http://$address/api/v1/$1"; }

# answered HOME COUNT: answers so many cards.
answered() {
  on "$1" card list --limit=1000000 --json=id | shuf -n "$2" --random-source=<(yes) \
    | sed 's/"id"/"card_id"/; s/}$/,"rating":3}/' | on "$1" study answer - >/dev/null
}

# took HOME RUNS COUNT: the middle of the milliseconds that a sync of so many new answers takes.
took() {
  local run
  for run in $(seq "$2"); do
    if [ "$3" != 0 ]; then answered "$1" "$3" || exit; fi
    env -i HOME="$work/$1" PATH=/usr/bin:/bin TZ=UTC "$TIMER" 1 -- "$BUILD/flash-sync" -q
  done | sort -n | awk '{ time[NR] = $1 } END { print time[int((NR + 1) / 2)] }'
}

# made HOME CARDS REVIEWS
made() {
  mkdir -p "$work/$1/.local/share/flash"
  "$BUILD/flash-bench" generate-history "$work/$1/.local/share/flash/collection.db" "$2" "$3"
}

made large "$CARDS" "$REVIEWS"
signed large 1
made small 1000 1000
signed small 2
size="$CARDS cards, $REVIEWS reviews"
time=$(took large 1 0) && row "first sync up, $size" "$time" ms 6000 "6.2 s, 30.6 MB"
time=$(took large 21 0) && row "nothing to do" "$time" ms 25 "246 ms"
time=$(took large 7 100) && row "100 new reviews" "$time" ms 60 "360 ms"
time=$(took large 3 10000) && row "10,000 new reviews" "$time" ms 600 "570 ms"
took small 1 0 >/dev/null
time=$(took small 7 100) && row "100 new reviews, 1,000 reviews before" "$time" ms 60 ""
if command -v wrk >/dev/null; then
  post auth/magic-link/request '{"email":"me@example.org"}'
  token=$(post auth/magic-link/consume "{\"token\":\"$(mailed 3)\"}" \
    | grep -o '"access_token":"[^"]*' | cut -d '"' -f 4)
  rate=$(wrk -t 1 -c 4 -d 5s -H "Authorization: Bearer $token" "http://$address/api/v1/me" \
    | awk '/Requests\/sec/ { print $2 }')
  row "GET /api/v1/me, the time of one" \
    "$(awk -v rate="$rate" 'BEGIN { printf "%.1f", 1e6 / rate }')" us 83.3 "$rate a second; 12,000"
else
  echo "GET /api/v1/me: not measured, which needs wrk"
fi
row "server's peak memory" "$(awk '/VmHWM/ { print $2 }' "/proc/$server/status")" KiB 256000 ""
exit $((FAILED > 0))
