-- Locks reading and writing of mail for a moment: a column with a constant default.
-- The last answer said that the address does not exist: such a mail is sent again only by its number.
alter table mail add column undeliverable boolean not null default false;
