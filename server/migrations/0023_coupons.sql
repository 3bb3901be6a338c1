-- Coupons are redeemed by one function: it alone raises the number of uses and adds the redemption, so the two cannot part.
revoke insert, update, truncate on coupon from samtrot_app;
revoke insert, truncate on coupon_use from samtrot_app;
-- A new coupon begins without uses.
grant insert (code, credits, description, max_uses, expires_at, created_at) on coupon to samtrot_app;

-- Whether this account could redeem this coupon at this instant.
create function coupon_counts(c coupon, p_account bigint, p_at timestamptz) returns boolean
language sql stable set search_path = pg_catalog, public as $$
  select (c.max_uses is null or c.uses < c.max_uses)
     and (c.expires_at is null or p_at < c.expires_at)
     and not exists (select from coupon_use u where u.code = c.code and u.account_id = p_account)
$$;

-- Redeems a coupon for an account and answers its credits; null when it does not count, and then nothing has changed.
create function redeem_coupon(p_code text, p_account bigint, p_at timestamptz) returns integer
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  granted integer;
begin
  -- Whoever comes second waits here and then sees what the first one did.
  perform from coupon where code = p_code for no key update;
  update coupon c set uses = uses + 1 where code = p_code and coupon_counts(c, p_account, p_at) returning credits into granted;
  if found then
    insert into coupon_use (code, account_id, used_at) values (p_code, p_account, p_at);
  end if;
  return granted;
end $$;
revoke execute on function redeem_coupon(text, bigint, timestamptz) from public;
grant execute on function redeem_coupon(text, bigint, timestamptz) to samtrot_app;
