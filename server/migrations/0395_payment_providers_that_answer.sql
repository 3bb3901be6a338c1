-- Locks operation_run against reading and writing for a moment: a handful of rows.
-- Whether each payment provider answers, since when it does not, for the back office and metrics.
alter table operation_run drop constraint operation_run_kind_check;
alter table operation_run add constraint operation_run_kind_check
  check (kind in ('backup', 'ledger_check') or kind ~ '^provider/[a-z]+$');
comment on table operation_run is
  'not personal: when backup and check of the ledger ended last, and since when a payment provider does not answer';
