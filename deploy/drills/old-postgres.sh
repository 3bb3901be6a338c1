#!/bin/sh
# Tries the product on the PostgreSQL 15 of Debian 12 (package postgresql-15), which is too old: it
# has to say so, with the remedy, and to leave the database empty. Run from the root of a checkout.
set -eu

bin=${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}
[ -x "$bin/initdb" ] || { echo "not found: $bin/initdb (apt install postgresql-15)"; exit 1; }
folder=$(mktemp -d)
chmod 755 "$folder"
port=$((20000 + $$ % 20000))
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; as="runuser -u postgres --"; else as=""; fi
end() { $as "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"; }
trap end EXIT

$as "$bin/initdb" -D "$folder/data" -U samtrot -A trust >/dev/null
$as "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" \
  -o "-p $port -h 127.0.0.1 -k $folder" start >/dev/null
$as "$bin/createdb" -h 127.0.0.1 -p "$port" -U samtrot samtrot

export DATABASE_URL="postgres://samtrot@127.0.0.1:$port/samtrot" DATA_DIR="$folder/none"
export DATA_KEY=only-for-this-drill-only-for-this-drill-only-for-this
code=0
said=$(npm run --silent samtrot -- migrate 2>&1) || code=$?
echo "$said"
tables=$($as "$bin/psql" -h 127.0.0.1 -p "$port" -U samtrot -Atc \
  "select count(*) from pg_tables where schemaname = 'public'" samtrot)
echo "exit code $code, tables: $tables"
[ "$code" = 1 ] && [ "$tables" = 0 ] && echo "$said" | grep -q "is too old, Samtrot needs"
echo "as expected"
