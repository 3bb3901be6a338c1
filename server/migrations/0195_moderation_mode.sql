-- Whether what is published waits for an approval; the server writes its setting at start.
create table moderation_mode (
  only_one boolean primary key default true check (only_one),
  mode text not null check (mode in ('after', 'first'))
);
comment on table moderation_mode is 'not personal: whether what is published waits for an approval';
insert into moderation_mode (mode) values ('after');
revoke insert, delete, truncate on moderation_mode from samtrot_app;

-- It waits since its publication: its run has not begun.
alter table hold add column unapproved boolean not null default false;
create index hold_unapproved on hold (thing, item_id) where closed_at is null and unapproved;

-- Puts off the run of what is not approved: it is held since before its start, so it has not begun.
create function put_off_run(of_thing text, item bigint, at timestamptz) returns void language plpgsql as $$
declare
  start timestamptz;
begin
  if of_thing = 'inserat' then
    select least(at, start_at) - interval '1 millisecond' into start from inserat where id = item;
    update inserat set status = 'geplant', held_at = start where id = item;
    -- It was online for no time that counts.
    delete from inserat_phase where inserat_id = item and from_at >= start;
  elsif of_thing = 'banner' then
    select least(at, k.start_at) - interval '1 millisecond' into start
      from banner b join banner_booking k on k.id = b.booking_id where b.id = item;
    update banner set held_at = start where id = item;
  else
    select least(at, k.start_at) - interval '1 millisecond' into start
      from club c join club_booking k on k.id = c.booking_id where c.id = item;
    update club set held_at = start where id = item;
  end if;
end $$;

-- Holds what is being published until it is approved, if the mode says so.
create function publication_waits(of_thing text, item bigint, account bigint, at timestamptz)
returns void language plpgsql as $$
begin
  if (select mode from moderation_mode) = 'after' then return; end if;
  if exists (select from review r where r.account_id = account and r.thing = of_thing and r.state = 'approved') then
    return;
  end if;
  if exists (select from hold h where h.thing = of_thing and h.item_id = item and h.closed_at is null) then return; end if;
  perform put_off_run(of_thing, item, at);
  insert into hold (thing, item_id, account_id, kind, reason, text, held_at, decided_at, unapproved)
  values (of_thing, item, account, 'waiting', 'anderes',
    'Wir sehen es an, bevor es online geht. Die Laufzeit beginnt mit der Freigabe.', at, at, true);
end $$;

create or replace function inserat_review() returns trigger language plpgsql as $$
begin
  if new.status in ('leer', 'geloescht') then
    perform review_gone('inserat', new.id);
    perform review_gone('story', new.id);
  else
    perform review_due('inserat', new.id, new.account_id, new.changed_at);
    perform review_due('story', new.id, new.account_id, new.changed_at);
    if new.status in ('geplant', 'aktiv') and (tg_op = 'INSERT' or old.status in ('leer', 'entwurf', 'abgelaufen')) then
      perform publication_waits('inserat', new.id, new.account_id, new.changed_at);
    end if;
  end if;
  return null;
end $$;

create or replace function banner_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.deleted_at is not null then
    perform review_gone('banner', old.id);
  else
    perform review_due('banner', new.id, new.account_id, new.changed_at);
    -- A renewal has its open end until now.
    if new.booking_id is not null
       and (tg_op = 'INSERT' or (old.booking_id is distinct from new.booking_id and old.open_end is null)) then
      perform publication_waits('banner', new.id, new.account_id, new.changed_at);
    end if;
  end if;
  return null;
end $$;

create or replace function club_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.deleted_at is not null then
    perform review_gone('club', old.id);
  else
    perform review_due('club', new.id, new.account_id, new.changed_at);
    if new.booking_id is not null and (tg_op = 'INSERT' or (
         old.booking_id is distinct from new.booking_id and not exists (
           select from club_booking k where k.id = old.booking_id and k.end_at > new.changed_at))) then
      perform publication_waits('club', new.id, new.account_id, new.changed_at);
    end if;
  end if;
  return null;
end $$;
-- Ordered again after its end, a club has another booking.
drop trigger club_review_changed on club;
create trigger club_review_changed after update on club
  for each row when (
    (old.club_name, old.titel, old.beschreibung, old.telefon, old.homepage, old.strasse_und_nummer, old.postleitzahl, old.ort,
     old.canton, old.placed_at, old.deleted_at, old.booking_id)
    is distinct from
    (new.club_name, new.titel, new.beschreibung, new.telefon, new.homepage, new.strasse_und_nummer, new.postleitzahl, new.ort,
     new.canton, new.placed_at, new.deleted_at, new.booking_id))
  execute function club_review();
