-- Vouchers: each account redeems a code at most once, and all accounts together at most `max_uses` times.
create table coupon (
  code text primary key check (code ~ '^[A-Z0-9_-]{3,50}$'),
  credits integer not null check (credits > 0),
  description text not null,
  -- Null: as many accounts as like.
  max_uses integer check (max_uses > 0),
  uses integer not null default 0 check (uses >= 0),
  -- First instant at which it no longer counts; null: never.
  expires_at timestamptz,
  created_at timestamptz not null,
  constraint coupon_not_overused check (max_uses is null or uses <= max_uses)
);
create table coupon_use (
  code text not null references coupon,
  account_id bigint not null references account,
  used_at timestamptz not null,
  primary key (code, account_id)
);
create index coupon_use_account on coupon_use (account_id);
