import pg from 'pg';
import { NO_ADDRESS } from '../fill.ts';
import { bareTwin, CONNECTIONS, load, SECONDS, warmUp } from '../http.ts';
import type { HttpRequest } from '../http-load.ts';
import { compare, medianOf } from '../measure.ts';
import type { Product } from '../product.ts';
import { bounded, compared, number, type Row, rateText } from '../report.ts';

const FEW = 400;
const BANNERS = 10_000;
const WEBSITES = 50;
const WEBSITE = 'Messung 1';
const CHOICE = '/partner/v1/banners?slot=a1';
/** Enough that no view repeats within one measurement. */
const VIEWS = 60_000;
const VIEWS_PER_CALL = 40;
const LEAST_VIEWS_PER_SECOND = 2_000;
/** Allowance for worker and listener. */
const MOST_TRANSACTIONS = 50;
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Choosing among ten thousand banners on fifty websites, and counting views. */
export async function banners(product: Product): Promise<Row[]> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    await prepare(client);
    await place(client, 1, FEW);
    const headers = {
      authorization: `Bearer ${String(product.samtrot('website', 'key', WEBSITE).key)}`,
    };
    await untilChosen(product, headers);
    const few = await whileOneChanges(product, client, headers);
    await place(client, FEW + 1, BANNERS);
    await untilChosen(product, headers);
    const many = await whileOneChanges(product, client, headers);
    return [
      grown('home page of the partner website, p99', few.home, many.home),
      grown('three banners in one call, p99', few.call, many.call),
      await choice(product, headers, CHOICE, 'choice of a banner', 0.7),
      await choice(
        product,
        headers,
        '/partner/v1/banners?slot=a1,a2,a3',
        'three banners in one call',
      ),
      ...(await views(product, client, headers)),
    ];
  } finally {
    await client.end();
  }
}

interface Slowest {
  home: number;
  call: number;
}

/** The 99th percentiles in ms while a banner changes twice a second; each the median of three. */
async function whileOneChanges(
  product: Product,
  client: pg.Client,
  headers: Record<string, string>,
): Promise<Slowest> {
  const changing = setInterval(() => {
    const change = `update banner set url = 'https://messung.example/' || random()
                     where id = (select max(id) from banner)`;
    client.query(change).catch(console.error);
  }, 500);
  const slowest = (url: string, request: HttpRequest) =>
    medianOf(3, async () => (await load({ url, requests: [[request]] })).p99Ms!);
  try {
    const page = { path: '/', headers: { cookie: 'alter=18; popup=1' } };
    const call = { path: '/partner/v1/banners?slot=a1,a2,a3', headers };
    return { home: await slowest(product.siteUrl, page), call: await slowest(product.url, call) };
  } finally {
    clearInterval(changing);
  }
}

function grown(what: string, few: number, many: number): Row {
  return {
    what: `${what} among ${BANNERS.toLocaleString('en-US')}, one changing`,
    figure: `${number(many)} ms`,
    limit: `among ${FEW}: ${number(few)} ms`,
    ratio: (many / few).toFixed(2),
    budget: 'at most 1.5',
    met: many / few <= 1.5,
  };
}

async function choice(
  product: Product,
  headers: Record<string, string>,
  path: string,
  what: string,
  least?: number,
): Promise<Row> {
  const request = { path, headers };
  const twin = await bareTwin(product, request);
  try {
    const at = (url: string) => ({ url, requests: [[request]] });
    await warmUp(at(product.url));
    await warmUp(at(twin.url));
    const result = await compare(
      () => load(at(product.url)),
      () => load(at(twin.url)),
    );
    return compared(
      `${what} among ${BANNERS.toLocaleString('en-US')}, ${twin.bytes} bytes`,
      'bare Fastify, same size',
      result,
      least,
    );
  } finally {
    twin.stop();
  }
}

async function views(
  product: Product,
  client: pg.Client,
  headers: Record<string, string>,
): Promise<Row[]> {
  const requests = await addresses(product, headers);
  const deal = (_: unknown, index: number) =>
    requests.filter((_, at) => at % CONNECTIONS === index);
  const before = await transactions(client);
  const rate = await load({
    url: product.url,
    requests: Array.from({ length: CONNECTIONS }, deal),
  });
  const during = (await transactions(client)) - before;
  const answered = rate.perSecond * SECONDS;
  // Written once a second.
  await new Promise((go) => setTimeout(go, 3_000));
  const { rows } = await client.query<{ views: number }>(
    'select coalesce(sum(views), 0)::integer as views from banner_day',
  );
  return [
    {
      what: 'views counted',
      figure: rateText(rate),
      limit: '',
      ratio: (rate.perSecond / LEAST_VIEWS_PER_SECOND).toFixed(2),
      budget: `at least ${LEAST_VIEWS_PER_SECOND.toLocaleString('en-US')}/s`,
      met: rate.perSecond >= LEAST_VIEWS_PER_SECOND,
    },
    bounded(
      'transactions of the whole product for 1,000 views',
      (during / answered) * 1000,
      MOST_TRANSACTIONS,
      '',
    ),
    {
      what: 'views that are kept, of those that were answered',
      figure: String(rows[0]!.views),
      limit: `answered: ${Math.round(answered)}`,
      ratio: (rows[0]!.views / answered).toFixed(2),
      budget: 'every one',
      met: rows[0]!.views >= Math.floor(answered),
    },
  ];
}

/** One address per view, so that each counts. */
async function addresses(
  product: Product,
  headers: Record<string, string>,
): Promise<HttpRequest[]> {
  const requests: HttpRequest[] = [];
  while (requests.length < VIEWS) {
    const calls = Array.from({ length: CONNECTIONS }, async () => {
      const answer = await fetch(
        `${product.url}/partner/v1/banners?slot=a1,a2,a3,a4&count=${VIEWS_PER_CALL / 4}`,
        {
          headers,
        },
      );
      const { banners } = (await answer.json()) as { banners: { impression_url: string }[] };
      return banners.map(({ impression_url }) => new URL(impression_url).pathname);
    });
    for (const path of (await Promise.all(calls)).flat())
      requests.push({ path, headers: { 'user-agent': BROWSER } });
  }
  return requests;
}

async function transactions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select (xact_commit + xact_rollback)::integer as count from pg_stat_database where datname = current_database()',
  );
  return rows[0]!.count;
}

async function untilChosen(product: Product, headers: Record<string, string>): Promise<void> {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; ) {
    const answer = await fetch(product.url + CHOICE, { headers });
    const { banners } = (await answer.json()) as { banners: object[] };
    if (banners.length > 0) return;
  }
  throw new Error('no banner runs');
}

async function prepare(client: pg.Client): Promise<void> {
  await client.query(
    `insert into website (name, url, created_at) select 'Messung ' || n, 'https://messung-' || n || '.example', now() from generate_series(1, $1::integer) n`,
    [WEBSITES],
  );
  await client.query(`
    insert into account (username, username_key, email, email_hash, password_hash, nickname, created_at)
    values ('Banner Messung', 'bannermessung', ${NO_ADDRESS}, 'banner', '-', 'Banner Messung', now())`);
}

/** Inserted directly: each banner runs on one to three websites, all types equally. */
async function place(client: pg.Client, from: number, to: number): Promise<void> {
  await client.query('begin');
  await client.query('create temp table seeded (id bigint primary key) on commit drop');
  await client.query(
    `with made as (
     insert into banner (account_id, typ, text, url, monate, created_at, changed_at)
     select (select id from account where username_key = 'bannermessung'), 'a' || (n % 4 + 1), 'Messung ' || n,
            'https://messung.example/' || n, 1, now(), now() from generate_series($1::integer, $2::integer) n
     returning id)
     insert into seeded select id from made`,
    [from, to],
  );
  await client.query(`
    insert into banner_webseite (banner_id, website_id)
    select distinct b.id, w.id from seeded b cross join generate_series(0, b.id % 3) n
      join (select id, row_number() over (order by id) - 1 as place from website where name like 'Messung %') w
        on w.place = (b.id / 4 + n * 17) % ${WEBSITES}`);
  await client.query(`
    insert into banner_booking (banner_id, typ, months, websites, base, surcharge, start_at, end_at, created_at)
    select id, typ, 1, 1, 60, 0, now() - interval '1 day', now() + interval '29 days', now() from banner join seeded using (id)`);
  await client.query(
    'update banner b set booking_id = k.id from banner_booking k join seeded p on p.id = k.banner_id where k.banner_id = b.id',
  );
  await client.query(`
    insert into image (account_id, banner_id, place, content_id, name, width, height, widths, placeholder, position, rating, created_at)
    select account_id, id, 'banner', lpad(to_hex(id), 64, '0'), 'bild.jpg', 1248, 244, '{320,640,1248}',
           'data:image/webp;base64,' || repeat('A', 200), 0, 'jugendfrei', now() from banner join seeded using (id) where typ <> 'a4'`);
  await client.query('commit');
  await client.query('vacuum analyze banner, banner_webseite, banner_booking, image');
}
