-- Locks inserat against reading and writing for a moment, while its trigger is changed; no row is read.
-- All that is delivered of an ad marks it, whatever the clock says: what is made of it is kept by this mark.
drop trigger delivery_updated on inserat;
create trigger delivery_updated after update on inserat
  for each row when ((old.status = 'aktiv' or new.status = 'aktiv') and
    (old.status, old.changed_at, old.lifted_at, old.start_at, old.end_at, old.published_at, old.topad_until,
     old.story_until, old.story_title, old.colour, old.cantons, old.categories, old.offerings,
     old.originalbilder, old.name, old.titel, old.beschreibung, old.sprachen, old.erreichbar, old.sms_erlaubt,
     old.whatsapp_erlaubt, old.adresse_anzeigen, old.ort_anzeigen, old.contact_print)
    is distinct from
    (new.status, new.changed_at, new.lifted_at, new.start_at, new.end_at, new.published_at, new.topad_until,
     new.story_until, new.story_title, new.colour, new.cantons, new.categories, new.offerings,
     new.originalbilder, new.name, new.titel, new.beschreibung, new.sprachen, new.erreichbar, new.sms_erlaubt,
     new.whatsapp_erlaubt, new.adresse_anzeigen, new.ort_anzeigen, new.contact_print))
  execute function delivery_track();
