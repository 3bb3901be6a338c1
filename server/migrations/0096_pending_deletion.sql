-- When the account is erased for good; null unless its owner has asked for it. Until then it can be kept (ACC-12).
alter table account add column delete_at timestamptz;
create index account_delete_at on account (delete_at) where delete_at is not null;

-- `keep`: the link in the mail that says that the account will be deleted.
alter table account_link drop constraint account_link_purpose_check;
alter table account_link add constraint account_link_purpose_check
  check (purpose in ('reset', 'confirm', 'change', 'newsletter', 'undo_email', 'keep'));
