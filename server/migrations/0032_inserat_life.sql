-- The whole life of an ad: what else is written in it, its promotions, and what the clock has to do for it.

-- Descriptions hold simple HTML from now on; what was written as plain text becomes paragraphs.
update inserat set beschreibung = '<p>' || replace(
    regexp_replace(replace(replace(replace(beschreibung, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), E'\n{2,}', '</p><p>', 'g'),
    E'\n', '<br>') || '</p>'
 where beschreibung <> '';

alter table inserat
  add column sms_allowed boolean not null default false,
  add column whatsapp_allowed boolean not null default false,
  -- E.164, as `telefon`; empty unless allowed.
  add column whatsapp text not null default '',
  add column homepage text not null default '',
  -- Off: nothing of the address leaves the house.
  add column show_address boolean not null default true,
  add column street text not null default '',
  add column address_extra text not null default '',
  add column postcode text not null default '',
  add column town text not null default '',
  add column country text not null default 'Schweiz',
  -- What is wanted of the booking: HH:MM each day, and `YYYY-MM-DD HH:MM`, in Swiss time.
  add column push_times text[] not null default '{}',
  add column dated_pushes text[] not null default '{}',
  add column wants_topad boolean not null default false,
  add column wants_colour boolean not null default false,
  add column wants_story boolean not null default false,
  add column story_title text not null default '',
  -- At its end the ad is booked again while there are credits.
  add column auto_extend boolean not null default false,
  add column story_until timestamptz,
  -- When its owner is told that it ends soon; null once that is done.
  add column alert_at timestamptz,
  -- Since when it is hidden. The end of a premium booking is then the latest possible one (see inserate/life.ts).
  add column hidden_at timestamptz,
  -- Counts every save; who saves over a version that was not seen is told.
  add column version integer not null default 0,
  add column saved_at timestamptz,
  -- What was typed into the editor of a booked ad and is not saved yet: the fields of the wire.
  add column unsaved jsonb;
create index inserat_alert on inserat (alert_at) where alert_at is not null;
create index inserat_topad_end on inserat (topad_until) where topad_until is not null;
create index inserat_story_end on inserat (story_until) where story_until is not null;
create index inserat_blank on inserat (created_at) where status = 'leer';

-- Ads from before have no address to show.
update inserat set show_address = false;

alter table booking
  add column paid_daily_pushes integer not null default 0,
  -- Paid and not carried out yet.
  add column paid_dated_pushes integer not null default 0,
  add column paid_topad boolean not null default false,
  add column paid_colour boolean not null default false,
  add column paid_story boolean not null default false,
  -- For how long its clock has stood still so far.
  add column hidden_ms bigint not null default 0,
  -- The booking it goes on from; at most one does.
  add column renews bigint unique references booking;
grant update (paid_daily_pushes, paid_dated_pushes, paid_topad, paid_colour, paid_story, hidden_ms) on booking to samtrot_app;

-- Every push that was paid for, and what became of it: exactly one of done, refunded, cancelled.
create table push (
  id bigint generated always as identity primary key,
  inserat_id bigint not null references inserat,
  account_id bigint not null references account,
  booking_id bigint not null references booking,
  kind text not null check (kind in ('daily', 'dated')),
  -- `YYYY-MM-DD HH:MM` in Swiss time.
  slot text not null,
  due_at timestamptz not null,
  -- The order that paid for it.
  cause text not null references booking_order (cause),
  state text not null default 'due' check (state in ('due', 'done', 'refunded', 'cancelled')),
  settled_at timestamptz,
  -- Credits that came back for it.
  refunded integer not null default 0 check (refunded >= 0),
  check ((state = 'due') = (settled_at is null)),
  check (refunded = 0 or state = 'refunded')
);
-- One push of a kind for each ad and slot; what was given back stays written down beside another one.
create unique index push_once on push (inserat_id, kind, slot) where state <> 'refunded';
create index push_due on push (due_at) where state = 'due';
create index push_booking on push (booking_id, kind, slot);
create index push_account on push (account_id);
create index push_cause on push (cause);
revoke delete on push from samtrot_app;
revoke update on push from samtrot_app;
grant update (state, settled_at, refunded, due_at, booking_id, cause) on push to samtrot_app;

-- Words are looked for in what is read, not in its tags.
drop index inserat_search;
alter table inserat drop column search;
create or replace function delivery_words(words text, cantons text[], categories integer[]) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('pg_catalog.simple',
      regexp_replace(lower(regexp_replace(words, '<[^>]*>|&[a-z]+;', ' ', 'g') collate pg_c_utf8), '[^[:alnum:]]+', ' ', 'g'))
    || array_to_tsvector(cantons || array(select 'K' || c from unnest(categories) c))
$$;
alter table inserat add column search tsvector
  -- A TopAd has a T beside its cantons and categories.
  generated always as (delivery_words(name || ' ' || titel || ' ' || beschreibung, cantons, categories)
    || case when topad_until is null then ''::tsvector else array_to_tsvector('{T}') end) stored;
create index inserat_search on inserat using gin (search) where status = 'aktiv';

-- TopAds have lists of their own ('*', '*ZH', '*3', '*ZH3'), so that a page of them is a range as well. Who stands in one may be over
-- already: readers look at the time, and the clock tidies up.
create function delivery_terms(cantons text[], categories integer[], topad boolean) returns setof text
language sql immutable parallel safe as $$
  select delivery_terms(cantons, categories) union all
  select '*' || term from delivery_terms(cantons, categories) term where topad
$$;
insert into delivery_entry
  select '*' || term, lifted_at, id from inserat, delivery_terms(cantons, categories) term
   where status = 'aktiv' and topad_until is not null;
drop index inserat_topad;
create or replace function delivery_track() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'aktiv' then
    -- A push changes only the time: the entries move and are not made anew.
    if tg_op = 'UPDATE' and new.status = 'aktiv' and new.cantons = old.cantons and new.categories = old.categories
      and (new.topad_until is null) = (old.topad_until is null) then
      if new.lifted_at <> old.lifted_at then
        update delivery_entry set lifted_at = new.lifted_at
         where term in (select delivery_terms(old.cantons, old.categories, old.topad_until is not null))
           and lifted_at = old.lifted_at and inserat_id = old.id;
      end if;
      perform delivery_mark(new.id, new.public_id);
      return null;
    end if;
    delete from delivery_entry
     where term in (select delivery_terms(old.cantons, old.categories, old.topad_until is not null))
       and lifted_at = old.lifted_at and inserat_id = old.id;
    perform delivery_mark(old.id, old.public_id);
  end if;
  if tg_op <> 'DELETE' and new.status = 'aktiv' then
    insert into delivery_entry select term, new.lifted_at, new.id
      from delivery_terms(new.cantons, new.categories, new.topad_until is not null) term;
    perform delivery_mark(new.id, new.public_id);
  end if;
  return null;
end $$;

drop trigger delivery_updated on inserat;
create trigger delivery_updated after update on inserat
  for each row when (
    (old.status = 'aktiv' or new.status = 'aktiv')
    and (old.status, old.changed_at, old.lifted_at, old.start_at, old.end_at, old.topad_until, old.story_until, old.story_title,
         old.colour, old.cantons, old.categories, old.offerings, old.image_kind, old.name, old.titel, old.telefon, old.beschreibung,
         old.sms_allowed, old.whatsapp_allowed, old.whatsapp, old.homepage, old.show_address, old.street, old.address_extra,
         old.postcode, old.town, old.country)
        is distinct from
        (new.status, new.changed_at, new.lifted_at, new.start_at, new.end_at, new.topad_until, new.story_until, new.story_title,
         new.colour, new.cantons, new.categories, new.offerings, new.image_kind, new.name, new.titel, new.telefon, new.beschreibung,
         new.sms_allowed, new.whatsapp_allowed, new.whatsapp, new.homepage, new.show_address, new.street, new.address_extra,
         new.postcode, new.town, new.country))
  execute function delivery_track();
