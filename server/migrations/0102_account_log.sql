-- The log is read in pages by time; wrong passwords are counted by day.
drop index account_event_account;
create index account_event_account on account_event (account_id, at desc, id desc) where kind <> 'login_failed';
create index account_event_failed on account_event (account_id, at) where kind = 'login_failed';
