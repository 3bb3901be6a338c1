-- The account book: lots that say which credits paid what, chains of hashes that show a change made behind its back, debts.
-- From here on the application may not write the book itself: it calls the functions below, and they alone keep all of it in step.

-- What an account owes after a charge-back of credits it had already spent. Never above zero, as a wallet is never below.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check
  (kind in ('wallet', 'debt', 'clearing', 'revenue', 'bonus', 'coupon', 'refund', 'forfeited', 'correction'));
alter table ledger_account drop constraint ledger_account_check, drop constraint ledger_account_check1;
alter table ledger_account
  add constraint ledger_account_owner check ((kind in ('wallet', 'debt')) = (owner_id is not null)),
  add constraint ledger_account_balance check ((kind in ('wallet', 'debt')) = (balance is not null)),
  drop constraint wallet_not_negative,
  add constraint wallet_not_negative check (kind <> 'wallet' or balance >= 0),
  add constraint debt_not_positive check (kind <> 'debt' or balance <= 0),
  -- Number and hash of the newest transfer of a wallet or a debt.
  add column seq bigint not null default 0,
  add column head bytea;

alter table ledger_transfer drop constraint ledger_transfer_kind_check;
alter table ledger_transfer add constraint ledger_transfer_kind_check check
  (kind in ('topup', 'bonus', 'coupon', 'order', 'refund', 'correction', 'forfeit', 'chargeback', 'settlement'));
alter table ledger_transfer drop constraint ledger_transfer_balance_after_check;
alter table ledger_transfer
  -- The wallet (or else the debt) that took part: each transfer belongs to the chain of exactly one.
  add column chain bigint references ledger_account,
  add column seq bigint,
  -- Hash over this transfer, the lots it used, and the hash of the one before in its chain.
  add column hash bytea;

-- Credits that came in together. They are used up oldest granted first.
create table ledger_lot (
  id bigint generated always as identity primary key,
  -- The transfer that brought them.
  transfer_id bigint not null references ledger_transfer,
  wallet bigint not null references ledger_account,
  source text not null check (source in ('bought', 'bonus', 'coupon', 'correction')),
  -- Credits that come back from a refund keep the age they had.
  granted_at timestamptz not null,
  granted bigint not null check (granted > 0),
  remaining bigint not null check (remaining between 0 and granted)
);
create index ledger_lot_open on ledger_lot (wallet, granted_at, id) where remaining > 0;
create index ledger_lot_transfer on ledger_lot (transfer_id);

-- Which credits paid a spend.
create table ledger_lot_use (
  transfer_id bigint not null references ledger_transfer,
  lot_id bigint not null references ledger_lot,
  amount bigint not null check (amount > 0),
  primary key (transfer_id, lot_id)
);
create index ledger_lot_use_lot on ledger_lot_use (lot_id);

-- Credits that came back: of which spend, and of which lot that had paid it.
alter table ledger_lot
  add column spend_id bigint,
  add column spend_lot bigint,
  add constraint ledger_lot_came_back foreign key (spend_id, spend_lot) references ledger_lot_use (transfer_id, lot_id);
create index ledger_lot_back on ledger_lot (spend_id, spend_lot) where spend_id is not null;

-- Every so often all transfers since the last seal are hashed together: whoever keeps a seal elsewhere can prove later that
-- nothing before it was changed or taken out.
create table ledger_seal (
  id bigint generated always as identity primary key,
  last_transfer bigint not null,
  transfers bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null
);

create function ledger_hash(
  previous bytea, seq bigint, kind text, cause text, from_account bigint, to_account bigint, amount bigint,
  balance_after bigint, description text, at timestamptz, lots text) returns bytea
language sql stable set search_path = pg_catalog as $$
  select sha256(coalesce(previous, ''::bytea) || convert_to(concat_ws(e'\x1f', seq, kind, cause, from_account, to_account,
    amount, balance_after, description, (extract(epoch from at) * 1000000)::bigint, lots), 'UTF8'))
$$;

-- Appends one transfer to the chain of `account` (locked by the caller) and moves its balance. Answers the transfer's id.
create function ledger_append(
  account ledger_account, p_kind text, p_cause text, incoming boolean, other bigint, p_amount bigint, p_description text,
  p_at timestamptz, lots bigint[], amounts bigint[]) returns bigint
language plpgsql set search_path = pg_catalog, public as $$
declare
  after bigint := account.balance + case when incoming then p_amount else -p_amount end;
  source bigint := case when incoming then other else account.id end;
  target bigint := case when incoming then account.id else other end;
  used text := (select string_agg(u.lot || ':' || u.n, ',' order by u.lot) from unnest(lots, amounts) u(lot, n));
  new_hash bytea := ledger_hash(account.head, account.seq + 1, p_kind, p_cause, source, target, p_amount, after,
                                p_description, p_at, used);
  transfer bigint;
begin
  insert into ledger_transfer (kind, cause, from_account, to_account, amount, balance_after, description, at, chain, seq, hash)
  values (p_kind, p_cause, source, target, p_amount, after, p_description, p_at, account.id, account.seq + 1, new_hash)
  returning id into transfer;
  update ledger_account set balance = after, seq = account.seq + 1, head = new_hash where id = account.id;
  insert into ledger_lot_use (transfer_id, lot_id, amount) select transfer, u.lot, u.n from unnest(lots, amounts) u(lot, n);
  return transfer;
end $$;

-- The wallet of an account, locked; opened when it is missing.
create function ledger_wallet(p_owner bigint) returns ledger_account
language plpgsql set search_path = pg_catalog, public as $$
declare
  wallet ledger_account;
begin
  select * into wallet from ledger_account where kind = 'wallet' and owner_id = p_owner for update;
  if not found then
    insert into ledger_account (kind, owner_id, balance) values ('wallet', p_owner, 0) on conflict do nothing;
    select * into wallet from ledger_account where kind = 'wallet' and owner_id = p_owner for update;
  end if;
  return wallet;
end $$;

create function ledger_house(p_kind text) returns bigint
language sql stable set search_path = pg_catalog, public as $$
  select id from ledger_account where kind = p_kind and owner_id is null
$$;

-- Wallet to house. The lots are taken oldest granted first, those of the payment `own` before all others. Null when the balance is
-- too small; then nothing has changed. Otherwise the balance afterwards.
create function ledger_debit(
  p_owner bigint, p_amount bigint, p_kind text, p_target bigint, p_cause text, p_description text, p_at timestamptz,
  own text default null) returns bigint
language plpgsql set search_path = pg_catalog, public as $$
declare
  wallet ledger_account;
  lot record;
  missing bigint := p_amount;
  part bigint;
  lots bigint[];
  amounts bigint[];
begin
  select * into wallet from ledger_account where kind = 'wallet' and owner_id = p_owner for update;
  if not found or wallet.balance < p_amount then
    return null;
  end if;
  -- Loops read along the index and stop early: an account may have thousands of open lots.
  if own is not null then
    for lot in
      select l.id, l.remaining from ledger_transfer t join ledger_lot l on l.transfer_id = t.id
       where t.cause in ('topup:' || own, 'bonus:' || own) and l.wallet = wallet.id and l.remaining > 0 order by l.id
    loop
      exit when missing = 0;
      part := least(lot.remaining, missing);
      update ledger_lot set remaining = remaining - part where id = lot.id;
      missing := missing - part;
      lots := lots || lot.id;
      amounts := amounts || part;
    end loop;
  end if;
  if missing > 0 then
    for lot in
      select id, remaining from ledger_lot where ledger_lot.wallet = wallet.id and remaining > 0 order by granted_at, id
    loop
      part := least(lot.remaining, missing);
      update ledger_lot set remaining = remaining - part where id = lot.id;
      missing := missing - part;
      lots := lots || lot.id;
      amounts := amounts || part;
      exit when missing = 0;
    end loop;
  end if;
  if missing > 0 then
    raise exception 'the lots of wallet % do not cover its balance', wallet.id;
  end if;
  perform ledger_append(wallet, p_kind, p_cause, false, p_target, p_amount, p_description, p_at, lots, amounts);
  return wallet.balance - p_amount;
end $$;

-- A spend. @see ledger_debit
create function ledger_spend(
  p_owner bigint, p_amount bigint, p_kind text, p_house text, p_cause text, p_description text, p_at timestamptz)
returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if p_amount <= 0 or (p_kind, p_house) not in (('order', 'revenue'), ('correction', 'correction')) then
    raise exception 'no spend of % as % to %', p_amount, p_kind, p_house;
  end if;
  return ledger_debit(p_owner, p_amount, p_kind, ledger_house(p_house), p_cause, p_description, p_at);
end $$;

-- Everything that is left, when an account is closed. Answers how much it was.
create function ledger_forfeit(p_owner bigint, p_cause text, p_description text, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  rest bigint := (select balance from ledger_account where kind = 'wallet' and owner_id = p_owner for update);
begin
  if coalesce(rest, 0) = 0 then
    return 0;
  end if;
  perform ledger_debit(p_owner, rest, 'forfeit', ledger_house('forfeited'), p_cause, p_description, p_at);
  return rest;
end $$;

-- House to wallet, once for each cause; a cause that was booked before changes nothing. What the account owes is settled at once.
-- `gives_back`: the cause of a spend whose lots come back with their age. Answers the balance afterwards.
create function ledger_credit(
  p_owner bigint, p_amount bigint, p_kind text, p_cause text, p_description text, p_at timestamptz,
  gives_back text default null) returns bigint
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
  if exists (select from ledger_transfer where cause = p_cause) then
    return wallet.balance;
  end if;
  transfer := ledger_append(wallet, p_kind, p_cause, true, ledger_house(house), p_amount, p_description, p_at, null, null);
  if gives_back is null then
    insert into ledger_lot (transfer_id, wallet, source, granted_at, granted, remaining)
    values (transfer, wallet.id, case p_kind when 'topup' then 'bought' when 'refund' then 'correction' else p_kind end,
            p_at, p_amount, p_amount);
  else
    -- Newest first, because they were taken oldest first: a refund of a part gives back what was taken last, and a further one what
    -- is left.
    insert into ledger_lot (transfer_id, wallet, source, granted_at, granted, remaining, spend_id, spend_lot)
    select transfer, wallet.id, source, granted_at, n, n, spend, lot from (
      select l.source, l.granted_at, l.id as lot, t.id as spend,
             least(rest.n, p_amount - (sum(rest.n) over (order by l.granted_at desc, l.id desc) - rest.n)) as n
        from ledger_transfer t
        join ledger_lot_use u on u.transfer_id = t.id
        join ledger_lot l on l.id = u.lot_id and l.wallet = wallet.id
        cross join lateral (select u.amount - coalesce(sum(b.granted), 0)::bigint as n
                              from ledger_lot b where b.spend_id = t.id and b.spend_lot = l.id) rest
       where t.cause = gives_back) back
     where n > 0 order by granted_at, lot;
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

-- Takes back the credits of a payment whose money went back: out of the wallet as far as it reaches, those of the payment first, and
-- the rest as a debt. Once for each cause. Answers the balance afterwards.
create function ledger_take_back(
  p_owner bigint, p_amount bigint, p_payment text, p_cause text, p_description text, p_at timestamptz) returns bigint
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
    perform ledger_debit(p_owner, from_wallet, 'chargeback', ledger_house('refund'), p_cause, p_description, p_at, p_payment);
  end if;
  if p_amount > from_wallet then
    insert into ledger_account (kind, owner_id, balance) values ('debt', p_owner, 0) on conflict do nothing;
    select * into debt from ledger_account where kind = 'debt' and owner_id = p_owner for update;
    perform ledger_append(debt, 'chargeback', p_cause || ':debt', false, ledger_house('refund'), p_amount - from_wallet,
                          p_description, p_at, null, null);
  end if;
  return wallet.balance - from_wallet;
end $$;

-- The last transfer that is final: with all writers out for an instant, every smaller id is either there or will never be.
create function ledger_border() returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  lock table ledger_transfer in share mode;
  return (select max(id) from ledger_transfer);
end $$;

-- Seals everything up to `border`, which `ledger_border` answered in a transaction before. Answers how many transfers it sealed.
create function ledger_seal_up_to(border bigint, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  before ledger_seal;
  body bytea;
  n bigint;
begin
  lock table ledger_seal in share row exclusive mode;
  select * into before from ledger_seal order by id desc limit 1;
  select string_agg(hash, ''::bytea order by id), count(*) into body, n
    from ledger_transfer where id > coalesce(before.last_transfer, 0) and id <= border;
  if n > 0 then
    insert into ledger_seal (last_transfer, transfers, hash, sealed_at)
    values (border, n, sha256(coalesce(before.hash, ''::bytea) || body), p_at);
  end if;
  return n;
end $$;

-- What the book holds so far gets its lots, uses and chains.
alter table ledger_transfer disable trigger ledger_transfer_append_only;
do $$
declare
  t record;
  wallet ledger_account;
  lots bigint[];
  amounts bigint[];
  new_hash bytea;
begin
  for t in
    select tr.*, w.id as wallet_id, tr.to_account = w.id as incoming
      from ledger_transfer tr join ledger_account w on w.kind = 'wallet' and w.id in (tr.from_account, tr.to_account)
     order by tr.id
  loop
    select * into wallet from ledger_account where id = t.wallet_id;
    lots := null;
    amounts := null;
    if t.incoming then
      insert into ledger_lot (transfer_id, wallet, source, granted_at, granted, remaining)
      values (t.id, t.wallet_id, case t.kind when 'topup' then 'bought' when 'refund' then 'correction' else t.kind end,
              t.at, t.amount, t.amount);
    else
      with queue as (
        select l.id, l.remaining, sum(l.remaining) over (order by l.granted_at, l.id) - l.remaining as before
          from ledger_lot l where l.wallet = t.wallet_id and l.remaining > 0),
      taken as (
        update ledger_lot l set remaining = l.remaining - least(q.remaining, t.amount - q.before)
          from queue q where q.id = l.id and q.before < t.amount
        returning l.id, least(q.remaining, t.amount - q.before) as n)
      select array_agg(id order by id), array_agg(n order by id) into lots, amounts from taken;
      insert into ledger_lot_use (transfer_id, lot_id, amount) select t.id, u.lot, u.n from unnest(lots, amounts) u(lot, n);
    end if;
    new_hash := ledger_hash(wallet.head, wallet.seq + 1, t.kind, t.cause, t.from_account, t.to_account, t.amount,
      t.balance_after, t.description, t.at,
      (select string_agg(u.lot || ':' || u.n, ',' order by u.lot) from unnest(lots, amounts) u(lot, n)));
    update ledger_transfer set chain = wallet.id, seq = wallet.seq + 1, hash = new_hash where id = t.id;
    update ledger_account set seq = wallet.seq + 1, head = new_hash where id = wallet.id;
  end loop;
end $$;
alter table ledger_transfer enable trigger ledger_transfer_append_only;

alter table ledger_transfer
  alter column chain set not null, alter column seq set not null, alter column hash set not null,
  add constraint ledger_transfer_chain unique (chain, seq);
-- Histories are read along the chain.
drop index ledger_transfer_from, ledger_transfer_to;
create index ledger_transfer_gifts on ledger_transfer (chain, seq) where kind in ('bonus', 'coupon');

create trigger ledger_lot_use_append_only before update or delete or truncate on ledger_lot_use
  for each statement execute function refuse_change();
create trigger ledger_seal_append_only before update or delete or truncate on ledger_seal
  for each statement execute function refuse_change();

-- The book is written by its functions, which belong to whoever migrates, and by nobody else.
revoke insert, update, delete, truncate on ledger_account, ledger_transfer, ledger_lot, ledger_lot_use, ledger_seal from samtrot_app;
revoke update (balance) on ledger_account from samtrot_app;
revoke execute on function
  ledger_append(ledger_account, text, text, boolean, bigint, bigint, text, timestamptz, bigint[], bigint[]),
  ledger_wallet(bigint), ledger_house(text),
  ledger_debit(bigint, bigint, text, bigint, text, text, timestamptz, text),
  ledger_spend(bigint, bigint, text, text, text, text, timestamptz),
  ledger_credit(bigint, bigint, text, text, text, timestamptz, text),
  ledger_take_back(bigint, bigint, text, text, text, timestamptz),
  ledger_forfeit(bigint, text, text, timestamptz),
  ledger_border(), ledger_seal_up_to(bigint, timestamptz) from public;
grant execute on function
  ledger_spend(bigint, bigint, text, text, text, text, timestamptz),
  ledger_credit(bigint, bigint, text, text, text, timestamptz, text),
  ledger_take_back(bigint, bigint, text, text, text, timestamptz),
  ledger_forfeit(bigint, text, text, timestamptz),
  ledger_border(), ledger_seal_up_to(bigint, timestamptz) to samtrot_app;
