#!/bin/sh
# Renews two servers behind the nginx that is shipped, under 100 requests a second: in place (one
# ends, the new one starts on its port), then new-first (a third one stands in meanwhile). None of
# 5,000 requests may fail. Needs Debian's packages nginx-light and openssl, the libraries (npm ci)
# and a built server (npm run build). Run from the root of a checkout.
set -eu
PATH=$PATH:/usr/sbin
for tool in nginx openssl; do
  command -v $tool >/dev/null || { echo "not found: $tool"; exit 1; }
done
exec node server/src/testing/chaos/rolling.ts "$@"
