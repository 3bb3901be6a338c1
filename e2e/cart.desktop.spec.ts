import type { Page } from '@playwright/test';
import { expectLasts, freeze, toast } from './clock.ts';
import { chooseRegion, fillAd, PLACED, placeAd } from './editor.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
} from './support.ts';

const TOAST_MS = 3_000;

interface Cart {
  inserat_id: number;
  total_credits: number;
}

const openCart = async (page: Page) => (await api(page, 'getCart')).cart as Cart | null;
const responseOf = (page: Page, action: string) =>
  page.waitForResponse((response) => response.url().includes(`action=${action}`));
const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('button', { name, exact: true }).click();
/** The names of the calls on the cart, as they leave the page. */
function cartCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const name = new URL(request.url()).searchParams.get('action');
    if (name?.endsWith('Cart')) calls.push(name);
  });
  return calls;
}
/** The summary in the sidebar, or in the menu of a phone. */
async function miniCart(page: Page, isMobile: boolean) {
  const visible = page.getByRole('region', { name: 'Warenkorb' }).filter({ visible: true });
  if (isMobile) await page.getByRole('button', { name: 'Menü öffnen' }).click();
  return visible;
}

test('the cart follows what is chosen, and the summary leads back to the ad [PRI-23, PRI-26, FRM-15]', async ({
  page,
  isMobile,
}) => {
  await advertiser(page, { credits: 50 });
  await page.clock.install();
  const calls = cartCalls(page);
  const loaded = responseOf(page, 'getCart');
  await page.goto('/rabota');
  await loaded;
  const shown = page.getByRole('region', { name: 'Warenkorb' }).filter({ visible: true });
  await expect(page.getByRole('radio', { name: '1 Woche Premium' })).toBeVisible();
  expect(await openCart(page)).toBeNull();
  await expect(shown).toHaveCount(0);
  const updated = responseOf(page, 'updateCart');
  await freeze(page);
  await page.getByRole('radio', { name: '1 Woche Premium' }).check();
  for (const name of ['Zürich', 'Zug', 'Luzern', 'Bern']) await chooseRegion(page, name);
  await page.clock.resume();
  await updated;
  await expect.poll(async () => (await openCart(page))?.total_credits).toBe(45);
  const { cart } = await api(page, 'getCart');
  expect(cart).toMatchObject({
    base_package: '1_week',
    bundle_price: 40,
    bundle_limits: { regions: 3, categories: 3 },
    requested_regions: 4,
    requested_categories: 0,
    extra_regions: 1,
    extra_regions_cost: 5,
    extra_categories: 0,
    items: [],
  });
  expect(
    calls.filter((name) => name === 'updateCart').length,
    'one call for a burst of changes',
  ).toBeLessThan(4);

  // Kept as a draft by now, which the summary leads back to.
  await expect(page).toHaveURL(/\/rabota\/\d+$/);
  await page.goto('/home');
  const mini = await miniCart(page, isMobile);
  await expect(mini).toContainText('45 Credits');
  await expect(mini).toContainText('1 Woche Premium, 1 Extra');
  if (!isMobile) await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await mini.getByRole('link', { name: 'Weiter bearbeiten' }).click();
  await expect(page).toHaveURL(/\/rabota\/\d+$/);
});

test(
  'placing empties the cart without another call, and the summary goes [PRI-26, FRM-15]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page, { credits: 50 });
    await page.goto('/rabota');
    const updated = responseOf(page, 'updateCart');
    await fillAd(page, { title: 'Ruhige Stunden', package: '1 Woche Premium' });
    await updated;
    await expect.poll(async () => (await openCart(page))?.total_credits).toBe(40);
    const calls = cartCalls(page);
    await placeAd(page);
    await expect(page).toHaveURL(PLACED);
    expect(await openCart(page)).toBeNull();
    expect(calls).not.toContain('clearCart');
    await expect(await miniCart(page, isMobile)).toHaveCount(0);
  },
);

test(
  'the cart of a draft is the last saved one; leaving shows no confirmation [PRI-26, PRI-23]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page, { credits: 50 });
    const inserat_id = Number((await api(page, 'createInserat', {})).inserat_id);
    await api(page, 'saveInserat', {
      inserat_id,
      post_status: 'draft',
      inserat_typ: '1_week',
      titel: 'Halbe Stunde',
    });
    await page.goto(`/rabota/${inserat_id}`);
    let updated = responseOf(page, 'updateCart');
    await choose(page, 'Regionen', 'Zürich');
    await updated;
    updated = responseOf(page, 'updateCart');
    await page.getByRole('radio', { name: '1 Monat Premium' }).check();
    await updated;
    const home = page.getByRole('link', { name: /Home$/ }).filter({ visible: true }).first();
    if (isMobile)
      await page
        .getByRole('link', { name: 'Samtrot, Home' })
        .filter({ visible: true })
        .first()
        .click();
    else await home.click();
    await expect(page).toHaveURL('/home');
    const mini = await miniCart(page, isMobile);
    await expect(mini).toContainText('100 Credits');
    await mini.getByRole('link', { name: 'Weiter bearbeiten' }).click();
    await expect(page).toHaveURL(`/rabota/${inserat_id}`);
  },
);

test(
  'a new ad that is left is a draft with its cart, and the summary leads back to it [PRI-26, EDI-04]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page);
    await page.goto('/rabota');
    const updated = responseOf(page, 'updateCart');
    await page.getByRole('radio', { name: '1 Tag Premium' }).check();
    await updated;
    await choose(page, 'Kategorien', 'Massage');
    await page
      .getByRole('link', { name: 'Samtrot, Home' })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page).toHaveURL('/home');
    const { inserat_id } = (await openCart(page))!;
    const mini = await miniCart(page, isMobile);
    await mini.getByRole('link', { name: 'Weiter bearbeiten' }).click();
    await expect(page).toHaveURL(`/rabota/${inserat_id}`);
    await expect(page.getByRole('radio', { name: '1 Tag Premium' })).toBeChecked();
  },
);

test(
  'a total above the balance shows one toast for three seconds [PRI-29, ERR-050]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.clock.install();
    await page.goto('/rabota');
    await expect(page.getByRole('radio', { name: '1 Tag Premium' })).toBeVisible();
    await freeze(page);
    await page.getByRole('radio', { name: '1 Tag Premium' }).check();
    await expectLasts(page, toast(page, 'Nicht genügend Credits'), TOAST_MS);
    await page.getByRole('radio', { name: '1 Monat Premium' }).check();
    const updated = responseOf(page, 'updateCart');
    await page.clock.runFor(500);
    await updated;
    await page.clock.runFor(500);
    await expect(toast(page, 'Nicht genügend Credits')).toHaveCount(0);
  },
);

test(
  'a cart that cannot be saved shows a warning; the server still prices the order [PRI-30]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page, { credits: 50 });
    await page.goto('/rabota');
    await page.getByRole('radio', { name: '1 Tag Premium' }).check();
    const shown = page.locator('[data-slot="sidebar"]').getByText('10 Credits', { exact: true });
    if (!isMobile) await expect(shown).toBeVisible();
    await page.route('**/api?action=updateCart*', (route) => route.abort());
    await fillAd(page, { title: 'Ohne Warenkorb', package: '1 Woche Premium' });
    const costs = async () => {
      if (isMobile) await page.getByRole('button', { name: 'Kosten anzeigen' }).click();
    };
    await costs();
    const warning = page
      .getByText('Der Warenkorb konnte nicht gespeichert werden.')
      .filter({ visible: true });
    await expect(warning).toBeVisible();
    await expect(shown, 'a price that is no longer true').toHaveCount(0);
    await expectAccessible(page);
    if (isMobile) await page.keyboard.press('Escape');
    await page.unroute('**/api?action=updateCart*');
    await chooseRegion(page, 'Zug');
    await costs();
    await expect(warning).toHaveCount(0);
    if (isMobile) await page.keyboard.press('Escape');
    await placeAd(page);
    await expect(page).toHaveURL(PLACED);
    const { state } = await api(page, 'state');
    expect((state as { credits: number }).credits).toBe(10);
  },
);

test(
  'when the server names another price, the page says so before anything is ordered [PRI-30]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page, { credits: 50 });
    await page.goto('/rabota');
    await page.route('**/api?action=updateCart*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { cart: Cart };
      body.cart.total_credits = 47;
      await route.fulfill({ response, json: body });
    });
    await page.getByRole('radio', { name: '1 Woche Premium' }).check();
    if (isMobile) await page.getByRole('button', { name: 'Kosten anzeigen' }).click();
    await expect(
      page
        .getByText('Der Preis hat sich geändert: Es kostet jetzt 47 Credits.')
        .filter({ visible: true }),
    ).toBeVisible();
  },
);

test(
  'only the newest answer counts: a slow one before it changes nothing [PRI-26]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 100 });
    await page.goto('/rabota');
    let asked = 0;
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api?action=updateCart*', async (route) => {
      asked++;
      if (asked === 1) await held;
      await route.continue();
    });
    await page.getByRole('radio', { name: '1 Tag Premium' }).check();
    await expect.poll(() => asked).toBe(1);
    await page.getByRole('radio', { name: '5 Tage Premium' }).check();
    await page.getByRole('radio', { name: '1 Monat Premium' }).check();
    release();
    await expect.poll(async () => (await openCart(page))?.total_credits).toBe(100);
    await page.waitForLoadState('networkidle');
    expect({ asked, cart: await openCart(page) }).toMatchObject({
      asked: 2,
      cart: { total_credits: 100 },
    });
  },
);
