-- A banner that its owner hid and shows again has to be fetched again, as after the switch of the whole account.
alter table banner add column shown_again_at timestamptz;
comment on column banner.shown_again_at is 'When its owner last showed it again after hiding it.';

create or replace function placement_run(kind text, item bigint, at timestamptz) returns timestamptz stable language sql as $$
  select case kind
    when 'inserat' then (
      select max(p.from_at) from inserat_phase p join inserat i on i.id = p.inserat_id
       where i.id = item and i.end_at > at and p.kind = 'online'
         and p.from_at <= at + interval '1 second' and (p.until_at is null or p.until_at > at))
    when 'club' then (
      select greatest(c.shown_from, back_online('club', c.id, at)) from club c where c.id = item and c.deleted_at is null
         and c.shown_from <= at + interval '1 second' and c.shown_until > at)
    else (
      select greatest(k.start_at, b.shown_again_at, back_online('banner', b.id, at)) from banner b join banner_booking k on k.id = b.booking_id
       where b.id = item and b.deleted_at is null and b.hidden_at is null
         and k.start_at <= at + interval '1 second' and k.end_at > at)
    end
$$;
