-- Several providers at once, money that goes back, and whatever an operator has to look at.
alter table payment drop constraint payment_status_check;
alter table payment add constraint payment_status_check check (status in
  ('erstellt', 'offen', 'gutgeschrieben', 'abgelehnt', 'abgebrochen', 'verfallen', 'gescheitert', 'abweichend',
   'erstattet', 'rueckbelastet'));
-- The way to pay that was chosen; null when the provider's page asks.
alter table payment add column wanted_method text;
create index payment_provider on payment (provider, created_at);

-- Money that goes back to the payer: asked for by an operator, or told by the provider.
create table payment_refund (
  id uuid primary key,
  payment_id uuid not null references payment,
  kind text not null check (kind in ('erstattung', 'rueckbelastung')),
  -- 'beauftragt': credits are taken back, the provider has not answered yet. 'bestaetigt': the money went back.
  -- 'abgelehnt': the provider refused, the credits are back.
  status text not null check (status in ('beauftragt', 'bestaetigt', 'abgelehnt')),
  amount_rappen integer not null check (amount_rappen > 0),
  -- Credits that were taken back for it, bonus included.
  credits integer not null check (credits >= 0),
  reason text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When the provider is asked next; null once it has answered.
  next_try_at timestamptz
);
create index payment_refund_payment on payment_refund (payment_id);
create index payment_refund_due on payment_refund (next_try_at) where next_try_at is not null;

-- What does not agree and waits for an operator. The key is what the case is about: it is opened once.
create table payment_case (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null check (kind in ('differs', 'after_closure', 'unknown', 'missing', 'not_credited', 'not_paid', 'refund_differs',
                                     'chargeback', 'carding', 'bank_unmatched')),
  provider text not null,
  payment_id uuid references payment,
  details jsonb not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  note text
);
create index payment_case_open on payment_case (opened_at) where closed_at is null;
create index payment_case_payment on payment_case (payment_id);

-- The daily comparison with the providers: one row a day, whoever begins it.
create table payment_reconciliation (
  day date primary key,
  started_at timestamptz not null,
  done_at timestamptz,
  compared integer not null default 0,
  cases integer not null default 0
);

-- Book-keeping: what was decided stays; only its outcome is written along.
revoke update, delete, truncate on payment_refund, payment_case from samtrot_app;
revoke delete, truncate on payment_reconciliation from samtrot_app;
grant update (status, settled_at, next_try_at) on payment_refund to samtrot_app;
grant update (closed_at, note) on payment_case to samtrot_app;

-- The sandbox pays back too, and its pretended banks take money back.
alter table sandbox.payment
  add column refunded integer not null default 0,
  add column charged_back boolean not null default false,
  add constraint payment_refunded_check check (refunded between 0 and amount);
create table sandbox.refund (
  idempotency_key text primary key,
  payment_id text not null references sandbox.payment,
  amount integer not null check (amount > 0),
  created_at timestamptz not null
);
create index refund_payment on sandbox.refund (payment_id);
create index payment_created on sandbox.payment (created_at);
grant select, insert on sandbox.refund to samtrot_app;
