import { setTimeout as wait } from 'node:timers/promises';
import { load } from '../http.ts';
import { inspectorAt, type Memory } from '../inspector.ts';
import { lowerEnvelope, slope } from '../measure.ts';
import { mixedLoad } from '../mixed-load.ts';
import {
  freePortPair,
  newDataFolder,
  type Product,
  removeDataFolder,
  startProduct,
} from '../product.ts';
import { bounded, number, type Row } from '../report.ts';
import { authorisation, LIST } from './delivery.ts';

const ADS = 20_000;
const SETTLE_MS = 10_000;
const DELIVERY_SECONDS = 30;
const SAMPLE_MS = 10_000;
/** A minute, of which the lowest sample counts. */
const STRETCH = 6;
const LOADED_MB = 300;
/** Bytes of each request that may stay; a leak of 2 kB a request has to be found. */
const MOST_LIVE = 400;
/** What the heap returns to the system late makes this one rougher. */
const MOST_RESIDENT = 800;
/** Share of the time in which caches fill and code is compiled. */
const WARM_UP = 0.2;

/**
 * What the process holds after the load of websites, and how that grows over a long time of mixed
 * load. With `leak` it loses so many bytes a request, to see that this is found.
 */
export async function memory(minutes: number, leak?: number): Promise<Row[]> {
  const folder = newDataFolder();
  await (await startProduct(folder)).stop();
  try {
    const rows = leak === undefined ? await loaded(folder) : [];
    return [...rows, ...(await overTime(folder, minutes, leak))];
  } finally {
    removeDataFolder(folder);
  }
}

async function loaded(folder: string): Promise<Row[]> {
  const product = await startProduct(folder);
  try {
    seed(product);
    const headers = authorisation(product);
    const lists = Array.from({ length: 4_000 }, (_, n) => ({
      path: n % 4 === 0 ? `${LIST}&neu=${n}` : LIST,
      headers,
    }));
    await load({ url: product.url, requests: [lists], seconds: DELIVERY_SECONDS });
    await wait(SETTLE_MS);
    return [bounded('after the load of websites', product.memoryMb(), LOADED_MB, 'MB')];
  } finally {
    await product.stop();
  }
}

async function overTime(folder: string, minutes: number, leak?: number): Promise<Row[]> {
  const port = await freePortPair();
  const product = await startProduct(folder, {}, port);
  try {
    if (leak !== undefined) seed(product);
    using inspector = await inspectorAt(port);
    await using mixed = await mixedLoad(product);
    if (leak !== undefined) await inspector.plantLeak(leak);
    const samples: (Memory & { asked: number })[] = [];
    const begin = performance.now();
    while (performance.now() - begin < minutes * 60_000) {
      await mixed.during(SAMPLE_MS);
      samples.push({ asked: mixed.asked(), ...(await inspector.memory()) });
    }
    const seconds = (performance.now() - begin) / 1000;
    const late = samples.slice(Math.floor(samples.length * WARM_UP));
    const load = `${number(minutes)} minutes of ${number(mixed.asked() / seconds)} mixed requests a second (${mixed.failed()} of ${mixed.asked()} failed)`;
    const row = (what: string, key: keyof Memory, most: number): Row => {
      const lowest = lowerEnvelope(
        late.map((sample) => ({ at: sample.asked, value: sample[key] })),
        STRETCH,
      );
      const growth = slope(lowest);
      const [first, last] = [lowest[0]!.value, lowest.at(-1)!.value];
      return {
        ...bounded(`${what}, growth in ${load}`, growth * 2 ** 20, most, 'bytes a request'),
        limit: `${number(first)} MB after the warm-up, ${number(last)} MB at the end; the slope is ${number(growth * mixed.asked())} MB in all`,
      };
    };
    return [
      row('what collections leave', 'liveMb', MOST_LIVE),
      row('resident memory', 'residentMb', MOST_RESIDENT),
    ];
  } finally {
    await product.stop();
  }
}

const seed = (product: Product) =>
  product.samtrot('seed', '--seed', '2', '--advertisers', '700', '--ads', String(ADS));
