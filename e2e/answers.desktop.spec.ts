import type { BrowserContext, Locator, Page, Route } from '@playwright/test';
import { DEEP } from '../server/src/testing/process/deep.ts';
import { tickUntilVisible } from './clock.ts';
import { listedAd } from './list-ads.ts';
import { advertiser, DEEP_ONLY, expect, MEASURED, test } from './support.ts';

/** What EXP-08 and EXP-03 allow; the deep run measures it. */
const AT_ONCE_MS = 100;
const SKELETON_MS = 300;
/** CPU slowdown of an older phone. */
const SLOWER = 4;
const RUNS = 5;

/** Milliseconds from the press until the page says something; null if it never does. */
async function answerOf(page: Page, pressed: Locator): Promise<number | null> {
  await expect(pressed).toBeVisible();
  await page.evaluate(() => {
    const told = new Promise<number | null>((done) => {
      const begin = (event: Event) => {
        const from = event.timeStamp;
        const seen = new MutationObserver(() => {
          seen.disconnect();
          requestAnimationFrame(() => done(performance.now() - from));
        });
        const attributeFilter = ['class', 'aria-busy', 'aria-selected', 'aria-pressed', 'hidden'];
        seen.observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
          attributeFilter,
        });
        setTimeout(() => done(null), 2_000);
      };
      addEventListener('click', begin, { capture: true, once: true });
    });
    Object.assign(window, { told });
  });
  await pressed.click();
  return page.evaluate(() => (window as unknown as { told: Promise<number | null> }).told);
}

/** A page of its own, with all that comes with the first touch, whose calls can be withheld. */
async function opened(context: BrowserContext, path: string) {
  const page = await context.newPage();
  // Leaves what is typed or on its way.
  page.on('dialog', (dialog) => dialog.accept());
  let held = false;
  const waiting: Route[] = [];
  await page.route('**/api?*', (route) => (held ? void waiting.push(route) : route.fallback()));
  const late = page.waitForResponse('**/assets/popups-*.js');
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.mouse.move(700, 10);
  await late;
  await page.waitForLoadState('networkidle');
  return {
    page,
    /** From now on no call gets an answer, and none reaches the server. */
    hold: () => {
      held = true;
    },
    close: async () => {
      await page.close();
      await Promise.allSettled(waiting.map((route) => route.abort()));
    },
  };
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true });
const act = (page: Page) =>
  page.getByRole('dialog').locator('[data-variant=primary], [data-variant=danger]');

type Press = (page: Page) => Locator;
const MAIN: [path: string, ...presses: Press[]][] = [
  ['/home', (page) => button(page, 'Alle Daten aktualisieren')],
  ['/inserate', (page) => button(page, /^Push/), act],
  ['/rabota', (page) => button(page, 'Inserat Aufgeben')],
  ['/guthaben', (page) => button(page, '50 Credits für CHF 50.- aufladen')],
];
const FURTHER: typeof MAIN = [
  ['/home', (page) => page.getByRole('banner').getByRole('link', { name: 'Guthaben aufladen' })],
  ['/inserate', (page) => page.getByRole('tab', { name: /^Entwürfe/ })],
  ['/inserate', (page) => button(page, /^Inserat .* bearbeiten$/).first()],
  ['/rabota', (page) => button(page, 'Als Entwurf Speichern')],
  ['/profil', (page) => button(page, 'Profil speichern')],
  // Last: the call may still arrive when the page closes.
  ['/home', (page) => page.getByRole('switch', { name: 'Überall offline' }), act],
];

test('every main button answers before the server does [EXP-08]', { tag: MEASURED }, async ({
  page,
  context,
}) => {
  test.slow();
  await advertiser(page, { credits: 500 });
  await listedAd(page, 'Ruhige Abende');

  // What is no button says nothing, or any press would seem answered.
  const still = await opened(context, '/guthaben');
  still.hold();
  expect(await answerOf(still.page, still.page.getByRole('heading', { level: 1 }))).toBeNull();
  await still.close();

  const slow: string[] = [];
  for (const [path, ...presses] of DEEP ? [...MAIN, ...FURTHER] : MAIN) {
    const tried = await opened(context, path);
    if (path === '/profil')
      await tried.page.getByRole('textbox', { name: 'Spitzname' }).fill('Lena vom See');
    for (const press of presses) {
      tried.hold();
      const pressed = press(tried.page);
      const ms = await answerOf(tried.page, pressed);
      if (ms === null || (DEEP && ms > AT_ONCE_MS)) slow.push(`${path} ${pressed}: ${ms} ms`);
    }
    await tried.close();
  }
  expect(slow).toEqual([]);
});

test('frame and boxes of a page are there before its script, not on a 404 page [EXP-03]', async ({
  page,
  baseURL,
}) => {
  await advertiser(page);
  await page.route('**/*.js', (route) => route.abort());
  const boxes = page.locator('main [data-slot=skeleton]').first();
  for (const path of ['/home', '/rabota', '/dashboard/kontakt']) {
    await page.goto(path);
    await expect(boxes).toBeVisible();
    await expect(page.locator('.frame-before .sidebar .nav').first()).toBeVisible();
    // A font that the head preloads holds back the first paint, and the frame has no words.
    await expect(page.locator('head link[as=font]')).toHaveCount(0);
    await expect(page.locator('body link[as=font]')).toHaveCount(2);
  }
  await page.context().clearCookies();
  const missing = await page.goto(`${baseURL}/gibt-es-nicht`);
  expect(missing?.status()).toBe(404);
  await expect(page.locator('.frame-before')).toHaveCount(0);
});

test('a page whose fonts never come is drawn after 300 ms, and not before [EXP-03]', async ({
  page,
}) => {
  await advertiser(page);
  await page.route('**/*.woff2', () => undefined);
  await page.clock.install();
  await page.addInitScript(() => {
    const real = requestAnimationFrame;
    Object.assign(window, {
      requestAnimationFrame: (frame: FrameRequestCallback) => {
        Object.assign(window, { started: true });
        return real(frame);
      },
    });
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/home', { waitUntil: 'commit' });
  // The script of the page waits for the first frame, and then for the fonts.
  await expect.poll(() => page.evaluate(() => 'started' in window)).toBe(true);
  await page.clock.runFor(SKELETON_MS - 20);
  await expect(page.locator('.frame-before')).toHaveCount(1);
  await page.clock.runFor(60);
  await expect(page.locator('.frame-before')).toHaveCount(0);
  await tickUntilVisible(page, page.getByRole('heading', { level: 1 }));
});

test('on a slow phone the frame with its boxes is painted within 300 ms of the document [EXP-03]', {
  tag: [DEEP_ONLY.tag, MEASURED],
}, async ({ browser, page, baseURL }) => {
  test.setTimeout(600_000);
  await advertiser(page, { credits: 50 });
  const ad = await listedAd(page, 'Ruhige Abende');
  const cookies = await page.context().cookies();
  const paths = [
    ...['/home', '/guthaben', '/inserate', '/rabota', `/rabota/${ad}`, '/banner', '/banner_neu'],
    ...['/clubs', '/clubs_neu', `/zustellung/inserat/${ad}`, '/profil', '/profil/sicherheit'],
    ...['/dashboard/kontakt', '/dashboard/datenschutz', '/dashboard/rechtliches'],
    '/dashboard/impressum',
  ];
  const late: string[] = [];
  for (const path of paths) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const context = await browser.newContext({
        baseURL,
        viewport: { width: 390, height: 844 },
      });
      await context.addCookies(cookies);
      const one = await context.newPage();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await one.route('**/api?*', async (route) => {
        await released;
        await route.fallback();
      });
      const session = await context.newCDPSession(one);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      await one.goto(path, { waitUntil: 'commit' });
      await expect(one.locator('main [data-slot=skeleton]').first()).toBeVisible();
      times.push(await one.evaluate(firstPaint));
      release();
      await context.close();
    }
    const median = times.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!;
    console.log(`${path}: ${Math.round(median)} ms`);
    if (median > SKELETON_MS) late.push(`${path}: ${Math.round(median)} ms`);
  }
  expect(late).toEqual([]);
});

/** Milliseconds from the end of the document until something is painted. */
const firstPaint = () =>
  new Promise<number>((done) => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    new PerformanceObserver((list) => {
      const painted = list.getEntriesByName('first-contentful-paint')[0];
      if (painted) done(painted.startTime - document!.responseEnd);
    }).observe({ type: 'paint', buffered: true });
  });
