-- A mail is stored once, however often it is read or delivered: keyed hash of its sender, id and text.
alter table thread_entry add column received_as bytea unique;

-- Files of mails belong to no account; those of an account may wait for their message.
alter table thread_file alter account_id drop not null;
alter table thread_file add constraint thread_file_of_somebody
  check (account_id is not null or entry_id is not null);

-- The one mailbox that is read: when next, since when that fails, and why.
create table inbound_mailbox (
  only_row boolean primary key default true check (only_row),
  next_read_at timestamptz not null,
  last_read_at timestamptz,
  failing_since timestamptz,
  failures integer not null default 0,
  failure text check (failure in ('login', 'tls', 'folder', 'connection')),
  -- Mails that were read and could not be stored; they stay unread.
  unstored integer not null default 0,
  constraint inbound_mailbox_failing check ((failing_since is null) = (failure is null))
);
comment on table inbound_mailbox is 'not personal: when the mailbox was read last, and why not';
