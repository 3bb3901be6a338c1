import { freePort } from '../../../server/src/platform/free-port.ts';
import { load, warmUp } from '../http.ts';
import { median } from '../measure.ts';
import { cpuMs, newDataFolder, type Product, removeDataFolder, startProduct } from '../product.ts';
import { number, type Row } from '../report.ts';
import { authorisation, LIST } from './delivery.ts';

const ADS = 1_000;
/** Two processes with the same settings differ by up to three hundredths. */
const PRODUCTS = 3;
const ROUNDS = 6;
/** One scrape in each; Prometheus asks less often. */
const SECONDS = 5;
const LEAST = 0.97;

/**
 * CPU time of a kept list with metrics, which are read meanwhile, beside the same without. Time of
 * the CPU, because a difference of three hundredths drowns in what else a machine does.
 */
export async function metrics(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack();
  const start = async (more: Record<string, string> = {}) => {
    const folder = newDataFolder();
    stack.defer(() => removeDataFolder(folder));
    const product = await startProduct(folder, more);
    stack.defer(() => product.stop());
    product.samtrot('seed', '--seed', '2', '--advertisers', '34', '--ads', String(ADS));
    const requests = [[{ path: LIST, headers: authorisation(product) }]];
    await warmUp({ url: product.url, requests });
    return { product, requests };
  };
  const pairs = [];
  for (let pair = 0; pair < PRODUCTS; pair++) {
    const port = await freePort();
    pairs.push({ bare: await start(), watched: await start({ METRICS_PORT: String(port) }), port });
  }
  const costs: Record<'bare' | 'watched', number[]> = { bare: [], watched: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const { bare, watched, port } of pairs) {
      const measure = {
        bare: () => costOf(bare),
        watched: async () => (await Promise.all([costOf(watched), scrape(port)]))[0],
      };
      // In turn the first, because the second finds a warmer machine.
      const order = round % 2 ? (['bare', 'watched'] as const) : (['watched', 'bare'] as const);
      for (const side of order) costs[side].push(await measure[side]());
    }
  const [without, withThem] = [median(costs.bare), median(costs.watched)];
  const ratio = without / withThem;
  return [
    {
      what: 'kept list with metrics that are read every 5 s, CPU time',
      figure: `${number(withThem)} ms`,
      limit: `without metrics: ${number(without)} ms`,
      ratio: ratio.toFixed(2),
      budget: `at least ${LEAST}`,
      met: ratio >= LEAST,
    },
  ];
}

async function scrape(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (!(await answer.text()).includes('samtrot_http_request_duration_seconds_count'))
    throw new Error('the metrics have no requests');
}

async function costOf(side: {
  product: Product;
  requests: Parameters<typeof load>[0]['requests'];
}): Promise<number> {
  const pids = side.product.processes().server;
  const before = cpuMs(pids);
  const { perSecond } = await load({
    url: side.product.url,
    requests: side.requests,
    seconds: SECONDS,
  });
  return (cpuMs(pids) - before) / (perSecond * SECONDS);
}
