-- What a website asked of the API by Swiss day, and which of the visits it reported came from programs (BOF-126).
create table traffic_day (
  website_id bigint not null references website on delete cascade,
  day date not null,
  reads integer not null default 0,
  errors integer not null default 0,
  visits integer not null default 0,
  bots integer not null default 0,
  primary key (website_id, day)
);
create index traffic_day_day on traffic_day (day);
comment on table traffic_day is 'not personal: counts of calls for each partner website';
-- That its detail views fell by half or rose fivefold; the row is there as long as that lasts, so that it is mailed once.
create table traffic_alert (
  website_id bigint primary key references website on delete cascade,
  kind text not null check (kind in ('fall', 'rise')),
  since timestamptz not null
);
comment on table traffic_alert is 'not personal: counts of calls for each partner website';
