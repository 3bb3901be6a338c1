-- Banners and clubs: what an advertiser places for months, beside ads. Neither keeps a status: where one stands follows from its
-- booking, from what its owner did and from the time (shared/src/banners/status.ts, clubs/status.ts), so no clock can be late.
create table banner (
  id bigint generated always as identity (start with 40001) primary key,
  -- The only id that leaves the house: partner websites cannot count or guess it.
  public_id uuid not null unique default gen_random_uuid(),
  account_id bigint not null references account,
  typ text not null check (typ in ('a1', 'a2', 'a3', 'a4')),
  text text not null default '' check (char_length(text) <= 200),
  -- A second wall against addresses that run a script where they are shown. Empty once its account is closed.
  url text not null default '' check (url = '' or (url ~* '^https?://' and char_length(url) <= 2000)),
  -- What is wanted of the next booking, or was of the running one.
  months integer not null check (months between 1 and 12),
  -- The wish for a later start; null starts at once.
  planned_at timestamptz,
  auto_extend boolean not null default false,
  -- The running or last booking; a draft has none.
  booking_id bigint,
  hidden_at timestamptz,
  -- A deleted one stays while a booking tells what was paid for it, and so that partner websites hear of its end.
  deleted_at timestamptz,
  created_at timestamptz not null,
  -- Moves with every change that a partner website can see.
  changed_at timestamptz not null,
  constraint banner_hidden_is_booked check (hidden_at is null or booking_id is not null)
);
create index banner_owner on banner (account_id, id desc) where deleted_at is null;
-- The few that are to be booked again at their end.
create index banner_renewing on banner (booking_id) where auto_extend and deleted_at is null;

-- On which partner websites; they do not change while a booking runs.
create table banner_webseite (
  banner_id bigint not null references banner on delete cascade,
  website_id bigint not null references website,
  primary key (banner_id, website_id)
);
create index banner_webseite_website on banner_webseite (website_id);

-- The paid run of a banner and its one charge: the transfer of the cause `banner:<id>` is its total. What was paid for never changes.
create table banner_booking (
  id bigint generated always as identity primary key,
  banner_id bigint not null references banner,
  typ text not null check (typ in ('a1', 'a2', 'a3', 'a4')),
  months integer not null check (months between 1 and 12),
  websites integer not null check (websites > 0),
  -- Credits for the months, and for the websites beyond the first.
  base integer not null check (base > 0),
  surcharge integer not null check (surcharge >= 0),
  total integer not null generated always as (base + surcharge) stored,
  start_at timestamptz not null,
  end_at timestamptz not null,
  created_at timestamptz not null,
  constraint banner_booking_ends_after_start check (end_at > start_at),
  unique (id, banner_id)
);
create index banner_booking_banner on banner_booking (banner_id, id desc);
-- Whose start or end comes next, or has come.
create index banner_booking_start on banner_booking (start_at);
create index banner_booking_end on banner_booking (end_at);
-- Its booking is one of its own.
alter table banner add constraint banner_booking_own
  foreign key (booking_id, id) references banner_booking (id, banner_id);

create table club (
  id bigint generated always as identity (start with 50001) primary key,
  public_id uuid not null unique default gen_random_uuid(),
  account_id bigint not null references account,
  club_name text not null check (char_length(club_name) <= 200),
  titel text not null default '' check (char_length(titel) <= 200),
  beschreibung text not null default '' check (char_length(beschreibung) <= 20000),
  -- Whom the portal asks, and under which number (E.164). Not for partner websites.
  vollstaendiger_name text not null default '' check (char_length(vollstaendiger_name) <= 200),
  telefon text not null default '' check (char_length(telefon) <= 40),
  -- The running or last booking. Without one a club is shown without an end (CLU-13); there are no drafts.
  booking_id bigint,
  deleted_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index club_owner on club (account_id, id desc) where deleted_at is null;

-- The paid run of a club and its one charge, by the cause `club:<id>`.
create table club_booking (
  id bigint generated always as identity primary key,
  club_id bigint not null references club,
  months integer not null check (months between 1 and 12),
  total integer not null check (total > 0),
  start_at timestamptz not null,
  end_at timestamptz not null,
  created_at timestamptz not null,
  constraint club_booking_ends_after_start check (end_at > start_at),
  unique (id, club_id)
);
create index club_booking_club on club_booking (club_id, id desc);
create index club_booking_start on club_booking (start_at);
create index club_booking_end on club_booking (end_at);
alter table club add constraint club_booking_own foreign key (booking_id, id) references club_booking (id, club_id);

-- A picture hangs on one ad or on one banner, and a banner has one at most.
alter table image alter column inserat_id drop not null;
alter table image add column banner_id bigint references banner;
alter table image add constraint image_of_one check (num_nonnulls(inserat_id, banner_id) = 1);
create unique index image_banner on image (banner_id) where banner_id is not null;

-- Of what was paid for only the time moves, when a planned start is brought forward.
revoke update, delete on banner_booking, club_booking from samtrot_app;
grant update (start_at, end_at) on banner_booking, club_booking to samtrot_app;
