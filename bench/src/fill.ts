import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { rebuildDictionary } from '../../server/src/modules/delivery/service.ts';
import { adContact } from '../../server/src/modules/inserate/service.ts';
import { dataKeys } from '../../server/src/platform/data-key.ts';
import { connect } from '../../server/src/platform/db.ts';
import { setDataKeys } from '../../server/src/platform/encryption.ts';
import { CANTON_WEIGHTS, NAMES, SENTENCES, TITLES } from '../../server/src/seed/demo-text.ts';
import type { Product } from './product.ts';

/** In place of the ciphertext of an address, which nothing here decrypts. */
export const NO_ADDRESS = "'1.0000000000000000.none'";

const WORKERS = 2;
const BATCH_SIZE = 25_000;
const ADS_PER_ACCOUNT = 30;
const TABLES = [
  'inserat',
  'booking',
  'booking_order',
  'push',
  'image',
  'delivery_entry',
  'delivery_change',
  'effect',
];

/** Kept during the fill: the scheduler of the running product uses them. */
const OF_THE_CLOCK = [
  'inserat_due_start',
  'inserat_due_end',
  'inserat_alert',
  'inserat_topad_end',
  'inserat_story_end',
  'push_due',
];

/**
 * Inserts ads in every state with bookings, orders, pushes and an image each. Bypasses triggers and
 * foreign keys for speed, writes what the triggers would, and builds indexes at the end.
 */
export async function fill(
  { databaseUrl: url, dataDir }: Pick<Product, 'databaseUrl' | 'dataDir'>,
  ads: number,
): Promise<void> {
  setDataKeys(dataKeys([readFileSync(join(dataDir, 'data-key'), 'utf8').trim()]));
  const clients = await Promise.all(Array.from({ length: WORKERS }, () => open(url)));
  const client = clients[0]!;
  try {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
        where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = indexrelid)
          and indexrelid::regclass::text <> all ($2)`,
      [TABLES, OF_THE_CLOCK],
    );
    // No webhook messages for these ads.
    await client.query('update website set webhook_url = null');
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query('alter table delivery_entry drop constraint delivery_entry_pkey');
    const base = await prepare(client, ads);
    const batches = Array.from(
      { length: Math.ceil(ads / BATCH_SIZE) },
      (_, index) => index * BATCH_SIZE,
    );
    await each(clients, batches, (worker, from) =>
      insert(worker, { base, from, to: Math.min(ads, from + BATCH_SIZE) - 1 }),
    );
    // The text index takes longest.
    indexes.sort(
      (a, b) => Number(b.definition.includes(' gin ')) - Number(a.definition.includes(' gin ')),
    );
    const definitions = [
      'alter table delivery_entry add primary key (term, lifted_at, inserat_id)',
      ...indexes.map((index) => index.definition),
    ];
    await each(clients, definitions, (worker, definition) => worker.query(definition));
    await client.query(
      `select setval(pg_get_serial_sequence('inserat', 'id'), (select max(id) from inserat)),
              setval(pg_get_serial_sequence('booking', 'id'), (select max(id) from booking))`,
    );
    await client.query('drop table bench_account');
    await each(clients, [...TABLES, 'account'], (worker, table) =>
      worker.query(`vacuum analyze ${table}`),
    );
    const { db } = connect(url, { max: 1 });
    await rebuildDictionary(db).finally(() => db.destroy());
    await client.query('checkpoint');
  } finally {
    await Promise.all(clients.map((each) => each.end()));
  }
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `set session_replication_role = replica; set statement_timeout = 0; set synchronous_commit = off;
     set maintenance_work_mem = '512MB'; set work_mem = '64MB'`,
  );
  return client;
}

/** Runs the items with several workers. */
async function each<Item>(
  clients: pg.Client[],
  items: readonly Item[],
  work: (client: pg.Client, item: Item) => Promise<unknown>,
) {
  const queue = [...items];
  await Promise.all(
    clients.map(async (client) => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift())
        await work(client, item);
    }),
  );
}

/** Creates the owners; returns the first id of ads and bookings. */
async function prepare(client: pg.Client, ads: number): Promise<number> {
  await client.query(
    `create table bench_account as
     with made as (
       insert into account (username, username_key, email, email_hash, password_hash, nickname, created_at, email_confirmed_at)
       select 'Messung ' || n, 'bench' || n, ${NO_ADDRESS}, ('bench-' || n)::bytea, '-', '', now() - interval '90 days', now()
         from generate_series(0, $1::int) n returning id, username_key)
     select id, substr(username_key, 6)::int as n from made`,
    [Math.ceil(ads / ADS_PER_ACCOUNT)],
  );
  await client.query('create unique index on bench_account (n)');
  await client.query('analyze bench_account');
  const { rows } = await client.query<{ base: number }>(
    `select (greatest((select max(id) from inserat), (select max(id) from booking), 20000) + 1000)::int as base`,
  );
  return rows[0]!.base;
}

/**
 * Per hundred ads: one untouched, one hidden, two planned, three drafts, six expired, the rest
 * online, half of them free. One in 400 is a TopAd or has a story, one in ten a due push.
 */
async function insert(
  client: pg.Client,
  { base, from, to }: { base: number; from: number; to: number },
): Promise<void> {
  const cantons = Object.entries(CANTON_WEIGHTS).flatMap(([id, weight]) =>
    Array<string>(weight).fill(id),
  );
  const one = (list: string) => `(${list})[1 + floor(random() * array_length(${list}, 1))::int]`;
  const reached = Array.from({ length: to - from + 1 }, (_, at) => {
    const id = base + from + at;
    const telefon = `+4179000${String((from + at) % 10_000).padStart(4, '0')}`;
    return { id, ...adContact.columnsOf({ telefon }, { id, contact: null }) };
  });
  await client.query(
    `with plan as materialized (
       select $1::bigint + g.n as id, a.id as account_id, g.n, g.n % 30 < 14 as free, 1 + g.n % 3 as choices,
              case when g.n % 100 = 99 then 'leer' when g.n % 100 < 3 then 'entwurf' when g.n % 100 < 9 then 'abgelaufen'
                   when g.n % 100 < 11 then 'geplant' when g.n % 100 = 11 then 'ausgeblendet' else 'aktiv' end as status,
              random() * interval '28 days' as age, now() as at
         from generate_series($2::bigint, $3::bigint) g(n) join bench_account a on a.n = g.n / ${ADS_PER_ACCOUNT}),
     timed as materialized (
       select *, case when free then 'free' else '1_month' end as package,
              case when status = 'geplant' then at + interval '1 hour' + age / 10
                   when status = 'abgelaufen' then at - interval '40 days' - age
                   when free then at - (n % 30) * interval '1 day' - interval '1 hour' else at - age end as start_at,
              status not in ('leer', 'entwurf') as booked,
              (select array_agg(distinct ${one('$4::text[]')}) from generate_series(1, choices)) as cantons,
              (select array_agg(distinct 1 + floor(random() * 8)::int) from generate_series(1, choices)) as categories
         from plan),
     ad as materialized (
       select timed.*, r.contact, r.print, r.phone, start_at + interval '30 days' as end_at, gen_random_uuid() as public_id,
              case when status <> 'geplant' then start_at + random() * least(interval '30 days', at - start_at) end as lifted_at
         from timed join unnest($8::bigint[], $9::text[], $10::bytea[], $11::bytea[])
                as r (id, contact, print, phone) on r.id = timed.id),
     ads as (
       insert into inserat (id, public_id, account_id, status, inserat_typ, name, titel, beschreibung, contact, contact_print, telefon_hash,
                            cantons, categories,
                            offerings, start_at, end_at, lifted_at, topad_until, story_until, story_title, alert_at, colour, views,
                            date_time_pushes, hidden_at, created_at, changed_at, booking_id)
       overriding system value
       select id, public_id, account_id, status, package,
              case when status = 'leer' then '' else ${one('$5::text[]')} end,
              case when status = 'leer' then '' else ${one('$6::text[]')} || ' in ' || cantons[1] end,
              case when status = 'leer' then '' else
                '<p>' || ${one('$7::text[]')} || '</p><p>' || ${one('$7::text[]')} || ' ' || ${one('$7::text[]')} || '</p>' end,
              contact, print, phone, cantons, categories, array[1 + (n % 6)::int],
              case when booked then start_at end, case when booked then end_at end, case when booked then lifted_at end,
              case when status = 'aktiv' and n % 400 = 20 then at + random() * interval '1 day' end,
              case when status = 'aktiv' and n % 400 = 30 then at + random() * interval '1 day' end, 'Ein Abend',
              case when status = 'aktiv' and end_at - interval '1 day' > at then end_at - interval '1 day' end,
              n % 10 = 0, (n % 4000)::int,
              case when status = 'aktiv' and n % 10 = 5 then array['2099-01-01 12:00'] else '{}' end,
              case when status = 'ausgeblendet' then at end,
              case when status = 'leer' then at - random() * interval '20 hours' else least(start_at, at) end, coalesce(lifted_at, at),
              case when booked then id end
         from ad),
     bookings as (
       insert into booking (id, inserat_id, account_id, package, start_at, end_at, planned, paid_regions, paid_categories, paid_images,
                            paid_dated_pushes, free_day, created_at)
       overriding system value
       select id, id, account_id, package, start_at, end_at, status = 'geplant', 3, 3, 10, (n % 10 = 5)::int,
              case when free and status = 'aktiv' then to_char(start_at, 'YYYY-MM-DD') end, least(start_at, at)
         from ad where booked),
     orders as (
       insert into booking_order (booking_id, cause, total, items, at)
       select id, 'bench:scale:' || id, 0, '[]', least(start_at, at) from ad where booked),
     pushes as (
       insert into push (inserat_id, account_id, booking_id, kind, slot, due_at, cause, state, settled_at)
       select id, account_id, id, 'dated', '2099-01-01 12:00', at + interval '1 hour' + age / 4, 'bench:scale:' || id, 'due', null::timestamptz
         from ad where status = 'aktiv' and n % 10 = 5
       union all
       select id, account_id, id, 'dated', '2020-01-01 12:00', start_at, 'bench:scale:' || id, 'done', start_at from ad where status = 'aktiv'),
     starts as (
       insert into effect (inserat_id, key, due_at, done_at) select id, 'start:' || id, start_at, start_at from ad where status = 'aktiv'),
     images as (
       insert into image (account_id, inserat_id, content_id, name, width, height, widths, placeholder, position, created_at)
       select account_id, id, md5(n::text) || md5('b' || n), 'bild.jpg', 800, 1200, '{400,800}', '#cccccc', 0, at from ad where booked),
     entries as (
       insert into delivery_entry
       select term, lifted_at, id from ad, delivery_terms(cantons, categories, status = 'aktiv' and n % 400 = 20) term where status = 'aktiv')
     insert into delivery_change select id, public_id, pg_current_xact_id()::text::bigint from ad where status in ('aktiv', 'abgelaufen')`,
    [
      ...[base, from, to, cantons, NAMES, TITLES, SENTENCES, reached.map(({ id }) => id)],
      ...(['contact', 'contact_print', 'telefon_hash'] as const).map((name) =>
        reached.map((one) => one[name]),
      ),
    ],
  );
}
