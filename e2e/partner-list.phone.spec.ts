import type { Browser, Page } from '@playwright/test';
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStandsStill,
  test,
} from './support.ts';
import { NOW, openWebsite, type Shown, websiteAd } from './website.ts';

let site: Awaited<ReturnType<typeof openWebsite>>;
const shown: Shown = { ads: [], banners: true };
test.beforeAll(async () => {
  site = await openWebsite(shown);
});
test.afterAll(() => site.close());

const ads = (count: number, values: Parameters<typeof websiteAd>[0] = {}) =>
  Array.from({ length: count }, (_, n) => websiteAd({ name: `Mira ${n}`, ...values }));
const story = { title: 'Heute', until: '2026-11-21T12:00:00.000Z', image: null, video: null };

async function enter(page: Page, path = '/') {
  await page.context().addCookies([{ name: 'alter', value: '18', url: site.url }]);
  await page.goto(site.url + path);
}

/** What is pressed and is smaller than a fingertip, with what `::after` adds. */
const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main :is(a, button, summary, input, select), header :is(a, button, summary)',
      ),
    ]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        const after = getComputedStyle(one, '::after');
        const covers = after.content !== 'none' && after.position === 'absolute';
        const grown = covers ? [after.width, after.height].map(Number.parseFloat) : [0, 0];
        return Math.max(width, grown[0]!) < 43.9 || Math.max(height, grown[1]!) < 43.9
          ? `${one.className} ${one.textContent}`
          : [];
      }),
  );

test('the first card begins above y = 620 with 0, 1, 4 and 12 TopAds, and no banner before it [EXP-100, EXP-101]', async ({
  page,
}) => {
  for (const count of [0, 1, 4, 12]) {
    shown.ads = [...ads(count, { topad: true }), ...ads(8, { story })];
    await enter(page, '/?kanton=ZH&kategorie=1');
    const first = (await page.locator('.li').first().boundingBox())!;
    expect(first.y, `${count} TopAds`).toBeLessThan(620);
    await expect(page.getByRole('complementary', { name: 'Anzeige' })).toHaveCount(2);
    const banner = (await page.getByRole('complementary').first().boundingBox())!;
    expect(banner.y).toBeGreaterThan(first.y + first.height);
    await expect(page.locator('.velvet.top')).toHaveCount(Math.min(1, count));
    await expect(page.locator('.mini')).toHaveCount(Math.max(0, count - 1));
  }
  const row = page.locator('.swipe');
  const mini = (await row.locator('.ph').first().boundingBox())!;
  expect(mini.width / mini.height).toBeCloseTo(4 / 5, 2);
  // The last one is reached by keyboard alone.
  await row.getByRole('link').last().focus();
  await expect(row.getByRole('article').last()).toBeInViewport();
  expect(await row.evaluate((one) => getComputedStyle(one).scrollSnapType)).toBe('x mandatory');
  expect(await tooSmall(page)).toEqual([]);
  await expectStandsStill(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

async function checkHead(page: Page) {
  await expect(page.getByRole('link', { name: 'Verlassen', exact: true })).toBeInViewport();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Merkliste' })).toBeVisible();
  const menu = page.getByRole('banner').locator('summary');
  await menu.tap();
  const nav = page.getByRole('navigation', { name: 'Hauptmenü' });
  await expect(nav.getByRole('link')).toHaveText(['Inserate', 'Clubs', 'Inserieren']);
  await nav.getByRole('switch', { name: 'Bilder verdecken' }).tap();
  await expect(page.locator('body.veiled')).toHaveCount(1);
  await menu.tap();
  await nav.getByRole('switch', { name: 'Bilder verdecken' }).tap();
  await menu.tap();
  await nav.getByRole('link', { name: 'Clubs' }).tap();
  await expect(page).toHaveURL(/\/clubs$/);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('link', { name: 'Verlassen', exact: true }).tap();
  await expect(page).toHaveURL(/nutzungsbedingungen/);
  await page.goto(site.url);
  await expect(page.getByRole('button', { name: 'Ja, ich bin 18 oder älter' })).toBeVisible();
  // What the window has shown before is forgotten, and the gate keeps nothing anew.
  expect(await page.evaluate(() => sessionStorage.getItem('zweite'))).toBeNull();
}

/** By filter, order and cross, back and forth, with and without a script. */
async function checkFilter(page: Page) {
  await enter(page);
  await expect(page.getByRole('status')).toHaveText('6 Inserate, heute 2 neu');
  const filter = page.getByRole('main').locator('summary').filter({ hasText: 'Filter' });
  await filter.tap();
  await page.getByRole('combobox', { name: 'Kanton' }).selectOption('Bern');
  await page.getByRole('combobox', { name: 'Sortierung' }).selectOption('Name');
  await page.getByRole('button', { name: 'Suchen' }).tap();
  await expect(page.getByRole('status')).toHaveText('2 Inserate');
  await expect(page.locator('.li h2')).toHaveText(['Anna', 'Zora']);
  await expect(filter).toContainText('1');
  const address = page.url();
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('2 Inserate');
  await page.getByRole('link', { name: 'Bern entfernen' }).tap();
  await expect(page.getByRole('status')).toHaveText('6 Inserate, heute 2 neu');
  await expect(page.locator('.li h2').first()).toHaveText('Anna');
  await page.goBack();
  await expect(page).toHaveURL(address);
  await filter.tap();
  await page.getByRole('link', { name: 'Filter zurücksetzen' }).tap();
  await expect(page).toHaveURL(`${site.url}/?sortierung=name`);
}

const bern = { cantons: [{ id: 'BE', name: 'Bern' }], published_at: '2026-11-01T12:00:00.000Z' };

test('menu, «Verlassen», filters and order serve with a script and without one [EXP-102, EXP-103]', async ({
  page,
  browser,
}) => {
  shown.ads = [
    ...[websiteAd({ ...bern, name: 'Zora' }), websiteAd({ ...bern, name: 'Anna' })],
    ...ads(2, { published_at: NOW.toISOString() }),
    ...ads(2, { published_at: '2026-11-02T12:00:00.000Z' }),
  ];
  const bare = await withoutScript(browser);
  for (const each of [page, bare]) {
    await checkFilter(each);
    await checkHead(each);
  }
  await bare.context().close();
  // With a script Escape closes what is open and returns the focus.
  await enter(page);
  const menu = page.getByRole('banner').locator('summary');
  await menu.press('Enter');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeHidden();
  await expect(menu).toBeFocused();
  // Left by Tab it covers nothing of what comes after it.
  await menu.press('Enter');
  const links = page.getByRole('navigation', { name: 'Hauptmenü' });
  await expect(links).toBeVisible();
  while (await menu.evaluate((one) => one.parentElement!.contains(document.activeElement)))
    await page.keyboard.press('Tab');
  await expect(links).toBeHidden();
});

const entries = (page: Page) => page.evaluate(() => history.length);
/** The entry of what is open is there a moment after it. */
const hasEntry = (page: Page, over: string | undefined) =>
  expect
    .poll(() => page.evaluate(() => (history.state as { over?: string } | null)?.over))
    .toBe(over);

test(
  'back closes menu and filter before it leaves the page; they leave no entries [EXP-70]',
  DEEP_ONLY,
  async ({ page }) => {
    shown.ads = ads(3);
    await enter(page, '/clubs');
    await page.goto(site.url);
    const menu = page.getByRole('banner').locator('summary');
    const nav = page.getByRole('navigation', { name: 'Hauptmenü' });
    const filter = page.getByRole('main').locator('summary').filter({ hasText: 'Filter' });
    const search = page.getByRole('button', { name: 'Suchen' });
    const canton = page.getByRole('combobox', { name: 'Kanton' });
    const opened = async (opener: typeof menu, what: typeof menu) => {
      await opener.tap();
      await expect(what).toBeVisible();
      await hasEntry(page, 'menu');
    };
    for (const [opener, what] of [
      [menu, nav],
      [filter, search],
    ] as const) {
      await opened(opener, what);
      await page.goBack();
      await expect(what).toBeHidden();
      await expect(page).toHaveURL(`${site.url}/`);
      await expect(opener).toBeFocused();
    }
    const length = await entries(page);
    for (let time = 0; time < 10; time++) {
      await opened(menu, nav);
      await menu.tap();
      await hasEntry(page, undefined);
    }
    // One that takes the place of another has its entry, too.
    await opened(menu, nav);
    await filter.tap();
    await expect(nav).toBeHidden();
    await expect(search).toBeVisible();
    await page.goBack();
    await expect(search).toBeHidden();
    expect(await entries(page)).toBe(length);

    // Loaded again while one is open.
    await opened(menu, nav);
    await page.reload();
    await hasEntry(page, undefined);
    await expect(nav).toBeHidden();

    // Fields, links and switches inside lead on in its place, and the way back is the page before.
    await opened(filter, search);
    await canton.selectOption('Zürich');
    await search.tap();
    await expect(page).toHaveURL(`${site.url}/?suche=&kanton=ZH&kategorie=&sortierung=`);
    await page.goBack();
    await expect(page).toHaveURL(`${site.url}/`);
    await expect(search).toBeHidden();
    await opened(menu, nav);
    await nav.getByRole('switch', { name: 'Bilder verdecken' }).tap();
    await expect(page.locator('body.veiled')).toHaveCount(1);
    await hasEntry(page, undefined);
    await opened(menu, nav);
    await nav.getByRole('link', { name: 'Inserate' }).tap();
    await expect(nav).toBeHidden();
    await opened(menu, nav);
    await nav.getByRole('link', { name: 'Clubs' }).tap();
    await expect(page).toHaveURL(`${site.url}/clubs`);
    // A link beside an open menu, too.
    await opened(menu, nav);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Inserate' }).tap();
    await expect(page).toHaveURL(`${site.url}/`);
    const back = async (path: string) => {
      await page.goBack();
      await expect(page).toHaveURL(site.url + path);
      await hasEntry(page, undefined);
      await expect(nav).toBeHidden();
    };
    await back('/clubs');
    await back('/');
    // The switch has loaded the page again: it is there twice, as without a menu.
    await back('/');
    await back('/clubs');
  },
);

test(
  'after a link that leads out of the browser menus still close by going back [EXP-70]',
  DEEP_ONLY,
  async ({ page }) => {
    await enter(page, '/clubs');
    await page.goto(site.url);
    await page.route('**/nutzungsbedingungen', (route) => route.fulfill({ status: 204 }));
    const menu = page.getByRole('banner').locator('summary');
    const nav = page.getByRole('navigation', { name: 'Hauptmenü' });
    await menu.tap();
    await hasEntry(page, 'menu');
    const asked = page.waitForRequest('**/nutzungsbedingungen');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Nutzungsbedingungen' }).tap();
    await asked;
    await expect(nav).toBeHidden();
    for (let time = 0; time < 2; time++) {
      await menu.tap();
      await expect(nav).toBeVisible();
      await hasEntry(page, 'menu');
      await page.goBack();
      await expect(nav).toBeHidden();
      await expect(page).toHaveURL(`${site.url}/`);
    }
  },
);

const withoutScript = async (browser: Browser) =>
  (
    await browser.newContext({
      javaScriptEnabled: false,
      locale: 'de-CH',
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    })
  ).newPage();

test('the Merkliste stays on the device, sends ids in a body to read, and names gone ads [EXP-106]', async ({
  page,
  browser,
}) => {
  shown.ads = [
    websiteAd({ name: 'Lena' }),
    websiteAd({ name: 'Mira' }),
    websiteAd({ name: 'Noé' }),
  ];
  await enter(page, '/merkliste');
  await expect(page.getByRole('heading', { name: 'Noch nichts gemerkt' })).toBeVisible();
  await page.goto(site.url);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(site.url)) requests.push(`${request.method()} ${request.url()}`);
  });
  for (const name of ['Lena', 'Mira', 'Noé', 'Noé'])
    await page.getByRole('button', { name: `${name} merken` }).tap();
  await expect(
    page.getByRole('button', { name: 'Mira merken: Entspannte Stunden in Zürich' }),
  ).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Noé merken' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  expect(requests).toEqual([]);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['alter']);

  const link = page.getByRole('link', { name: 'Merkliste, 2 Inserate' });
  await expect(link).toHaveText('2');
  const [, gone] = [shown.ads[1], shown.ads.shift()!];
  await link.tap();
  await expect(page.getByText('Nur auf diesem Gerät gespeichert.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('article').first()).toContainText('Mira');
  await expect(page.getByRole('article').last()).toContainText('Nicht mehr online');
  expect(requests.filter((request) => request.includes(gone.id))).toEqual([]);
  expect(requests).toContain(`POST ${site.url}/merkliste`);
  await expectStandsStill(page);
  expect(await tooSmall(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Entfernen', exact: true }).tap();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Alle entfernen' }).tap();
  await expect(page.getByRole('heading', { name: 'Noch nichts gemerkt' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Alle entfernen' })).toBeHidden();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);

  // Without a script nothing offers to remember.
  const bare = await withoutScript(browser);
  await enter(bare);
  await expect(bare.getByRole('article')).toHaveCount(2);
  await expect(bare.getByRole('button', { name: /merken$/ })).toHaveCount(0);
  await bare.goto(`${site.url}/merkliste`);
  await expect(bare.getByText('Dein Browser führt keine Skripte aus')).toBeVisible();
  await bare.context().close();
});
