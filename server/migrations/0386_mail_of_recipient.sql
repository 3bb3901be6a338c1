-- Locks reading and writing of mail for a moment: a column with a constant default.
-- The last answer concerned the recipient's mailbox alone (full, closed, unknown): no fault of the house.
alter table mail add column of_recipient boolean not null default false;
