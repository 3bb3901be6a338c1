import type { Page } from '@playwright/test';
import { fillAd, placeAd } from './editor.ts';
import { advertiser, expect, expectAccessible, expectNoSidewaysScroll, expectStandsStill, test } from './support.ts';

const LIST = '**/api?action=get_detailed_transactions*';

const list = (page: Page) => page.getByRole('region', { name: 'Letzte Bewegungen' });
const rows = (page: Page) => list(page).locator('tbody tr, li');

test('GUT-56 the newest movements stand with date, words, amount and the balance afterwards', async ({ page }) => {
  await advertiser(page, { credits: 100 });
  await page.goto('/guthaben');
  await expect(rows(page)).toHaveCount(2);
  const today = new Date().toLocaleDateString('de-DE', { dateStyle: 'medium', timeZone: 'Europe/Zurich' });
  for (const [index, balance] of [100, 50].entries()) {
    const row = rows(page).nth(index);
    await expect(row).toContainText('Aufladung');
    await expect(row).toContainText(/\+\s50/);
    await expect(row.locator('> :last-child')).toHaveText(new RegExp(`^(Guthaben )?${balance}$`));
    await expect(row).toContainText(today);
  }
  await expectStandsStill(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('GUT-56 ten movements stand there at most, what went out with a minus, and long words break', async ({ page }) => {
  await advertiser(page);
  await page.route(LIST, (route) => route.fulfill({ json: many(12) }));
  await page.goto('/guthaben');
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).first()).toContainText(/Inserat 1: .*−\s1’?234/);
  await expect(rows(page).nth(1)).toContainText(/\+\s/);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('FRM-22 GUT-56 what an order spends stands there at once, however fresh the list was', async ({
  page,
  isMobile,
}) => {
  await advertiser(page, { credits: 50 });
  await page.goto('/guthaben');
  await expect(rows(page)).toHaveCount(1);
  const header = page.getByRole('banner').filter({ visible: true });
  await header.getByRole('link', { name: isMobile ? 'Neues Inserat' : 'Inserat aufgeben' }).click();
  await fillAd(page, { title: 'Ruhige Stunden', package: '1 Woche Premium' });
  await placeAd(page);
  await expect(page).toHaveURL('/home');
  await header.getByRole('link', { name: /aufladen/ }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText(/Inserat \d+: 1 Woche Premium.*−\s40/);
});

test('GUT-61 ERR-052 an empty history says so', async ({ page }) => {
  await advertiser(page);
  await page.goto('/guthaben');
  await expect(list(page).getByRole('heading', { name: 'Keine Transaktionen gefunden' })).toBeVisible();
  await expectStandsStill(page);
  await expectAccessible(page);
});

test('GUT-53 movements are announced while they load, and can be asked for again when that failed', async ({
  page,
}) => {
  await advertiser(page);
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(LIST, async (route) => {
    await released;
    await route.fulfill({ status: 422, json: { success: false, code: 'PROVOKED', message: '' } });
  });
  await page.goto('/guthaben');
  await expect(list(page).getByRole('status')).toHaveText('Bewegungen werden geladen');
  release();
  await expect(list(page).getByRole('alert')).toContainText('Deine Bewegungen konnten nicht geladen werden.');
  await expectAccessible(page);
  await page.unroute(LIST);
  await list(page).getByRole('button', { name: 'Erneut laden' }).click();
  await expect(list(page)).toContainText('Keine Transaktionen gefunden');
});

/** That many movements, spent and received by turns. */
function many(n: number) {
  return {
    success: true,
    transactions: [],
    next: null,
    wallet_transactions: Array.from({ length: n }, (_, index) => ({
      transaction_id: n - index,
      type: index % 2 === 0 ? 'debit' : 'credit',
      amount: 1234 - index,
      balance: 5000 + index,
      details: index % 2 === 0 ? `Inserat ${index + 1}: ${'Verlängerung'.repeat(6)}` : 'Gutschein HERBST25',
      kind: index % 2 === 0 ? 'order' : 'coupon',
      date: new Date(Date.UTC(2026, 10, 20, 12, 0, -index * 3600)).toISOString(),
      order_id: null,
    })),
  };
}
