-- Bank transfers: the payment slips we hand out, and what the imported statements of our account say. Nothing here names a payer.
create table bank_slip (
  -- The creditor reference, without spaces.
  reference text primary key,
  payment_id uuid not null unique references payment,
  amount_rappen integer not null check (amount_rappen > 0),
  created_at timestamptz not null
);

-- Refunds that the operator pays by hand, with a reference by which the statement shows them.
create table bank_refund (
  refund_id uuid primary key references payment_refund,
  reference text not null unique,
  payment_id uuid not null references payment,
  amount_rappen integer not null check (amount_rappen > 0),
  ordered_at timestamptz not null,
  paid_at timestamptz
);
create index bank_refund_payment on bank_refund (payment_id);

-- The same file twice is one row.
create table bank_import (
  id bigint generated always as identity primary key,
  file_hash bytea not null unique,
  imported_at timestamptz not null
);

-- The movements of the account, each once, whichever file tells of it.
create table bank_entry (
  id bigint generated always as identity primary key,
  import_id bigint not null references bank_import,
  -- Hash of what makes the movement one of its own; see adapters/payments/bank/camt.ts.
  key text not null unique,
  -- How the bank names the booking.
  bank_ref text,
  booked_on date not null,
  amount_rappen bigint not null check (amount_rappen >= 0),
  currency text not null,
  credit boolean not null,
  reversal boolean not null,
  -- Only with the right check digits; no other words of the payer are kept.
  reference text,
  -- What it pays, or takes back: by its reference, or by an operator.
  payment_id uuid references payment,
  refund_id uuid references payment_refund,
  -- When everything that follows from it was carried out.
  handled_at timestamptz
);
create index bank_entry_payment on bank_entry (payment_id) where payment_id is not null;
create index bank_entry_refund on bank_entry (refund_id) where refund_id is not null;
create index bank_entry_import on bank_entry (import_id);
create index bank_entry_open on bank_entry (id) where handled_at is null;

alter table payment_case drop constraint payment_case_kind_check;
alter table payment_case add constraint payment_case_kind_check check (kind in
  ('differs', 'after_closure', 'unknown', 'missing', 'not_credited', 'not_paid', 'refund_differs', 'chargeback', 'carding',
   'bank_unmatched', 'refund_by_hand'));

revoke update, delete, truncate on bank_slip, bank_refund, bank_import, bank_entry from samtrot_app;
grant update (paid_at) on bank_refund to samtrot_app;
grant update (payment_id, handled_at) on bank_entry to samtrot_app;
