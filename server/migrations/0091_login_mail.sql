-- A log-in by mail. The browser that asked holds the token of `request_hash`, the mail the one of `link_hash`; another
-- browser that opens the link shows the number of `code_hash`. Without an account it is never mailed.
create table login_mail (
  request_hash bytea primary key,
  account_id bigint references account on delete cascade,
  remember boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null once it was mailed, or will never be.
  due_at timestamptz,
  link_hash bytea unique,
  code_hash bytea,
  wrong_codes integer not null default 0
);
create index login_mail_account on login_mail (account_id);
create index login_mail_due on login_mail (due_at) where due_at is not null;
create index login_mail_expires on login_mail (expires_at);
comment on table login_mail is 'personal: Registrierung und Links in E-Mails; purpose: deine Adresse bestätigen, dich per Mail anmelden und dein Passwort neu setzen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 15 Minuten bis 7 Tage, so lange wie der Link gilt';
comment on table account_link is 'personal: Registrierung und Links in E-Mails; purpose: deine Adresse bestätigen, dich per Mail anmelden und dein Passwort neu setzen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 15 Minuten bis 7 Tage, so lange wie der Link gilt';
comment on table password_reset_request is 'personal: Registrierung und Links in E-Mails; purpose: deine Adresse bestätigen, dich per Mail anmelden und dein Passwort neu setzen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 15 Minuten bis 7 Tage, so lange wie der Link gilt';
comment on table pending_registration is 'personal: Registrierung und Links in E-Mails; purpose: deine Adresse bestätigen, dich per Mail anmelden und dein Passwort neu setzen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 15 Minuten bis 7 Tage, so lange wie der Link gilt';
comment on table reserved_username is 'personal: Registrierung und Links in E-Mails; purpose: deine Adresse bestätigen, dich per Mail anmelden und dein Passwort neu setzen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 15 Minuten bis 7 Tage, so lange wie der Link gilt';
