alter table account
  -- When the owner proved to read the mails of the address; null until then.
  add column email_confirmed_at timestamptz,
  -- Set when the account was closed: the row stays for the books, with nothing in it that names anybody.
  add column closed_at timestamptz;

-- When the password was last given in this session: dangerous changes ask for it again after ten minutes.
alter table session add column proved_at timestamptz;
update session set proved_at = created_at;
alter table session alter column proved_at set not null;

-- Links in mails: the right to set a new password, or the proof that an address is read. Only the SHA-256 of the token is kept.
create table account_link (
  token_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  purpose text not null check (purpose in ('reset', 'confirm', 'change')),
  -- What the link proves: the address it was sent to.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The newest only: an earlier link of the same purpose goes when another is made.
  unique (account_id, purpose)
);
create index account_link_expires on account_link (expires_at);

-- Wishes for a new password, known address or not: the worker looks the account up, so that the answer takes the same time for both.
create table password_wish (
  id bigint generated always as identity primary key,
  login text not null,
  created_at timestamptz not null
);

-- Names that registrations of existing addresses asked for, kept for a day: whether a name is still free must not tell about the address.
create table username_hold (
  username_key text primary key,
  expires_at timestamptz not null
);
create index username_hold_expires on username_hold (expires_at);

-- Solved riddles, so that none is accepted twice.
create table spent_proof (
  riddle bytea primary key,
  expires_at timestamptz not null
);
create index spent_proof_expires on spent_proof (expires_at);
