-- When an ad was first online. A push, a renewal or a new booking does not move it.
alter table inserat add column published_at timestamptz;
update inserat i set published_at = coalesce(
    (select min(b.start_at) from booking b where b.inserat_id = i.id and b.start_at <= now()), i.start_at)
 where i.status not in ('leer', 'entwurf', 'geplant') and i.start_at <= now();

create function inserat_first_online() returns trigger language plpgsql as $$
begin
  -- Held from its first moment on, it was online for no time that counts.
  if new.held_at < new.published_at then new.published_at := null; end if;
  if new.status = 'aktiv' and new.held_at is null then
    new.published_at := coalesce(new.published_at, new.start_at);
  end if;
  return new;
end $$;
create trigger inserat_first_online_made before insert on inserat
  for each row when (new.status = 'aktiv') execute function inserat_first_online();
create trigger inserat_first_online before update on inserat
  for each row when ((old.status, old.held_at) is distinct from (new.status, new.held_at))
  execute function inserat_first_online();
