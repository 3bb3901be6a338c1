-- Locks nothing: two new functions.
-- Counts an attempt to log in for all its keys, or for none if one of them has too many (ACC-20). `allowed` is for those since
-- `since`, `most` for those of a day. Locks the counts in one order everywhere, so that two log-ins never wait for each other.
create function count_guess(
  p_keys text[], p_allowed integer[], p_most integer[], p_at timestamptz, p_since timestamptz,
  out taken boolean, out recent integer[], out today integer[])
language plpgsql as $$
begin
  insert into rate_limit (key, hits, expires_at)
  select k, '{}', p_at + interval '1 day' from unnest(p_keys) k order by k
      on conflict (key) do nothing;
  perform from rate_limit r where r.key = any (p_keys) order by r.key for update;
  select bool_and(c.recent < l.allowed and c.today < l.most),
         array_agg(c.recent order by l.place), array_agg(c.today order by l.place)
    into taken, recent, today
    from unnest(p_keys, p_allowed, p_most) with ordinality as l (key, allowed, most, place)
    join rate_limit r on r.key = l.key,
         lateral (select count(*)::integer as today,
                         (count(*) filter (where hit > p_since))::integer as recent
                    from unnest(r.hits) hit
                   where hit > p_at - interval '1 day' and hit < p_at + interval '1 day') c;
  if taken then
    update rate_limit r
       set hits = array(select hit from unnest(r.hits) with ordinality as was (hit, place)
                         where hit > p_at - interval '1 day' and hit < p_at + interval '1 day'
                         order by place) || p_at,
           expires_at = p_at + interval '1 day'
     where r.key = any (p_keys);
  end if;
end $$;

-- A function of its own, so that it looks again after the statement has waited for the lock of the account.
create function has_second_factor(p_account bigint) returns boolean
language plpgsql volatile as $$
begin
  return exists (select from second_factor where account_id = p_account and secret is not null);
end $$;
