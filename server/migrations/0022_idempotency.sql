-- What was answered to a call that moves money, by the key its caller gave it; for a day. The key is a hash, and the fingerprint of the
-- input is made with a secret of the house: neither tells what was sent.
create table idempotency (
  -- Also the id of what a call of several transactions makes, so that whoever finishes it after a kill finds that.
  id uuid primary key,
  account_id bigint not null references account,
  key_hash bytea not null,
  action text not null,
  fingerprint bytea not null,
  created_at timestamptz not null,
  -- Until then somebody is at work on it; null when nobody is.
  held_until timestamptz,
  status integer check (status between 200 and 499),
  -- The body, byte by byte.
  answer text check (octet_length(answer) <= 262144),
  unique (account_id, key_hash),
  constraint idempotency_answered check ((status is null) = (answer is null) and (status is null or held_until is null))
);
create index idempotency_age on idempotency (created_at);
