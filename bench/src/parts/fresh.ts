import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { bareTwin, CONNECTIONS, load, recordedTwin, SECONDS, warmUp } from '../http.ts';
import type { HttpRequest } from '../http-load.ts';
import { compare, median, type Rate } from '../measure.ts';
import { cpuMs, type Product, proportionalMb } from '../product.ts';
import { record } from '../record.ts';
import { bounded, compared, number, print, type Row, rateText } from '../report.ts';
import { authorisation, LIST, WORDS } from './delivery.ts';

const QUESTIONS = 6_000;
/** Pages behind the first that are asked for. */
const PAGES = 60;
const ROUNDS = 3;
/** Requests whose statements and bytes the bare server repeats. */
const RECORDED = 400;
const MOST_P99 = 3;

/**
 * Makes seeded ads like those that have been online for long: each has a picture (without a file,
 * which no figure here asks for), and none waits for its review, whose signals the worker would
 * compute during what is measured.
 */
export async function ageAds({ databaseUrl }: Pick<Product, 'databaseUrl'>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica; set statement_timeout = 0');
    await client.query(
      `insert into image (account_id, inserat_id, content_id, name, width, height, widths, placeholder, position, rating, created_at)
       select account_id, id, md5(id::text) || md5('b' || id), 'bild.jpg', 1200, 1500, '{320,640,1200}',
              'data:image/webp;base64,' || repeat('A', 200), 0, 'jugendfrei', now()
         from inserat i where status = 'aktiv' and not exists (select from image where inserat_id = i.id)`,
    );
    await client.query(`update review set state = 'gone', assess_at = null where state = 'open'`);
    await client.query('vacuum analyze image, review');
  } finally {
    await client.end();
  }
}

interface Asked {
  what: string;
  requests: HttpRequest[];
}

/**
 * Lists, items and searches of the delivery API and pages of a website: asked before, and never.
 */
export async function fresh(product: Product): Promise<Row[]> {
  const headers = authorisation(product);
  const rows: Row[] = [];
  const add = (...more: Row[]) => {
    print('fresh', more);
    rows.push(...more);
  };
  const { lists, words, items } = await questions(product, headers);
  for (const { what, requests } of [lists, items, words]) {
    add(await askedBefore(product, what, requests[0]!));
    add(await neverAsked(product, what, requests));
  }
  for (const page of Object.entries(await pagesOf(product.databaseUrl)))
    add(await websitePage(product, page));
  add(...memory(product));
  return rows;
}

async function askedBefore(product: Product, what: string, request: HttpRequest): Promise<Row> {
  const twin = await bareTwin(product, request);
  try {
    const at = (url: string) => ({ url, requests: [[request]] });
    await warmUp(at(product.url));
    await warmUp(at(twin.url));
    return compared(
      `${what}, asked before, ${number(twin.bytes / 1024)} kB`,
      'bare Fastify, same bytes',
      await compare(
        () => load(at(product.url)),
        () => load(at(twin.url)),
        ROUNDS,
      ),
      0.7,
    );
  } finally {
    twin.stop();
  }
}

/**
 * Beside a bare server with the same statements, under the names the product gives them, and bytes.
 */
async function neverAsked(product: Product, what: string, requests: HttpRequest[]): Promise<Row> {
  // Asked before, a statement is prepared, and what the product keeps of the ads of a list is made.
  const asked = ['a', 'b', 'c'].flatMap((mark) =>
    requests.slice(0, RECORDED).map((request) => unlike(request, mark)),
  );
  const recordings = (
    await record(product, what === 'item' ? requests.slice(0, 1 + RECORDED) : asked)
  ).slice(-RECORDED);
  const twin = await recordedTwin(product, recordings);
  try {
    let turn = 0;
    const ask = (url = product.url) => load(dealtTo(url, requests, turn++));
    await ask();
    await ask(twin.url);
    const { server, database } = product.processes();
    const before = [cpuMs(server), cpuMs(database)] as const;
    const { perSecond } = await ask();
    const answered = perSecond * SECONDS;
    const [own, theirs] = [cpuMs(server) - before[0], cpuMs(database) - before[1]];
    const result = await compare(ask, () => ask(twin.url), ROUNDS);
    return compared(
      `${what}, never asked before, ${median(recordings.map(({ statements }) => statements.length))} statements, CPU ${number(own / answered)} ms here and ${number(theirs / answered)} ms in the database`,
      'bare Fastify, same statements and bytes',
      result,
      what.startsWith('text search') ? 0.9 : 0.7,
    );
  } finally {
    twin.stop();
  }
}

const unlike = (request: HttpRequest, mark: string): HttpRequest => ({
  ...request,
  path: `${request.path}${request.path.includes('?') ? '&' : '?'}neu=${mark}`,
});

/** Each request once in a turn, and never with the same address in two. */
function dealtTo(url: string, requests: HttpRequest[], turn: number) {
  const own = requests.map((request) => unlike(request, `t${turn}`));
  // One page alone is asked for by all.
  const share = (index: number) => own.filter((_, at) => at % CONNECTIONS === index);
  const isOne = own.length < CONNECTIONS;
  return {
    url,
    requests: isOne ? [own] : Array.from({ length: CONNECTIONS }, (_, at) => share(at)),
  };
}

async function questions(product: Product, headers: Record<string, string>) {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const { rows: terms } = await client.query<{ canton: string; category: string }>(
      `select left(term, 2) as canton, substr(term, 3) as category from delivery_entry where term ~ '^[A-Z]{2}[0-9]$'
        group by term order by md5(term) limit 100`,
    );
    const { rows: ads } = await client.query<{ id: string }>(
      `select public_id as id from inserat where status = 'aktiv' order by md5(public_id::text) limit 20000`,
    );
    const filters = terms.flatMap(({ canton, category }) => [
      `&canton=${canton}`,
      `&category=${category}`,
      `&canton=${canton}&category=${category}`,
    ]);
    const cursors = await cursorsOf(product, headers);
    const paths = [...filters, ...cursors];
    const pick = (all: string[], at: number) => all[(at * 7919) % all.length]!;
    const asked = (path: (at: number) => string): HttpRequest[] =>
      Array.from({ length: QUESTIONS }, (_, at) => ({
        path: unlike({ path: path(at) }, `n${at}`).path,
        headers,
      }));
    return {
      lists: { what: 'list of 24 ads', requests: asked((at) => LIST + pick(paths, at)) },
      words: {
        what: 'text search',
        requests: asked(
          (at) =>
            `${LIST}&q=${encodeURIComponent(pick(WORDS, at))}${at % 2 ? '' : pick(filters, at)}`,
        ),
      },
      items: {
        what: 'item',
        requests: ads.map(({ id }) => ({ path: `/partner/v1/ads/${id}`, headers })),
      },
    } satisfies Record<string, Asked>;
  } finally {
    await client.end();
  }
}

async function cursorsOf(product: Product, headers: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | null = ''; next !== null && found.length < PAGES; ) {
    const answer: Response = await fetch(`${product.url}${LIST}${next}`, { headers });
    const { next_cursor } = (await answer.json()) as { next_cursor: string | null };
    next = next_cursor && `&cursor=${next_cursor}`;
    if (next) found.push(next);
  }
  return found;
}

/** Pages of the partner website, each with another address. */
async function websitePage(product: Product, [what, paths]: [string, string[]]): Promise<Row> {
  const requests = paths.map((path) => ({ path, headers: { cookie: 'alter=18; popup=1' } }));
  const job = () => dealtTo(product.siteUrl, requests, 0);
  await load(job());
  const { server, website: site, database } = product.processes();
  const parts = [site, server, database];
  const before = parts.map(cpuMs);
  const rates: Rate[] = [];
  for (let round = 0; round < ROUNDS; round++) rates.push(await load(job()));
  const answered = rates.reduce((sum, { perSecond }) => sum + perSecond * SECONDS, 0);
  const cpu = parts.map((pids, at) => number((cpuMs(pids) - before[at]!) / answered));
  const ratio = median(rates.map(({ p50Ms, p99Ms }) => p99Ms! / p50Ms!));
  return {
    what: `website, ${what}: CPU ${cpu[0]} ms there, ${cpu[1]} ms here and ${cpu[2]} ms in the database`,
    figure: rateText({
      perSecond: median(rates.map(({ perSecond }) => perSecond)),
      p99Ms: median(rates.map(({ p99Ms }) => p99Ms!)),
    }),
    limit: 'p99 over p50',
    ratio: ratio.toFixed(2),
    budget: `at most ${MOST_P99}`,
    met: ratio <= MOST_P99,
  };
}

async function pagesOf(databaseUrl: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; canton: string; category: number }>(
      `select public_id as id, cantons[1] as canton, categories[1] as category from inserat
        where status = 'aktiv' order by md5(public_id::text) limit 4000`,
    );
    return {
      home: ['/'],
      list: rows.map(({ canton, category }) => `/?kanton=${canton}&kategorie=${category}`),
      item: rows.map(({ id }) => `/inserat/${id}`),
      search: rows.map(
        ({ canton }, at) =>
          `/?kanton=${canton}&suche=${encodeURIComponent(WORDS[at % WORDS.length]!)}`,
      ),
    };
  } finally {
    await client.end();
  }
}

function memory(product: Product): Row[] {
  const { server, website: site, database } = product.processes();
  const all = [...server, ...site, ...database];
  return [
    bounded(
      'memory of the server after this load, proportional',
      proportionalMb(server),
      300,
      'MB',
    ),
    bounded('memory of the website after this load, proportional', proportionalMb(site), 150, 'MB'),
    bounded('memory of everything with the database, proportional', proportionalMb(all), 450, 'MB'),
  ];
}

/** The same four pages of an Osclass installation with as many items, in turn with ours. */
export async function osclass(product: Product, url: string): Promise<Row[]> {
  const least = { home: 5, list: 8, item: 10, search: 8 } as const;
  const theirs = {
    home: ['/'],
    list: ['/index.php?page=search&sCategory=1'],
    item: ['/index.php?page=item&id=1'],
    search: ['/index.php?page=search&sPattern=massage'],
  };
  const ours = await pagesOf(product.databaseUrl);
  const rows: Row[] = [];
  for (const name of ['home', 'list', 'item', 'search'] as const) {
    const cookie = { cookie: 'alter=18; popup=1' };
    const own = ours[name]!.map((path) => ({ path, headers: cookie }));
    const other = theirs[name].map((path) => ({ path }));
    await warmUp(dealtTo(product.siteUrl, own, 0));
    await warmUp({ url, requests: [other] });
    await wait(500);
    const result = await compare(
      () => load(dealtTo(product.siteUrl, own, 0)),
      () => load({ url, requests: [other] }),
      ROUNDS,
    );
    rows.push(compared(`website, ${name}`, 'Osclass', result, least[name]));
  }
  return rows;
}
