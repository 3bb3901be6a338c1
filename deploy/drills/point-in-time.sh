#!/bin/sh
# Brings a database at work back to an instant between two backups, five times unless --rounds says
# otherwise: a base backup by PostgreSQL's own functions, its archive of the log, recovery_target_time.
# The ledger has to be what had been committed by then, to the transfer. Needs the libraries (npm ci),
# no package. Run from the root of a checkout.
set -eu
exec node server/src/testing/chaos/point-in-time.ts "$@"
