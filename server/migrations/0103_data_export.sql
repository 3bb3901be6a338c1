-- A copy of all data of an account as an encrypted ZIP (ACC-15), made by a background task. `parts_*` is its progress;
-- `attempts` identifies the claim of a worker. `file` is named before it is written, so that it can always be removed.
create table data_export (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references account on delete cascade,
  started_by text not null check (started_by in ('owner', 'house')),
  -- Why the house started it; empty for the owner.
  reason text not null default '',
  -- `gone`: no longer offered, its file is still to be removed.
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed', 'gone')),
  parts_done integer not null default 0,
  parts_total integer not null default 0,
  attempts integer not null default 0,
  claimed_until timestamptz,
  file text unique,
  -- Of the ZIP, before its encryption.
  bytes bigint,
  created_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  check ((started_by = 'house') = (reason <> '')),
  check ((state = 'ready') <= (num_nulls(file, bytes, ready_at, expires_at) = 0)),
  check ((state in ('ready', 'failed', 'gone')) = (expires_at is not null))
);
-- One at a time for each account.
create unique index data_export_one on data_export (account_id) where state in ('waiting', 'running');
create index data_export_account on data_export (account_id, created_at desc);
create index data_export_due on data_export (created_at) where state in ('waiting', 'running');
create index data_export_expires on data_export (expires_at) where expires_at is not null;
comment on table data_export is 'personal: Kopie deiner Daten; purpose: dir eine Kopie deiner Daten geben; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: 7 Tage, längstens bis du dein Konto löschst';
