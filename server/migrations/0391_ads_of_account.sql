-- Locks inserat against writes for seconds, while its index is made.
-- All ads of an account, blank and deleted ones too, as banners and clubs have it.
create index inserat_account on inserat (account_id);
