-- A picture of an ad that waits in the place of one that visitors see until then.
alter table image add column replaces bigint references image on delete set null;
create index image_replaces on image (replaces) where replaces is not null;

-- Taken back before it is approved, the one in its place is a picture of the ad again.
create function image_in_place_again() returns trigger language plpgsql as $$
begin
  update image set seen_by = 'all', position = old.position where id = old.replaces and seen_by = 'visitors';
  return null;
end $$;
create trigger image_in_place_again after delete on image
  for each row when (old.seen_by = 'owner' and old.place = 'inserat' and old.replaces is not null)
  execute function image_in_place_again();

-- As 0229, but of an ad, too, without what is replaced.
create or replace function review_content(thing text, item bigint) returns jsonb stable language sql as $$
  select case thing
    when 'inserat' then (
      select jsonb_build_object('titel', titel, 'name', name, 'beschreibung', beschreibung,
               'contact', coalesce(encode(contact_print, 'hex'), ''),
               'cantons', cantons, 'categories', categories, 'offerings', offerings, 'bild', array(
                 select content_id from image where inserat_id = i.id and image.place = 'inserat'
                    and image.seen_by in ('all', 'owner') order by position, id),
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
