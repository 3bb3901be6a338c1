-- What advertisers publish or change waits for a look of the house. Triggers write the rows, so that nothing comes online without one.
create table review (
  id bigint generated always as identity primary key,
  -- A story is what its ad shows of it: title, picture, film.
  thing text not null check (thing in ('inserat', 'banner', 'club', 'story')),
  item_id bigint not null,
  account_id bigint not null references account,
  -- The how-manieth of its thing.
  version integer not null,
  cause text not null check (cause in ('new', 'changed', 'resubmitted', 'sample')),
  state text not null default 'open' check (state in ('open', 'approved', 'revised', 'held', 'superseded', 'gone')),
  -- Of what visitors see; what is the same needs no second look.
  content_hash text not null,
  -- The transaction that wrote it: what it changes further belongs to the same row.
  written_in bigint not null,
  waiting_since timestamptz not null,
  -- When its signals are to be computed; null once they are.
  assess_at timestamptz,
  signals jsonb not null default '[]',
  -- In the middle until the signals are computed.
  points integer not null default 30 check (points between 0 and 100),
  level integer not null generated always as (case when points >= 60 then 0 when points >= 30 then 1 else 2 end) stored,
  -- By level; what its owner has handed in again comes first in it.
  place integer not null generated always as (
    2 * case when points >= 60 then 0 when points >= 30 then 1 else 2 end
    + case when cause = 'resubmitted' then 0 else 1 end) stored,
  claimed_by bigint references staff,
  claimed_until timestamptz,
  note text not null default '' check (char_length(note) <= 1000),
  -- Who approved it first, of a sample: somebody else decides it.
  first_by bigint references staff,
  decided_at timestamptz,
  decided_by bigint references staff,
  hold_id bigint references hold,
  -- What was decided about.
  content jsonb,
  unique (thing, item_id, version),
  check ((state in ('approved', 'revised', 'held')) = (decided_at is not null))
);
create index review_queue on review (place, waiting_since, id) where state = 'open';
create index review_cause on review (cause, place, waiting_since, id) where state = 'open';
create index review_claimed on review (claimed_by, place, waiting_since, id) where state = 'open';
create unique index review_open on review (thing, item_id) where state = 'open';
create index review_assess on review (assess_at) where state = 'open' and assess_at is not null;
create index review_account on review (account_id, id);
create index review_decided on review (decided_at) where decided_at is not null;
comment on table review is 'personal: Prüfungen; purpose: prüfen, ob das Veröffentlichte unsere Regeln einhält; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: Entscheid und Zeitpunkte so lange wie das Protokoll; Inhalte, bis du dein Konto löschst';
-- The same number in other accounts.
create index inserat_telefon on inserat (telefon) where telefon <> '';
create index club_telefon on club (telefon) where telefon <> '';
revoke delete, truncate on review from samtrot_app;

-- What visitors see of a thing, by field; pictures and films in their order.
create function review_content(thing text, item bigint) returns jsonb stable language sql as $$
  select case thing
    when 'inserat' then (
      select jsonb_build_object('titel', titel, 'name', name, 'beschreibung', beschreibung, 'telefon', telefon,
               'whatsapp', whatsapp, 'homepage', homepage,
               'ort', concat_ws(' ', strasse_und_nummer, adressezusatz, postleitzahl, ort),
               'cantons', cantons, 'categories', categories, 'offerings', offerings, 'bild', array(
                 select content_id from image where inserat_id = i.id and image.place = 'inserat' order by position, id),
               'video', array(
                 select content_id from video where inserat_id = i.id and video.place = 'inserat' and video.status = 'bereit' order by position, id))
        from inserat i where i.id = item)
    when 'story' then (
      select jsonb_build_object('story_title', story_title, 'bild', array(
                 select content_id from image where inserat_id = i.id and image.place = 'story' order by position, id),
               'video', array(
                 select content_id from video where inserat_id = i.id and video.place = 'story' and video.status = 'bereit' order by position, id))
        from inserat i where i.id = item)
    when 'banner' then (
      select jsonb_build_object('text', b.text, 'url', b.url, 'bild', array(
                 select content_id from image where banner_id = b.id and image.place = 'banner'))
        from banner b where b.id = item)
    else (
      select jsonb_build_object('club_name', club_name, 'titel', titel, 'beschreibung', beschreibung, 'telefon', telefon,
               'homepage', homepage, 'ort', concat_ws(' ', strasse_und_nummer, postleitzahl, ort),
               'canton', coalesce(canton, ''), 'bild', array(
                 select content_id from image where club_id = c.id order by position, id))
        from club c where c.id = item)
  end
$$;

-- Another order of the same pictures is the same content.
create function review_hash(content jsonb) returns text immutable language sql as $$
  select md5(concat((content - 'bild' - 'video')::text, '|',
    (select string_agg(value, ',' order by value) from jsonb_array_elements_text(content -> 'bild')), '|',
    (select string_agg(value, ',' order by value) from jsonb_array_elements_text(content -> 'video'))))
$$;

-- Whether its owner has published it and not taken it back.
create function review_published(of_thing text, item bigint, at timestamptz) returns boolean stable language sql as $$
  select coalesce(case of_thing
    when 'inserat' then (select status in ('geplant', 'aktiv', 'ausgeblendet') from inserat where id = item)
    when 'story' then (select status in ('geplant', 'aktiv', 'ausgeblendet') and story_until > at from inserat where id = item)
    when 'banner' then (select deleted_at is null and booking_id is not null from banner where id = item)
    else (select deleted_at is null and placed_at is not null from club where id = item)
  end, false)
$$;

-- Writes the review of what is published, unless the newest one is of the same content.
create function review_due(of_thing text, item bigint, account bigint, at timestamptz, again boolean default false)
returns void language plpgsql as $$
declare
  held_as text := case of_thing when 'story' then 'inserat' else of_thing end;
  last review;
  hash text;
begin
  if not again and not review_published(of_thing, item, at) then return; end if;
  hash := review_hash(review_content(of_thing, item));
  select * into last from review r
   where r.thing = of_thing and r.item_id = item order by r.version desc limit 1;
  if not again then
    if last.content_hash = hash and last.state <> 'gone' then return; end if;
    -- Its owner is at it: it comes back when she hands it in.
    if exists (select from hold h where h.thing = held_as and h.item_id = item and h.closed_at is null
                and h.kind <> 'waiting' and h.resubmitted_at is null) then return; end if;
    if last.state = 'open' and last.written_in = pg_current_xact_id()::text::bigint then
      update review set content_hash = hash where id = last.id;
      return;
    end if;
  end if;
  if last.state = 'open' then
    update review set state = 'superseded', claimed_by = null, claimed_until = null, assess_at = null where id = last.id;
  end if;
  insert into review (thing, item_id, account_id, version, cause, content_hash, written_in, waiting_since, assess_at)
  values (of_thing, item, account, coalesce(last.version, 0) + 1,
    case when again then 'resubmitted'
         when last.state = 'open' and last.cause in ('new', 'resubmitted') then last.cause
         when last.id is null or last.state = 'gone' then 'new'
         else 'changed' end,
    hash, pg_current_xact_id()::text::bigint,
    case when not again and last.state = 'open' and last.cause <> 'sample' then last.waiting_since else at end, at);
end $$;

create function review_gone(of_thing text, item bigint) returns void language sql as $$
  update review set state = 'gone', claimed_by = null, claimed_until = null, assess_at = null
   where thing = of_thing and item_id = item and state = 'open'
$$;

create function inserat_review() returns trigger language plpgsql as $$
begin
  if new.status in ('leer', 'geloescht') then
    perform review_gone('inserat', new.id);
    perform review_gone('story', new.id);
  else
    perform review_due('inserat', new.id, new.account_id, new.changed_at);
    perform review_due('story', new.id, new.account_id, new.changed_at);
  end if;
  return null;
end $$;
create trigger inserat_review after insert on inserat
  for each row when (new.status not in ('leer', 'entwurf')) execute function inserat_review();
create trigger inserat_review_changed after update on inserat
  for each row when (
    (old.status, old.titel, old.name, old.beschreibung, old.telefon, old.whatsapp, old.homepage, old.strasse_und_nummer,
     old.adressezusatz, old.postleitzahl, old.ort, old.cantons, old.categories, old.offerings, old.story_title, old.story_until)
    is distinct from
    (new.status, new.titel, new.name, new.beschreibung, new.telefon, new.whatsapp, new.homepage, new.strasse_und_nummer,
     new.adressezusatz, new.postleitzahl, new.ort, new.cantons, new.categories, new.offerings, new.story_title, new.story_until))
  execute function inserat_review();

create function banner_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.deleted_at is not null then
    perform review_gone('banner', old.id);
  else
    perform review_due('banner', new.id, new.account_id, new.changed_at);
  end if;
  return null;
end $$;
create trigger banner_review after insert on banner
  for each row when (new.booking_id is not null) execute function banner_review();
create trigger banner_review_changed after update on banner
  for each row when ((old.text, old.url, old.booking_id, old.deleted_at) is distinct from (new.text, new.url, new.booking_id, new.deleted_at))
  execute function banner_review();
create trigger banner_review_gone after delete on banner for each row execute function banner_review();

create function club_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.deleted_at is not null then
    perform review_gone('club', old.id);
  else
    perform review_due('club', new.id, new.account_id, new.changed_at);
  end if;
  return null;
end $$;
create trigger club_review after insert on club
  for each row when (new.placed_at is not null) execute function club_review();
create trigger club_review_changed after update on club
  for each row when (
    (old.club_name, old.titel, old.beschreibung, old.telefon, old.homepage, old.strasse_und_nummer, old.postleitzahl, old.ort,
     old.canton, old.placed_at, old.deleted_at)
    is distinct from
    (new.club_name, new.titel, new.beschreibung, new.telefon, new.homepage, new.strasse_und_nummer, new.postleitzahl, new.ort,
     new.canton, new.placed_at, new.deleted_at))
  execute function club_review();
create trigger club_review_gone after delete on club for each row execute function club_review();

create function media_review() returns trigger language plpgsql as $$
declare
  media jsonb := to_jsonb(coalesce(new, old));
  of_thing text;
  item bigint;
  at timestamptz;
begin
  if media ->> 'club_id' is not null then
    of_thing := 'club';
    item := media ->> 'club_id';
    select changed_at into at from club where id = item;
  elsif media ->> 'banner_id' is not null then
    of_thing := 'banner';
    item := media ->> 'banner_id';
    select changed_at into at from banner where id = item;
  else
    of_thing := media ->> 'place';
    item := media ->> 'inserat_id';
    select changed_at into at from inserat where id = item;
  end if;
  if at is not null then
    if tg_op <> 'DELETE' then at := greatest(at, (media ->> 'created_at')::timestamptz); end if;
    perform review_due(of_thing, item, (media ->> 'account_id')::bigint, at);
  end if;
  return null;
end $$;
create trigger image_review after insert or delete on image for each row execute function media_review();
create trigger image_review_changed after update on image
  for each row when ((old.content_id, old.place) is distinct from (new.content_id, new.place)) execute function media_review();
create trigger video_review after insert or delete on video for each row execute function media_review();
create trigger video_review_changed after update on video
  for each row when ((old.content_id, old.place, old.status) is distinct from (new.content_id, new.place, new.status))
  execute function media_review();

-- What its owner hands in again comes back; what was changed while it was held is looked at after its release.
create function hold_review() returns trigger language plpgsql as $$
begin
  if new.closed_at is not null then
    if new.outcome <> 'gone' then
      perform review_due(new.thing, new.item_id, new.account_id, new.closed_at);
    end if;
  else
    perform review_due(new.thing, new.item_id, new.account_id, new.resubmitted_at, true);
  end if;
  return null;
end $$;
create trigger hold_review after update on hold
  for each row when (new.thing <> 'account' and (
    (old.closed_at is null and new.closed_at is not null)
    or (new.closed_at is null and old.resubmitted_at is null and new.resubmitted_at is not null)))
  execute function hold_review();

-- A report changes what the signals say.
create function report_review() returns trigger language plpgsql as $$
begin
  update review set assess_at = new.received_at
   where thing = new.thing and item_id = new.item_id and state = 'open';
  return null;
end $$;
create trigger report_review after insert or update of decided_at on report for each row execute function report_review();
