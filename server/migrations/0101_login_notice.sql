-- A login from a browser that the account did not know: mailed to its owner, who ends it by the link.
alter table account add column login_mail boolean not null default true;
create table login_notice (
  token_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  at timestamptz not null,
  device text not null,
  expires_at timestamptz not null
);
create index login_notice_account on login_notice (account_id, at desc);
create index login_notice_expires on login_notice (expires_at);
comment on table login_notice is 'personal: Anmeldungen mit einem neuen Browser; purpose: dir sagen, wenn sich jemand mit einem neuen Browser bei deinem Konto anmeldet; basis: überwiegendes Interesse (Bst. f); kept: 7 Tage, längstens bis du dein Konto löschst';
