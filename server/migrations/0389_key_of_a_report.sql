-- Locks report against reading and writing for a moment.
-- Drawn by the form: a report that was sent with it is not taken twice.
alter table report add column send_key uuid unique;
