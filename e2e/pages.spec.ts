import { DEEP } from '../server/src/testing/process/deep.ts';
import { listedAd } from './list-ads.ts';
import { tooSmall } from './sizes.ts';
import {
  advertiser,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStandsStill,
  ONE_SIZE,
  PARTNER_URL,
  test,
} from './support.ts';

const PUBLIC = ['/', '/auth/login', '/auth/register', '/gibt-es-nicht'];
const OWN = ['/home', '/guthaben', '/inserate', '/rabota', '/profil'];
/** Cards and a form; the deep run reloads every page. */
const RELOADED = ['/home', '/rabota'];
/** How long each call takes while it is looked at what moves. */
const SLOW_MS = DEEP ? 2_500 : 600;
const AT_ONCE = 6;
/** Nothing of their own is asked for or kept: a reload is a load, one column at every size. */
const TEXTS = [
  ...[...PUBLIC.slice(1), '/auth/forgot', '/kontakt', '/datenschutz', '/rechtliches', '/impressum'],
  ...['/dashboard/datenschutz', '/dashboard/rechtliches', '/dashboard/impressum'],
];
/** All texts are of one kind. */
const SOME_TEXTS = ['/auth/register', '/kontakt', '/datenschutz', '/dashboard/impressum'];
/** What stands in columns or is a kind of its own; at this size, too, the deep run watches all. */
const COLUMNS = [
  '/',
  '/home',
  '/guthaben',
  '/inserate',
  '/banner_neu',
  '/profil/sicherheit',
  PARTNER_URL,
];
/** Other journeys look at the rest of the pages on a desktop. */
const ON_DESKTOP = ['/auth/login', '/gibt-es-nicht', '/rabota'];

test('every page is accessible in light and dark, and fits the smallest phone [EXP-04, EXP-06]', async ({
  page,
  isMobile,
}) => {
  test.slow();
  const look = async (path: string) => {
    if (!isMobile && !DEEP && !ON_DESKTOP.includes(path)) return;
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectNoSidewaysScroll(page);
    if (isMobile) expect(await tooSmall(page), path).toEqual([]);
    await expectAccessible(page, { themes: isMobile ? ['light', 'dark'] : ['light'] });
  };
  for (const path of PUBLIC) await look(path);
  await advertiser(page, { credits: 50 });
  for (const path of OWN) await look(path);
});

test(
  'at 320, 390 and 720 px every target has 44 px and every text 12 px [EXP-06]',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(300_000);
    const look = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      // 720 px is a desktop at 200 % zoom.
      for (const width of [320, 390, 720]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoSidewaysScroll(page);
        expect.soft(await tooSmall(page), `${path} at ${width} px`).toEqual([]);
      }
    };
    for (const path of [...PUBLIC, ...TEXTS.slice(4, 8)]) await look(path);
    await advertiser(page, { credits: 500 });
    const ad = await listedAd(page, 'Ruhige Abende');
    const further = ['/banner', '/banner_neu', '/clubs', '/clubs_neu', '/profil/sicherheit'];
    for (const path of [...OWN, ...further, ...TEXTS.slice(8)]) await look(path);
    for (const path of [`/rabota/${ad}`, `/zustellung/inserat/${ad}`, '/dashboard/kontakt'])
      await look(path);
    await page.goto(PARTNER_URL);
    await page.getByRole('button', { name: 'Ja, ich bin 18 oder älter' }).click();
    for (const path of ['', '/clubs']) await look(`${PARTNER_URL}${path}`);
  },
);

test('no page of both sites moves while it loads and reloads, however slow each call is [EXP-02]', async ({
  page,
  context,
  isMobile,
}) => {
  test.slow();
  await advertiser(page, { credits: 50 });
  const ad = await listedAd(page, 'Ruhige Abende');
  await context.route('**/api?*', async (route) => {
    await new Promise((done) => setTimeout(done, SLOW_MS));
    await route.fallback();
  });
  await page.goto(PARTNER_URL);
  await page.getByRole('button', { name: 'Ja, ich bin 18 oder älter' }).click();
  const paths = [
    ...['/', ...OWN, `/rabota/${ad}`, '/banner', '/banner_neu', '/clubs', '/clubs_neu'],
    ...[`/zustellung/inserat/${ad}`, `/zustellung/inserat/${ad}?teil=statistik`],
    ...['/profil/sicherheit', '/dashboard/kontakt', PARTNER_URL, `${PARTNER_URL}/clubs`],
    ...(DEEP ? TEXTS : SOME_TEXTS),
  ].filter((path) => isMobile || DEEP || COLUMNS.includes(path) || path.endsWith(String(ad)));
  const watch = async (path: string) => {
    const one = await context.newPage();
    const load = () => one.goto(path);
    const once = !DEEP && (!isMobile || !RELOADED.includes(path));
    for (const open of once ? [load] : [load, () => one.reload()]) {
      await open();
      await expect(one.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(one.locator('[data-slot=skeleton-region]')).toHaveCount(0);
      await one.waitForLoadState('networkidle');
      await expectStandsStill(one);
    }
    await one.close();
  };
  for (let from = 0; from < paths.length; from += AT_ONCE)
    await Promise.all(paths.slice(from, from + AT_ONCE).map(watch));
});

test('nothing jumps when the page behind the menu comes late', ONE_SIZE, async ({ page }) => {
  await advertiser(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/profil-*.js', async (route) => {
    await released;
    await route.fallback();
  });
  const requested = page.waitForRequest('**/assets/profil-*.js');
  await page.goto('/profil', { waitUntil: 'commit' });
  await requested;
  await expect(page.getByRole('main').locator('[data-slot=skeleton-region]').first()).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectStandsStill(page);
});

test(
  'nothing jumps on a phone when the number of a new ad comes late',
  DEEP_ONLY,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await advertiser(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api?action=createInserat*', async (route) => {
      await released;
      await route.fallback();
    });
    await page.goto('/rabota');
    await expect(page.getByRole('main').locator('[data-slot=skeleton-region]')).toBeVisible();
    release();
    await expect(page.getByRole('radio', { name: '1 Woche Premium' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectStandsStill(page);
  },
);

test('the partner website passes axe behind and at its age gate, and fits the smallest phone [EXP-04, PUB-05]', async ({
  page,
}) => {
  await page.goto(PARTNER_URL);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ja, ich bin 18 oder älter' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Inserate in der Schweiz' }),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  // As on the smallest phone, and on a larger one at 200 %: the name of the website makes room.
  await page.setViewportSize({ width: 320, height: 568 });
  await expectAccessible(page, { contrast: false });
});
