-- Months of the books: a closed one is kept as it was, with the bytes that the bookkeeping got.
create table book_month (
  month text primary key check (month ~ '^\d{4}-\d{2}$'),
  closed_at timestamptz not null,
  -- Cases that were open and named when it was closed.
  cases integer[] not null default '{}',
  report jsonb not null,
  csv text not null
);
comment on table book_month is 'not personal: sums over the books';
revoke update, delete, truncate on book_month from samtrot_app;

-- Numbers of the accounts in the chart of accounts of the house.
create table book_account (
  role text primary key,
  number text not null check (number ~ '^[0-9A-Za-z.]{1,20}$')
);
comment on table book_account is 'not personal: account numbers of the bookkeeping';
revoke insert, delete, truncate on book_account from samtrot_app;
insert into book_account (role, number) values
  ('bank', '1020'), ('provider', '1021'), ('owed', '1100'), ('prepaid', '2030'), ('going_back', '2031'),
  ('inserate', '3200'), ('extras', '3201'), ('banner', '3202'), ('clubs', '3203'), ('other', '3209'), ('forfeited', '3690'),
  ('corrections', '3809');

create index ledger_transfer_at on ledger_transfer (at);
create index payment_refund_created on payment_refund (created_at);
create index payment_refund_settled on payment_refund (settled_at) where settled_at is not null;

-- The tax contained in so many Rappen (shared: containedTax).
create function contained_tax(paid bigint, permille integer) returns bigint
language sql immutable set search_path = pg_catalog as $$ select round(paid::numeric * permille / (1000 + permille))::bigint $$;
