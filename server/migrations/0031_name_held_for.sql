-- For whose address a name is held: the same person may ask again, say when the mail got lost. SHA-256.
alter table username_hold add column email_hash bytea;
create index username_hold_email on username_hold (email_hash);
