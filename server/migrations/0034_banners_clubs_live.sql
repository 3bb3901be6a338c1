-- Banners and clubs are ordered, changed, shown and counted.

alter table banner
  -- Counts the saves, so that nobody saves over what they have not seen.
  add column version integer not null default 1,
  add column saved_at timestamptz,
  -- What was typed over a booked banner and not saved yet.
  add column unsaved jsonb,
  -- When the owner is told that it ends; null once that is done.
  add column alert_at timestamptz,
  -- The end of its booking, until the clock has seen to it: then it is booked again or over.
  add column open_end timestamptz,
  -- The start that is wanted of the next booking, as far as it is typed; that of a planned one stands in its booking.
  add column publish_option text not null default 'Sofort' check (publish_option in ('Sofort', 'Planen')),
  add column publish_date text not null default '' check (char_length(publish_date) <= 10),
  add column publish_time text not null default '' check (char_length(publish_time) <= 5);
update banner b set open_end = k.end_at, alert_at = k.end_at - interval '24 hours'
  from banner_booking k where k.id = b.booking_id and b.deleted_at is null and b.url <> '' and k.end_at > current_timestamp;
update banner set publish_option = 'Planen', publish_date = to_char(planned_at at time zone 'Europe/Zurich', 'YYYY-MM-DD'),
       publish_time = to_char(planned_at at time zone 'Europe/Zurich', 'HH24:MI')
 where planned_at is not null and booking_id is null;
alter table banner drop column planned_at;
create index banner_alert on banner (alert_at) where alert_at is not null and deleted_at is null;
drop index banner_renewing;
create index banner_open_end on banner (open_end) where open_end is not null and deleted_at is null;
-- A draft holds an address as it is being typed, and so does one that is over; what is booked leads to the web.
alter table banner drop constraint banner_url_check;
update banner set url = left('https' || substr(url, 5), 2000) where url ~* '^http://';
alter table banner add constraint banner_url_length check (char_length(url) <= 2000);
alter table banner add constraint banner_url_web check (open_end is null or url ~* '^https://');

alter table banner_booking
  -- The booking that this one goes on from by itself; each goes on once at most, however many are at it.
  add column renews bigint unique references banner_booking,
  -- The call that ordered it: carried out again after it broke off, it finds what it has ordered. A renewal has none.
  add column call_id uuid unique;

alter table club
  add column homepage text not null default '' check (char_length(homepage) <= 200),
  add column street text not null default '' check (char_length(street) <= 100),
  add column postcode text not null default '' check (char_length(postcode) <= 7),
  add column town text not null default '' check (char_length(town) <= 50),
  add column canton text references canton,
  -- [{tag, von, bis}]
  add column opening_hours jsonb not null default '[]',
  -- What is wanted of the next booking, or was of the last one.
  add column months integer not null default 1 check (months between 1 and 12),
  add column publish_option text not null default 'Sofort' check (publish_option in ('Sofort', 'Planen')),
  add column publish_date text not null default '' check (char_length(publish_date) <= 10),
  add column publish_time text not null default '' check (char_length(publish_time) <= 5),
  -- When it was first ordered. Before that it is the one entry of the account that is being written, and in no list.
  add column placed_at timestamptz,
  add column version integer not null default 1,
  add column saved_at timestamptz,
  add column unsaved jsonb,
  add column alert_at timestamptz,
  -- From when until when visitors see it, kept by the triggers below; null while it is not placed, and infinity without an end.
  add column shown_from timestamptz,
  add column shown_until timestamptz;
update club set placed_at = created_at;
update club c set alert_at = k.end_at - interval '24 hours'
  from club_booking k where k.id = c.booking_id and c.deleted_at is null and k.end_at > current_timestamp;
alter table club add constraint club_booked_is_placed check (booking_id is null or placed_at is not null);
create unique index club_unplaced on club (account_id) where placed_at is null and deleted_at is null;
-- The list in its order, and for when most of what was ever placed is over.
create index club_shown on club (shown_from desc, id desc) where deleted_at is null and shown_from is not null;
create index club_shown_canton on club (canton, shown_from desc, id desc) where deleted_at is null and shown_from is not null;
create index club_shown_until on club (shown_until) where deleted_at is null and shown_until is not null;
create index club_alert on club (alert_at) where alert_at is not null and deleted_at is null;

create function club_shown() returns trigger language plpgsql as $$
begin
  new.shown_from := new.placed_at;
  new.shown_until := case when new.placed_at is not null then 'infinity'::timestamptz end;
  if new.booking_id is not null then
    select start_at, end_at into new.shown_from, new.shown_until from club_booking where id = new.booking_id;
  end if;
  return new;
end $$;
create trigger club_shown before insert or update of booking_id, placed_at on club for each row execute function club_shown();
update club set booking_id = booking_id;
create function club_moved() returns trigger language plpgsql as $$
begin
  update club set shown_from = new.start_at, shown_until = new.end_at where id = new.club_id and booking_id = new.id;
  return null;
end $$;
create trigger club_moved after update of start_at, end_at on club_booking for each row execute function club_moved();

-- A picture hangs on an ad, a banner or a club; what was chosen for a booked banner and is not saved yet hangs beside the shown one.
alter table image add column club_id bigint references club;
alter table image drop constraint image_of_one;
alter table image add constraint image_of_one check (num_nonnulls(inserat_id, banner_id, club_id) = 1);
alter table image drop constraint image_place_check;
alter table image drop constraint image_place;
update image set place = 'banner' where banner_id is not null;
alter table image add constraint image_place check (
  case when inserat_id is not null then place in ('inserat', 'story')
       when banner_id is not null then place in ('banner', 'banner_neu')
       else place = 'club' end);
drop index image_banner;
create unique index image_banner on image (banner_id, place) where banner_id is not null;
create index image_club on image (club_id, position, id) where club_id is not null;

-- What the operator has said that a picture or a video of an account shows; it holds for the same file sent again.
create table fixed_rating (
  account_id bigint not null references account,
  content_id text not null,
  rating text not null check (rating in ('jugendfrei', 'erotisch', 'explizit')),
  primary key (account_id, content_id)
);
insert into fixed_rating (account_id, content_id, rating)
select distinct on (account_id, content_id) account_id, content_id, rating
  from (select account_id, content_id, rating from image where rating_fixed
        union all select account_id, content_id, rating from video where rating_fixed and content_id is not null) said
 order by account_id, content_id, array_position(array['explizit', 'erotisch', 'jugendfrei'], rating);
-- It holds for copies that were made before, too.
update image i set rating_fixed = true,
       rating = case when array_position(array['explizit', 'erotisch', 'jugendfrei'], i.rating)
                       < array_position(array['explizit', 'erotisch', 'jugendfrei'], f.rating) then i.rating else f.rating end
  from fixed_rating f where f.account_id = i.account_id and f.content_id = i.content_id;
update video v set rating_fixed = true,
       rating = case when array_position(array['explizit', 'erotisch', 'jugendfrei'], v.rating)
                       < array_position(array['explizit', 'erotisch', 'jugendfrei'], f.rating) then v.rating else f.rating end
  from fixed_rating f where f.account_id = v.account_id and f.content_id = v.content_id;

-- Names a website in addresses that everybody may read.
alter table website add column public_id uuid not null unique default gen_random_uuid();
-- Server processes hear of a new one too.
create trigger delivery_website_new after insert on website for each statement execute function delivery_website();

-- Views and clicks of a banner on a website, by day of Swiss time.
create table banner_day (
  banner_id bigint not null references banner on delete cascade,
  website_id bigint not null references website,
  day date not null,
  views integer not null default 0,
  clicks integer not null default 0,
  primary key (banner_id, website_id, day)
);

-- What was counted lately, so that nothing counts twice: the number of a view and whether it was seen or clicked. Nothing of a visitor.
create table banner_event (
  view_id bytea not null,
  kind text not null check (kind in ('view', 'click')),
  at timestamptz not null,
  primary key (view_id, kind)
);
create index banner_event_at on banner_event (at);

-- Who has seen the overlay of a website today, by a fingerprint whose secret is thrown away with the day.
create table overlay_seen (
  day date not null,
  visitor bytea not null,
  website_id bigint not null references website,
  primary key (day, website_id, visitor)
);
create table day_secret (
  day date primary key,
  secret bytea not null
);

-- Server processes hear of every banner and club that changes.
create function delivery_placements() returns trigger language plpgsql as $$
begin
  perform pg_notify('delivery', tg_argv[0]);
  return null;
end $$;
-- Drafts and what is being typed are nobody else's matter.
create trigger delivery_banner after update on banner for each row
  when (coalesce(old.booking_id, new.booking_id) is not null
    and (old.typ, old.text, old.url, old.booking_id, old.hidden_at, old.deleted_at)
        is distinct from (new.typ, new.text, new.url, new.booking_id, new.hidden_at, new.deleted_at))
  execute function delivery_placements('banner');
create trigger delivery_banner_booking after insert or update on banner_booking
  for each statement execute function delivery_placements('banner');
-- Nor is a club that was never placed, and what is being typed over a placed one.
create trigger delivery_club_new after insert on club for each row
  when (new.placed_at is not null) execute function delivery_placements('club');
create trigger delivery_club after update on club for each row
  when (coalesce(old.placed_at, new.placed_at) is not null
    and (old.club_name, old.titel, old.beschreibung, old.telefon, old.homepage, old.street, old.postcode, old.town, old.canton,
         old.opening_hours, old.booking_id, old.placed_at, old.deleted_at, old.changed_at)
        is distinct from
        (new.club_name, new.titel, new.beschreibung, new.telefon, new.homepage, new.street, new.postcode, new.town, new.canton,
         new.opening_hours, new.booking_id, new.placed_at, new.deleted_at, new.changed_at))
  execute function delivery_placements('club');
create trigger delivery_club_gone after delete on club for each row
  when (old.placed_at is not null) execute function delivery_placements('club');
create trigger delivery_club_booking after insert or update on club_booking
  for each statement execute function delivery_placements('club');

-- So does a picture that comes, goes or shows more than it was said to, where visitors see what it hangs on.
create function delivery_placement_image() returns trigger language plpgsql as $$
declare picture image := coalesce(new, old);
begin
  if picture.banner_id is not null and 'banner' in (old.place, new.place)
     and exists (select from banner where id = picture.banner_id and booking_id is not null) then
    perform pg_notify('delivery', 'banner');
  end if;
  if picture.club_id is not null and exists (select from club where id = picture.club_id and placed_at is not null) then
    perform pg_notify('delivery', 'club');
  end if;
  return null;
end $$;
create trigger delivery_placement_image_new after insert on image
  for each row when (new.inserat_id is null) execute function delivery_placement_image();
create trigger delivery_placement_image after update on image
  for each row when (new.inserat_id is null
    and (old.place, old.content_id, old.rating, old.position) is distinct from (new.place, new.content_id, new.rating, new.position))
  execute function delivery_placement_image();
create trigger delivery_placement_image_gone after delete on image
  for each row when (old.inserat_id is null) execute function delivery_placement_image();
