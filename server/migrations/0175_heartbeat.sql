-- Each worker process writes its row every five seconds; readers tell from the newest one whether
-- any worker lives.
create table heartbeat (
  worker uuid primary key,
  started_at timestamptz not null,
  beat_at timestamptz not null
);
comment on table heartbeat is 'not personal: which worker processes live';

-- One row that is overwritten to try whether the database still writes.
create table write_probe (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
comment on table write_probe is 'not personal: when a write was last tried';

-- The mails that were given up, by day.
create index mail_given_up on mail (created_at) where sent_at is null and next_try_at is null;
