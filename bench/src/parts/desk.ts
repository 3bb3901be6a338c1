import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OWN_HEADER } from '@samtrot/shared/kernel/action.ts';
import { sortsOf } from '@samtrot/shared/kernel/sorting.ts';
import { PAYMENT_SORTS } from '@samtrot/shared/money-desk/payment-search.ts';
import { STAFF_MOST_MS } from '@samtrot/shared/staff/login-rules.ts';
import pg from 'pg';
import { addPerson } from '../../../server/src/modules/staff/people/people.ts';
import { insertThread } from '../../../server/src/modules/support/store.ts';
import { hashToken, randomToken } from '../../../server/src/platform/crypto.ts';
import { dataKeys } from '../../../server/src/platform/data-key.ts';
import { connect } from '../../../server/src/platform/db.ts';
import { setDataKeys } from '../../../server/src/platform/encryption.ts';
import { median } from '../measure.ts';
import {
  newDataFolder,
  type Product,
  removeDataFolder,
  startProduct,
  startServer,
} from '../product.ts';
import { bounded, number, type Row } from '../report.ts';

const FEW = 100;
const MANY = 100_000;
const ADS = 300;
/** The first page among many waiting items may take half as long again. */
const MOST_OF_FEW = 1.5;
const ROUNDS = 15;
const PAGES_PER_ROUND = 10;
const HELD = 10;
const WEBSITES = 4;
const GONE_MS = 1000;
const TOLD_S = 60;
const LIST = '/partner/v1/ads?limit=100';

/**
 * The queue with many waiting items beside one with few, how soon a hold is everywhere, and what
 * the house looks up in a large one.
 */
export async function desk(): Promise<Row[]> {
  await using few = await withQueue(FEW);
  await using many = await withQueue(MANY);
  const rows = [await firstPage(few, many), ...(await holds(few))];
  return [...rows, ...(await lookups(many)), await payments(few, many)];
}

type Side = Awaited<ReturnType<typeof withQueue>>;

/** A product in whose queue so many items wait; the first page is the same on all. */
async function withQueue(items: number) {
  await using stack = new AsyncDisposableStack();
  const folder = newDataFolder();
  stack.defer(() => removeDataFolder(folder));
  const product = await startProduct(folder);
  stack.defer(() => product.stop());
  product.samtrot('seed', '--seed', '2', '--advertisers', '10', '--ads', String(ADS));
  // No limit of time, and the role that may write reviews.
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  stack.defer(() => client.end());
  await fillQueue(client, items);
  const headers = { cookie: await staffCookie(product), [OWN_HEADER]: '1' };
  const kept = stack.move();
  return { product, client, headers, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function fillQueue(client: pg.Client, items: number): Promise<void> {
  await client.query(`update review set state = 'gone' where state = 'open'`);
  await client.query(
    `insert into review (thing, item_id, account_id, version, cause, content_hash, written_in, waiting_since, points)
     select 'inserat', id, account_id, 1000, 'new', '', 0, now() - interval '1 day' + row_number() over (order by id) * interval '1 second', 70
       from (select id, account_id from inserat where status = 'aktiv' order by id limit $1) ads`,
    [FEW],
  );
  await client.query(
    `insert into review (thing, item_id, account_id, version, cause, content_hash, written_in, waiting_since, points)
     select 'inserat', 1000000000 + n, (select min(id) from account), 1, (array['new', 'changed', 'resubmitted'])[1 + n % 3], '', 0,
            now() - n * interval '1 second' / 1000000, (array[70, 40, 10])[1 + n % 3]
       from generate_series(1, $1::int) n`,
    [items - FEW],
  );
  await client.query('vacuum analyze');
}

/** Somebody of the house who is logged in; returns her cookie. */
export async function staffCookie({ databaseUrl, dataDir }: Product): Promise<string> {
  setDataKeys(dataKeys([readFileSync(join(dataDir, 'data-key'), 'utf8').trim()]));
  const { db } = connect(databaseUrl, { max: 1 });
  const now = new Date();
  const person = { name: 'Messung', email: `${randomUUID()}@messung.example`, role: 'owner' };
  const token = randomToken();
  try {
    await db.transaction().execute(async (tx) => {
      const staff = await addPerson({ db: tx, now, actor: { kind: 'cli' } }, person as never);
      const active = { state: 'active', password_hash: '-' };
      await tx.updateTable('staff').set(active).where('id', '=', staff).execute();
      await tx
        .insertInto('staff_login')
        .values({
          token_hash: hashToken(token),
          staff_id: staff,
          device: 'Messung',
          created_at: now,
          last_seen_at: now,
          confirmed_at: now,
          expires_at: new Date(now.getTime() + STAFF_MOST_MS),
        })
        .execute();
    });
  } finally {
    await db.destroy();
  }
  return `betrieb=${token}`;
}

async function read<T>({ product, headers }: Side, query: string): Promise<T> {
  const answer = await fetch(`${product.url}/betrieb/api?action=${query}`, {
    // A resting connection may end as it is used again.
    headers: { ...headers, connection: 'close' },
  });
  if (!answer.ok) throw new Error(`${query} answered ${answer.status}`);
  return (await answer.json()) as T;
}

async function post<T>({ product, headers }: Side, action: string, body: object): Promise<T> {
  const answer = await fetch(`${product.url}/betrieb/api?action=${action}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${action} answered ${answer.status}`);
  return (await answer.json()) as T;
}

/** In turns, so that both meet the same machine (BOF-42). */
async function firstPage(few: Side, many: Side): Promise<Row> {
  const took = new Map<Side, number[]>([few, many].map((side) => [side, []]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const side of [few, many]) {
      const begin = performance.now();
      for (let page = 0; page < PAGES_PER_ROUND; page++) {
        const { items } = await read<{ items: unknown[] }>(side, 'queue');
        if (items.length !== 50) throw new Error(`a page of ${items.length}`);
      }
      if (round >= 0) took.get(side)!.push((performance.now() - begin) / PAGES_PER_ROUND);
    }
  }
  const [cost, least] = [median(took.get(many)!), median(took.get(few)!)];
  return {
    what: `first page of the queue, ${MANY.toLocaleString('en-US')} waiting`,
    figure: `${number(cost)} ms`,
    limit: `${FEW} waiting: ${number(least)} ms`,
    ratio: number(cost / least),
    budget: `at most ${MOST_OF_FEW}`,
    met: cost <= least * MOST_OF_FEW,
  };
}

/** What stands before the page that the house opens. */
const THREADS = 10_000;
const LINES = 1_000_000;
const NAME = 'Wintergrün';
const LOOKUPS = 30;
const INBOX_MS = 200;
const SEARCH_MS = 300;

/** Pages and searches of the house among many rows (BOF-68, BOF-82, BOF-140). */
async function lookups(side: Side): Promise<Row[]> {
  await fillHouse(side);
  const search = async (q: string) => {
    const { hits } = await post<{ hits: unknown[] }>(side, 'search', { q });
    if (hits.length !== 1) throw new Error(`${q} was found ${hits.length} times`);
  };
  const get = async (query: string, list: string, most: number) => {
    const answer = await read<Record<string, unknown[]>>(side, query);
    if (answer[list]!.length !== most) throw new Error(`${query}: ${answer[list]!.length} rows`);
  };
  const threads = THREADS.toLocaleString('en-US');
  const lines = LINES.toLocaleString('en-US');
  const accounts = MANY.toLocaleString('en-US');
  const looked: [what: string, run: () => Promise<void>, most: number][] = [
    [`inbox, ${threads} threads`, () => get('threads&list=new', 'items', 50), INBOX_MS],
    [`a name among ${accounts} accounts`, () => search(NAME.toLowerCase()), SEARCH_MS],
    [`audit log, ${lines} lines`, () => get('get_audit_log', 'lines', 50), SEARCH_MS],
    [`audit log by kind`, () => get('get_audit_log&sort=-kind', 'lines', 50), SEARCH_MS],
    [`audit log of one kind`, () => get('get_audit_log&kind=held', 'lines', 50), SEARCH_MS],
    [
      `audit log of one thing`,
      () => get('get_audit_log&object=inserat:1000007', 'lines', 50),
      SEARCH_MS,
    ],
  ];
  const rows: Row[] = [];
  for (const [what, run, most] of looked) {
    const took: number[] = [];
    for (let n = -3; n < LOOKUPS; n++) {
      const begin = performance.now();
      await run();
      if (n >= 0) took.push(performance.now() - begin);
    }
    rows.push(bounded(what, median(took), most, 'ms'));
  }
  return rows;
}

/** Each finds a full page on both sides, the reference one payment; sorted they begin elsewhere. */
const PAYMENT_SEARCHES = [
  ...[NAME, 'CHF 100.-', '1.1.2024', 'messung-7', 'Visa'].map((q) => ({ q })),
  { state: 'none' },
  ...sortsOf(PAYMENT_SORTS).map((sort) => ({ sort })),
];

/** The slowest search for payments, beside the same among few, in turns (BOF-92). */
async function payments(few: Side, many: Side): Promise<Row> {
  for (const [side, count] of [
    [few, FEW],
    [many, MANY],
  ] as const)
    await fillPayments(side.client, count);
  let slowest = { cost: 0, least: 1 };
  for (const wanted of PAYMENT_SEARCHES) {
    const took = new Map<Side, number[]>([few, many].map((side) => [side, []]));
    for (let n = -3; n < LOOKUPS; n++)
      for (const side of [few, many]) {
        const begin = performance.now();
        const { payments } = await post<{ payments: unknown[] }>(side, 'payments', wanted);
        if (n >= 0) took.get(side)!.push(performance.now() - begin);
        const right = 'q' in wanted && wanted.q.startsWith('messung-') ? 1 : 50;
        if (payments.length !== right)
          throw new Error(`${JSON.stringify(wanted)} found ${payments.length}`);
      }
    const [cost, least] = [median(took.get(many)!), median(took.get(few)!)];
    if (cost > slowest.cost) slowest = { cost, least };
  }
  const { cost, least } = slowest;
  return {
    what: `payments among ${MANY.toLocaleString('en-US')}, slowest of ${PAYMENT_SEARCHES.length} searches and sorts`,
    figure: `${number(cost)} ms`,
    limit: `among ${FEW}: ${number(least)} ms`,
    ratio: number(cost / least),
    budget: `at most ${SEARCH_MS} ms`,
    met: cost <= SEARCH_MS,
  };
}

/** Every second by one person and for the same amount. */
async function fillPayments(client: pg.Client, count: number): Promise<void> {
  await client.query(`update account set nickname = $1 where id = (select min(id) from account)`, [
    NAME,
  ]);
  await client.query(
    `insert into payment (id, account_id, option_id, status, price_rappen, discount_percent, credits, bonus, provider,
                          provider_ref, method, received_rappen, created_at)
     select gen_random_uuid(), (array(select id from account order by id limit 1000))[case when n % 2 = 0 then 1 else 1 + n % least(1000, accounts) end],
            2, 'verfallen', case when n % 2 = 0 then 10000 else 10000 + n end, 0, 100, 10, 'sandbox', 'messung-' || n, 'visa', null,
            '2024-01-01'::timestamptz + n * interval '10 minutes'
       from generate_series(1, $1::int) n, (select count(*)::int as accounts from account) known`,
    [count],
  );
  await client.query('vacuum analyze account, payment');
}

async function fillHouse({ product: { databaseUrl, dataDir }, client }: Side): Promise<void> {
  setDataKeys(dataKeys([readFileSync(join(dataDir, 'data-key'), 'utf8').trim()]));
  const { db } = connect(databaseUrl, { max: 1 });
  // Those that are shown can be read.
  const long = new Date(Date.now() - 2 * STAFF_MOST_MS);
  const sender = { kind: 'contact' as const, accountId: null, name: 'Lena', phone: null };
  try {
    await db.transaction().execute(async (tx) => {
      for (let n = 0; n < FEW + 1; n++) {
        const email = `lena${n}@messung.example`;
        await insertThread(tx, { ...sender, email, subject: 'billing' }, { now: long });
      }
    });
  } finally {
    await db.destroy();
  }
  await client.query(
    `insert into thread (kind, name, email, email_hash, subject, state, created_at, last_entry_at, waits_since, done_at)
     select kind, name, email, sha256(n::text::bytea), subject, (array['new', 'answered', 'done'])[1 + n % 3], now(), now(),
            case when n % 3 = 0 then now() end, case when n % 3 = 2 then now() end
       from (select * from thread limit 1) one, generate_series(1, $1::int) n`,
    [THREADS - FEW - 1],
  );
  await client.query(`update account set nickname = $1 where id = (select min(id) from account)`, [
    NAME,
  ]);
  await client.query(
    `insert into account (username, username_key, nickname, email, email_hash, password_hash, created_at)
     select 'Messung ' || md5(n::text), 'messung ' || md5(n::text), md5(n::text), email, sha256(('m' || n)::bytea), password_hash, created_at
       from (select * from account order by id limit 1) one, generate_series(1, $1::int) n`,
    [MANY],
  );
  await client.query(
    `insert into audit (at, actor, action, object)
     select now() - n * interval '1 second', 'user:' || n % 5000,
            (array['login', 'held', 'released', 'purged'])[1 + n % 4], 'inserat:' || 1000000 + n % 9000
       from generate_series(1, $1::int) n`,
    [LINES],
  );
  await client.query('vacuum analyze');
}

interface Delivered {
  id: number;
  publicId: string;
}

/** From the answer of «Vom Netz nehmen» on, the slowest of several (BOF-26, BOF-27). */
async function holds(side: Side): Promise<Row[]> {
  await using second = await startServer(side.product);
  const sites = await Promise.all(Array.from({ length: WEBSITES }, receiver));
  try {
    const keys = sites.map(({ url }, n) => addWebsite(side.product, `Messung ${n + 1}`, url));
    const servers = [side.product.url, second.url];
    const ads = await delivered(side.client, servers, keys);
    const gone: number[] = [];
    const told: number[] = [];
    for (const ad of ads) {
      const answer = await fetch(`${side.product.url}/betrieb/api?action=hold`, {
        method: 'POST',
        headers: { ...side.headers, 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({
          object: { type: 'inserat', id: ad.id },
          kind: 'blocked',
          reason: 'doppelt',
        }),
      });
      const { hold } = (await answer.json()) as { hold: { id: number } };
      const begin = performance.now();
      await Promise.all(servers.map((url) => untilGone(url, keys[0]!, ad)));
      gone.push(performance.now() - begin);
      await untilConfirmed(side, hold.id);
      told.push((performance.now() - begin) / 1000);
    }
    return [
      bounded(
        `a held ad is gone from both server processes, slowest of ${HELD}, after`,
        Math.max(...gone),
        GONE_MS,
        'ms',
      ),
      bounded(
        `all ${WEBSITES} websites have confirmed it, slowest of ${HELD}, after`,
        Math.max(...told),
        TOLD_S,
        's',
      ),
    ];
  } finally {
    for (const { end } of sites) end();
  }
}

/** A website that takes every message. */
async function receiver() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/webhook`, end: () => server.close() };
}

function addWebsite(product: Product, name: string, webhook: string): string {
  product.samtrot('website', 'add', name, 'https://messung.example');
  product.samtrot('website', 'webhook', name, webhook);
  return `Bearer ${String(product.samtrot('website', 'key', name).key)}`;
}

/** Ads that each website has read on each server, in the order of the list. */
async function delivered(
  client: pg.Client,
  servers: string[],
  keys: string[],
): Promise<Delivered[]> {
  let shown: string[] = [];
  for (const server of servers)
    for (const authorization of keys) {
      const answer = await fetch(server + LIST, {
        headers: { authorization, connection: 'close' },
      });
      const { ads } = (await answer.json()) as { ads: { id: string }[] };
      shown = ads.slice(0, HELD).map(({ id }) => id);
    }
  if (shown.length < HELD) throw new Error(`only ${shown.length} ads are delivered`);
  const find = async () =>
    (
      await client.query<Delivered>(
        `select i.id::int, i.public_id as "publicId" from inserat i
          where i.public_id = any ($1::uuid[]) and
                (select count(*) from placement p join website w on w.id = p.website_id
                  where p.kind = 'inserat' and p.item_id = i.id and w.name like 'Messung %') = $2`,
        [shown, keys.length],
      )
    ).rows;
  let found = await find();
  for (const end = performance.now() + 30_000; found.length < HELD; found = await find()) {
    if (performance.now() > end) throw new Error(`${found.length} of ${HELD} were noted`);
    await wait(200);
  }
  return found;
}

async function untilGone(url: string, authorization: string, { publicId }: Delivered) {
  const headers = { authorization, connection: 'close' };
  for (;;) {
    const [list, detail] = await Promise.all([
      fetch(url + LIST, { headers }).then((answer) => answer.text()),
      fetch(`${url}/partner/v1/ads/${publicId}`, { headers }).then(({ status }) => status),
    ]);
    if (detail === 404 && !list.includes(publicId)) return;
    await wait(5);
  }
}

async function untilConfirmed(side: Side, hold: number): Promise<void> {
  for (const end = performance.now() + 3 * TOLD_S * 1000; performance.now() < end; ) {
    const { websites } = await read<{ websites: { confirmed_at: string | null }[] }>(
      side,
      `hold_receipts&hold_id=${hold}`,
    );
    if (websites.length < WEBSITES) throw new Error(`${websites.length} websites had it`);
    if (websites.every(({ confirmed_at }) => confirmed_at !== null)) return;
    await wait(50);
  }
}
