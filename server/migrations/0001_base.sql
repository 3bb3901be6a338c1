-- The application works under a role that may not change history; the owner of the database applies the migrations.
do $$
begin
  if not exists (select from pg_roles where rolname = 'samtrot_app') then
    create role samtrot_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
end $$;
do $$ begin execute format('grant samtrot_app to %I', current_user); end $$;
grant usage on schema public to samtrot_app;
alter default privileges in schema public grant select, insert, update, delete on tables to samtrot_app;
alter default privileges in schema public grant usage, select on sequences to samtrot_app;
grant select on migration to samtrot_app;

-- Rows of these tables are history: a second wall behind the missing rights, also for the owner.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Attempts that a limit counts, shared by all processes and kept across restarts. Keys are hashes.
create table rate_limit (
  key text primary key,
  hits timestamptz[] not null,
  expires_at timestamptz not null
);
create index rate_limit_expires on rate_limit (expires_at);

-- Counts an attempt and answers null, or, when as many lie within the time before it, answers when the next one is free.
-- The row is locked while counting, so that parallel attempts are counted one after the other.
create function take_attempt(bucket text, at timestamptz, attempts integer, span interval) returns timestamptz
language plpgsql as $$
declare
  recent timestamptz[];
begin
  insert into rate_limit (key, hits, expires_at) values (bucket, '{}', at + span) on conflict do nothing;
  select hits into recent from rate_limit where key = bucket for update;
  -- A clock that was put back must not lock anybody out for longer than the time of the limit.
  recent := array(select hit from unnest(recent) hit where hit > at - span and hit <= at + span order by hit);
  if cardinality(recent) >= attempts then
    return recent[cardinality(recent) - attempts + 1] + span;
  end if;
  update rate_limit set hits = recent || at, expires_at = at + span where key = bucket;
  return null;
end $$;

-- Who did what to what. Never personal data in `details`.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  object text not null,
  details jsonb not null default '{}'
);
revoke update, delete, truncate on audit from samtrot_app;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
