import type { Page } from '@playwright/test';
import {
  advertiser,
  breakAction,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStandsStill,
  ONE_SIZE,
  SEEN_ELSEWHERE,
  test,
  topUp,
} from './support.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Belege' });
const history = (page: Page) => page.getByRole('region', { name: 'Verlauf' });

/** The first letters of what a link downloads, and its name. */
async function download(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent('download');
  await press();
  const file = await started;
  let text = '';
  for await (const chunk of await file.createReadStream()) text += String(chunk);
  return { name: file.suggestedFilename(), text };
}

test(
  'a receipt is found among the documents and at its top-up, the whole history as a table [GUT-01, GUT-49]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/guthaben');
    await expect(card(page)).toContainText('Nach deiner ersten Aufladung findest du hier Belege');
    await expect(card(page).getByRole('link')).toHaveCount(0);
    await expectStandsStill(page);
    await topUp(page);
    await page.reload();
    const receipt = card(page).getByRole('link', { name: /^Beleg/ });
    await expect(receipt).toContainText('CHF 50.-');
    const listed = await download(page, () => receipt.click());
    expect(listed.name).toMatch(/\.pdf$/);
    expect(listed.text).toMatch(/^%PDF/);
    await history(page).locator('[data-slot=history-row]').last().getByRole('button').click();
    const beside = await download(page, () =>
      history(page).getByRole('link', { name: 'Beleg (PDF)' }).click(),
    );
    expect(beside.text).toMatch(/^%PDF/);
    const table = await download(page, () =>
      card(page).getByRole('link', { name: 'Ganzer Verlauf (CSV)' }).click(),
    );
    expect(table.name).toMatch(/\.csv$/);
    expect(table.text).toContain('50');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test(
  'many documents begin with the newest four, another year is a choice away [GUT-01]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const asked: (string | null)[] = [];
    await page.route('**/api?action=get_documents*', (route) => {
      const year = new URL(route.request().url()).searchParams.get('year');
      asked.push(year);
      const months = year === '2025' ? ['12'] : ['10', '09', '08', '07', '06'];
      return route.fulfill({
        json: {
          success: true,
          years: [2026, 2025],
          year: Number(year ?? 2026),
          receipts: [],
          history_url: '/h.csv',
          statements: months.map((month) => ({
            month: `${year ?? 2026}-${month}`,
            title: month,
            url: `/s/${month}`,
          })),
        },
      });
    });
    await page.goto('/guthaben');
    const documents = card(page).getByRole('listitem');
    await expect(documents).toHaveText([/Monatsauszug 10/, /09/, /08/, /07/]);
    await card(page).getByRole('button', { name: 'Alle 5 anzeigen' }).click();
    await expect(documents).toHaveCount(5);
    await expectAccessible(page, SEEN_ELSEWHERE);
    await card(page).getByLabel('Jahr der Belege').selectOption('2025');
    await expect(documents).toHaveText([/Monatsauszug 12/]);
    expect(asked).toEqual([null, '2025']);
  },
);

test('documents that fail to load can be requested again [GUT-01]', DEEP_ONLY, async ({ page }) => {
  await advertiser(page);
  const restore = await breakAction(page, 'get_documents*');
  await page.goto('/guthaben');
  await expect(card(page).getByRole('alert')).toContainText(
    'Deine Belege konnten nicht geladen werden.',
  );
  await restore();
  await card(page).getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(card(page)).toContainText('Nach deiner ersten Aufladung');
});
