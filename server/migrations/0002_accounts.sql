create table account (
  id bigint generated always as identity (start with 10001) primary key,
  username text not null,
  -- Look-alike names share a key; see usernameKey().
  username_key text not null unique,
  email text not null unique,
  password_hash text not null,
  nickname text not null,
  role text not null default 'advertiser' check (role in ('advertiser', 'operator')),
  discount_percent integer not null default 0 check (discount_percent between 0 and 100),
  expiry_alert boolean not null default false,
  disable_messages boolean not null default false,
  newsletter boolean not null default true,
  created_at timestamptz not null
);

-- Opaque tokens; only their SHA-256 is kept.
create table session (
  token_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  remember boolean not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_account on session (account_id);
create index session_expires on session (expires_at);
