create table topup_option (
  id integer primary key,
  price_rappen integer not null check (price_rappen > 0),
  credits integer not null check (credits > 0),
  bonus integer not null default 0 check (bonus >= 0),
  description text not null,
  active boolean not null default true
);
insert into topup_option (id, price_rappen, credits, bonus, description) values
  (1, 5000, 50, 0, 'Guthaben 50 Credits'),
  (2, 10000, 100, 10, 'Guthaben 100 Credits + 10 Bonus'),
  (3, 50000, 500, 100, 'Guthaben 500 Credits + 100 Bonus'),
  (4, 100000, 1000, 300, 'Guthaben 1000 Credits + 300 Bonus');

-- A payment freezes price and credits when it is made; the provider's word on it decides the rest (shared/topups/status.ts).
create table payment (
  id uuid primary key,
  account_id bigint not null references account,
  option_id integer not null references topup_option,
  status text not null check (status in
    ('erstellt', 'offen', 'gutgeschrieben', 'abgelehnt', 'abgebrochen', 'verfallen', 'gescheitert', 'abweichend')),
  price_rappen integer not null check (price_rappen > 0),
  discount_percent integer not null,
  credits integer not null,
  bonus integer not null,
  provider text not null,
  provider_ref text,
  payment_url text,
  -- Method the payer used, as the provider names it.
  method text,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When the poller asks the provider next; null once there is nothing more to ask.
  next_check_at timestamptz,
  checks integer not null default 0,
  unique (provider, provider_ref)
);
create index payment_account on payment (account_id, created_at desc);
create index payment_due on payment (next_check_at) where next_check_at is not null;

-- Every notification as it came, for the operator; a repeated one is one row.
create table payment_event (
  provider text not null,
  event_id text not null,
  provider_ref text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);

-- Book-keeping: nothing of this is ever removed.
revoke delete, truncate on payment, payment_event from samtrot_app;

-- The sandbox provider's own books: what a real provider would keep in its house. It shares nothing with the tables above.
create schema sandbox;
grant usage on schema sandbox to samtrot_app;
create table sandbox.payment (
  id text primary key,
  -- The same key answers with the same payment.
  idempotency_key text not null unique,
  merchant text not null,
  amount integer not null,
  currency text not null,
  reference text not null,
  description text not null,
  return_url text not null,
  status text not null check (status in ('open', 'paid', 'declined', 'cancelled')),
  method text,
  created_at timestamptz not null
);
create table sandbox.notification (
  id text primary key,
  payment_id text not null references sandbox.payment,
  due_at timestamptz not null,
  attempts integer not null default 0,
  delivered_at timestamptz
);
create index notification_payment on sandbox.notification (payment_id);
create index notification_due on sandbox.notification (due_at) where delivered_at is null;
grant select, insert, update on all tables in schema sandbox to samtrot_app;
