-- Lists that the house changes: prices first. A released version never changes; which one counts follows from its date.
create table catalogue_version (
  id bigint generated always as identity primary key,
  list text not null check (list in ('packages', 'extras', 'banner_prices', 'club_prices', 'topup_packages')),
  number integer not null check (number > 0),
  state text not null default 'draft' check (state in ('draft', 'submitted', 'released', 'declined')),
  content jsonb not null,
  -- The version that it was drafted from.
  based_on bigint references catalogue_version,
  valid_from timestamptz,
  created_by bigint references staff,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Counts the savings of a draft.
  saved integer not null default 0,
  submitted_by bigint references staff,
  submitted_at timestamptz,
  approval_id bigint references approval,
  decided_by bigint references staff,
  decided_at timestamptz,
  note text not null default '',
  unique (list, number),
  check (state = 'draft' or valid_from is not null)
);
comment on table catalogue_version is 'personal: Mitarbeitende; purpose: den Betrieb schützen und zeigen, wer was getan hat; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: so lange wie das Protokoll, in dem ihr Name steht';
-- Two versions of a list do not begin at the same moment.
create unique index catalogue_version_begins on catalogue_version (list, valid_from) where state in ('submitted', 'released');
create index catalogue_version_due on catalogue_version (valid_from) where state = 'submitted';
create index catalogue_version_approval on catalogue_version (approval_id) where approval_id is not null;
revoke delete, truncate on catalogue_version from samtrot_app;

create function catalogue_version_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a released version of the catalogue never changes';
end $$;
create trigger catalogue_version_stays before update or delete on catalogue_version
  for each row when (old.state in ('released', 'declined')) execute function catalogue_version_stays();

-- The prices of the specification are the first version.
insert into catalogue_version (list, number, state, content, valid_from, created_at, changed_at, decided_at)
select list, 1, 'released', content::jsonb, '2000-01-01 00:00+01', '2000-01-01 00:00+01', '2000-01-01 00:00+01', '2000-01-01 00:00+01'
  from (values
    ('packages', '{"free": 0, "1_day": 10, "3_days": 20, "5_days": 30, "1_week": 40, "1_month": 100}'),
    ('extras', '{"region": 5, "category": 5, "image": 5, "dailyPush": 5, "datedPush": 5, "planned": 5,
      "topAd": 80, "colour": 20, "story": 10}'),
    ('banner_prices', '{"a1": 600, "a2": 400, "a3": 800, "a4": 60, "website": 30}'),
    ('club_prices', '{"month": 50}')
  ) first (list, content);
-- Packages of credits were a table before; what a payment froze stays in the payment.
insert into catalogue_version (list, number, state, content, valid_from, created_at, changed_at, decided_at)
select 'topup_packages', 1, 'released',
       (select jsonb_agg(jsonb_build_object('id', id, 'francs', price_rappen / 100, 'credits', credits, 'bonus', bonus)
          order by price_rappen) from topup_option where active),
       '2000-01-01 00:00+01', '2000-01-01 00:00+01', '2000-01-01 00:00+01', '2000-01-01 00:00+01';
alter table payment drop constraint payment_option_id_fkey;
alter table payment add column list_rappen integer;
comment on column payment.list_rappen is 'price of the package before the discount';
update payment p set list_rappen = o.price_rappen from topup_option o where o.id = p.option_id;
drop table topup_option;

-- The version of a list that is valid then.
create function catalogue_valid(of_list text, at timestamptz) returns bigint stable language sql as $$
  select id from catalogue_version
   where list = of_list and state = 'released' and valid_from <= at
   order by valid_from desc limit 1
$$;

-- What is booked keeps its version: the one that is valid as it is written.
alter table booking add column catalogue_version_id bigint references catalogue_version;
alter table booking_order add column catalogue_version_id bigint references catalogue_version;
alter table banner_booking add column catalogue_version_id bigint references catalogue_version;
alter table club_booking add column catalogue_version_id bigint references catalogue_version;
alter table payment add column catalogue_version_id bigint references catalogue_version;
comment on column booking_order.catalogue_version_id is 'of the extras; that of the package is at the booking';
create function keep_catalogue_version() returns trigger language plpgsql as $$
begin
  new.catalogue_version_id = catalogue_valid(tg_argv[0],
    (to_jsonb(new) ->> tg_argv[1])::timestamptz);
  return new;
end $$;
create trigger booking_version before insert on booking
  for each row execute function keep_catalogue_version('packages', 'created_at');
create trigger booking_order_version before insert on booking_order
  for each row execute function keep_catalogue_version('extras', 'at');
create trigger banner_booking_version before insert on banner_booking
  for each row execute function keep_catalogue_version('banner_prices', 'created_at');
create trigger club_booking_version before insert on club_booking
  for each row execute function keep_catalogue_version('club_prices', 'created_at');
create trigger payment_version before insert on payment
  for each row execute function keep_catalogue_version('topup_packages', 'created_at');
update booking set catalogue_version_id = catalogue_valid('packages', created_at);
update booking_order set catalogue_version_id = catalogue_valid('extras', at);
update banner_booking set catalogue_version_id = catalogue_valid('banner_prices', created_at);
update club_booking set catalogue_version_id = catalogue_valid('club_prices', created_at);
update payment set catalogue_version_id = catalogue_valid('topup_packages', created_at);
