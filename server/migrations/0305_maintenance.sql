-- When nothing can be changed on the portal; at most one row, which each changing call reads.
create table maintenance (
  one boolean primary key default true check (one),
  from_at timestamptz not null,
  until_at timestamptz not null,
  set_by bigint references staff,
  check (until_at > from_at)
);
comment on table maintenance is 'personal: Mitarbeitende; purpose: den Betrieb schützen und zeigen, wer was getan hat; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: so lange wie das Protokoll, in dem ihr Name steht';

-- What the house says above the pages of the portal.
create table portal_notice (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('info', 'outage')),
  place text not null check (place in ('all', 'logged_in')),
  text text not null check (length(text) between 1 and 200),
  from_at timestamptz not null,
  until_at timestamptz not null,
  written_by bigint references staff,
  check (until_at >= from_at)
);
comment on table portal_notice is 'personal: Mitarbeitende; purpose: den Betrieb schützen und zeigen, wer was getan hat; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: so lange wie das Protokoll, in dem ihr Name steht';
create index portal_notice_until on portal_notice (until_at);
