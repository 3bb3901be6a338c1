-- Locks report and thread against reading and writing for a moment, while their indexes are replaced.
-- Another report or sender under the key of one that has arrived is kept under it, too: repeated, it is not taken twice.
alter table report drop constraint report_send_key_key;
create index report_send_key on report (send_key) where send_key is not null;
alter table thread drop constraint thread_begun_as_key;
create index thread_begun_as on thread (begun_as) where begun_as is not null;
