import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { CONNECTIONS, load, logIn } from '../http.ts';
import type { HttpRequest } from '../http-load.ts';
import { median, slope } from '../measure.ts';
import { newDataFolder, type Product, removeDataFolder, startProduct } from '../product.ts';
import { bounded, number, type Row } from '../report.ts';
import { authorisation, LIST, WORDS } from './delivery.ts';

const ADS = 20_000;
const SETTLE_MS = 10_000;
const DELIVERY_SECONDS = 30;
const STINT_SECONDS = 10;
const SAMPLE_MS = 2_000;
const CHANGE_MS = 200;
const IDLE_MB = 150;
const LOADED_MB = 300;
/** Within the whole time; less cannot be told from the work of the garbage collector. */
const MOST_GROWTH_MB = 20;
/** Share of the time in which caches fill and code is compiled. */
const WARM_UP = 0.2;

/** What the process holds at rest, after the load of websites, and over a long time of all kinds. */
export async function memory(minutes: number): Promise<Row[]> {
  const folder = newDataFolder();
  await (await startProduct(folder)).stop();
  const product = await startProduct(folder);
  try {
    await wait(SETTLE_MS);
    const idle = product.memoryMb();
    product.samtrot('seed', '--seed', '2', '--advertisers', '700', '--ads', String(ADS));
    const headers = authorisation(product);
    const lists = Array.from({ length: 4_000 }, (_, n) => ({
      path: n % 4 === 0 ? `${LIST}&neu=${n}` : LIST,
      headers,
    }));
    await load({ url: product.url, requests: [lists], seconds: DELIVERY_SECONDS });
    await wait(SETTLE_MS);
    const loaded = product.memoryMb();
    const { samples, perSecond } = await mixed(product, headers, minutes);
    const late = samples.slice(Math.floor(samples.length * WARM_UP));
    const growth = slope(late) * minutes;
    const values = late.map(({ value }) => value);
    return [
      bounded('the process at rest, without PostgreSQL', idle, IDLE_MB, 'MB'),
      bounded('after the load of websites', loaded, LOADED_MB, 'MB'),
      {
        ...bounded(
          `growth in ${minutes} minutes of ${number(perSecond)} mixed requests a second`,
          growth,
          MOST_GROWTH_MB,
          'MB',
        ),
        limit: `median ${number(median(values))} MB, most ${number(Math.max(...values))} MB`,
      },
    ];
  } finally {
    await product.stop();
    removeDataFolder(folder);
  }
}

/** Lists that are kept and asked anew, searches, accounts, drafts, and ads that change meanwhile. */
async function mixed(product: Product, headers: Record<string, string>, minutes: number) {
  const cookies = await Promise.all(
    [1, 2, 3, 4].map(async (n) => (await logIn(product, n)).cookie),
  );
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const samples: { at: number; value: number }[] = [];
  const rates: number[] = [];
  const begin = performance.now();
  const minute = () => (performance.now() - begin) / 60_000;
  let going = true;
  const sampling = (async () => {
    while (going) {
      samples.push({ at: minute(), value: product.memoryMb() });
      await wait(SAMPLE_MS);
    }
  })();
  const changing = (async () => {
    while (going) {
      await client.query(
        `update inserat set titel = 'Neu ' || id || ' ' || extract(epoch from now()), changed_at = now() where id = (
           select id from inserat where status = 'aktiv' and id >= random() * (select max(id) from inserat) order by id limit 1)`,
      );
      await wait(CHANGE_MS);
    }
  })();
  try {
    let asked = 0;
    const one = (n: number): HttpRequest => {
      const account = { cookie: cookies[n % cookies.length]! };
      const kinds: HttpRequest[] = [
        { path: '/api?action=state', headers: account },
        {
          path: `${LIST}&q=${encodeURIComponent(WORDS[n % WORDS.length]!)}&neu=${asked++}`,
          headers,
        },
        { path: `${LIST}&canton=ZH&neu=${asked++}`, headers },
        { path: '/api?action=getBalance', headers: account },
      ];
      return kinds[n % 10] ?? { path: LIST, headers };
    };
    while (minute() < minutes) {
      const requests = Array.from({ length: CONNECTIONS }, (_, connection) =>
        Array.from({ length: 400 }, (_, n) => one(connection + n)),
      );
      const { perSecond } = await load({ url: product.url, requests, seconds: STINT_SECONDS });
      rates.push(perSecond);
      // As much rest as work: the garbage collector of a house that is never idle sweeps less.
      await wait(STINT_SECONDS * 1000);
    }
    return { samples, perSecond: median(rates) };
  } finally {
    going = false;
    await Promise.all([sampling, changing]);
    await client.end();
  }
}
