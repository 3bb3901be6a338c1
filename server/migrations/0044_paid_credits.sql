-- Each lot knows the Rappen that were really paid for it, so that the tax contained in an order is computed from the credits it spent.
-- A payment is a line of Rappen: a lot is a stretch of it, and so is what a spend took of a lot. Neighbours meet without a gap, and
-- what is computed at both ends of each stretch adds up exactly to what is computed for the whole.
alter table ledger_lot
  -- Rappen paid for all its credits; 0 for bonus, coupon and given credits.
  add column paid bigint not null default 0 check (paid >= 0),
  -- Where in the payment they begin.
  add column paid_from bigint not null default 0 check (paid_from >= 0),
  -- Rappen of the credits that remain.
  add column paid_left bigint not null default 0;
alter table ledger_lot_use
  add column paid bigint not null default 0 check (paid >= 0),
  add column paid_from bigint not null default 0 check (paid_from >= 0);

-- The Rappen of `n` of `credits` credits that cost `paid`, half a Rappen rounded up; all credits give all Rappen (shared: paidFor).
create function ledger_paid_for(n bigint, credits bigint, paid bigint) returns bigint
language sql immutable set search_path = pg_catalog as $$ select (2 * paid * n + credits) / (2 * credits) $$;

-- Takes `n` credits and `p_paid` Rappen out of a lot and returns the range of Rappen it took.
create function ledger_take(p_lot ledger_lot, n bigint, p_paid bigint) returns ledger_lot_use
language plpgsql set search_path = pg_catalog, public as $$
begin
  update ledger_lot set remaining = remaining - n, paid_left = paid_left - p_paid where id = p_lot.id;
  return (null, p_lot.id, n, p_paid, p_lot.paid_from + p_lot.paid - p_lot.paid_left)::ledger_lot_use;
end $$;

drop function ledger_append(ledger_account, text, text, boolean, bigint, bigint, text, timestamptz, bigint[], bigint[]);
-- Appends one transfer to the chain of `account` (locked by the caller) and moves its balance. Returns the transfer's id.
create function ledger_append(
  account ledger_account, p_kind text, p_cause text, incoming boolean, other bigint, p_amount bigint, p_description text,
  p_at timestamptz, uses ledger_lot_use[]) returns bigint
language plpgsql set search_path = pg_catalog, public as $$
declare
  after bigint := account.balance + case when incoming then p_amount else -p_amount end;
  source bigint := case when incoming then other else account.id end;
  target bigint := case when incoming then account.id else other end;
  used text := (select string_agg(u.lot_id || ':' || u.amount, ',' order by u.lot_id) from unnest(uses) u);
  new_hash bytea := ledger_hash(account.head, account.seq + 1, p_kind, p_cause, source, target, p_amount, after,
                                p_description, p_at, used);
  transfer bigint;
begin
  insert into ledger_transfer (kind, cause, from_account, to_account, amount, balance_after, description, at, chain, seq, hash)
  values (p_kind, p_cause, source, target, p_amount, after, p_description, p_at, account.id, account.seq + 1, new_hash)
  returning id into transfer;
  update ledger_account set balance = after, seq = account.seq + 1, head = new_hash where id = account.id;
  insert into ledger_lot_use (transfer_id, lot_id, amount, paid, paid_from)
  select transfer, u.lot_id, u.amount, u.paid, u.paid_from from unnest(uses) u;
  return transfer;
end $$;

drop function ledger_debit(bigint, bigint, text, bigint, text, text, timestamptz, text);
-- Wallet to house. The lots are taken oldest granted first, those of the payment `own` before all others: `own_bonus` of its bonus, and
-- with its bought credits `own_paid` Rappen, because that is what goes back. Null when the balance is too small; then nothing has
-- changed. Otherwise the balance afterwards.
create function ledger_debit(
  p_owner bigint, p_amount bigint, p_kind text, p_target bigint, p_cause text, p_description text, p_at timestamptz,
  own text default null, own_bonus bigint default 0, own_paid bigint default 0) returns bigint
language plpgsql set search_path = pg_catalog, public as $$
declare
  wallet ledger_account;
  lot ledger_lot;
  bonus ledger_lot;
  missing bigint := p_amount;
  part bigint;
  uses ledger_lot_use[];
begin
  select * into wallet from ledger_account where kind = 'wallet' and owner_id = p_owner for update;
  if not found or wallet.balance < p_amount then
    return null;
  end if;
  if own is not null then
    select l.* into bonus from ledger_transfer t join ledger_lot l on l.transfer_id = t.id
     where t.cause = 'bonus:' || own and l.wallet = wallet.id and l.remaining > 0;
    select l.* into lot from ledger_transfer t join ledger_lot l on l.transfer_id = t.id
     where t.cause = 'topup:' || own and l.wallet = wallet.id and l.remaining > 0;
    part := least(coalesce(lot.remaining, 0), greatest(missing - least(own_bonus, coalesce(bonus.remaining, 0)), 0));
    if part > 0 then
      uses := uses || ledger_take(lot, part, case when part = lot.remaining then lot.paid_left else least(lot.paid_left, own_paid) end);
      missing := missing - part;
    end if;
    part := least(coalesce(bonus.remaining, 0), missing);
    if part > 0 then
      uses := uses || ledger_take(bonus, part, ledger_paid_for(part, bonus.remaining, bonus.paid_left));
      missing := missing - part;
    end if;
  end if;
  if missing > 0 then
    -- Read along the index and stopped early: an account may have thousands of open lots.
    for lot in
      select * from ledger_lot where ledger_lot.wallet = wallet.id and remaining > 0 order by granted_at, id
    loop
      part := least(lot.remaining, missing);
      uses := uses || ledger_take(lot, part, ledger_paid_for(part, lot.remaining, lot.paid_left));
      missing := missing - part;
      exit when missing = 0;
    end loop;
  end if;
  if missing > 0 then
    raise exception 'the lots of wallet % do not cover its balance', wallet.id;
  end if;
  perform ledger_append(wallet, p_kind, p_cause, false, p_target, p_amount, p_description, p_at, uses);
  return wallet.balance - p_amount;
end $$;

drop function ledger_credit(bigint, bigint, text, text, text, timestamptz, text);
-- House to wallet, once for each cause; a cause that was booked before changes nothing. What the account owes is settled at once.
-- `gives_back`: the cause of a spend whose lots come back with their age and with what was paid for them; otherwise `p_paid` Rappen
-- were paid for the credits. Returns the balance afterwards.
create function ledger_credit(
  p_owner bigint, p_amount bigint, p_kind text, p_cause text, p_description text, p_at timestamptz,
  gives_back text default null, p_paid bigint default 0) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  house text := case p_kind when 'topup' then 'clearing' when 'refund' then 'revenue' else p_kind end;
  wallet ledger_account := ledger_wallet(p_owner);
  debt ledger_account;
  transfer bigint;
  settled bigint;
begin
  if p_amount <= 0 or p_kind not in ('topup', 'bonus', 'coupon', 'refund', 'correction') then
    raise exception 'no credit of % as %', p_amount, p_kind;
  end if;
  if p_paid <> 0 and (p_kind <> 'topup' or p_paid < 0) then
    raise exception 'nobody pays % for credits as %', p_paid, p_kind;
  end if;
  if exists (select from ledger_transfer where cause = p_cause) then
    return wallet.balance;
  end if;
  transfer := ledger_append(wallet, p_kind, p_cause, true, ledger_house(house), p_amount, p_description, p_at, null);
  if gives_back is null then
    insert into ledger_lot (transfer_id, wallet, source, granted_at, granted, remaining, paid, paid_left)
    values (transfer, wallet.id, case p_kind when 'topup' then 'bought' when 'refund' then 'correction' else p_kind end,
            p_at, p_amount, p_amount, p_paid, p_paid);
  else
    -- Newest first, because they were taken oldest first: a partial refund restores what was taken last, and a further one what
    -- is left. The Rappen come back from the end of the stretch.
    insert into ledger_lot (transfer_id, wallet, source, granted_at, granted, remaining, paid, paid_from, paid_left, spend_id, spend_lot)
    select transfer, wallet.id, source, granted_at, n, n, worth, paid_from + paid - worth, worth, spend, lot from (
      select back.*, ledger_paid_for(n, open, paid) as worth from (
        select l.source, l.granted_at, l.id as lot, t.id as spend, u.paid_from, u.paid - rest.paid as paid, rest.n as open,
               least(rest.n, p_amount - ((sum(rest.n) over (order by l.granted_at desc, l.id desc))::bigint - rest.n)) as n
          from ledger_transfer t
          join ledger_lot_use u on u.transfer_id = t.id
          join ledger_lot l on l.id = u.lot_id and l.wallet = wallet.id
          cross join lateral (select u.amount - coalesce(sum(b.granted), 0)::bigint as n, coalesce(sum(b.paid), 0)::bigint as paid
                                from ledger_lot b where b.spend_id = t.id and b.spend_lot = l.id) rest
         where t.cause = gives_back) back
       where n > 0) part
     order by granted_at, lot;
    if (select coalesce(sum(granted), 0) from ledger_lot where transfer_id = transfer) <> p_amount then
      raise exception 'the spend % does not cover a refund of %', gives_back, p_amount;
    end if;
  end if;
  select * into debt from ledger_account where kind = 'debt' and owner_id = p_owner and balance < 0 for update;
  if not found then
    return wallet.balance + p_amount;
  end if;
  settled := least(p_amount, -debt.balance);
  perform ledger_debit(p_owner, settled, 'settlement', debt.id, 'settlement:' || p_cause, 'Ausgleich offener Betrag', p_at);
  update ledger_account set balance = balance + settled where id = debt.id;
  return wallet.balance + p_amount - settled;
end $$;

drop function ledger_take_back(bigint, bigint, text, text, text, timestamptz);
-- Takes back the credits of a payment of which `p_paid` Rappen went back: out of the wallet as far as it reaches, those of the payment
-- first, `p_bonus` of them bonus, and the rest as a debt. Once for each cause. Returns the balance afterwards.
create function ledger_take_back(
  p_owner bigint, p_amount bigint, p_payment text, p_cause text, p_description text, p_at timestamptz, p_bonus bigint, p_paid bigint)
returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  wallet ledger_account := ledger_wallet(p_owner);
  from_wallet bigint := least(p_amount, wallet.balance);
  debt ledger_account;
begin
  if p_amount <= 0 then
    raise exception 'nothing to take back';
  end if;
  if exists (select from ledger_transfer where cause in (p_cause, p_cause || ':debt')) then
    return wallet.balance;
  end if;
  if from_wallet > 0 then
    perform ledger_debit(p_owner, from_wallet, 'chargeback', ledger_house('refund'), p_cause, p_description, p_at, p_payment, p_bonus,
                         p_paid);
  end if;
  if p_amount > from_wallet then
    insert into ledger_account (kind, owner_id, balance) values ('debt', p_owner, 0) on conflict do nothing;
    select * into debt from ledger_account where kind = 'debt' and owner_id = p_owner for update;
    perform ledger_append(debt, 'chargeback', p_cause || ':debt', false, ledger_house('refund'), p_amount - from_wallet,
                          p_description, p_at, null);
  end if;
  return wallet.balance - from_wallet;
end $$;

revoke execute on function
  ledger_paid_for(bigint, bigint, bigint), ledger_take(ledger_lot, bigint, bigint),
  ledger_append(ledger_account, text, text, boolean, bigint, bigint, text, timestamptz, ledger_lot_use[]),
  ledger_debit(bigint, bigint, text, bigint, text, text, timestamptz, text, bigint, bigint),
  ledger_credit(bigint, bigint, text, text, text, timestamptz, text, bigint),
  ledger_take_back(bigint, bigint, text, text, text, timestamptz, bigint, bigint) from public;
grant execute on function
  ledger_credit(bigint, bigint, text, text, text, timestamptz, text, bigint),
  ledger_take_back(bigint, bigint, text, text, text, timestamptz, bigint, bigint) to samtrot_app;

-- What the book holds so far: what was paid stands in the payments, and what each spend took follows in the order in which it happened.
alter table ledger_lot_use disable trigger ledger_lot_use_append_only;
do $$
declare
  step record;
  lot ledger_lot;
  spent ledger_lot_use;
  rest bigint;
  part bigint;
begin
  update ledger_lot l set paid = p.came, paid_left = p.came
    from ledger_transfer t,
         (select 'topup:' || id as cause,
                 -- From CHF 1.- on too much goes back; less was "Rundung".
                 case when received_rappen between price and price + 99 then received_rappen else price end as came
            from (select id, received_rappen, coalesce(settled_rappen, price_rappen) as price from payment) counted) p
   where l.transfer_id = t.id and t.cause = p.cause;
  for step in
    select u.transfer_id, u.lot_id as lot_id, false as back, u.amount,
           l.granted - (sum(u.amount) over (partition by u.lot_id order by u.transfer_id))::bigint + u.amount as open,
           r.amount_rappen as back_paid
      from ledger_lot_use u
      join ledger_lot l on l.id = u.lot_id
      join ledger_transfer came on came.id = l.transfer_id
      join ledger_transfer t on t.id = u.transfer_id
      -- Money that went back takes its own Rappen out of its own lot.
      left join payment_refund r on t.cause = 'refund:' || r.id and came.cause = 'topup:' || r.payment_id
    union all
    select transfer_id, id, true, granted, null, null from ledger_lot where spend_id is not null
     order by transfer_id, lot_id
  loop
    select * into lot from ledger_lot where id = step.lot_id;
    if step.back then
      select * into spent from ledger_lot_use where transfer_id = lot.spend_id and lot_id = lot.spend_lot;
      select spent.amount - coalesce(sum(granted), 0), spent.paid - coalesce(sum(paid), 0) into rest, part
        from ledger_lot where spend_id = lot.spend_id and spend_lot = lot.spend_lot and transfer_id < lot.transfer_id;
      update ledger_lot
         set paid = ledger_paid_for(step.amount, rest, part), paid_left = ledger_paid_for(step.amount, rest, part),
             paid_from = spent.paid_from + part - ledger_paid_for(step.amount, rest, part)
       where id = lot.id;
    else
      part := case when step.amount < step.open and step.back_paid is not null then least(lot.paid_left, step.back_paid)
                   else ledger_paid_for(step.amount, step.open, lot.paid_left) end;
      update ledger_lot_use set paid = part, paid_from = lot.paid_from + lot.paid - lot.paid_left
       where transfer_id = step.transfer_id and lot_id = step.lot_id;
      update ledger_lot set paid_left = paid_left - part where id = lot.id;
    end if;
  end loop;
end $$;
alter table ledger_lot_use enable trigger ledger_lot_use_append_only;
alter table ledger_lot add constraint ledger_lot_paid_left check (paid_left between 0 and paid and (remaining > 0 or paid_left = 0));
