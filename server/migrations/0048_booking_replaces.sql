-- The booking of another package whose place this one took: its extras go on here, and its orders paid for them.
alter table booking add column replaces bigint unique references booking;
