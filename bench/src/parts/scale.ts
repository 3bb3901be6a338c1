import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { connect } from '../../../server/src/platform/db.ts';
import { sentBy } from '../../../server/src/testing/process/sent.ts';
import { fill } from '../fill.ts';
import { CONNECTIONS, load, logIn } from '../http.ts';
import type { HttpRequest } from '../http-load.ts';
import { compare, type Rate } from '../measure.ts';
import { wholeTables } from '../plans.ts';
import { newDataFolder, type Product, removeDataFolder, startProduct } from '../product.ts';
import { clockOf, record } from '../record.ts';
import { compared, type Row } from '../report.ts';
import { authorisation, LIST, WORDS } from './delivery.ts';
import { type Buyer, dealt, makeBuyers, order } from './purchase.ts';

const FEW = 1_000;
const MANY = 1_000_000;
const ADS_PER_ADVERTISER = 30;
/** Any call may take half as long again with a million ads. */
const LEAST = 1 / 1.5;
/** Number of each buyer's drafts to be placed. */
const PLACED = 15;
const QUESTIONS = 8_000;
const RARE = 'enzian';
/** Phrases frequent alone and together: each in at least one of twelve ads. */
const PHRASES = [
  'gute gespräche gehören dazu',
  'neue gäste herzlich willkommen',
  'bahnhof fünf minuten',
];
const PACKAGES = ['1_day', '3_days'];
/** The calls by which an ad is placed. */
const PLACING =
  'status, inserat_typ, booking_id, start_at, end_at, lifted_at, alert_at, topad_until, colour, name, titel, beschreibung, cantons, categories, offerings';

interface Side {
  product: Product;
  pool: pg.Pool;
  reader: string;
  buyers: Buyer[];
  /** An unplaced ad of each buyer. */
  drafts: Buyer[];
  placed: Buyer[];
  headers: Record<string, string>;
}

/**
 * The same advertisers in two products side by side, one of them with a million other ads. The data
 * stays in the folder `keep`.
 */
export async function scale(keep?: string): Promise<Row[]> {
  const folders = keep
    ? [join(keep, 'few'), join(keep, 'many')]
    : [newDataFolder(), newDataFolder()];
  const products: Product[] = [];
  const sides: Side[] = [];
  try {
    if (keep) for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const folder of folders) products.push(await startProduct(folder));
    for (const product of products) sides.push(await prepare(product));
    if (!(await has(sides[1]!.pool, 'Messung 0'))) await fill(products[1]!, MANY - FEW);
    return await measure(sides[0]!, sides[1]!);
  } finally {
    await Promise.all(sides.map(({ pool }) => pool.end()));
    await Promise.all(products.map((product) => product.stop()));
    if (!keep) folders.map(removeDataFolder);
  }
}

const has = async (pool: pg.Pool, username: string): Promise<boolean> =>
  (await pool.query('select from account where username = $1', [username])).rowCount === 1;

/** Prepares the same measured data on both sides. */
async function prepare(product: Product): Promise<Side> {
  const advertisers = Math.ceil(FEW / ADS_PER_ADVERTISER);
  const { pool, db } = connect(product.databaseUrl, { max: 2 });
  if (!(await has(pool, 'Demo 2-0000001'))) {
    product.samtrot(
      'seed',
      '--advertisers',
      String(advertisers),
      '--ads',
      String(FEW),
      '--seed',
      '2',
    );
    await pool.query(
      `update inserat set beschreibung = beschreibung || ' Enzian'
        where id in (select id from inserat where status = 'aktiv' order by id limit 12)`,
    );
  }
  const owner = connect(product.databaseUrl, { max: 1, role: null });
  await putBack(owner.pool);
  const { cookie, userId } = await logIn(product, 1);
  const buyers = (await makeBuyers(product, pool, db)).filter(({ account }) => account !== userId);
  const drafts: Buyer[] = [];
  for (const buyer of buyers)
    drafts.push({ ...buyer, inserat: await blank(product, buyer.cookie) });
  const { rows } = await pool.query<{ account: number; inserat: number }>(
    `select account_id::int as account, id::int as inserat from (
       select account_id, id, row_number() over (partition by account_id order by id) as n from inserat
        where account_id = any ($1) and status = 'aktiv') i where n <= $2`,
    [buyers.map(({ account }) => account), PLACED],
  );
  await owner.pool.query(
    `create table bench_placed as select id, ${PLACING} from inserat where id = any ($1)`,
    [rows.map(({ inserat }) => inserat)],
  );
  await owner.db.destroy();
  const cookies = new Map(buyers.map((buyer) => [buyer.account, buyer.cookie]));
  const placed = rows.map((row) => ({ ...row, cookie: cookies.get(row.account)! }));
  return { product, pool, reader: cookie, buyers, drafts, placed, headers: authorisation(product) };
}

async function measure(few: Side, many: Side): Promise<Row[]> {
  const rows: Row[] = [];
  const beside = async (what: string, work: (side: Side) => Promise<Rate>) => {
    for (const side of [few, many]) await work(side);
    const row = compared(
      what,
      `among ${FEW.toLocaleString('en-US')}`,
      await compare(
        () => work(many),
        () => work(few),
      ),
      LEAST,
    );
    rows.push(row);
  };
  const { rows: terms } = await few.pool.query<{ canton: string; category: string }>(
    `select left(term, 2) as canton, substr(term, 3) as category from delivery_entry where term ~ '^[A-Z]{2}[0-9]$'
      group by term having count(*) > 30 order by count(*) desc, term limit 8`,
  );
  const areas = terms.map(({ canton, category }) => `canton=${canton}&category=${category}`);
  const words = WORDS.map((word) => `q=${encodeURIComponent(word)}`);
  const ask =
    (filters: string[], fresh = true) =>
    async (side: Side) =>
      load(questions(side, filters, fresh));
  await beside('delivery list, canton and category', ask(areas));
  await beside('delivery list, asked before', ask(areas, false));
  await beside('text search, frequent word', ask(words));
  await beside('text search, rare word', ask([`q=${RARE}`]));
  await beside(
    'text search, words of one sentence',
    ask(PHRASES.map((words) => `q=${encodeURIComponent(words)}`)),
  );
  await beside(
    'text search, word and canton',
    ask(['ZH', 'BE'].flatMap((canton) => words.map((word) => `${word}&canton=${canton}`))),
  );
  await beside('state of an account with 30 ads, the list of ads too', ({ product, reader }) =>
    load({
      url: product.url,
      requests: [[{ path: '/api?action=state', headers: { cookie: reader } }]],
    }),
  );
  await beside('saving a draft', (side) => write(side, side.drafts, draft));
  await beside('keeping what is typed', (side) => write(side, side.drafts, kept));
  await beside('placing an ad', async (side) => {
    await takeBack(side);
    return write(
      side,
      side.placed,
      ...PACKAGES.map((name) => (buyer: Buyer) => order(buyer, name)),
    );
  });
  await beside('text search, rare word, after these orders', ask([`q=${RARE}`]));
  const clocks = new Map<Side, Awaited<ReturnType<typeof clockOf>>>();
  for (const side of [few, many]) clocks.set(side, await clockOf(side.product));
  try {
    await beside('a look of the clock', (side) => clocks.get(side)!.looks());
    rows.push(await plans(many, areas, words, clocks.get(many)!));
  } finally {
    for (const clock of clocks.values()) await clock.end();
  }
  return rows;
}

/** Asserts that no recorded statement reads a whole table. */
async function plans(
  side: Side,
  areas: string[],
  words: string[],
  clock: Awaited<ReturnType<typeof clockOf>>,
): Promise<Row> {
  const list = (filter: string): HttpRequest => ({
    path: `${LIST}&${filter}&neu=plan`,
    headers: side.headers,
  });
  await takeBack(side);
  const requests = [
    ...[areas[0]!, words[0]!, `q=${RARE}`, `${words[0]}&canton=ZH`].map(list),
    { path: '/api?action=state', headers: { cookie: side.reader } },
    draft(side.drafts[0]!),
    kept(side.drafts[0]!),
    order(side.placed[0]!, PACKAGES[0]!),
  ];
  const statements = (await record(side.product, requests)).flatMap(
    (recording) => recording.statements,
  );
  statements.push(...(await sentBy(() => clock.look())));
  const { looked, whole } = await wholeTables(side.product.databaseUrl, statements);
  for (const found of whole) console.error(found);
  return {
    what: 'statements of all this and of the clock that read a whole table',
    figure: `${whole.length} of ${looked}`,
    limit: '',
    ratio: '–',
    budget: 'none',
    met: whole.length === 0,
  };
}

let asked = 0;

function questions({ product, headers }: Side, filters: string[], fresh: boolean) {
  const all = Array.from({ length: fresh ? QUESTIONS : CONNECTIONS }, (_, index) => ({
    path: `${LIST}&${filters[index % filters.length]}${fresh ? `&neu=${asked++}` : ''}`,
    headers,
  }));
  const requests = Array.from({ length: CONNECTIONS }, (_, own) =>
    all.filter((_, at) => at % CONNECTIONS === own),
  );
  return { url: product.url, requests };
}

/**
 * Each connection writes for its own advertisers, one kind of call after the other; limits are
 * reset each second.
 */
async function write(
  { product, pool, buyers }: Side,
  on: Buyer[],
  ...calls: ((buyer: Buyer) => HttpRequest)[]
): Promise<Rate> {
  const requests = dealt(buyers).map((own) =>
    calls.flatMap((call) =>
      on.filter(({ account }) => own.some((buyer) => buyer.account === account)).map(call),
    ),
  );
  const purging = setInterval(
    () => void pool.query('delete from rate_limit').catch(console.error),
    1000,
  );
  try {
    return await load({ url: product.url, requests });
  } finally {
    clearInterval(purging);
  }
}

const draft = (buyer: Buyer): HttpRequest =>
  changed(order(buyer, 'free'), { post_status: 'draft' });

const kept = (buyer: Buyer): HttpRequest => ({
  ...order(buyer, 'free'),
  path: '/api?action=keepInserat',
});

const changed = (request: HttpRequest, values: object): HttpRequest => ({
  ...request,
  body: JSON.stringify({ ...(JSON.parse(request.body!) as object), ...values }),
});

/** Restores the placed ads, also after an interrupted measurement. */
async function putBack(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('bench_placed') is not null as there`,
  );
  if (!rows[0]!.there) return;
  await pool.query(
    `update inserat i set (${PLACING}) = (select ${PLACING} from bench_placed p where p.id = i.id)
      where id in (select id from bench_placed)`,
  );
  await pool.query('drop table bench_placed');
}

/** Makes them drafts again and resets the limits. */
async function takeBack({ pool, placed }: Side): Promise<void> {
  await pool.query('delete from rate_limit');
  await pool.query(
    `update inserat set status = 'entwurf', booking_id = null, start_at = null, end_at = null, lifted_at = null, alert_at = null,
            topad_until = null, colour = false where id = any ($1)`,
    [placed.map(({ inserat }) => inserat)],
  );
}

async function blank(product: Product, cookie: string): Promise<number> {
  const answer = await fetch(`${product.url}/api?action=createInserat`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await answer.json()) as { inserat_id: number }).inserat_id;
}
