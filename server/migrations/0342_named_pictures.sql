-- A hold named «bild» without a number, or what its thing does not have: nothing its owner did
-- counted as a change of that, so that she could not hand the thing in again.
update hold set fields = array_remove(fields, 'bild') where 'bild' = any (fields) and closed_at is null;
update hold set fields = array(
    select field from unnest(fields) field where field <> all (
      case thing
        when 'inserat' then array['text', 'club_name', 'canton', 'url', 'ort']
        when 'banner' then array['titel', 'beschreibung', 'name', 'story_title', 'club_name', 'telefon', 'cantons', 'canton', 'categories', 'offerings', 'homepage', 'ort']
        when 'club' then array['name', 'story_title', 'text', 'cantons', 'categories', 'offerings', 'url']
        else fields end))
 where closed_at is null and fields <> '{}';
