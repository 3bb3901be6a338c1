import { type AdPrices, PACKAGE_IDS, PACKAGES } from '@samtrot/shared/cart/rules.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { ZONE } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { accountEmail } from '../modules/access/service.ts';
import { findAccountByEmail } from '../modules/accounts/service.ts';
import { pricesAt } from '../modules/catalogue/service.ts';
import { adContact } from '../modules/inserate/service.ts';
import type { Sql } from '../platform/db.ts';
import { CANTON_WEIGHTS, NAMES, SENTENCES, TITLES } from './demo-text.ts';

export interface BulkOptions {
  advertisers: number;
  ads: number;
  /** The same number makes the same data; another one can be added to it. */
  seed: number;
  /** What every made account can log in with. */
  passwordHash: string;
  now: Date;
  progress(line: string): void;
}

const STEP = 50_000;

/**
 * Fills the database with so many advertisers and ads, in the transaction given: all of it or
 * nothing. Nine of ten ads run, most lifted within 30 days; each booking is paid from the wallet of
 * its advertiser, so that the books stay right. False when this seed has been used.
 */
export async function fillBulk(db: Sql, options: BulkOptions): Promise<boolean> {
  const { ads, seed, progress } = options;
  await sql`set local statement_timeout = 0`.execute(db);
  if (await findAccountByEmail(db, emailOf(seed, 1))) return false;
  await insertAccounts(db, options);
  await sql`analyze seed_account`.execute(db);
  progress(`${options.advertisers} Konten angelegt`);
  const prices = await pricesAt({ db, now: options.now });
  await planAds(db, options, prices);
  await insertTransfers(db, options, prices.extras.topAd);
  progress('Guthaben verbucht');
  for (let from = 1; from <= ads; from += STEP) {
    const to = Math.min(ads, from + STEP - 1);
    await insertAds(db, { seed, from, to, topAd: prices.extras.topAd });
    progress(`${to} von ${ads} Inseraten`);
  }
  // What is made in bulk is no news: no website is sent a message about each ad.
  await sql`update website set webhook_since_ads = null`.execute(db);
  return true;
}

/** Refreshes what the database knows about its tables; needs their owner. */
export async function analyse(db: Sql): Promise<void> {
  await sql`set local role none`.execute(db);
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`analyze`.execute(db);
}

const emailOf = (seed: number, n: number) => `demo-${seed}-${n}@samtrot.example`;

async function insertAccounts(
  db: Sql,
  { advertisers, seed, passwordHash, now }: BulkOptions,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('account', 'id')) as id
      from generate_series(1, ${advertisers}::int)`.execute(db);
  const ids = rows.map(({ id }) => id);
  const emails = ids.map((_, n) => emailOf(seed, n + 1));
  // Fixed width keeps the names apart under usernameKey(), which drops the separators and reads 0
  // as o and 1 as l.
  await sql`
    create temp table seed_account on commit drop as
    with made as (
      insert into account (id, username, username_key, email, email_hash, password_hash, nickname, created_at, email_confirmed_at)
      select a.id, name, 'demo' || translate(${String(seed)} || lpad(n::text, 7, '0'), '01', 'ol'),
             a.email, a.hash, ${passwordHash}, name,
             ${now}::timestamptz - interval '90 days', ${now}::timestamptz - interval '90 days'
        from unnest(${ids}::bigint[], ${emails.map((email, n) => accountEmail.encrypt(email, ids[n]!))}::text[],
                    ${emails.map((email) => accountEmail.lookup(email))}::bytea[]) with ordinality as a (id, email, hash, n),
             lateral (select 'Demo ' || ${String(seed)} || '-' || lpad(n::text, 7, '0') as name) named
       order by n
      returning id)
    select id, row_number() over (order by id) - 1 as n from made`.execute(db);
}

/**
 * What each ad will be, decided by its number and the seed alone. The ids are drawn now, so that
 * the parts find each other.
 */
async function planAds(
  db: Sql,
  { advertisers, ads, seed, now }: BulkOptions,
  prices: AdPrices,
): Promise<void> {
  const random = (salt: number) =>
    sql`(hashint8extended(i, ${seed}::bigint * 64 + ${salt}::bigint) & 9223372036854775807)`;
  const packages = JSON.stringify(
    PACKAGE_IDS.map((id) => ({ id, ...PACKAGES[id], price: prices.packages[id] })),
  );
  await sql`
    create temp table seed_ad on commit drop as
    with package as (
      select * from jsonb_to_recordset(${packages}::jsonb) as p(id text, title text, price int, days int)),
    numbered as (
      select i, a.id as account_id, (i - 1) / ${advertisers}::int as turn,
             ${random(1)} % 86400 as shift,
             ${random(2)} % 100 as fate, ${random(3)} % (29 * 86400) as age, ${random(4)} as pick
        from generate_series(1, ${ads}::bigint) i
        join seed_account a on a.n = (i - 1) % ${advertisers}::int),
    chosen as (
      select i, account_id, pick,
             case when fate < 3 then 'entwurf' when fate < 9 then 'abgelaufen' else 'aktiv' end as status,
             case
               when fate < 9 then (array['1_day', '3_days', '5_days', '1_week', '1_month'])[1 + pick % 5]
               -- One free ad for each account and day.
               when fate < 60 and turn < 28 then 'free'
               when age >= 7 * 86400 then '1_month'
               when age >= 5 * 86400 then (array['1_week', '1_month'])[1 + pick % 2]
               when age >= 3 * 86400 then (array['5_days', '1_week', '1_month'])[1 + pick % 3]
               when age >= 1 * 86400 then (array['3_days', '5_days', '1_week', '1_month'])[1 + pick % 4]
               else (array['1_day', '3_days', '5_days', '1_week', '1_month'])[1 + pick % 5] end as package,
             case
               when fate >= 9 and fate < 60 and turn < 28
                 then ((${now}::timestamptz at time zone ${ZONE}) - turn * interval '1 day') at time zone ${ZONE}
               when fate < 9 then ${now}::timestamptz - interval '41 days' - age * interval '1 second'
               else ${now}::timestamptz - age * interval '1 second' end as start_at
        from numbered)
    select i, account_id, status, package, pick, title, price,
           start_at, ((start_at at time zone ${ZONE}) + days * interval '1 day') at time zone ${ZONE} as end_at,
           case when package = 'free' then 1 else 1 + pick % 3 end as choices,
           case when package = 'free' then 0 else (${random(5)} % 10 = 0)::int * ${prices.extras.colour}::int end as colour,
           -- A TopAd bought within the last day still runs.
           case when status = 'aktiv' and package <> 'free' and ${random(6)} % 200 = 0 and start_at < ${now}::timestamptz - interval '1 day'
                then ${now}::timestamptz - (${random(7)} % 80000) * interval '1 second' end as topad_at,
           case when status = 'aktiv' and package <> 'free' and ${random(8)} % 3 = 0
                then start_at + (${now}::timestamptz - start_at) * ((${random(9)} % 1000) / 1000.0) else start_at end as lifted_at,
           ${random(10)} as words,
           overlay(overlay(md5(${`inserat ${seed} `} || i) placing '4' from 13) placing '8' from 17)::uuid as public_id,
           nextval(pg_get_serial_sequence('inserat', 'id')) as inserat_id,
           case when status <> 'entwurf' then nextval(pg_get_serial_sequence('booking', 'id')) end as booking_id
      from chosen join package on package.id = package
     order by i`.execute(db);
  await sql`create index on seed_ad (i)`.execute(db);
  await sql`analyze seed_ad`.execute(db);
}

/**
 * Each advertiser gets credits first and then pays order by order; the balance after each is
 * written along.
 */
async function insertTransfers(db: Sql, { seed, now }: BulkOptions, topAd: Credits): Promise<void> {
  await sql`
    create temp table seed_order on commit drop as
    select i, account_id, booking_id, 'order' as part, price + colour as amount, start_at as at
      from seed_ad where booking_id is not null
    union all
    select i, account_id, booking_id, 'topad', ${topAd}::int, topad_at from seed_ad
     where topad_at is not null`.execute(db);
  // The book is written by its own functions; sorted, so that each advertiser has credits before
  // spending them.
  await sql`
    select ledger_credit(a.id, coalesce(sum(o.amount), 0) + 10 + a.n % 90, 'correction', 'seed:' || ${String(seed)} || ':start:' || a.id,
                         'Startguthaben', ${now}::timestamptz - interval '80 days')
      from seed_account a left join seed_order o on o.account_id = a.id group by a.id, a.n`.execute(
    db,
  );
  await sql`
    select ledger_spend(account_id, amount, 'order', 'revenue', 'seed:' || ${String(seed)} || ':' || part || ':' || i, 'Inserat', at)
      from (select * from seed_order where amount > 0 order by at, i, part) o`.execute(db);
  await sql`analyze seed_order`.execute(db);
}

/** The contact columns of these ads; each number is decided by the seed. */
async function contactOfAds(db: Sql, from: number, to: number) {
  const { rows } = await sql<{ id: number; telefon: string }>`
    select inserat_id as id, '+4179000' || lpad((words % 10000)::text, 4, '0') as telefon
      from seed_ad where i between ${from}::bigint and ${to}::bigint`.execute(db);
  return rows.map(({ id, telefon }) => {
    const columns = adContact.columnsOf({ telefon }, { id, contact: null });
    const { contact, contact_print: print, telefon_hash: phone } = columns;
    return { id, contact, print, phone };
  });
}

async function insertAds(
  db: Sql,
  { seed, from, to, topAd }: { seed: number; from: number; to: number; topAd: Credits },
): Promise<void> {
  const list = (texts: readonly string[]) => sql`${texts}::text[]`;
  const one = (texts: readonly string[], divisor: number) =>
    sql`(${list(texts)})[1 + (words / ${divisor}::bigint) % ${texts.length}::int]`;
  const cantons = Object.entries(CANTON_WEIGHTS).flatMap(([id, weight]) =>
    Array<string>(weight).fill(id),
  );
  const reached = await contactOfAds(db, from, to);
  const column = (name: keyof (typeof reached)[number]) => reached.map((one) => one[name]);
  await sql`
    with ad as materialized (
      select s.*, r.contact, r.print, r.phone,
             (select array_agg(distinct (${list(cantons)})[1 + (words / (7 + 13 * k)) % ${cantons.length}::int]) from generate_series(1, choices) k) as cantons,
             (select array_agg(distinct 1 + ((words / (11 + 17 * k)) % 8)::int) from generate_series(1, choices) k) as categories
        from seed_ad s join unnest(${column('id')}::bigint[], ${column('contact')}::text[],
                                   ${column('print')}::bytea[], ${column('phone')}::bytea[])
             as r (id, contact, print, phone) on r.id = s.inserat_id
       where i between ${from}::bigint and ${to}::bigint)
    , inserted as (
      insert into inserat (id, public_id, account_id, status, inserat_typ, name, titel, beschreibung, contact, contact_print, telefon_hash, cantons, categories, offerings,
                           start_at, end_at, lifted_at, topad_until, colour, views, created_at, changed_at, booking_id)
      overriding system value
      select inserat_id, public_id, account_id, status, package, ${one(NAMES, 3)},
             ${one(TITLES, 5)} || ' in ' || (select content ->> cantons[1] from catalogue_version where list = 'cantons' and number = 1),
             ${one(SENTENCES, 29)} || ' ' || ${one(SENTENCES, 31)} || ' ' || ${one(SENTENCES, 37)},
             contact, print, phone, cantons, categories,
             array[1 + (words / 41 % 6)::int, 7 + (words / 43 % 6)::int],
             case when booking_id is not null then start_at end, case when booking_id is not null then end_at end,
             case when booking_id is not null then lifted_at end, topad_at + interval '24 hours', colour > 0,
             case when booking_id is null then 0 else (words / 47 % 4000)::int end, start_at, lifted_at, booking_id
        from ad)
    , booked as (
      insert into booking (id, inserat_id, account_id, package, start_at, end_at, planned, paid_regions, paid_categories, paid_images,
                           free_day, created_at)
      overriding system value
      select booking_id, inserat_id, account_id, package, start_at, end_at, false, case when package = 'free' then 1 else 3 end,
             case when package = 'free' then 1 else 3 end, case when package = 'free' then 3 else 10 end,
             case when package = 'free' then to_char(start_at at time zone ${ZONE}, 'YYYY-MM-DD') end, start_at
        from ad where booking_id is not null)
    insert into booking_order (booking_id, cause, total, items, at)
    select booking_id, 'seed:' || ${String(seed)} || ':order:' || i, price + colour,
           jsonb_build_array(jsonb_build_object('key', 'package', 'label', title, 'note', '', 'quantity', 1, 'unit', price, 'total', price))
           || case when colour = 0 then '[]'::jsonb else jsonb_build_array(
                jsonb_build_object('key', 'colour', 'label', 'Farbe', 'note', '', 'quantity', 1, 'unit', colour, 'total', colour)) end,
           start_at
      from ad where booking_id is not null
    union all
    select booking_id, 'seed:' || ${String(seed)} || ':topad:' || i, ${topAd}::int,
           jsonb_build_array(jsonb_build_object('key', 'topAd', 'label', 'TopAd', 'note', '', 'quantity', 1, 'unit', ${topAd}::int,
                                                'total', ${topAd}::int)),
           topad_at
      from ad where topad_at is not null`.execute(db);
}
