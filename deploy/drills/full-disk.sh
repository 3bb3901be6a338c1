#!/bin/sh
# Fills the disk of the embedded database, on a volume of its own of 600 MB, and tries what still
# works: reading and leaving the websites do, logging in says that nothing can be saved, /readyz is
# 503, and with room again all goes on without a restart. Needs root, for the volume; run from the
# root of a checkout.
set -eu

[ "$(id -u)" = 0 ] || { echo "needs root, to mount a small volume"; exit 1; }
folder=$(mktemp -d)
port=$((20000 + $$ % 20000))
site="http://127.0.0.1:$port"
mkdir "$folder/data"
mount -t tmpfs -o size=600m,mode=755 tmpfs "$folder/data"
end() {
  [ -z "${pid:-}" ] || kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null || true
  umount "$folder/data" && rm -rf "$folder"
}
trap end EXIT

DATA_DIR="$folder/data" PORT="$port" DEMO_DATA=0 PARTNER_SITE=0 BUILD_PAGES=0 \
  node server/src/start.ts >"$folder/log" 2>&1 &
pid=$!
status() { curl -s -o "$folder/answer" -w '%{http_code}' "$@"; }
until_status() { # WANTED ADDRESS
  for _ in $(seq 120); do
    [ "$(status "$2")" = "$1" ] && return
    sleep 0.5
  done
  echo "no $1 from $2: $(cat "$folder/answer")"; tail -5 "$folder/log"; exit 1
}
failed=0
expect() { # WHAT WANTED GOT
  printf '%-62s %s\n' "$1" "$3"
  [ "$2" = "$3" ] || { echo "  expected $2: $(cat "$folder/answer")"; failed=1; }
}
json='content-type: application/json'
call() { # NAME BODY [COOKIE JAR]
  status -X POST -H "$json" -b "${3:-/dev/null}" -d "$2" "$site/api?action=$1"
}

until_status 200 "$site/readyz"
curl -sf -c "$folder/jar" -H "$json" -d '{"username":"lena","email":"lena@beispiel.ch"}' \
  "$site/dev/account" >/dev/null
login='{"log":"lena@beispiel.ch","pwd":"Gut-Gewählt-2026"}'
expect "before: log-in" 200 "$(call login "$login")"
expect "before: reserve in MB" 64 "$(du -m "$folder/data/reserve" | cut -f1)"

# Until nothing more fits, as a log or a film does that nobody watches.
begun=$(date +%s)
dd if=/dev/zero of="$folder/data/filler" bs=1M 2>/dev/null || true
until_status 503 "$site/readyz"
echo "the disk was filled; noticed after $(($(date +%s) - begun)) s, free: $(df -m --output=avail "$folder/data" | tail -1) MB"
dd if=/dev/zero of="$folder/data/filler2" bs=1M count=20 2>/dev/null || true

expect "full: log-in" 503 "$(call login "$login")"
grep -q 'Im Moment können wir nichts speichern' "$folder/answer" || { cat "$folder/answer"; failed=1; }
expect "full: a session that exists reads" 200 "$(status -b "$folder/jar" "$site/api?action=state")"
expect "full: take everything off the websites" 200 "$(call goOffline '{}' "$folder/jar")"
expect "full: put it online again" 503 "$(call goOnline '{}' "$folder/jar")"
expect "full: reserve" gone "$([ -e "$folder/data/reserve" ] && echo there || echo gone)"

rm "$folder/data/filler" "$folder/data/filler2"
until_status 200 "$site/readyz"
expect "room again: log-in" 200 "$(call login "$login")"
expect "room again: reserve in MB" 64 "$(du -m "$folder/data/reserve" | cut -f1)"
pids=$(grep -c 'database server has ended' "$folder/log" || true)
expect "times the database server ended" 0 "$pids"
[ "$failed" = 0 ] && echo "as expected"
