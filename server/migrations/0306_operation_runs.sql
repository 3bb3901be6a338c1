-- Locks nothing but its new table: applied beside running processes without anybody noticing.
-- When the house was last backed up and its ledger last checked, for the back office and metrics.
create table operation_run (
  kind text primary key check (kind in ('backup', 'ledger_check')),
  at timestamptz not null,
  ok boolean not null
);
comment on table operation_run is 'not personal: when backup and check of the ledger ended last';
