#!/bin/sh
# Goes through «First production start» of docs/OPERATIONS.md on a new Debian 13, under its own
# systemd: runs the lines of that page as they stand there, fills in the settings that it leaves to
# people, then tries the result: the page over TLS of a certificate authority made for this, a mail
# to a mail server, a backup that is brought back. Says how long each step took; machines are faster
# than people, who have to read. Needs root, Debian's packages mmdebstrap and systemd-container, the
# libraries (npm ci) and commits only, no other changes. Run from the root of a checkout.
set -eu

[ "$(id -u)" = 0 ] || { echo "needs root"; exit 1; }
for tool in mmdebstrap systemd-nspawn nsenter openssl; do
  command -v $tool >/dev/null || { echo "not found: $tool (apt install mmdebstrap systemd-container)"; exit 1; }
done
folder=$(mktemp -d)
root=$folder/root
name=portal.example.ch
machine=samtrot-$$
mkdir "$root"
end() {
  [ -z "${leader:-}" ] || { kill -KILL "$leader" 2>/dev/null; sleep 2; } || true
  [ -z "${container:-}" ] || wait "$container" 2>/dev/null || true
  [ -z "${KEEP:-}" ] || { echo "kept: $folder"; return; }
  rm -rf --one-file-system "$folder"
}
trap end EXIT

npm run --silent release -- --target "$folder" "$@" >"$folder/log" 2>&1 || { tail -5 "$folder/log"; exit 1; }
echo "a new Debian 13 is made"
packages=$(sed -n 's/^ *apt-get install -y --no-install-recommends //p' docs/OPERATIONS.md | head -1 | tr ' ' ,)
# With the packages of the page, whose download is not what is tried; its line finds them there.
if [ -n "${BASE:-}" ]; then
  # An archive of such a root that was made before, by the next line.
  tar -C "$root" -xf "$BASE"
else
  mmdebstrap --variant=minbase --include="systemd,systemd-sysv,dbus,iproute2,python3-aiosmtpd,$packages" \
    trixie "$root" >>"$folder/log" 2>&1 || { tail -5 "$folder/log"; exit 1; }
fi
mkdir -p "$root/etc/ssl"
cp "$folder"/samtrot-*.tar.gz "$root/root/"
# The step that fetches libraries needs the network, and is timed; what follows has none but its own.
npm_settings="npm_config_registry=$(npm config get registry) npm_config_cafile=/etc/ssl/authorities.pem"
cat /etc/ssl/certs/ca-certificates.crt ${NODE_EXTRA_CA_CERTS:-} >"$root/etc/ssl/authorities.pem"
cp /etc/resolv.conf "$root/etc/resolv.conf"

# The blocks of a chapter of the page, one file each.
blocks() { # CHAPTER FILES
  awk -v chapter="## $1" -v to="$folder/$2-" '
    /^## /{inside = ($0 == chapter)}
    inside && /^ *```sh$/{n++; taken = 1; next}
    inside && /^ *```$/{taken = 0}
    taken{sub(/^   /, ""); print > (to n)}
  ' docs/OPERATIONS.md
}
blocks "First production start" step
blocks "Backup and restore" backup
steps=$(find "$folder" -name 'step-*' | wc -l)
[ "$steps" = 7 ] || { echo "7 blocks expected on the page, found $steps"; exit 1; }

total=0
timed() { # NAME COMMAND...
  said=$1; shift
  begun=$(date +%s)
  "$@" >"$folder/said" 2>&1 || { echo "failed: $said"; tail -20 "$folder/said"; exit 1; }
  took=$(($(date +%s) - begun)); total=$((total + took))
  printf '%-44s %4s s\n' "$said" "$took"
}
# Each block as a shell of its own would be typed in: from the folder that the first one enters.
in_root() { systemd-nspawn --quiet --keep-unit --register=no --machine="$machine" -D "$root" /bin/sh -euc "export $npm_settings; cd /; $(cat "$1")"; }
inside() { nsenter --all -t "$leader" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root /bin/sh -euc "$1"; }
step() { inside "cd /opt/samtrot; $(cat "$folder/step-$1")"; }

# With LIBRARIES=1 those of this checkout are taken, where the registry is slow.
cp "$folder/step-1" "$folder/programs"
[ -z "${LIBRARIES:-}" ] || sed -i 's/ && npm ci.*//' "$folder/programs"
timed "1 programs and the release" in_root "$folder/programs"
[ -z "${LIBRARIES:-}" ] || cp -a node_modules "$root/opt/samtrot/"

SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 systemd-nspawn --quiet --keep-unit --register=no --private-network \
  --machine="$machine" -bD "$root" >"$folder/console" 2>&1 </dev/null &
container=$!
leader=
for _ in $(seq 120); do
  leader=$(pgrep -P "$container" | head -1 || true)
  [ -n "$leader" ] && inside 'systemctl is-system-running' 2>/dev/null | grep -qE 'running|degraded' && break
  sleep 1
done
inside 'ip link set lo up; systemctl is-system-running || true; systemctl --failed --no-legend' | head -5
inside "echo '127.0.0.1 $name' >>/etc/hosts"
for _ in $(seq 60); do inside 'runuser -u postgres -- psql -Atc "select 1"' >/dev/null 2>&1 && break; sleep 1; done

timed "2 database" step 2
timed "3 keys and settings" step 3
# What the page leaves to people.
timed "  settings of the house, filled in" inside "
  set_to() { sed -i \"s|^#\\?\$1=.*|\$1=\$2|\" /etc/samtrot.env; }
  for setting in NAME STREET CITY COUNTRY UID REGISTER REPRESENTATIVE PHONE HOSTING ABROAD EU_REPRESENTATIVE; do set_to OPERATOR_\$setting 'Muster'; done
  set_to OPERATOR_CITY '8000 Zürich'
  set_to OPERATOR_EMAIL haus@$name; set_to SUPPORT_EMAIL hilfe@$name; set_to DUTY_EMAIL wache@$name
  set_to SMTP_URL smtp://127.0.0.1:2525; set_to MAIL_FROM 'Haus <haus@$name>'
  set_to BANK_IBAN CH9300762011623852957; set_to PUBLIC_URL https://$name"
# A mail server of another author, and a certificate authority of a month.
inside 'mkdir -p /var/mail/drill && systemd-run --quiet --unit=drill-smtp python3 -m aiosmtpd -n -l 127.0.0.1:2525 -c aiosmtpd.handlers.Mailbox /var/mail/drill/box'
inside "mkdir -p /etc/ssl/samtrot && cd /etc/ssl/samtrot
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj '/CN=Drill CA' -keyout ca.key -out ca.pem
  openssl req -newkey rsa:2048 -nodes -subj '/CN=$name' -addext 'subjectAltName=DNS:$name' -keyout privkey.pem -out site.csr
  openssl x509 -req -in site.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -copy_extensions copy -out site.pem
  cat site.pem ca.pem >fullchain.pem" >>"$folder/log" 2>&1
timed "4 processes" step 4
timed "5 proxy" step 5
timed "6 people" step 6
link=$(grep -o "https://$name/betrieb/[^ ]*" "$folder/said" | head -1)
timed "7 backup" step 7
echo "all steps: $total s"

failed=0
expect() { # WHAT WANTED GOT
  printf '%-62s %s\n' "$1" "$3"
  [ "$2" = "$3" ] || { echo "  expected $2"; failed=1; }
}
site="curl -sS --cacert /etc/ssl/samtrot/ca.pem -o /tmp/answer -w %{http_code}"
expect "page over TLS, through the proxy" 200 "$(inside "$site https://$name/")"
expect "link of the owner" 200 "$(inside "$site '$link'")"
expect "plain text is redirected" 301 "$(inside "curl -sS -o /dev/null -w '%{http_code}' http://$name/")"
inside "NODE_EXTRA_CA_CERTS=/etc/ssl/samtrot/ca.pem samtrot proxy check" >"$folder/said" 2>&1 || { failed=1; cat "$folder/said"; }
expect "what proxy check finds wrong" 0 "$(grep -c FALSCH "$folder/said")"
expect "/readyz on the machine" true "$(inside "curl -sS http://127.0.0.1:3001/readyz" | grep -o '"healthy":[a-z]*' | cut -d: -f2)"
inside 'systemctl stop samtrot-worker'
for _ in $(seq 90); do inside 'grep -rqs "To: wache@" /var/mail/drill/box/new' && break; sleep 1; done
expect "a worker that is stopped is mailed to the duty" 1 "$(inside 'grep -rls "To: wache@" /var/mail/drill/box/new | wc -l')"
inside 'systemctl start samtrot-worker'
for unit in samtrot-server@3001 samtrot-server@3002 samtrot-worker samtrot-backup.timer; do
  expect "$unit" active "$(inside "systemctl is-active $unit" || true)"
done
expect "user of the server" samtrot "$(inside 'ps -o user= -p $(systemctl show -P MainPID samtrot-server@3001)')"
expect "exposure of the server by systemd-analyze" OK "$(inside 'systemd-analyze security --no-pager samtrot-server@3001' | grep -oE 'OK|MEDIUM|EXPOSED|UNSAFE' | tail -1)"
inside 'systemctl kill -s KILL samtrot-server@3001; sleep 8'
expect "a killed server is back" 200 "$(inside "curl -s --retry 20 --retry-delay 1 --retry-all-errors -o /dev/null -w '%{http_code}' http://127.0.0.1:3001/readyz")"
expect "renewed in place, then answers" 200 "$(inside "systemctl restart samtrot-server@3002 && curl -s --retry 20 --retry-delay 1 --retry-all-errors -o /dev/null -w '%{http_code}' http://127.0.0.1:3002/readyz")"

# The lines of «Backup and restore»: brought back beside what is there, and a base backup.
inside 'install -m 640 -g samtrot /root/backup.key /var/lib/samtrot/backup.key'
restored=$(inside "$(cat "$folder/backup-1")" 2>&1) || failed=1
echo "$restored" | sed 's/^/  /'
expect "restored ledger" 1 "$(echo "$restored" | grep -c 'Das Hauptbuch stimmt:')"
inside "$(cat "$folder/backup-2" "$folder/backup-3")" >"$folder/said" 2>&1 || { failed=1; tail -5 "$folder/said"; }
expect "base backup of PostgreSQL" 1 "$(inside 'find /var/backups/postgres -name backup_label | wc -l')"
[ "$failed" = 0 ] && echo "as expected"
