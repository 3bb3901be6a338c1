-- The last change of each club that was ever placed, by transaction number, as `delivery_change` holds that of ads. It outlives the
-- club's row, so that its end can still be told.
create table delivery_club_change (
  club_id bigint primary key,
  public_id uuid not null,
  changed_tx bigint not null
);
create index delivery_club_change_order on delivery_club_change (changed_tx, club_id);

create function delivery_mark_club(club bigint, public uuid) returns void language sql as $$
  insert into delivery_club_change values (club, public, pg_current_xact_id()::text::bigint)
  on conflict (club_id) do update set changed_tx = excluded.changed_tx
    where delivery_club_change.changed_tx <> excluded.changed_tx
$$;

-- What is still being written is nobody else's matter, nor is what was typed over a placed one.
create function delivery_track_club() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform delivery_mark_club(old.id, old.public_id);
  else perform delivery_mark_club(new.id, new.public_id);
  end if;
  return null;
end $$;
create trigger delivery_club_inserted after insert on club
  for each row when (new.placed_at is not null) execute function delivery_track_club();
create trigger delivery_club_deleted after delete on club
  for each row when (old.placed_at is not null) execute function delivery_track_club();
create trigger delivery_club_updated after update on club
  for each row when (
    new.placed_at is not null
    and (old.placed_at, old.booking_id, old.deleted_at, old.changed_at, old.club_name, old.titel, old.beschreibung, old.telefon,
         old.homepage, old.street, old.postcode, old.town, old.canton, old.opening_hours)
        is distinct from
        (new.placed_at, new.booking_id, new.deleted_at, new.changed_at, new.club_name, new.titel, new.beschreibung, new.telefon,
         new.homepage, new.street, new.postcode, new.town, new.canton, new.opening_hours))
  execute function delivery_track_club();

-- Its time and its pictures are changes of it too.
create function delivery_track_of_club() returns trigger language plpgsql as $$
begin
  perform delivery_mark_club(id, public_id) from club
   where placed_at is not null
     and id in (case when tg_op <> 'INSERT' then old.club_id end, case when tg_op <> 'DELETE' then new.club_id end);
  return null;
end $$;
create trigger delivery_club_run after update on club_booking
  for each row when ((old.start_at, old.end_at) is distinct from (new.start_at, new.end_at))
  execute function delivery_track_of_club();
-- Pictures of ads and banners are no matter of clubs.
create trigger delivery_club_image after insert on image
  for each row when (new.club_id is not null) execute function delivery_track_of_club();
create trigger delivery_club_image_gone after delete on image
  for each row when (old.club_id is not null) execute function delivery_track_of_club();
create trigger delivery_club_image_changed after update on image
  for each row when (coalesce(old.club_id, new.club_id) is not null
    and (old.club_id, old.content_id, old.rating, old.position, old.widths)
        is distinct from (new.club_id, new.content_id, new.rating, new.position, new.widths))
  execute function delivery_track_of_club();
