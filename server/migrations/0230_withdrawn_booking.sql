-- A free ad can be withdrawn for ten minutes: its free booking of that day no longer counts. Once
-- for each account and day, as the free booking itself.
alter table booking
  add column withdrawn_at timestamptz,
  add constraint booking_withdrawn_free check (withdrawn_at is null or free_day is not null);
grant update (withdrawn_at) on booking to samtrot_app;
drop index booking_one_free_a_day;
create unique index booking_one_free_a_day on booking (account_id, free_day)
  where free_day is not null and withdrawn_at is null;
create unique index booking_one_withdrawn_a_day on booking (account_id, free_day)
  where withdrawn_at is not null;

-- A draft again: nothing of it waits for the house.
create function inserat_withdrawn() returns trigger language plpgsql as $$
begin
  perform review_gone('inserat', new.id);
  perform review_gone('story', new.id);
  return null;
end $$;
create trigger inserat_withdrawn after update of status on inserat
  for each row when (old.status = 'aktiv' and new.status = 'entwurf') execute function inserat_withdrawn();
