-- Until when the suggestions after placing an ad stay away; null while they are shown.
alter table account add column suggestions_off_until timestamptz;
