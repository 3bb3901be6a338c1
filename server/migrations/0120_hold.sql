-- The house takes an ad, a banner, a club or an account off the websites. The life of the thing stays as it is.
create table hold (
  id bigint generated always as identity primary key,
  thing text not null check (thing in ('inserat', 'banner', 'club', 'account')),
  item_id bigint not null,
  account_id bigint not null references account,
  kind text not null check (kind in ('waiting', 'revise', 'blocked', 'final')),
  reason text not null,
  -- Names of content, or `bild:N` for one picture.
  fields text[] not null default '{}',
  -- What each of them was then, to notice that it changed.
  seen jsonb not null default '{}',
  text text not null check (char_length(text) <= 1000),
  note text not null default '' check (char_length(note) <= 1000),
  -- Grows with each change of kind, reason, fields or text; earlier ones are in `hold_version`.
  version integer not null default 1,
  held_at timestamptz not null,
  decided_at timestamptz not null,
  -- Null for the command line without a person.
  decided_by bigint references staff,
  resubmitted_at timestamptz,
  message text not null default '' check (char_length(message) <= 2000),
  closed_at timestamptz,
  closed_by bigint references staff,
  close_reason text,
  -- 'gone': the owner deleted the thing.
  outcome text check (outcome in ('released', 'upheld', 'gone')),
  check ((closed_at is null) = (outcome is null))
);
create unique index hold_open on hold (thing, item_id) where closed_at is null;
create index hold_of on hold (thing, item_id, id);
create index hold_account on hold (account_id, id);
create index hold_newest on hold (id desc) where closed_at is null;
comment on table hold is 'personal: Sperren und Einsprüche; purpose: Regeln durchsetzen und jeden Entscheid erklären; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: Grund und Zeitpunkte so lange wie das Protokoll; Texte, bis du dein Konto löschst';

create table hold_version (
  hold_id bigint not null references hold on delete cascade,
  version integer not null,
  kind text not null,
  reason text not null,
  fields text[] not null,
  text text not null,
  note text not null,
  decided_at timestamptz not null,
  decided_by bigint references staff,
  primary key (hold_id, version)
);
comment on table hold_version is 'personal: Sperren und Einsprüche; purpose: Regeln durchsetzen und jeden Entscheid erklären; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: Grund und Zeitpunkte so lange wie das Protokoll; Texte, bis du dein Konto löschst';

-- Which websites had what was taken down. While it is held, the confirmation follows from `placement`.
create table hold_receipt (
  hold_id bigint not null references hold on delete cascade,
  website_id bigint not null references website on delete cascade,
  kind text not null check (kind in ('inserat', 'club', 'banner')),
  item_id bigint not null,
  told_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (hold_id, website_id, kind, item_id)
);
comment on table hold_receipt is 'personal: Sperren und Einsprüche; purpose: Regeln durchsetzen und jeden Entscheid erklären; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: Grund und Zeitpunkte so lange wie das Protokoll; Texte, bis du dein Konto löschst';

create table appeal (
  id bigint generated always as identity primary key,
  hold_id bigint not null references hold on delete cascade,
  -- The decision it is about: one appeal for each.
  version integer not null,
  message text not null check (char_length(message) <= 2000),
  appealed_at timestamptz not null,
  upheld boolean,
  answer text not null default '' check (char_length(answer) <= 2000),
  decided_at timestamptz,
  decided_by bigint references staff,
  unique (hold_id, version),
  check ((decided_at is null) = (upheld is null))
);
create index appeal_open on appeal (id) where decided_at is null;
comment on table appeal is 'personal: Sperren und Einsprüche; purpose: Regeln durchsetzen und jeden Entscheid erklären; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: Grund und Zeitpunkte so lange wie das Protokoll; Texte, bis du dein Konto löschst';

-- What is decided and closed stays; only words are erased with the account.
create function keep_closed_hold() returns trigger language plpgsql as $$
begin
  if (old.closed_at, old.outcome, old.kind, old.reason, old.held_at)
     is distinct from (new.closed_at, new.outcome, new.kind, new.reason, new.held_at) then
    raise exception 'hold % is closed', old.id;
  end if;
  return new;
end $$;
create trigger hold_closed_once before update on hold
  for each row when (old.closed_at is not null) execute function keep_closed_hold();
revoke delete, truncate on hold, hold_version, appeal from samtrot_app;

-- Since when a hold keeps it off the websites, of itself or of its account: its paid time stands still.
alter table inserat add column held_at timestamptz;
alter table banner add column held_at timestamptz;
alter table club add column held_at timestamptz;
alter table account add column held_at timestamptz;
-- Time of the booking that holds have added to its end.
alter table booking add column held_ms bigint not null default 0;
grant update (held_ms) on booking to samtrot_app;

-- Holds that follow or overlap without a gap are one time: the first `held_at` stays.
create function hold_applies() returns trigger language plpgsql as $$
declare
  at timestamptz := coalesce(new.closed_at, new.held_at);
  kept boolean;
begin
  if new.thing = 'account' then
    update account a set held_at = case when new.closed_at is null then coalesce(a.held_at, at) end
     where a.id = new.account_id;
    if new.closed_at is null then
      update inserat set held_at = at, changed_at = at
       where account_id = new.account_id and status not in ('leer', 'geloescht') and held_at is null;
      update banner set held_at = at, changed_at = at
       where account_id = new.account_id and deleted_at is null and held_at is null;
      update club set held_at = at, changed_at = at
       where account_id = new.account_id and deleted_at is null and held_at is null;
    else
      update inserat i set held_at = null, changed_at = at
       where account_id = new.account_id and held_at is not null and not exists (
         select from hold h where h.thing = 'inserat' and h.item_id = i.id and h.closed_at is null);
      update banner i set held_at = null, changed_at = at
       where account_id = new.account_id and held_at is not null and not exists (
         select from hold h where h.thing = 'banner' and h.item_id = i.id and h.closed_at is null);
      update club i set held_at = null, changed_at = at
       where account_id = new.account_id and held_at is not null and not exists (
         select from hold h where h.thing = 'club' and h.item_id = i.id and h.closed_at is null);
    end if;
    return null;
  end if;
  kept := new.closed_at is null or exists (
    select from hold h where h.thing = 'account' and h.item_id = new.account_id and h.closed_at is null);
  if new.closed_at is not null and kept then return null; end if;
  if new.thing = 'inserat' then
    update inserat set held_at = case when kept then coalesce(held_at, at) end, changed_at = at where id = new.item_id;
  elsif new.thing = 'banner' then
    update banner set held_at = case when kept then coalesce(held_at, at) end, changed_at = at where id = new.item_id;
  else
    update club set held_at = case when kept then coalesce(held_at, at) end, changed_at = at where id = new.item_id;
  end if;
  return null;
end $$;
create trigger hold_opened after insert on hold
  for each row when (new.closed_at is null) execute function hold_applies();
create trigger hold_closed after update on hold
  for each row when (old.closed_at is null and new.closed_at is not null) execute function hold_applies();

-- What its owner deletes leaves nothing to decide.
create function hold_of_deleted() returns trigger language plpgsql as $$
begin
  update hold set closed_at = greatest(held_at, coalesce(new.changed_at, old.changed_at)), outcome = 'gone'
   where thing = tg_argv[0] and item_id = old.id and closed_at is null;
  return null;
end $$;
create trigger inserat_hold_gone after update on inserat
  for each row when (old.held_at is not null and new.status = 'geloescht' and old.status <> 'geloescht')
  execute function hold_of_deleted('inserat');
create trigger banner_hold_gone after update on banner
  for each row when (old.held_at is not null and new.deleted_at is not null and old.deleted_at is null)
  execute function hold_of_deleted('banner');
create trigger banner_hold_dropped after delete on banner
  for each row when (old.held_at is not null) execute function hold_of_deleted('banner');
create trigger club_hold_gone after update on club
  for each row when (old.held_at is not null and new.deleted_at is not null and old.deleted_at is null)
  execute function hold_of_deleted('club');
create trigger club_hold_dropped after delete on club
  for each row when (old.held_at is not null) execute function hold_of_deleted('club');

-- Asked after the lock, in a statement of its own, so that it sees what was written during the wait.
create function account_held(account_id bigint) returns boolean language plpgsql as $$
begin
  return exists (select from account a where a.id = account_id and a.held_at is not null);
end $$;

-- Phases, clubs and banners follow what visitors see.
create or replace function inserat_phases() returns trigger language plpgsql as $$
declare
  was boolean := false;
  shown boolean := new.status = 'aktiv' and new.held_at is null;
  at timestamptz := new.changed_at;
  top timestamptz := '-infinity';
  told timestamptz := '-infinity';
  coloured boolean := false;
begin
  if tg_op = 'UPDATE' then
    was := old.status = 'aktiv' and old.held_at is null;
    if was then
      top := coalesce(old.topad_until, top);
      told := coalesce(old.story_until, told);
      coloured := old.colour;
    end if;
  end if;
  -- It ended at its time, also when the clock noticed later.
  if new.status = 'abgelaufen' then at := least(at, old.end_at); end if;
  if was and (not shown or (coloured and not new.colour)) then
    -- What was added to a running TopAd or story has not begun; what is left of it begins again when the ad is shown again.
    delete from inserat_phase where inserat_id = new.id and from_at > at and not shown;
    update inserat_phase set until_at = at
     where inserat_id = new.id and (until_at is null or until_at > at) and (not shown or kind = 'farbe');
  end if;
  if not shown then return null; end if;
  if not was then
    insert into inserat_phase (inserat_id, kind, from_at) values (new.id, 'online', at);
  elsif new.lifted_at > old.lifted_at then
    insert into inserat_phase (inserat_id, kind, from_at, until_at)
    values (new.id, case when new.booking_id is distinct from old.booking_id then 'booked' else 'push' end, new.lifted_at, new.lifted_at);
  end if;
  if new.topad_until > greatest(top, at) then
    insert into inserat_phase (inserat_id, kind, from_at, until_at) values (new.id, 'topad', greatest(top, at), new.topad_until);
  end if;
  if new.story_until > greatest(told, at) then
    insert into inserat_phase (inserat_id, kind, from_at, until_at) values (new.id, 'story', greatest(told, at), new.story_until);
  end if;
  if new.colour and not coloured then
    insert into inserat_phase (inserat_id, kind, from_at) values (new.id, 'farbe', at);
  end if;
  return null;
end $$;
drop trigger inserat_phases on inserat;
create trigger inserat_phases after update on inserat
  for each row when (
    (old.status = 'aktiv' or new.status = 'aktiv')
    and (old.status, old.lifted_at, old.topad_until, old.story_until, old.colour, old.held_at)
        is distinct from (new.status, new.lifted_at, new.topad_until, new.story_until, new.colour, new.held_at))
  execute function inserat_phases();

create or replace function club_shown() returns trigger language plpgsql as $$
begin
  new.shown_from := new.placed_at;
  new.shown_until := case when new.placed_at is not null then 'infinity'::timestamptz end;
  if new.booking_id is not null then
    select start_at, end_at into new.shown_from, new.shown_until from club_booking where id = new.booking_id;
  end if;
  if new.hidden_at is not null or new.held_at is not null then
    new.shown_from := null;
    new.shown_until := null;
  end if;
  return new;
end $$;
drop trigger club_shown on club;
create trigger club_shown before insert or update of booking_id, placed_at, hidden_at, held_at on club
  for each row execute function club_shown();
create or replace function club_moved() returns trigger language plpgsql as $$
begin
  update club set shown_from = new.start_at, shown_until = new.end_at
   where id = new.club_id and booking_id = new.id and hidden_at is null and held_at is null;
  return null;
end $$;
create trigger delivery_banner_held after update on banner for each row
  when (old.held_at is distinct from new.held_at) execute function delivery_placements('banner');

-- From a release on a club or a banner has to be fetched again, as after the switch of its account.
create or replace function back_online(kind text, item bigint, at timestamptz) returns timestamptz stable language sql as $$
  select greatest(
    (select max(r.ended_at) from offline_run r join offline_item o on o.run_id = r.id
      where o.kind = back_online.kind and o.item_id = item and not o.waiting and r.ended_at <= at + interval '1 second'),
    (select max(h.closed_at) from hold h
      where h.thing = back_online.kind and h.item_id = item and h.outcome in ('released', 'upheld')
        and h.closed_at <= at + interval '1 second'),
    (select max(h.closed_at) from hold h
      where h.thing = 'account' and h.outcome in ('released', 'upheld') and h.closed_at <= at + interval '1 second'
        and h.item_id = case back_online.kind when 'club' then (select account_id from club where id = item)
                             else (select account_id from banner where id = item) end))
$$;
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
       where b.id = item and b.deleted_at is null and b.hidden_at is null and b.held_at is null
         and k.start_at <= at + interval '1 second' and k.end_at > at)
    end
$$;
