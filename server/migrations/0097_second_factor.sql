-- The authenticator app of an account. `secret` and `new_secret` are ciphertexts; `new_secret` waits
-- for its first code and changes nothing until then.
create table second_factor (
  account_id bigint primary key references account on delete cascade,
  secret text,
  since timestamptz,
  -- The step of the last code that counted; each code counts once.
  last_step bigint not null default 0,
  new_secret text,
  new_secret_at timestamptz,
  -- Lost: switched off at `removal_at`, unless the holder of this link stops it.
  removal_requested_at timestamptz,
  removal_at timestamptz,
  removal_next_at timestamptz,
  removal_token_hash bytea unique,
  check ((secret is null) = (since is null)),
  check ((new_secret is null) = (new_secret_at is null)),
  check (num_nulls(removal_requested_at, removal_at, removal_next_at, removal_token_hash) in (0, 4))
);
create index second_factor_removal on second_factor (removal_next_at) where removal_next_at is not null;
comment on table second_factor is 'personal: Zweiter Schritt und Passkeys; purpose: dein Konto auch dann schützen, wenn jemand dein Passwort kennt; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du sie entfernst oder dein Konto löschst; eine begonnene Anmeldung 10 Minuten';

create table recovery_code (
  code_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  used_at timestamptz
);
create index recovery_code_account on recovery_code (account_id);
comment on table recovery_code is 'personal: Zweiter Schritt und Passkeys; purpose: dein Konto auch dann schützen, wenn jemand dein Passwort kennt; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du sie entfernst oder dein Konto löschst; eine begonnene Anmeldung 10 Minuten';

-- A login whose password was right and whose second step is missing. It gives no rights.
create table pending_login (
  token_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  remember boolean not null,
  -- The account waits for its deletion and shall be kept.
  keep boolean not null,
  wrong_codes smallint not null default 0,
  expires_at timestamptz not null
);
create index pending_login_account on pending_login (account_id);
create index pending_login_expires on pending_login (expires_at);
comment on table pending_login is 'personal: Zweiter Schritt und Passkeys; purpose: dein Konto auch dann schützen, wenn jemand dein Passwort kennt; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du sie entfernst oder dein Konto löschst; eine begonnene Anmeldung 10 Minuten';
