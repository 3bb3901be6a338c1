-- A passkey: the public half of a key pair, bound to our origin by the browser.
create table passkey (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references account on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- What the authenticator calls the account; random to everybody else.
  user_handle bytea not null,
  sign_count bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_account on passkey (account_id);
comment on table passkey is 'personal: Zweiter Schritt und Passkeys; purpose: dein Konto auch dann schützen, wenn jemand dein Passwort kennt; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du sie entfernst oder dein Konto löschst; eine begonnene Anmeldung 10 Minuten';
