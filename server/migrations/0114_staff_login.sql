-- A log-in to the back office: it ends 30 minutes after the last call by the person, after 12 hours in any case.
create table staff_login (
  token_hash bytea primary key,
  id uuid not null unique default gen_random_uuid(),
  staff_id bigint not null references staff,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the second factor was confirmed last.
  confirmed_at timestamptz not null,
  device text not null
);
create index staff_login_staff on staff_login (staff_id);
create index staff_login_expires on staff_login (expires_at);
comment on table staff_login is 'personal: Anmeldungen im Betrieb; purpose: den Betrieb schützen; basis: überwiegendes Interesse (Bst. f); kept: eine Anmeldung höchstens 12 Stunden, ein Link 24 Stunden, ein bekannter Browser 400 Tage, ein zweiter Faktor, bis er zurückgesetzt wird';

-- A log-in whose password was right and whose second factor is missing. It gives no rights.
create table staff_pending_login (
  token_hash bytea primary key,
  staff_id bigint not null references staff,
  wrong_codes smallint not null default 0,
  expires_at timestamptz not null
);
create index staff_pending_login_expires on staff_pending_login (expires_at);
comment on table staff_pending_login is 'personal: Anmeldungen im Betrieb; purpose: den Betrieb schützen; basis: überwiegendes Interesse (Bst. f); kept: eine Anmeldung höchstens 12 Stunden, ein Link 24 Stunden, ein bekannter Browser 400 Tage, ein zweiter Faktor, bis er zurückgesetzt wird';

-- A link that makes somebody of an invited person: a password, then a second factor.
create table staff_enrolment (
  token_hash bytea primary key,
  -- A new link voids the earlier one.
  staff_id bigint not null unique references staff,
  expires_at timestamptz not null
);
comment on table staff_enrolment is 'personal: Anmeldungen im Betrieb; purpose: den Betrieb schützen; basis: überwiegendes Interesse (Bst. f); kept: eine Anmeldung höchstens 12 Stunden, ein Link 24 Stunden, ein bekannter Browser 400 Tage, ein zweiter Faktor, bis er zurückgesetzt wird';

-- The authenticator app of a person. `secret` and `new_secret` are ciphertexts.
create table staff_factor (
  staff_id bigint primary key references staff,
  secret text,
  -- The step of the last code that counted; each code counts once.
  last_step bigint not null default 0,
  new_secret text
);
comment on table staff_factor is 'personal: Anmeldungen im Betrieb; purpose: den Betrieb schützen; basis: überwiegendes Interesse (Bst. f); kept: eine Anmeldung höchstens 12 Stunden, ein Link 24 Stunden, ein bekannter Browser 400 Tage, ein zweiter Faktor, bis er zurückgesetzt wird';

create table staff_passkey (
  id uuid primary key default gen_random_uuid(),
  staff_id bigint not null references staff,
  credential_id bytea not null unique,
  public_key bytea not null,
  user_handle bytea not null,
  sign_count bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkey_staff on staff_passkey (staff_id);
comment on table staff_passkey is 'personal: Anmeldungen im Betrieb; purpose: den Betrieb schützen; basis: überwiegendes Interesse (Bst. f); kept: eine Anmeldung höchstens 12 Stunden, ein Link 24 Stunden, ein bekannter Browser 400 Tage, ein zweiter Faktor, bis er zurückgesetzt wird';

create table staff_recovery_code (
  code_hash bytea primary key,
  staff_id bigint not null references staff,
  used_at timestamptz
);
create index staff_recovery_code_staff on staff_recovery_code (staff_id);
comment on table staff_recovery_code is 'personal: Anmeldungen im Betrieb; purpose: den Betrieb schützen; basis: überwiegendes Interesse (Bst. f); kept: eine Anmeldung höchstens 12 Stunden, ein Link 24 Stunden, ein bekannter Browser 400 Tage, ein zweiter Faktor, bis er zurückgesetzt wird';

-- A browser in which the person has logged in before; a log-in from another one is mailed.
create table staff_browser (
  token_hash bytea primary key,
  staff_id bigint not null references staff,
  expires_at timestamptz not null
);
create index staff_browser_expires on staff_browser (expires_at);
comment on table staff_browser is 'personal: Anmeldungen im Betrieb; purpose: den Betrieb schützen; basis: überwiegendes Interesse (Bst. f); kept: eine Anmeldung höchstens 12 Stunden, ein Link 24 Stunden, ein bekannter Browser 400 Tage, ein zweiter Faktor, bis er zurückgesetzt wird';
