-- `undo_email`: puts the address back that the account had before (ACC-11). Until it expires nobody else gets that address.
alter table account_link drop constraint account_link_purpose_check;
alter table account_link add constraint account_link_purpose_check
  check (purpose in ('reset', 'confirm', 'change', 'newsletter', 'undo_email'));
create index account_link_held_email on account_link (email) where purpose = 'undo_email';
-- The session that asked for the change; it outlives the change, the others end.
alter table account_link add column session_hash bytea;
