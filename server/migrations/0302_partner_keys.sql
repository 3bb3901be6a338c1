-- A key has a name, says when it was used last, and may end by itself.
alter table website_key
  add column id bigint generated always as identity,
  add column name text not null default '',
  add column last_used_at timestamptz,
  add column ends_at timestamptz;
create unique index website_key_id on website_key (id);
-- Since when a website is switched on or off.
alter table website add column status_since timestamptz;
update website set status_since = created_at;
-- Of how many of the booked websites the unused time was given back, because they were switched off.
alter table banner_booking add column websites_left integer not null default 0;
grant update (websites_left) on banner_booking to samtrot_app;
