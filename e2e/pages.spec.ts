import { DEEP } from '../server/src/testing/process/deep.ts';
import { listedAd } from './list-ads.ts';
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
/** How long each call takes while it is looked at what moves. */
const SLOW_MS = DEEP ? 2_500 : 600;
const AT_ONCE = 4;
/** Nothing of their own is asked for or kept: a reload is a load, one column at every size. */
const TEXTS = [
  ...[...PUBLIC.slice(1), '/auth/forgot', '/kontakt', '/datenschutz', '/rechtliches', '/impressum'],
  ...['/dashboard/datenschutz', '/dashboard/rechtliches', '/dashboard/impressum'],
];
/** Other journeys look at the rest of the pages on a desktop. */
const ON_DESKTOP = ['/auth/login', '/gibt-es-nicht', '/rabota'];

test('every page is accessible in light and dark, and fits the smallest phone', async ({
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
    await expectAccessible(page, isMobile ? {} : { themes: ['light'] });
  };
  for (const path of PUBLIC) await look(path);
  await advertiser(page, { credits: 50 });
  for (const path of OWN) await look(path);
});

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
    ...(isMobile || DEEP ? TEXTS : []),
  ];
  const watch = async (path: string) => {
    const one = await context.newPage();
    const load = () => one.goto(path);
    for (const open of TEXTS.includes(path) && !DEEP ? [load] : [load, () => one.reload()]) {
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

test('the partner website passes axe behind and at its age gate, and fits the smallest phone [PUB-05]', async ({
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
});
