import { type Browser, chromium } from '@playwright/test';
import { launchOptions } from '../../../e2e/browser.ts';
import { newAdvertiser } from '../advertiser.ts';
import type { Files } from '../bare-files.ts';
import { keepChild } from '../child.ts';
import { median } from '../measure.ts';
import type { Product } from '../product.ts';
import { bounded, number, type Row } from '../report.ts';

const ORDERS = 20;
const LOADS = 20;
/** CPU slowdown of an older phone. */
const SLOWER = 4;
const WAIT_MS = 10_000;
/** Nothing larger is painted after this time. */
const SETTLED_MS = 400;

/** Headers of the transport, not of the content. */
const OF_THE_WAY = new Set(
  'content-length content-encoding transfer-encoding connection keep-alive date set-cookie'.split(
    ' ',
  ),
);
const LARGEST = `new Promise((done) =>
  new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime)).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  }),
)`;

/** Rendering times of the portal's and a partner website's pages for visitors. */
export async function pages(product: Product): Promise<Row[]> {
  const browser = await chromium.launch(await launchOptions());
  try {
    return [
      bounded(
        'order to visible on the partner website, median',
        await untilVisible(product),
        1_000,
        'ms',
      ),
      await painted(browser, 'list of the partner website', product.siteUrl, 1.2),
      await painted(browser, 'landing page', product.url, 1.1),
    ];
  } finally {
    await browser.close();
  }
}

/** Milliseconds from the order of an ad until the website shows it. */
async function untilVisible(product: Product): Promise<number> {
  const name = `Sichtbar${Date.now().toString(36)}`;
  const { call } = await newAdvertiser(product, name);
  product.samtrot(
    'credits',
    'grant',
    `${name.toLowerCase()}@samtrot.example`,
    '1000',
    '--reason',
    'Messung',
  );
  const times: number[] = [];
  for (let n = 0; n < ORDERS; n++) {
    const { inserat_id } = await call('createInserat', {});
    const titel = `Abendstunden ${name} ${n}`;
    const begin = performance.now();
    await call('saveInserat', {
      inserat_id,
      inserat_typ: '1_day',
      name: 'Lena',
      titel,
      telefon: '+41795550142',
      beschreibung: 'Ich nehme mir Zeit und mag gute Gespräche, leise Musik und ein Glas Wein.',
      cantons: ['ZH'],
      categories: [1],
      offerings: [1, 2],
    });
    const list = () =>
      fetch(`${product.siteUrl}/?suche=${name}`, { headers: { cookie: 'alter=18' } });
    while (!(await (await list()).text()).includes(titel))
      if (performance.now() - begin > WAIT_MS) throw new Error('the ad does not show');
    times.push(performance.now() - begin);
  }
  return median(times);
}

/** The largest contentful paint compared with the same files from memory, alternately, uncached. */
async function painted(browser: Browser, what: string, url: string, most: number): Promise<Row> {
  const files: Files = new Map();
  await paint(browser, url, files);
  const { result: twin, stop } = await keepChild<string>('bare-files.ts', files);
  try {
    const times = { own: [] as number[], bare: [] as number[] };
    for (let load = 0; load < LOADS; load++) {
      times.own.push(await paint(browser, url));
      times.bare.push(await paint(browser, twin));
    }
    const [own, bare] = [median(times.own), median(times.bare)];
    return {
      what: `largest contentful paint, ${what}`,
      figure: `${number(own)} ms`,
      limit: `the same as files with the same headers: ${number(bare)} ms`,
      ratio: (own / bare).toFixed(2),
      budget: `at most ${most}`,
      met: own <= bare * most,
    };
  } finally {
    stop();
  }
}

/** In milliseconds, as a new visitor of age. */
async function paint(browser: Browser, url: string, files?: Files): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    await context.addCookies([{ name: 'alter', value: '18', url }]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const kept: Promise<unknown>[] = [];
    if (files)
      page.on('response', (response) => {
        const { pathname, search } = new URL(response.url());
        // Security headers cost time, too, and are part of both sides.
        const headers = Object.fromEntries(
          Object.entries(response.headers()).filter(([name]) => !OF_THE_WAY.has(name)),
        );
        kept.push(response.body().then((body) => files.set(pathname + search, { headers, body })));
      });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.waitForTimeout(SETTLED_MS);
    await Promise.all(kept);
    return await page.evaluate<number>(LARGEST);
  } finally {
    await context.close();
  }
}
