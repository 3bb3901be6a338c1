-- Locks session, reauthentication and message_device against reading and writing for a moment, while their keys are checked again.
-- A confirmation gives a session another token. What was sent with the one before, a moment earlier, still finds it.
alter table session add column previous_hash bytea;
alter table session add column previous_until timestamptz;
create index session_previous on session (previous_hash) where previous_hash is not null;

alter table reauthentication drop constraint reauthentication_session_hash_fkey;
alter table reauthentication add constraint reauthentication_session_hash_fkey
  foreign key (session_hash) references session (token_hash) on delete cascade on update cascade;
alter table message_device drop constraint message_device_session_hash_fkey;
alter table message_device add constraint message_device_session_hash_fkey
  foreign key (session_hash) references session (token_hash) on delete cascade on update cascade;
