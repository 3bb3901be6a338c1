-- Who of the house looked at whose private data, and why. Rows are only added, and purged by age.
create table data_access_log (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  at timestamptz not null,
  -- Null for the command line without a person.
  staff_id bigint references staff,
  -- Her role and sign then; both may change.
  role text,
  sign text,
  kind text not null check (kind in ('contact', 'messages', 'images', 'view', 'export', 'report')),
  -- What was looked at, by the number that people read.
  thing text not null check (thing in ('account', 'message', 'inserat', 'banner', 'club', 'report')),
  thing_number text not null,
  reason text not null,
  -- The owner reads it from this time on.
  visible_at timestamptz not null,
  check (visible_at between at and at + interval '2160 hours')
);
-- One row for each thing, person and hour, also when two calls meet.
create unique index data_access_log_hour on data_access_log
  (account_id, staff_id, kind, thing, thing_number, date_trunc('hour', at at time zone 'UTC'))
  nulls not distinct;
create index data_access_log_account on data_access_log (account_id, at desc, id desc);
create index data_access_log_at on data_access_log (at);
create index data_access_log_staff on data_access_log (staff_id);
comment on table data_access_log is 'personal: Kontoprotokoll; purpose: dir zeigen, was mit deinem Konto geschieht; basis: überwiegendes Interesse (Bst. f); kept: 400 Tage, längstens bis du dein Konto löschst';
revoke update on data_access_log from samtrot_app;

-- While it lasts, looks at the account are shown to its owner later: an open report, the police.
create table data_access_delay (
  account_id bigint primary key references account on delete cascade,
  -- Looks until then are shown from then on.
  until timestamptz not null,
  reason text not null,
  decided_by bigint references staff,
  decided_at timestamptz not null,
  check (until <= decided_at + interval '2160 hours')
);
create index data_access_delay_staff on data_access_delay (decided_by);
comment on table data_access_delay is 'personal: Kontoprotokoll; purpose: dir zeigen, was mit deinem Konto geschieht; basis: überwiegendes Interesse (Bst. f); kept: 400 Tage, längstens bis du dein Konto löschst';
