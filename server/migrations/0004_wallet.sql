-- Double entry: every movement takes whole credits from one account and gives them to another.
-- A wallet belongs to an advertiser and can never go below zero. The accounts of the house (`owner_id` null) keep no balance of
-- their own, so that two advertisers never wait for each other: their balance is the sum of their transfers.
create table ledger_account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('wallet', 'clearing', 'revenue', 'bonus', 'coupon', 'refund', 'forfeited', 'correction')),
  owner_id bigint references account,
  balance bigint,
  unique nulls not distinct (kind, owner_id),
  check ((kind = 'wallet') = (owner_id is not null)),
  check ((kind = 'wallet') = (balance is not null)),
  constraint wallet_not_negative check (balance >= 0)
);
insert into ledger_account (kind) values
  ('clearing'), ('revenue'), ('bonus'), ('coupon'), ('refund'), ('forfeited'), ('correction');

create table ledger_transfer (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('topup', 'bonus', 'coupon', 'order', 'refund', 'correction', 'forfeit')),
  -- The one thing in the world that caused this transfer; it cannot cause a second one.
  cause text not null unique,
  from_account bigint not null references ledger_account,
  to_account bigint not null references ledger_account,
  amount bigint not null check (amount > 0),
  -- Balance of the wallet that took part, after the transfer.
  balance_after bigint not null check (balance_after >= 0),
  description text not null,
  at timestamptz not null,
  check (from_account <> to_account)
);
create index ledger_transfer_from on ledger_transfer (from_account, id);
create index ledger_transfer_to on ledger_transfer (to_account, id);
revoke update, delete, truncate on ledger_transfer from samtrot_app;
create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function refuse_change();
revoke delete, truncate on ledger_account from samtrot_app;
