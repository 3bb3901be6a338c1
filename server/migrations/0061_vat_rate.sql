-- Every movement keeps the rate of the value added tax that was set when it was booked: another rate changes no earlier order.
create table vat_rate (
  id bigint generated always as identity primary key,
  permille smallint not null check (permille between 0 and 1000),
  set_at timestamptz not null
);
comment on table vat_rate is 'not personal: rates of the value added tax as they were set, the newest last';
create trigger vat_rate_append_only before update or delete or truncate on vat_rate
  for each statement execute function refuse_change();
revoke update, delete, truncate on vat_rate from samtrot_app;

create function ledger_vat() returns smallint
language sql stable set search_path = pg_catalog, public as $$ select permille from vat_rate order by id desc limit 1 $$;

alter table ledger_transfer add column vat_permille smallint;
alter table ledger_transfer alter column vat_permille set default ledger_vat();

-- The rate of a transfer. Those booked before the first rate was noted have that one.
create function ledger_vat_of(transfer bigint) returns smallint
language sql stable set search_path = pg_catalog, public as $$
  select coalesce((select vat_permille from ledger_transfer where id = transfer), (select permille from vat_rate order by id limit 1))
$$;
