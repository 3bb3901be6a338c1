-- A session has a public id and the words of its device, so that its owner can recognise and end it.
alter table session add column id uuid not null default gen_random_uuid();
alter table session add constraint session_id unique (id);
alter table session add column device text not null default '';
comment on table session is 'personal: Anmeldungen; purpose: dich angemeldet lassen und dir zeigen, wo du angemeldet bist; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 1 Tag, mit «Angemeldet bleiben» 90 Tage, oder bis du dich abmeldest';

-- A proof of ownership counts for one kind of change and five minutes; a login is none.
create table reauthentication (
  session_hash bytea not null references session (token_hash) on delete cascade,
  kind text not null,
  confirmed_at timestamptz not null,
  primary key (session_hash, kind)
);
comment on table reauthentication is 'personal: Anmeldungen; purpose: dich angemeldet lassen und dir zeigen, wo du angemeldet bist; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 1 Tag, mit «Angemeldet bleiben» 90 Tage, oder bis du dich abmeldest';

-- A browser that has logged in before. It gives no rights; it only counts when passwords are guessed.
create table known_browser (
  token_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index known_browser_account on known_browser (account_id);
create index known_browser_expires on known_browser (expires_at);
comment on table known_browser is 'personal: Bekannte Browser; purpose: dich anmelden lassen, auch wenn jemand dein Passwort errät oder es versucht; basis: überwiegendes Interesse (Bst. f); kept: 400 Tage, oder bis du dich überall abmeldest';

-- What happened to an account, for its owner to read. Rows are only added, and purged by age.
create table account_event (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  at timestamptz not null,
  kind text not null,
  details jsonb not null default '{}',
  -- The owner reads the entry from this time on.
  visible_at timestamptz not null
);
create index account_event_account on account_event (account_id, id desc);
create index account_event_at on account_event (at);
comment on table account_event is 'personal: Kontoprotokoll; purpose: dir zeigen, was mit deinem Konto geschieht; basis: überwiegendes Interesse (Bst. f); kept: 400 Tage, längstens bis du dein Konto löschst';

revoke update on account_event from samtrot_app;
