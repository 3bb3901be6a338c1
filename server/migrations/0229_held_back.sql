-- Under `before` what is changed of something published waits beside it; the published version stays.
alter table moderation_mode drop constraint moderation_mode_mode_check;
alter table moderation_mode add check (mode in ('after', 'first', 'before'));

-- Texts and contact data that wait, as JSON, and a salted hash of what each review sees of them.
alter table inserat add column pending ciphertext, add column pending_print bytea, add column story_print bytea;
alter table banner add column pending ciphertext, add column pending_print bytea;
alter table club add column pending ciphertext, add column pending_print bytea;
-- `owner`: waits for an approval; `visitors`: shown until its replacement is approved; `nobody`: replaced by an approval
-- that can still be undone.
alter table image add column seen_by text not null default 'all' check (seen_by in ('all', 'owner', 'visitors', 'nobody'));
alter table video add column seen_by text not null default 'all' check (seen_by in ('all', 'owner', 'visitors', 'nobody'));
create index image_held_back on image (id) where seen_by <> 'all';
create index video_held_back on video (id) where seen_by <> 'all';
drop index image_banner, image_story, video_story;
create unique index image_banner on image (banner_id, place) where banner_id is not null and seen_by in ('all', 'owner');
create unique index image_story on image (inserat_id) where place = 'story' and seen_by in ('all', 'owner');
create unique index video_story on video (inserat_id) where place = 'story' and seen_by in ('all', 'owner');
-- What the owner was told with a refused change, and what an approval replaced while it can be undone.
alter table review add column answer text not null default '', add column replaced ciphertext;

-- Whether a change of it waits. What waits as a whole for its first approval is not online: it changes at once.
create function change_waits(of_thing text, item bigint) returns boolean stable language sql as $$
  select (select mode from moderation_mode) = 'before'
    and coalesce(case of_thing
      when 'inserat' then (select status in ('geplant', 'aktiv', 'ausgeblendet') from inserat where id = item)
      when 'banner' then (select deleted_at is null and booking_id is not null from banner where id = item)
      else (select deleted_at is null and placed_at is not null from club where id = item)
    end, false)
    and not exists (select from hold h where h.thing = of_thing and h.item_id = item and h.closed_at is null and h.unapproved)
$$;

-- Under `before` a story is looked at before it is bought: its title, picture and film.
create or replace function review_published(of_thing text, item bigint, at timestamptz) returns boolean stable language sql as $$
  select coalesce(case of_thing
    when 'inserat' then (select status in ('geplant', 'aktiv', 'ausgeblendet') from inserat where id = item)
    when 'story' then (
      select status in ('geplant', 'aktiv', 'ausgeblendet') and (story_until > at
             or (select mode from moderation_mode) = 'before' and (story_title <> '' or story_print is not null
                 or exists (select from image p where p.inserat_id = i.id and p.place = 'story')
                 or exists (select from video v where v.inserat_id = i.id and v.place = 'story')))
        from inserat i where i.id = item)
    when 'banner' then (select deleted_at is null and booking_id is not null from banner where id = item)
    else (select deleted_at is null and placed_at is not null from club where id = item)
  end, false)
$$;

-- Whether the story of an ad may be bought: what it would show is approved.
create function story_approved(item bigint) returns boolean stable language sql as $$
  select not change_waits('inserat', item) or coalesce((
    select r.state = 'approved' and r.content_hash = review_hash(review_content('story', item))
      from review r where r.thing = 'story' and r.item_id = item order by r.version desc limit 1), false)
$$;

create or replace function publication_waits(of_thing text, item bigint, account bigint, at timestamptz)
returns void language plpgsql as $$
declare
  how text := (select mode from moderation_mode);
begin
  if how = 'after' then return; end if;
  if how = 'first'
     and exists (select from review r where r.account_id = account and r.thing = of_thing and r.state = 'approved') then
    return;
  end if;
  if exists (select from hold h where h.thing = of_thing and h.item_id = item and h.closed_at is null) then return; end if;
  perform put_off_run(of_thing, item, at);
  insert into hold (thing, item_id, account_id, kind, reason, text, held_at, decided_at, unapproved)
  values (of_thing, item, account, 'waiting', 'anderes',
    'Wir sehen es an, bevor es online geht. Die Laufzeit beginnt mit der Freigabe.', at, at, true);
end $$;

-- A new picture or film of something published waits.
create function media_waits() returns trigger language plpgsql as $$
declare
  media jsonb := to_jsonb(new);
begin
  if new.place = 'banner_neu' then return new; end if;
  if media ->> 'club_id' is not null then
    if change_waits('club', (media ->> 'club_id')::bigint) then new.seen_by := 'owner'; end if;
  elsif media ->> 'banner_id' is not null then
    if change_waits('banner', (media ->> 'banner_id')::bigint) then new.seen_by := 'owner'; end if;
  elsif change_waits('inserat', new.inserat_id) then
    new.seen_by := 'owner';
  end if;
  return new;
end $$;
create trigger image_waits before insert on image for each row execute function media_waits();
create trigger image_chosen_waits before update on image
  for each row when (old.place = 'banner_neu' and new.place = 'banner') execute function media_waits();
create trigger video_waits before insert on video for each row execute function media_waits();

-- Without the replacement that waited, what it would have replaced is the picture again.
create function media_replaced_again() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'image' and to_jsonb(old) ->> 'banner_id' is not null then
    update image set seen_by = 'all'
     where banner_id = (to_jsonb(old) ->> 'banner_id')::bigint and place = old.place and seen_by = 'visitors';
  else
    update image set seen_by = 'all' where inserat_id = old.inserat_id and place = 'story' and seen_by = 'visitors';
    update video set seen_by = 'all' where inserat_id = old.inserat_id and place = 'story' and seen_by = 'visitors';
  end if;
  return null;
end $$;
create trigger image_replaced_again after delete on image
  for each row when (old.seen_by = 'owner' and old.place in ('banner', 'story')) execute function media_replaced_again();
create trigger video_replaced_again after delete on video
  for each row when (old.seen_by = 'owner' and old.place = 'story') execute function media_replaced_again();

-- Partner websites learn of an approval as of a new picture; so do the reviews.
create trigger delivery_placement_image_shown after update on image
  for each row when (new.inserat_id is null and old.seen_by <> new.seen_by) execute function delivery_placement_image();
create trigger delivery_club_image_shown after update on image
  for each row when (new.club_id is not null and old.seen_by <> new.seen_by) execute function delivery_track_of_club();
create trigger delivery_video_shown after update of seen_by on video
  for each row when (old.seen_by <> new.seen_by) execute function delivery_track_image();
create trigger image_review_shown after update on image
  for each row when (old.seen_by <> new.seen_by) execute function media_review();
create trigger video_review_shown after update on video
  for each row when (old.seen_by <> new.seen_by) execute function media_review();

-- What is or would be shown: with what waits, without what that replaces.
create or replace function review_content(thing text, item bigint) returns jsonb stable language sql as $$
  select case thing
    when 'inserat' then (
      select jsonb_build_object('titel', titel, 'name', name, 'beschreibung', beschreibung,
               'contact', coalesce(encode(contact_print, 'hex'), ''),
               'cantons', cantons, 'categories', categories, 'offerings', offerings, 'bild', array(
                 select content_id from image where inserat_id = i.id and image.place = 'inserat' order by position, id),
               'video', array(
                 select content_id from video where inserat_id = i.id and video.place = 'inserat' and video.status = 'bereit' order by position, id))
             || case when pending_print is null then '{}' else jsonb_build_object('pending', encode(pending_print, 'hex')) end
        from inserat i where i.id = item)
    when 'story' then (
      select jsonb_build_object('story_title', story_title, 'bild', array(
                 select content_id from image where inserat_id = i.id and image.place = 'story'
                    and image.seen_by in ('all', 'owner') order by position, id),
               'video', array(
                 select content_id from video where inserat_id = i.id and video.place = 'story' and video.status = 'bereit'
                    and video.seen_by in ('all', 'owner') order by position, id))
             || case when story_print is null then '{}' else jsonb_build_object('pending', encode(story_print, 'hex')) end
        from inserat i where i.id = item)
    when 'banner' then (
      select jsonb_build_object('text', b.text, 'url', b.url, 'bild', array(
                 select content_id from image where banner_id = b.id and image.place = 'banner' and image.seen_by in ('all', 'owner')))
             || case when pending_print is null then '{}' else jsonb_build_object('pending', encode(pending_print, 'hex')) end
        from banner b where b.id = item)
    else (
      select jsonb_build_object('club_name', club_name, 'titel', titel, 'beschreibung', beschreibung,
               'contact', coalesce(encode(contact_print, 'hex'), ''),
               'canton', coalesce(canton, ''), 'bild', array(
                 select content_id from image where club_id = c.id order by position, id))
             || case when pending_print is null then '{}' else jsonb_build_object('pending', encode(pending_print, 'hex')) end
        from club c where c.id = item)
  end
$$;

create trigger inserat_review_pending after update on inserat
  for each row when ((old.pending_print, old.story_print) is distinct from (new.pending_print, new.story_print))
  execute function inserat_review();
create trigger banner_review_pending after update on banner
  for each row when (old.pending_print is distinct from new.pending_print) execute function banner_review();
create trigger club_review_pending after update on club
  for each row when (old.pending_print is distinct from new.pending_print) execute function club_review();
