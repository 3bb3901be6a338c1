-- `wanted`: the address that the house asked a second person for (BOF-74). Nobody has its token.
alter table account_link drop constraint account_link_purpose_check;
alter table account_link add constraint account_link_purpose_check
  check (purpose in ('reset', 'confirm', 'change', 'newsletter', 'undo_email', 'keep', 'wanted'));
