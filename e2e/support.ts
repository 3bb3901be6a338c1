import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test';
import type axe from 'axe-core';
import { DEEP } from '../server/src/testing/process/deep.ts';
import { type Challenge, solve } from '../web/src/lib/api/proof-of-work-solver.ts';
import { noteCpu } from './cpu-usage.ts';

export { expect };

export const PASSWORD = 'Gut-Gewählt-2026';
/** With the page that opens after the login, if any is wanted. */
export const LOGIN_PAGE = /\/auth\/login(\?weiter=[\w%.-]+)?$/;
export const PHONE = { width: 390, height: 844 };
/** The width of the smallest phones. */
export const SMALLEST = 320;
/** What the performance budgets allow; nobody sees it. */
const MOST_SHIFT = 0.01;

export const PARTNER_URL = `http://localhost:${Number(process.env.E2E_PORT) + 1}`;

/** Runs at both sizes only in the deep run. */
export const ONE_SIZE = { tag: '@one-size' };

/** Runs in the deep run alone: a rare turn of a journey, whose rules other tests prove. */
export const DEEP_ONLY = { tag: '@deep-only' };

/** Measures in the deep run, which runs it by itself. */
export const MEASURED = '@measured';

/** Marks a failure that the journey itself has ordered. */
export const ORDERED = 'x-ordered';

/**
 * Keeps a screenshot of every page when a journey fails. Playwright's own option takes one of each
 * page that passes, too.
 */
export const pictured = base.extend<{ pictured: undefined }>({
  pictured: [
    async ({ context }, use, testInfo) => {
      await use(undefined);
      noteCpu(testInfo);
      if (testInfo.status === testInfo.expectedStatus) return;
      for (const [index, page] of context.pages().entries()) {
        const path = testInfo.outputPath(`failed-${index + 1}.png`);
        const taken = await page.screenshot({ path, timeout: 5_000 }).catch(() => undefined);
        if (taken)
          testInfo.attachments.push({ name: 'screenshot', path, contentType: 'image/png' });
      }
    },
    { auto: true },
  ],
});

/** Every journey fails on a request to another host, a CSP violation or an unhandled error. */
export const test = pictured.extend<{ watched: undefined }>({
  // Ends before `pictured`, which then sees that it failed.
  watched: [
    async ({ context, pictured: _ }, use) => {
      const problems: string[] = [];
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        if (protocol.startsWith('http') && hostname !== 'localhost')
          problems.push(`asked ${request.url()}`);
      });
      context.on('response', (response) => {
        if (response.headers()[ORDERED]) return;
        const kind = response.request().resourceType();
        const limit = kind === 'document' || kind === 'fetch' || kind === 'xhr' ? 500 : 400;
        if (response.status() >= limit) problems.push(`${response.status()} ${response.url()}`);
      });
      context.on('console', (message) => {
        // Chromium logs each 4xx response too; those are part of the journeys and judged above.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          problems.push(`console: ${message.text()}`);
      });
      context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
      await use(undefined);
      // A handler still waiting for its response would fail the worker after the test has ended.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(problems, 'foreign hosts, refused content and unhandled errors').toEqual([]);
    },
    { auto: true },
  ],
});

export interface Person {
  username: string;
  email: string;
}

export function newPerson(): Person {
  const name = `lena${randomBytes(5).toString('hex')}`;
  return { username: name, email: `${name}@beispiel.ch` };
}

interface Body {
  success: boolean;
  message?: string;
  [field: string]: unknown;
}

/** One call of the portal with the page's own cookies. */
export async function api(page: Page, action: string, data?: object): Promise<Body> {
  const response = data
    ? await page.request.post(`/api?action=${action}`, { data })
    : // The server may end a resting connection just as it is used again.
      await page.request.get(`/api?action=${action}`, { maxRetries: 1 });
  const body = (await response.json()) as Body;
  expect(body, `${action} ${response.status()} ${body.code}`).toMatchObject({ success: true });
  return body;
}

/** Every element of the locator; fails when there is none. */
export async function every(locator: Locator): Promise<Locator[]> {
  await expect(locator.first()).toBeAttached();
  return locator.all();
}

/** From here on the action fails like a defect of the server; returns a function that ends that. */
export async function breakAction(page: Page, action: string): Promise<() => Promise<void>> {
  const url = `**/api?action=${action}`;
  const fail = (route: Route) =>
    route.fulfill({
      status: 500,
      headers: { [ORDERED]: '1' },
      json: {
        success: false,
        code: 'INTERNAL',
        message: 'Ein unbekannter Fehler ist aufgetreten.',
      },
    });
  await page.route(url, fail);
  return () => page.unroute(url, fail);
}

/** The page does not poll its balance. */
export const keepFromNoticing = (page: Page): Promise<unknown> =>
  page.route('**/api?action=getBalance', (route) => route.abort());

/** A new signed-in advertiser, made in one request without mails; every account has `PASSWORD`. */
export async function advertiser(
  page: Page,
  { credits = 0, confirmed = false } = {},
): Promise<Person> {
  const person = newPerson();
  const response = await page.request.post('/dev/account', {
    data: { ...person, credits, confirmed },
  });
  expect(response.status(), await response.text()).toBe(200);
  return person;
}

/**
 * A signed-in advertiser who registered as a person does: with a proof of work, and a mail to
 * confirm the address.
 */
export async function registered(page: Page): Promise<Person> {
  const person = newPerson();
  const challenge = await api(page, 'proof_challenge&for=register');
  const proof = await solve(challenge as unknown as Challenge);
  await api(page, 'register', { ...person, password: PASSWORD, nickname: person.username, proof });
  await api(page, 'login', { log: person.email, pwd: PASSWORD });
  return person;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** What was mailed to the address, newest first. */
export async function mailsTo({ request }: Page, to: string): Promise<Mail[]> {
  const response = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  return (await response.json()) as Mail[];
}

/** The newest link of this kind that was mailed to the address. */
export async function mailedLink(page: Page, to: string, path: string): Promise<string> {
  const link = new RegExp(`http\\S+(${path}\\?token=[\\w-]+)`);
  let found = '';
  await expect
    .poll(async () => {
      const newest = (await mailsTo(page, to)).find(({ text }) => link.test(text));
      found = newest?.text.match(link)?.[1] ?? '';
      return found;
    })
    .not.toBe('');
  return found;
}

/** Buys the package of 50 credits and waits until they are there. */
export async function topUp(page: Page): Promise<void> {
  const before = await balance(page);
  const { payment_url } = await api(page, 'wallet_topup', { topup_option_id: 1 });
  await page.request.post(String(payment_url), { form: { result: 'paid' }, maxRedirects: 0 });
  await expect.poll(() => balance(page), { intervals: [50, 100, 200, 500] }).toBe(before + 50);
}

async function balance(page: Page): Promise<number> {
  const { state } = await api(page, 'state');
  return (state as { credits: number }).credits;
}

/** Chooses the package of 50 credits and confirms; ends on the page of the payment provider. */
export async function buySmallest(page: Page): Promise<void> {
  await page.getByRole('button', { name: '50 Credits für CHF 50.- aufladen' }).click();
  const dialog = page.getByRole('dialog', { name: '50 Credits aufladen?' });
  await expect(dialog).toContainText('CHF 50.-');
  await dialog.getByRole('button', { name: 'Zur Zahlung' }).click();
  await expect(page.getByRole('heading', { name: 'Zahlung' })).toBeVisible();
}

/** Moves the clock of the product forward; it never goes back, because all journeys share it. */
export function advanceClock(seconds: number): void {
  writeFileSync(clockFile(), String(clockOffset() + seconds));
}

/** The time of the product in milliseconds. */
export const productNow = (): number => Date.now() + clockOffset() * 1000;

const clockFile = () => join(process.env.E2E_DATA!, 'clock');
const clockOffset = () => (existsSync(clockFile()) ? Number(readFileSync(clockFile(), 'utf8')) : 0);

/** In ASCII, as the few other letters would have the whole sent and read as two bytes for each. */
const AXE = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
).replace(
  /[\u0080-\uffff]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

type Theme = 'light' | 'dark';
const THEMES: readonly Theme[] = ['light', 'dark'];

interface Look {
  /** A selector: the rest of the page is looked at in another journey. */
  within?: string;
  deepOnly?: boolean;
  /** Outside the deep run, instead of the next in turn. */
  themes?: readonly Theme[];
  /** Outside the deep run; the colours of the state are looked at at another size. */
  contrast?: boolean;
}

/** This state of the page is looked at in another journey. */
export const SEEN_ELSEWHERE: Look = { deepOnly: true };

/** How many states of the pages of a journey have been looked at. */
const looks = new WeakMap<BrowserContext, number>();

/**
 * Light and dark in turn, on a phone dark first: colours are tokens, which many states of both
 * themes share.
 */
function nextTheme(page: Page): Theme[] {
  const context = page.context();
  const before = looks.get(context) ?? Number(page.viewportSize()!.width < 768);
  looks.set(context, before + 1);
  return [THEMES[before % THEMES.length]!];
}

/**
 * No finding of axe, of whatever impact, in the theme whose turn it is. Only contrast depends on
 * the theme; the deep run checks every rule in both, and the whole page every time.
 */
export async function expectAccessible(
  page: Page,
  { within, deepOnly, themes = nextTheme(page), contrast = true }: Look = {},
): Promise<void> {
  if (deepOnly && !DEEP) return;
  // Until its page is there the frame is `aria-busy` and has no heading: readers are told that it
  // loads, and a heading that goes again would take their place with it.
  await expect(page.locator('main > .page-waiting')).toHaveCount(0);
  // The pages of mailed links are documents whose code comes after their load event.
  await expect(page.locator('#root:empty')).toHaveCount(0);
  for (const [index, colorScheme] of (DEEP ? THEMES : themes).entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // A colour on its way from one theme to the other is neither's. Not waited for: a page that
    // is given no frames never gets there.
    await page.evaluate(() => {
      for (const animation of document.getAnimations())
        if (animation instanceof CSSTransition) animation.finish();
    });
    const look = {
      only: index === 0 || DEEP ? null : [CONTRAST],
      without: contrast || DEEP ? [] : [CONTRAST],
      place: DEEP ? undefined : within,
    };
    expect(await axeFindings(page, look), `axe in ${colorScheme} on ${page.url()}`).toEqual([]);
  }
}

/** By far the most expensive rule. */
const CONTRAST = 'color-contrast';

/**
 * What is against these rules, or any. The one frame of the product, the preview of an ad, is
 * inert.
 */
async function axeFindings(
  page: Page,
  look: { only: string[] | null; without: string[]; place: string | undefined },
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async ({ only, without, place }) => {
    const options: axe.RunOptions = {
      resultTypes: ['violations'],
      preload: false,
      iframes: false,
      rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])),
    };
    if (only) options.runOnly = { type: 'rule', values: only };
    // Throws when nothing is there.
    const { axe: scan } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await scan.run(place ?? document, options);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, look);
}

/** The page is no wider than its window, at these widths, the last of which stays. */
export async function expectNoSidewaysScroll(
  page: Page,
  widths: readonly number[] = [SMALLEST, page.viewportSize()!.width],
): Promise<void> {
  const size = page.viewportSize()!;
  for (const width of widths) {
    await page.setViewportSize({ ...size, width });
    // Not `innerWidth`: a phone widens its window to whatever sticks out. What is drawn by script
    // follows the width a moment later.
    const excess = async () =>
      (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
    await expect.poll(excess, `wider than ${width} px: ${page.url()}`).toBeLessThanOrEqual(0);
  }
}

/**
 * A closed dialog takes its entry of the history with it; a page that is left in that moment would
 * be stopped by this step back.
 */
export const expectNoPopupEntry = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => history.state?.popups ?? 0)).toBe(0);

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/**
 * Nothing has moved since the page opened that no input had caused; a failure names what moved,
 * when and where to.
 */
export async function expectStandsStill(page: Page): Promise<void> {
  const { sum, moved } = await page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((done) => {
        let sum = 0;
        const moved: string[] = [];
        new PerformanceObserver((list) => {
          for (const {
            value,
            hadRecentInput,
            startTime,
            sources,
          } of list.getEntries() as Shift[]) {
            if (hadRecentInput) continue;
            sum += value;
            for (const { node, previousRect: from, currentRect: to } of sources) {
              const what = `${node?.nodeName} ${node instanceof Element ? node.className : ''}`;
              const way = `${from.x},${from.y} ${from.height} > ${to.x},${to.y} ${to.height}`;
              moved.push(`${Math.round(startTime)} ms, ${value.toFixed(4)}: ${what} ${way}`);
            }
          }
        }).observe({ type: 'layout-shift', buffered: true });
        // Buffered entries arrive before the next frame.
        requestAnimationFrame(() => requestAnimationFrame(() => done({ sum, moved })));
      }),
  );
  expect(sum, `layout shift of ${page.url()}\n${moved.join('\n')}`).toBeLessThanOrEqual(MOST_SHIFT);
}

/** A JPEG as a phone makes it: with the place, the time and the camera in its EXIF part. */
export async function phonePhoto(
  page: Page,
  color = '#e9c7a4',
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const dataUrl = await page.evaluate((color) => {
    const canvas = document.createElement('canvas');
    canvas.width = 1200;
    canvas.height = 900;
    const context = canvas.getContext('2d')!;
    const gradient = context.createLinearGradient(0, 0, 1200, 900);
    gradient.addColorStop(0, '#8e2f45');
    gradient.addColorStop(1, color);
    context.fillStyle = gradient;
    context.fillRect(0, 0, 1200, 900);
    return canvas.toDataURL('image/jpeg', 0.9);
  }, color);
  const jpeg = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  return {
    name: 'IMG_4711.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([jpeg.subarray(0, 2), exif(), jpeg.subarray(2)]),
  };
}

export const CAMERA = 'Samtrotkamera';

/** APP1 segment: camera in IFD0, and a GPS directory with a position in Zürich. */
function exif(): Buffer {
  const make = Buffer.from(`${CAMERA}\0`);
  const latitude = [47, 22, 40];
  const gpsAt = 8 + 2 + 2 * 12 + 4;
  const valuesAt = gpsAt + 2 + 2 * 12 + 4;
  const tiff = Buffer.alloc(valuesAt + make.length + latitude.length * 8);
  tiff.write('II', 0, 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  };
  tiff.writeUInt16LE(2, 8);
  entry(10, 0x010f, 2, make.length, valuesAt);
  entry(22, 0x8825, 4, 1, gpsAt);
  tiff.writeUInt16LE(2, gpsAt);
  entry(gpsAt + 2, 1, 2, 2, 'N'.charCodeAt(0));
  entry(gpsAt + 14, 2, 5, 3, valuesAt + make.length);
  make.copy(tiff, valuesAt);
  latitude.forEach((value, index) => {
    tiff.writeUInt32LE(value, valuesAt + make.length + index * 8);
    tiff.writeUInt32LE(1, valuesAt + make.length + index * 8 + 4);
  });
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
