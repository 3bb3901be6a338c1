/**
 * `npm run bench`: measures the product against its limits and writes docs/BENCH.md. Parts by name;
 * `--full` adds a million ads to delivery, `--keep FOLDER` reuses the data of `scale`,
 * `--minutes N` is the duration of `mirror` (needs python3) and of `memory`; `--leak BYTES` leaks
 * that much per request in `memory`, to prove that it is detected. `--osclass URL` compares the
 * partner website with an installed Osclass.
 */
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../server/src/app/build.ts';
import { banners } from './parts/banners.ts';
import { delivery, deliveryRates, growth } from './parts/delivery.ts';
import { desk } from './parts/desk.ts';
import { encryption } from './parts/encryption.ts';
import { ageAds, fresh, osclass } from './parts/fresh.ts';
import { history } from './parts/history.ts';
import { memory } from './parts/memory.ts';
import { messages } from './parts/messages.ts';
import { metrics } from './parts/metrics.ts';
import { mirror } from './parts/mirror.ts';
import { pages } from './parts/pages.ts';
import { pictures } from './parts/pictures.ts';
import { purchase } from './parts/purchase.ts';
import { pushes } from './parts/pushes.ts';
import { rest } from './parts/rest.ts';
import { scale } from './parts/scale.ts';
import { session } from './parts/session.ts';
import { sizes } from './parts/sizes.ts';
import { start } from './parts/start.ts';
import { state } from './parts/state.ts';
import { videos } from './parts/videos.ts';
import { newDataFolder, type Product, removeDataFolder, startProduct } from './product.ts';
import { bounded, print, type Row, write } from './report.ts';

const TITLES = {
  start: 'Start',
  rest: 'Memory at rest',
  memory: 'Memory over time',
  sizes: 'Script on first load',
  session: 'Sessions and log-in',
  encryption: 'Encrypted columns',
  state: 'The account as a whole',
  purchase: 'Purchases and the ledger',
  history: 'The history of an account',
  pushes: 'Pushes',
  scale: 'Among a million ads',
  delivery: 'Delivery to partner websites',
  fresh: 'Asked before and never asked before, 10,000 ads',
  osclass: 'Beside Osclass',
  pages: 'What visitors see',
  mirror: 'A mirror of all ads',
  messages: 'Messages to websites',
  metrics: 'What metrics cost',
  banners: 'Banners on partner websites',
  desk: 'The desk of the house',
  pictures: 'Pictures and uploads',
  videos: 'Videos',
};
type Part = keyof typeof TITLES;

const FEW = 1_000;
const SEVERAL = 10_000;
const MANY = 100_000;
const MILLION = 1_000_000;
const ADS_PER_ADVERTISER = 30;

const { values: flags, positionals } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    keep: { type: 'string' },
    leak: { type: 'string' },
    osclass: { type: 'string' },
    minutes: { type: 'string', default: '10' },
  },
  allowPositionals: true,
});
const wanted = (
  positionals.length > 0 ? positionals : Object.keys(TITLES).filter((part) => part !== 'osclass')
) as Part[];
const unknown = wanted.filter((part) => !(part in TITLES));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(TITLES).join(', ')}.`);
  process.exit(2);
}

await buildIfStale('server');
const tables = new Map<string, Row[]>();
const folder = newDataFolder();
let product: Product | undefined;
try {
  if (wanted.includes('scale')) keep('scale', await scale(flags.keep));
  // Also builds missing pages, so that no measured start includes it.
  product = await startProduct(folder);
  if (wanted.includes('sizes')) keep('sizes', await sizes());
  if (wanted.includes('start')) keep('start', await start());
  if (wanted.includes('rest') || (wanted.includes('memory') && flags.leak === undefined))
    keep('rest', await rest());
  if (wanted.includes('memory'))
    keep(
      'memory',
      await memory(
        Number(flags.minutes),
        flags.leak === undefined ? undefined : Number(flags.leak),
      ),
    );
  if (wanted.includes('messages')) keep('messages', await messages());
  if (wanted.includes('metrics')) keep('metrics', await metrics());
  if (wanted.includes('pictures')) keep('pictures', await pictures(product));
  if (wanted.includes('encryption')) keep('encryption', await encryption());
  if (wanted.includes('fresh') || flags.osclass) await measureFresh();
  if (wanted.includes('desk')) keep('desk', await desk());
  if (wanted.includes('banners')) keep('banners', await banners(product));
  if (wanted.includes('mirror')) keep('mirror', await mirror(product, Number(flags.minutes)));
  if (wanted.includes('videos')) keep('videos', await videos(product));
  if (
    ['session', 'state', 'purchase', 'history', 'delivery', 'pages', 'pushes'].some((part) =>
      wanted.includes(part as Part),
    )
  )
    await measureData(product);
} finally {
  await product?.stop();
  removeDataFolder(folder);
}
// A product with a planted leak is not the product.
if (flags.leak === undefined) write(tables, TITLES);

async function measureData(on: Product): Promise<void> {
  await seed(on, 1, FEW);
  const few = wanted.includes('delivery') ? await deliveryRates(on) : undefined;
  await seed(on, 2, MANY - FEW);
  if (wanted.includes('session')) keep('session', await session(on));
  if (wanted.includes('state')) keep('state', await state(on));
  if (wanted.includes('delivery')) keep('delivery', await measureDelivery(on, few!));
  if (wanted.includes('pages')) keep('pages', await pages(on));
  if (wanted.includes('purchase')) keep('purchase', await purchase(on));
  if (wanted.includes('history')) keep('history', await history(on));
  if (wanted.includes('pushes')) keep('pushes', await pushes(on));
}

/** In a product of its own, of the size that Osclass was measured with. */
async function measureFresh(): Promise<void> {
  const own = newDataFolder();
  const on = await startProduct(own);
  try {
    await seed(on, 2, SEVERAL);
    if (wanted.includes('fresh')) tables.set('fresh', await fresh(on));
    if (flags.osclass) keep('osclass', await osclass(on, flags.osclass));
  } finally {
    await on.stop();
    removeDataFolder(own);
  }
}

async function measureDelivery(
  on: Product,
  few: Awaited<ReturnType<typeof deliveryRates>>,
): Promise<Row[]> {
  const rows = await delivery(on);
  rows.push(bounded('memory after this load, without PostgreSQL', on.memoryMb(), 400, 'MB'));
  const many = await deliveryRates(on);
  const grown = (from: typeof few, fromAds: number, to: typeof few, toAds: number) => [
    growth('lists', { ads: fromAds, rate: from.lists }, { ads: toAds, rate: to.lists }, 1.2),
    growth(
      'text search',
      { ads: fromAds, rate: from.search },
      { ads: toAds, rate: to.search },
      1.5,
    ),
  ];
  rows.push(...grown(few, FEW, many, MANY));
  if (flags.full) {
    await seed(on, 3, MILLION - MANY);
    rows.push(...grown(many, MANY, await deliveryRates(on), MILLION));
  }
  return rows;
}

async function seed(on: Product, number: number, ads: number): Promise<void> {
  const advertisers = Math.ceil(ads / ADS_PER_ADVERTISER);
  on.samtrot(
    'seed',
    '--advertisers',
    String(advertisers),
    '--ads',
    String(ads),
    '--seed',
    String(number),
  );
  await ageAds(on);
}

function keep(part: Part, rows: Row[]): void {
  tables.set(part, rows);
  print(part, rows);
}
