-- A login is no proof of ownership: what counts is a row of `reauthentication` for the kind of change.
alter table session drop column reauthenticated_at;
