#!/bin/sh
# Checks with Prometheus' own promtool (Debian's package prometheus): the metrics that a process
# serves, the alert rules, the scrape configuration, and that every metric that the rules and the
# dashboard name is served. Run from the root of a checkout.
set -eu

command -v promtool >/dev/null || { echo "not found: promtool (apt install prometheus)"; exit 1; }
folder=$(mktemp -d)
port=$((20000 + $$ % 20000))
end() {
  [ -z "${pid:-}" ] || kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null || true
  rm -rf "$folder"
}
trap end EXIT

DATA_DIR="$folder/data" PORT="$port" METRICS_PORT=$((port + 2)) DEMO_DATA=0 PARTNER_SITE=0 BUILD_PAGES=0 \
  node server/src/start.ts >"$folder/log" 2>&1 &
pid=$!
for _ in $(seq 240); do
  curl -sf -o /dev/null "http://127.0.0.1:$port/readyz" && break
  sleep 0.5
done
DATA_DIR="$folder/data" npm run --silent samtrot -- ledger check
curl -sf "http://127.0.0.1:$((port + 2))/metrics" >"$folder/metrics"
promtool check metrics <"$folder/metrics"
promtool check rules deploy/prometheus/alerts.yml
promtool check config deploy/prometheus/prometheus.yml
missing=0
for name in $(cat deploy/prometheus/alerts.yml deploy/grafana/dashboard.json |
  grep -oE '(samtrot|nodejs|process)_[a-z0-9_]+' | sort -u); do
  # Known only once a backup or an import was made, a provider was asked, with a bucket or a mailbox.
  case $name in samtrot_backup_*|samtrot_bank_import_*|samtrot_audit_checkpoint_*|samtrot_storage_reachable) continue ;; esac
  case $name in samtrot_payment_provider_*|samtrot_mailbox_*) continue ;; esac
  grep -q "^$name" "$folder/metrics" || { echo "not served: $name"; missing=1; }
done
echo "$(grep -c '^samtrot_' "$folder/metrics") values of Samtrot are served"
[ "$missing" = 0 ] && echo "as expected"
