-- Coupons that belong together share their limits: when they count, how many credits and uses there are in all, how many for each account.
create table coupon_series (
  id bigint generated always as identity primary key,
  name text not null,
  starts_at timestamptz not null,
  -- Credits in all; null: no end.
  budget integer check (budget > 0),
  spent integer not null default 0 check (spent >= 0),
  -- Redemptions in all; null: no end.
  max_uses integer check (max_uses > 0),
  uses integer not null default 0 check (uses >= 0),
  per_account integer not null default 1 check (per_account > 0),
  only_new boolean not null default false,
  created_at timestamptz not null,
  stopped_at timestamptz,
  constraint coupon_series_in_budget check (budget is null or spent <= budget),
  constraint coupon_series_not_overused check (max_uses is null or uses <= max_uses)
);
comment on table coupon_series is 'not personal: coupons of the house';
revoke insert, update, delete, truncate on coupon_series from samtrot_app;
grant insert (name, starts_at, budget, max_uses, per_account, only_new, created_at), update (stopped_at) on coupon_series to samtrot_app;

alter table coupon add column series_id bigint references coupon_series;
do $$
declare
  old record;
  made bigint;
begin
  for old in select * from coupon order by created_at, code loop
    insert into coupon_series (name, starts_at, spent, uses, created_at)
    values (old.description, old.created_at, old.uses * old.credits, old.uses, old.created_at) returning id into made;
    update coupon set series_id = made where code = old.code;
  end loop;
end $$;
alter table coupon alter column series_id set not null;
create index coupon_series_codes on coupon (series_id, code);
grant insert (series_id) on coupon to samtrot_app;

-- An account may redeem the same code as often as the series lets it.
alter table coupon_use
  add column nth integer not null default 1 check (nth > 0),
  drop constraint coupon_use_pkey,
  add primary key (code, account_id, nth);

-- The cause of a redemption in the ledger.
create function coupon_cause(p_code text, p_account bigint, p_nth integer) returns text
language sql immutable set search_path = pg_catalog as $$
  select format('coupon:%s:%s', p_code, p_account) || case when p_nth > 1 then ':' || p_nth else '' end
$$;

create or replace function coupon_counts(c coupon, p_account bigint, p_at timestamptz) returns boolean
language sql stable set search_path = pg_catalog, public as $$
  select (c.max_uses is null or c.uses < c.max_uses)
     and (c.expires_at is null or p_at < c.expires_at)
     and s.stopped_at is null and p_at >= s.starts_at
     and (s.max_uses is null or s.uses < s.max_uses)
     and (s.budget is null or s.spent + c.credits <= s.budget)
     and (select count(*) from coupon_use u join coupon o using (code)
           where u.account_id = p_account and o.series_id = s.id) < s.per_account
     and (not s.only_new or exists (select from account a where a.id = p_account and a.created_at > p_at - interval '30 days'))
    from coupon_series s where s.id = c.series_id
$$;

drop function redeem_coupon(text, bigint, timestamptz);
-- Redeems a coupon for an account and answers its credits and which redemption of it this is; no row when it does not count, and then
-- nothing has changed.
create function redeem_coupon(p_code text, p_account bigint, p_at timestamptz) returns table (credits integer, nth integer)
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  series bigint := (select c.series_id from coupon c where c.code = p_code);
  granted integer;
  turn integer;
begin
  -- Whoever comes second waits here and then sees what the first one did.
  perform from coupon_series s where s.id = series for no key update;
  update coupon c set uses = uses + 1 where c.code = p_code and coupon_counts(c, p_account, p_at) returning c.credits into granted;
  if found then
    update coupon_series s set uses = uses + 1, spent = spent + granted where s.id = series;
    select count(*) + 1 into turn from coupon_use u where u.code = p_code and u.account_id = p_account;
    insert into coupon_use (code, account_id, used_at, nth) values (p_code, p_account, p_at, turn);
    return query select granted, turn;
  end if;
end $$;
revoke execute on function redeem_coupon(text, bigint, timestamptz) from public;
grant execute on function redeem_coupon(text, bigint, timestamptz) to samtrot_app;
