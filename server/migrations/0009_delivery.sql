-- What partner websites read. Two narrow tables beside `inserat` keep its updates cheap: a push changes no index of the ad itself
-- (the fat text index least of all), and every list is one ordered range of `delivery_entry`, however many ads there are.
alter table inserat set (fillfactor = 80);
alter table inserat add constraint inserat_published_complete
  check (status <> 'aktiv' or (start_at is not null and end_at is not null and lifted_at is not null));
-- Lower-case words, with everything that is neither letter nor digit out of the way; the same in every locale of the database.
-- Cantons and categories stand beside them in capitals (ZH, K3), so that one index answers a word within a canton.
create function delivery_words(words text, cantons text[], categories integer[]) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('pg_catalog.simple', regexp_replace(lower(words collate pg_c_utf8), '[^[:alnum:]]+', ' ', 'g'))
    || array_to_tsvector(cantons || array(select 'K' || c from unnest(categories) c))
$$;
alter table inserat add column search tsvector
  generated always as (delivery_words(name || ' ' || titel || ' ' || beschreibung, cantons, categories)) stored;
create index inserat_search on inserat using gin (search) where status = 'aktiv';
create index inserat_topad on inserat (topad_until) where status = 'aktiv' and topad_until is not null;

-- One row for each list that a published ad stands in: all ('' ), a canton ('ZH'), a category ('3'), both ('ZH3').
create table delivery_entry (
  term text not null,
  lifted_at timestamptz not null,
  inserat_id bigint not null,
  primary key (term, lifted_at, inserat_id)
);

-- The last change of each ad that was ever published, by transaction number: commits out of order lose nothing (see delivery/store.ts).
-- It outlives the ad's row, so that its end can still be told.
create table delivery_change (
  inserat_id bigint primary key,
  public_id uuid not null,
  changed_tx bigint not null
);
create index delivery_change_order on delivery_change (changed_tx, inserat_id);

create function delivery_terms(cantons text[], categories integer[]) returns setof text
language sql immutable parallel safe as $$
  select '' union select k from unnest(cantons) k union select c::text from unnest(categories) c
  union select k || c from unnest(cantons) k, unnest(categories) c
$$;

create function delivery_mark(ad bigint, public uuid) returns void language plpgsql as $$
begin
  insert into delivery_change values (ad, public, pg_current_xact_id()::text::bigint)
  on conflict (inserat_id) do update set changed_tx = excluded.changed_tx
    where delivery_change.changed_tx <> excluded.changed_tx;
  perform pg_notify('delivery', '');
end $$;

create function delivery_track() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'aktiv' then
    -- A push changes only the time: the entries move and are not made anew.
    if tg_op = 'UPDATE' and new.status = 'aktiv' and new.cantons = old.cantons and new.categories = old.categories then
      if new.lifted_at <> old.lifted_at then
        update delivery_entry set lifted_at = new.lifted_at
         where term in (select delivery_terms(old.cantons, old.categories))
           and lifted_at = old.lifted_at and inserat_id = old.id;
      end if;
      perform delivery_mark(new.id, new.public_id);
      return null;
    end if;
    delete from delivery_entry
     where term in (select delivery_terms(old.cantons, old.categories))
       and lifted_at = old.lifted_at and inserat_id = old.id;
    perform delivery_mark(old.id, old.public_id);
  end if;
  if tg_op <> 'DELETE' and new.status = 'aktiv' then
    insert into delivery_entry select term, new.lifted_at, new.id from delivery_terms(new.cantons, new.categories) term;
    perform delivery_mark(new.id, new.public_id);
  end if;
  return null;
end $$;
create trigger delivery_inserted after insert on inserat
  for each row when (new.status = 'aktiv') execute function delivery_track();
create trigger delivery_deleted after delete on inserat
  for each row when (old.status = 'aktiv') execute function delivery_track();
-- Counting a view changes nothing that is delivered.
create trigger delivery_updated after update on inserat
  for each row when (
    (old.status = 'aktiv' or new.status = 'aktiv')
    and (old.status, old.changed_at, old.lifted_at, old.start_at, old.end_at, old.topad_until, old.colour, old.cantons,
         old.categories, old.offerings, old.image_kind, old.name, old.titel, old.telefon, old.beschreibung)
        is distinct from
        (new.status, new.changed_at, new.lifted_at, new.start_at, new.end_at, new.topad_until, new.colour, new.cantons,
         new.categories, new.offerings, new.image_kind, new.name, new.titel, new.telefon, new.beschreibung))
  execute function delivery_track();

create function delivery_track_image() returns trigger language plpgsql as $$
begin
  perform delivery_mark(id, public_id) from inserat
   where status = 'aktiv' and id in (case when tg_op <> 'INSERT' then old.inserat_id end, case when tg_op <> 'DELETE' then new.inserat_id end);
  return null;
end $$;
create trigger delivery_image after insert or update or delete on image
  for each row execute function delivery_track_image();
