-- A pressed SMS link was counted with the telephone before.
alter table visit_day add column sms integer not null default 0;
