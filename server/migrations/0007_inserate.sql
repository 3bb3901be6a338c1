-- Reference lists, editable by the operator.
create table canton (id text primary key check (id ~ '^[A-Z]{2}$'), name text not null);
insert into canton (id, name) values
  ('AG', 'Aargau'), ('AR', 'Appenzell A.-Rh.'), ('AI', 'Appenzell I.-Rh.'), ('BL', 'Basel-Land'), ('BS', 'Basel-Stadt'),
  ('BE', 'Bern'), ('FR', 'Freiburg'), ('GE', 'Genf'), ('GL', 'Glarus'), ('GR', 'Graubünden'), ('JU', 'Jura'), ('LU', 'Luzern'),
  ('NE', 'Neuenburg'), ('NW', 'Nidwalden'), ('OW', 'Obwalden'), ('SH', 'Schaffhausen'), ('SZ', 'Schwyz'), ('SO', 'Solothurn'),
  ('SG', 'St. Gallen'), ('TI', 'Tessin'), ('TG', 'Thurgau'), ('UR', 'Uri'), ('VD', 'Waadt'), ('VS', 'Wallis'), ('ZG', 'Zug'),
  ('ZH', 'Zürich');

create table category (id integer primary key, name text not null unique, active boolean not null default true);
insert into category (id, name) values
  (1, 'Begleitung'), (2, 'Massage'), (3, 'Studio und Salon'), (4, 'Bar und Club'), (5, 'Paare'), (6, 'Online und Telefon'),
  (7, 'Domina und Rollenspiel'), (8, 'Trans');

create table offering (id integer primary key, name text not null unique, active boolean not null default true);
insert into offering (id, name) values
  (1, 'Dinner-Begleitung'), (2, 'Hotelbesuch'), (3, 'Hausbesuch'), (4, 'Übernachtung'), (5, 'Reisebegleitung'),
  (6, 'Massage mit Öl'), (7, 'Paarmassage'), (8, 'Gespräch'), (9, 'Rollstuhlgängig'), (10, 'Parkplatz'), (11, 'Kartenzahlung'),
  (12, 'TWINT');

create table inserat (
  id bigint generated always as identity (start with 20001) primary key,
  -- The only id that leaves the house: partner websites cannot count or guess it.
  public_id uuid not null unique default gen_random_uuid(),
  account_id bigint not null references account,
  status text not null check (status in ('leer', 'entwurf', 'geplant', 'aktiv', 'ausgeblendet', 'abgelaufen', 'geloescht')),
  package text not null,
  name text not null default '',
  titel text not null default '',
  beschreibung text not null default '',
  -- E.164; a draft may hold what was typed so far.
  telefon text not null default '',
  cantons text[] not null default '{}',
  categories integer[] not null default '{}',
  offerings integer[] not null default '{}',
  image_kind text not null default 'Keine Angaben',
  publish_option text not null default 'Sofort' check (publish_option in ('Sofort', 'Planen')),
  publish_date text not null default '',
  publish_time text not null default '',
  -- The current or last booking, repeated here so that one index answers the clock and the delivery.
  start_at timestamptz,
  end_at timestamptz,
  -- When it was last published or lifted; the order on partner websites.
  lifted_at timestamptz,
  topad_until timestamptz,
  colour boolean not null default false,
  views integer not null default 0,
  created_at timestamptz not null,
  -- Moves with every change that a partner website can see, also when it is no longer to be shown (tombstone).
  changed_at timestamptz not null
);
create unique index inserat_one_blank on inserat (account_id) where status = 'leer';
create index inserat_owner on inserat (account_id, id desc) where status <> 'leer' and status <> 'geloescht';
create index inserat_due_start on inserat (start_at) where status = 'geplant';
create index inserat_due_end on inserat (end_at) where status in ('aktiv', 'ausgeblendet');

-- The paid run of an ad. Its price and parts never change; extras bought later are further orders on it.
create table booking (
  id bigint generated always as identity primary key,
  inserat_id bigint not null references inserat,
  account_id bigint not null references account,
  package text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  planned boolean not null,
  -- How many were paid for, the included ones counted too.
  paid_regions integer not null,
  paid_categories integer not null,
  paid_images integer not null,
  -- The Swiss calendar day of a free booking: one for each account and day.
  free_day text,
  created_at timestamptz not null
);
create unique index booking_one_free_a_day on booking (account_id, free_day) where free_day is not null;
create index booking_inserat on booking (inserat_id, id desc);
alter table inserat add column booking_id bigint references booking;

-- What was charged and for what, line by line; `cause` ties it to the ledger.
create table booking_order (
  id bigint generated always as identity primary key,
  booking_id bigint not null references booking,
  cause text not null unique,
  total integer not null check (total >= 0),
  items jsonb not null,
  at timestamptz not null
);
create index booking_order_booking on booking_order (booking_id);

-- What the clock has done; the key makes each effect happen once, whoever tries.
create table effect (
  inserat_id bigint not null references inserat,
  key text not null,
  due_at timestamptz not null,
  done_at timestamptz not null,
  primary key (inserat_id, key)
);
