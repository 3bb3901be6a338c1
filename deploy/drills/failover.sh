#!/bin/sh
# Failover of the database, on one machine: a primary with a synchronous standby, both on the
# PostgreSQL that the product ships, is killed under load (purchases, orders, lists for a website),
# ten times unless --rounds says otherwise; with --control the
# standby is asynchronous, and purchases have to be found missing. Needs the libraries (npm ci) and a built server (npm run
# build), no package. Run from the root of a checkout.
set -eu
exec node server/src/testing/chaos/failover.ts "$@"
