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

-- Buckets of the rate limiter, shared by all processes and kept across restarts.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limit_expire on rate_limit (expire);

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
