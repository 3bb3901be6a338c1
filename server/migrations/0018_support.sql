-- Messages of the contact form (from anybody) and of the support page (from an account). The number is read out and written down:
-- it is shown as S-10042.
create table message (
  id bigint generated always as identity (start with 10042) primary key,
  kind text not null check (kind in ('contact', 'support')),
  account_id bigint references account,
  name text not null,
  email text not null,
  -- E.164; null when none was given.
  phone text,
  -- One of the values of the form, such as `billing`.
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'answered')),
  answered_at timestamptz,
  -- SHA-256 of sender and contents while the same message once more counts as the same one; null afterwards.
  fingerprint bytea unique,
  constraint message_of_its_kind check ((kind = 'support') = (account_id is not null)),
  constraint message_answered check ((status = 'answered') = (answered_at is not null))
);
create index message_inbox on message (status, id);
create index message_account on message (account_id) where account_id is not null;
create index message_email on message (email);
-- For the retention: half a year after the answer, or after it came in.
create index message_age on message ((coalesce(answered_at, created_at)));
