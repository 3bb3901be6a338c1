#!/bin/sh
# Checks what is shipped for operators with the programs that read it: the units by systemd-analyze,
# the site by nginx (Debian's packages systemd and nginx-light), the file of settings by the command
# line. Run from the root of a checkout.
set -eu

for tool in systemd-analyze nginx openssl; do
  command -v $tool >/dev/null || PATH=$PATH:/usr/sbin command -v $tool >/dev/null || { echo "not found: $tool"; exit 1; }
done
PATH=$PATH:/usr/sbin
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The programs that the units start are not installed here: a stand-in by the same path for node.
mkdir "$folder/units"
for unit in deploy/systemd/*; do
  sed "s|/opt/samtrot/node_modules/node/bin/node|$(command -v node)|" "$unit" >"$folder/units/$(basename "$unit")"
done
cp "$folder/units/samtrot-server@.service" "$folder/units/samtrot-server@3001.service"
failed=0
for unit in "$folder"/units/*; do
  case $unit in *@.service) continue ;; esac
  said=$(systemd-analyze verify --man=no "$unit" 2>&1 | grep -v -e "postgresql.service" || true)
  printf '%-28s %s\n' "$(basename "$unit")" "${said:-fine}"
  case $said in *samtrot*) failed=1 ;; esac
done
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=portal.example.ch \
  -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2>/dev/null
sed "s|/etc/ssl/samtrot|$folder|" deploy/nginx/samtrot.conf >"$folder/samtrot.conf"
cat >"$folder/nginx.conf" <<CONF
pid $folder/nginx.pid;
events {}
http { access_log off; include $(pwd)/deploy/nginx/upstream.conf; include $folder/samtrot.conf; }
CONF
nginx -t -c "$folder/nginx.conf" -e "$folder/error.log" || failed=1
[ "$failed" = 0 ] && echo "as expected"
