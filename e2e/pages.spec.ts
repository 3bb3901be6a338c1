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
const STILL = ['/', '/home', '/guthaben', '/profil'];

for (const path of [...PUBLIC, ...OWN]) {
  test(`${path} is accessible in light and dark, fits the smallest phone and stands still`, async ({
    page,
  }) => {
    if (OWN.includes(path)) await advertiser(page, { credits: 50 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    if (STILL.includes(path)) await expectStandsStill(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

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
  // On a slow machine the opening of the portal is shown until the page has come, too.
  await expect(page.locator('[data-slot=page-waiting], .opening')).toBeVisible();
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
    await expect(page.getByRole('main').locator('[data-slot=spinner]')).toBeVisible();
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
