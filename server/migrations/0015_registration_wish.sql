-- Registrations where nothing may tell whether an address has an account (REGISTRATION_PRIVACY=discreet). The request only writes the
-- wish down, the same for every address; the worker mails, and the account begins with the click on the mailed link.
create table registration_wish (
  id bigint generated always as identity primary key,
  username text not null,
  username_key text not null,
  email text not null,
  password_hash text not null,
  -- Of the mailed link; null until the worker took the wish up. Only the SHA-256 is kept.
  token_hash bytea unique,
  expires_at timestamptz not null
);
create index registration_wish_due on registration_wish (id) where token_hash is null;
create index registration_wish_email on registration_wish (email);
create index registration_wish_expires on registration_wish (expires_at);
