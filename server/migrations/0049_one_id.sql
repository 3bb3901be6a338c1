-- What partner websites know a thing by is given at insert and never another: their copies find it by nothing else.
create function id_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the public id of % % does not change', tg_table_name, old.id;
end $$;
create trigger inserat_id_stays before update of public_id on inserat
  for each row when (old.public_id is distinct from new.public_id) execute function id_stays();
create trigger banner_id_stays before update of public_id on banner
  for each row when (old.public_id is distinct from new.public_id) execute function id_stays();
create trigger club_id_stays before update of public_id on club
  for each row when (old.public_id is distinct from new.public_id) execute function id_stays();
create trigger website_id_stays before update of public_id on website
  for each row when (old.public_id is distinct from new.public_id) execute function id_stays();

-- Where it was another one before: told once more, by the true name, as a change of now.
update delivery_change c set public_id = i.public_id, changed_tx = pg_current_xact_id()::text::bigint
  from inserat i where i.id = c.inserat_id and c.public_id <> i.public_id;
update webhook_message m set public_id = i.public_id
  from inserat i where m.kind = 'inserat' and i.id = m.item_id and m.due_at is not null and m.public_id <> i.public_id;
