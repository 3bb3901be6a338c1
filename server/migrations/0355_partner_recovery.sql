-- Locks partner_user against writes for a moment, since new tables refer to it; no row is read.
-- What stands in for a lost second factor; each code counts once.
create table partner_recovery_code (
  code_hash bytea primary key,
  partner_user_id bigint not null references partner_user on delete cascade,
  used_at timestamptz
);
create index partner_recovery_code_user on partner_recovery_code (partner_user_id);
comment on table partner_recovery_code is 'personal: Leute der Partner-Webseiten; purpose: Webseiten ihren Anschluss selbst verwalten lassen und zeigen, wer was getan hat; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: Adresse, Passwort und zweiter Faktor, bis der Zugang endet; der Name so lange wie das Protokoll; eine Anmeldung höchstens 7 Tage, eine Einladung 7 Tage';

-- Links for a new password, good once.
create table partner_password_link (
  token_hash bytea primary key,
  partner_user_id bigint not null references partner_user on delete cascade,
  expires_at timestamptz not null
);
create index partner_password_link_user on partner_password_link (partner_user_id);
create index partner_password_link_expires on partner_password_link (expires_at);
comment on table partner_password_link is 'personal: Leute der Partner-Webseiten; purpose: Webseiten ihren Anschluss selbst verwalten lassen und zeigen, wer was getan hat; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: Adresse, Passwort und zweiter Faktor, bis der Zugang endet; der Name so lange wie das Protokoll; eine Anmeldung höchstens 7 Tage, eine Einladung 7 Tage';
