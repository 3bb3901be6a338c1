-- What partner websites are told, what they have shown and confirmed, and how often visitors looked.

alter table website
  -- Where it wants to be told of changes; its secret follows from the generation, so that none is kept.
  add column webhook_url text check (char_length(webhook_url) <= 500),
  add column webhook_generation integer not null default 1 check (webhook_generation > 0),
  -- For a day after it the secret of the generation before signs too.
  add column webhook_rotated_at timestamptz,
  -- Up to where changes have become messages: a `since` token for each kind, null before the first.
  add column webhook_since_ads text,
  add column webhook_since_clubs text,
  -- Addresses of one ad or club there; {id} stands for its public id.
  add column inserat_link text check (inserat_link like 'http%{id}%' and char_length(inserat_link) <= 500),
  add column club_link text check (club_link like 'http%{id}%' and char_length(club_link) <= 500);
-- How far its messages are is nobody else's matter: only the rest makes others forget what they know of a website.
drop trigger delivery_website on website;
create trigger delivery_website after update on website for each row
  when ((old.public_id, old.name, old.url, old.status, old.accepts, old.webhook_url, old.inserat_link, old.club_link)
     is distinct from
        (new.public_id, new.name, new.url, new.status, new.accepts, new.webhook_url, new.inserat_link, new.club_link))
  execute function delivery_website();

-- What a website is told. At most one message for each thing waits; it says what is true when it leaves.
create table webhook_message (
  id bigint generated always as identity primary key,
  -- The `webhook-id` of the message; the same in every try, and another one once it says something else.
  message_id uuid not null unique default gen_random_uuid(),
  website_id bigint not null references website on delete cascade,
  kind text not null check (kind in ('inserat', 'club')),
  item_id bigint not null,
  public_id uuid not null,
  event text not null check (event in ('published', 'changed', 'lifted', 'taken_down')),
  -- The transaction whose change it tells, as `changed_tx`: a change that is read twice is told once.
  version bigint not null,
  -- Of an ad: its place in the list, which the website knows once it has accepted the message.
  lifted_at timestamptz,
  created_at timestamptz not null,
  -- When what it says was true; the `timestamp` in its body.
  said_at timestamptz not null,
  attempts integer not null default 0,
  -- When it is tried next; null once it was accepted or given up.
  due_at timestamptz,
  delivered_at timestamptz,
  dead_at timestamptz,
  last_status integer,
  last_error text,
  check (num_nonnulls(due_at, delivered_at, dead_at) = 1)
);
create unique index webhook_message_waiting on webhook_message (website_id, kind, item_id) where due_at is not null;
create index webhook_message_of on webhook_message (website_id, kind, item_id, id);
-- Take-downs go first.
create index webhook_message_due on webhook_message (website_id, (case when event = 'taken_down' then 0 else 1 end), due_at, id)
  where due_at is not null;
create index webhook_message_dead on webhook_message (website_id, dead_at) where dead_at is not null;
create index webhook_message_done on webhook_message (delivered_at) where delivered_at is not null;

-- What has become of one ad, club or banner on one website.
create table placement (
  kind text not null check (kind in ('inserat', 'club', 'banner')),
  item_id bigint not null,
  website_id bigint not null references website on delete cascade,
  -- When the website was last told that it is there, by a message.
  told_at timestamptz,
  -- The first answer with it since it last came online, and the last one.
  delivered_at timestamptz,
  last_delivered_at timestamptz,
  -- Its place in the list as the website was last told.
  lifted_at timestamptz,
  -- The first and the last view there.
  seen_at timestamptz,
  last_seen_at timestamptz,
  -- When the website took note that it is gone: it accepted the message, read the tombstone, or asked for it and was told so.
  gone_at timestamptz,
  gone_by text check (gone_by in ('webhook', 'since', 'asked')),
  primary key (kind, item_id, website_id),
  check ((gone_at is null) = (gone_by is null))
) with (fillfactor = 80);

-- The Swiss days on which a website asked for ads.
create table website_day (
  website_id bigint not null references website on delete cascade,
  day date not null,
  asked_at timestamptz not null,
  primary key (website_id, day)
);

-- Visits by day of Swiss time: how often something was looked at, and how often its contacts were pressed.
create table visit_day (
  kind text not null check (kind in ('inserat', 'club')),
  item_id bigint not null,
  website_id bigint not null references website on delete cascade,
  day date not null,
  views integer not null default 0,
  phone integer not null default 0,
  whatsapp integer not null default 0,
  homepage integer not null default 0,
  primary key (kind, item_id, day, website_id)
);
-- The same of ads by hour, on all websites together and only for some weeks: what a push did is seen in hours.
create table visit_hour (
  inserat_id bigint not null references inserat on delete cascade,
  hour timestamptz not null,
  views integer not null default 0,
  contacts integer not null default 0,
  primary key (inserat_id, hour)
);
create index visit_hour_hour on visit_hour (hour);
-- Who looked at what within the last half hour, by a fingerprint whose secret is thrown away with the day.
create table visit_seen (
  fingerprint bytea primary key,
  at timestamptz not null
);
create index visit_seen_at on visit_seen (at);

-- What an ad had and when: online, lifted, above the others, coloured, in the stories. Its own history is its measure.
create table inserat_phase (
  id bigint generated always as identity primary key,
  inserat_id bigint not null references inserat on delete cascade,
  -- 'booked': booked anew while it was online, which lifts it without a push.
  kind text not null check (kind in ('online', 'booked', 'push', 'topad', 'farbe', 'story')),
  from_at timestamptz not null,
  -- Null while it lasts.
  until_at timestamptz
);
create index inserat_phase_of on inserat_phase (inserat_id, from_at);

create function inserat_phases() returns trigger language plpgsql as $$
declare
  was boolean := false;
  at timestamptz := new.changed_at;
  top timestamptz := '-infinity';
  told timestamptz := '-infinity';
  coloured boolean := false;
begin
  if tg_op = 'UPDATE' then
    was := old.status = 'aktiv';
    if was then
      top := coalesce(old.topad_until, top);
      told := coalesce(old.story_until, told);
      coloured := old.colour;
    end if;
  end if;
  -- It ended at its time, also when the clock noticed later.
  if new.status = 'abgelaufen' then at := least(at, old.end_at); end if;
  if was and (new.status <> 'aktiv' or (coloured and not new.colour)) then
    -- What was added to a running TopAd or story has not begun; what is left of it begins anew when the ad is shown again.
    delete from inserat_phase where inserat_id = new.id and from_at > at and new.status <> 'aktiv';
    update inserat_phase set until_at = at
     where inserat_id = new.id and (until_at is null or until_at > at) and (new.status <> 'aktiv' or kind = 'farbe');
  end if;
  if new.status <> 'aktiv' then return null; end if;
  if not was then
    insert into inserat_phase (inserat_id, kind, from_at) values (new.id, 'online', at);
  elsif new.lifted_at > old.lifted_at then
    insert into inserat_phase (inserat_id, kind, from_at, until_at)
    values (new.id, case when new.booking_id is distinct from old.booking_id then 'booked' else 'push' end, new.lifted_at, new.lifted_at);
  end if;
  if new.topad_until > greatest(top, at) then
    insert into inserat_phase (inserat_id, kind, from_at, until_at) values (new.id, 'topad', greatest(top, at), new.topad_until);
  end if;
  if new.story_until > greatest(told, at) then
    insert into inserat_phase (inserat_id, kind, from_at, until_at) values (new.id, 'story', greatest(told, at), new.story_until);
  end if;
  if new.colour and not coloured then
    insert into inserat_phase (inserat_id, kind, from_at) values (new.id, 'farbe', at);
  end if;
  return null;
end $$;
create trigger inserat_phases_new after insert on inserat
  for each row when (new.status = 'aktiv') execute function inserat_phases();
create trigger inserat_phases after update on inserat
  for each row when (
    (old.status = 'aktiv' or new.status = 'aktiv')
    and (old.status, old.lifted_at, old.topad_until, old.story_until, old.colour)
        is distinct from (new.status, new.lifted_at, new.topad_until, new.story_until, new.colour))
  execute function inserat_phases();
insert into inserat_phase (inserat_id, kind, from_at) select id, 'online', start_at from inserat where status = 'aktiv';
insert into inserat_phase (inserat_id, kind, from_at) select id, 'farbe', start_at from inserat where status = 'aktiv' and colour;
insert into inserat_phase (inserat_id, kind, from_at, until_at)
select id, 'topad', topad_until - interval '24 hours', topad_until from inserat where status = 'aktiv' and topad_until is not null
union all
select id, 'story', story_until - interval '24 hours', story_until from inserat where status = 'aktiv' and story_until is not null;

-- What was deleted keeps no figures.
create function visits_forget() returns trigger language plpgsql as $$
begin
  delete from visit_day where kind = tg_argv[0] and item_id = old.id;
  if tg_argv[0] = 'inserat' then
    delete from visit_hour where inserat_id = old.id;
    delete from inserat_phase where inserat_id = old.id;
  end if;
  return null;
end $$;
-- After `inserat_phases`, by its name: that one may write a last line.
create trigger inserat_visits_forget after update on inserat
  for each row when (new.status = 'geloescht' and old.status <> 'geloescht') execute function visits_forget('inserat');
create trigger inserat_visits_gone after delete on inserat
  for each row when (old.status not in ('leer', 'geloescht')) execute function visits_forget('inserat');
create trigger club_visits_forget after update on club
  for each row when (new.deleted_at is not null and old.deleted_at is null) execute function visits_forget('club');
create trigger club_visits_gone after delete on club for each row execute function visits_forget('club');
-- The beginning of the time online in which this instant lies; null when the thing was not to be seen then. Clocks may differ by a second.
create function placement_run(kind text, item bigint, at timestamptz) returns timestamptz stable language sql as $$
  select case kind
    when 'inserat' then (
      select max(p.from_at) from inserat_phase p join inserat i on i.id = p.inserat_id
       where i.id = item and i.end_at > at and p.kind = 'online'
         and p.from_at <= at + interval '1 second' and (p.until_at is null or p.until_at > at))
    when 'club' then (
      select c.shown_from from club c where c.id = item and c.deleted_at is null
         and c.shown_from <= at + interval '1 second' and c.shown_until > at)
    else (
      select k.start_at from banner b join banner_booking k on k.id = b.booking_id
       where b.id = item and b.deleted_at is null and b.hidden_at is null
         and k.start_at <= at + interval '1 second' and k.end_at > at)
    end
$$;

-- One switch takes everything of an account off all websites, and brings the same back.
alter table account add column offline_at timestamptz;
-- The clock passes over what such an account has planned.
create index account_offline on account (id) where offline_at is not null;
create table offline_run (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  begun_at timestamptz not null,
  ended_at timestamptz
);
create unique index offline_run_open on offline_run (account_id) where ended_at is null;
create index offline_run_of on offline_run (account_id, id desc);
-- What it took down: only this comes back with the switch.
create table offline_item (
  run_id bigint not null references offline_run on delete cascade,
  kind text not null check (kind in ('inserat', 'club', 'banner')),
  item_id bigint not null,
  -- Planned and not begun yet: it was nowhere to be seen, and only waits.
  waiting boolean not null default false,
  primary key (run_id, kind, item_id)
);
-- What the websites had taken note of when it ended; while it lasts that follows from `placement`.
create table offline_receipt (
  run_id bigint not null references offline_run on delete cascade,
  website_id bigint not null references website on delete cascade,
  items integer not null,
  confirmed integer not null,
  confirmed_at timestamptz,
  primary key (run_id, website_id)
);
-- Since when the switch keeps it off the websites: its time stands still. `hidden_at` is then the same instant.
alter table banner add column paused_at timestamptz;
-- Since when the switch keeps it off the websites: its time stands still.
alter table club add column hidden_at timestamptz;
create or replace function club_shown() returns trigger language plpgsql as $$
begin
  new.shown_from := new.placed_at;
  new.shown_until := case when new.placed_at is not null then 'infinity'::timestamptz end;
  if new.booking_id is not null then
    select start_at, end_at into new.shown_from, new.shown_until from club_booking where id = new.booking_id;
  end if;
  if new.hidden_at is not null then
    new.shown_from := null;
    new.shown_until := null;
  end if;
  return new;
end $$;
drop trigger club_shown on club;
create trigger club_shown before insert or update of booking_id, placed_at, hidden_at on club
  for each row execute function club_shown();
create or replace function club_moved() returns trigger language plpgsql as $$
begin
  update club set shown_from = new.start_at, shown_until = new.end_at
   where id = new.club_id and booking_id = new.id and hidden_at is null;
  return null;
end $$;
