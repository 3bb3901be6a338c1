import { bareTwin, CONNECTIONS, load, warmUp } from '../http.ts';
import type { HttpRequest } from '../http-load.ts';
import { compare, median, type Rate } from '../measure.ts';
import type { Product } from '../product.ts';
import { compared, number, type Row, rateText } from '../report.ts';

/** Large enough to fill a page with a thousand ads, so that the responses are comparable. */
const CANTONS = ['ZH', 'BE', 'AG', 'SG', 'LU', 'VD', 'GE', 'BS'];
export const WORDS = ['massage', 'ruhe', 'abend', 'zeit', 'gespräch'];
const QUESTIONS = 8000;
const CROWD = 64;
const ROUNDS = 5;
/** Short and many, so that both sides meet the same fluctuations of the machine. */
const TURN_SECONDS = 1;
const TURNS = 20;
export const LIST = '/partner/v1/ads?limit=24';

/** The most requested list, compared with a server of fixed bytes. */
export async function delivery(product: Product): Promise<Row[]> {
  const headers = authorisation(product);
  const request = { path: LIST, headers };
  const full = await bareTwin(product, request);
  const unchanged = { path: LIST, headers: { ...headers, 'if-none-match': full.etag! } };
  const empty = await bareTwin(product, unchanged);
  try {
    const rows: Row[] = [];
    for (const [what, twin, asked, expect, least] of [
      [`list of 24 ads, ${Math.round(full.bytes / 1024)} kB`, full, request, 200, 0.7],
      ['list of 24 ads, unchanged (304)', empty, unchanged, 304, 0.7],
    ] as const) {
      const at = (url: string) => ({ url, requests: [[asked]], expect, seconds: TURN_SECONDS });
      await warmUp(at(product.url));
      await warmUp(at(twin.url));
      rows.push(
        compared(
          what,
          'bare Fastify, same bytes',
          await compare(
            () => load(at(product.url)),
            () => load(at(twin.url)),
            TURNS,
          ),
          least,
        ),
      );
    }
    rows.push(await crowd(product.url, full.url, request));
    return rows;
  } finally {
    full.stop();
    empty.stop();
  }
}

/** The 99th percentile of the latency under concurrent requests. */
async function crowd(url: string, bare: string, request: HttpRequest): Promise<Row> {
  const slowest = async (at: string) =>
    (await load({ url: at, requests: [[request]], connections: CROWD })).p99Ms!;
  const rounds: { own: number; limit: number; ratio: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [before, own, after] = [await slowest(bare), await slowest(url), await slowest(bare)];
    const limit = (before + after) / 2;
    rounds.push({ own, limit, ratio: own / limit });
  }
  const ratio = median(rounds.map((round) => round.ratio));
  return {
    what: `list of 24 ads, ${CROWD} connections, p99`,
    figure: `${number(median(rounds.map(({ own }) => own)))} ms`,
    limit: `bare Fastify, same bytes: ${number(median(rounds.map(({ limit }) => limit)))} ms`,
    ratio: ratio.toFixed(2),
    budget: 'at most 1.5',
    met: ratio <= 1.5,
  };
}

/** Requests that miss the cache, by an ignored parameter. */
export async function deliveryRates(product: Product): Promise<{ lists: Rate; search: Rate }> {
  const headers = authorisation(product);
  let asked = 0;
  const questions = (filters: string[]): HttpRequest[] =>
    Array.from({ length: QUESTIONS }, (_, index) => ({
      path: `${LIST}&${filters[index % filters.length]}&neu=${asked++}`,
      headers,
    }));
  return {
    lists: await median3(product, () => questions(CANTONS.map((canton) => `canton=${canton}`))),
    search: await median3(product, () =>
      questions(WORDS.map((word) => `q=${encodeURIComponent(word)}`)),
    ),
  };
}

/** The same requests with more ads. */
export function growth(
  what: string,
  few: { ads: number; rate: Rate },
  many: { ads: number; rate: Rate },
  most: number,
): Row {
  const slower = few.rate.perSecond / many.rate.perSecond;
  const name = (ads: number) => `${ads.toLocaleString('en-US')} ads`;
  return {
    what: `${what}, never asked before, ${name(many.ads)}`,
    figure: rateText(many.rate),
    limit: `itself at ${name(few.ads)}: ${rateText(few.rate)}`,
    ratio: (1 / slower).toFixed(2),
    budget: `at most ${most} times slower`,
    met: slower <= most,
  };
}

async function median3(product: Product, questions: () => HttpRequest[]): Promise<Rate> {
  const job = () => {
    const all = questions();
    const deal = (_: unknown, index: number) => all.filter((_, at) => at % CONNECTIONS === index);
    return { url: product.url, requests: Array.from({ length: CONNECTIONS }, deal) };
  };
  await warmUp(job());
  const runs = [await load(job()), await load(job()), await load(job())];
  return {
    perSecond: median(runs.map(({ perSecond }) => perSecond)),
    p99Ms: median(runs.map(({ p99Ms }) => p99Ms!)),
  };
}

export function authorisation(product: Product): Record<string, string> {
  const name = `Messung ${Math.random().toString(36).slice(2, 10)}`;
  product.samtrot('website', 'add', name, 'https://messung.example');
  const { key } = product.samtrot('website', 'key', name);
  return { authorization: `Bearer ${String(key)}` };
}
