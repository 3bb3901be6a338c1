import type { Locator, Page } from '@playwright/test';
import { listedAd } from './list-ads.ts';
import { advertiser, expect, test } from './support.ts';

const entries = (page: Page) => page.evaluate(() => history.length);
/** A page that is drawn again loses this mark. */
const marked = (page: Page) => page.locator('[data-drawn-once]');

async function closesByBack(page: Page, opener: Locator, popup: Locator): Promise<void> {
  await opener.click();
  await expect(popup).toBeVisible();
  // The entry is there a moment after the popup; a person is slower than that.
  await expect
    .poll(() => page.evaluate(() => (history.state as { popups?: number }).popups))
    .toBe(1);
  await page.evaluate(() => history.back());
  await expect(popup).toHaveCount(0);
  await expect(opener).toBeFocused();
}

test('back closes sheet, dialog, preview and list first, and opening adds no entries [EXP-70]', async ({
  page,
}) => {
  await advertiser(page, { credits: 100, confirmed: true });
  const id = await listedAd(page, 'Zurück zur Karte');
  await page.goto('/home');
  await page
    .getByRole('link', { name: /Inserate/ })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page).toHaveURL('/inserate');
  const more = page.getByRole('button', { name: `Mehr zu Inserat ${id}` });
  const sheet = page.locator('[data-slot=sheet]');
  await more.evaluate((button) => button.closest('article')!.setAttribute('data-drawn-once', ''));

  await closesByBack(page, more, sheet);
  const length = await entries(page);
  for (let time = 0; time < 10; time++) {
    await more.click();
    await sheet.getByRole('button', { name: 'Schliessen' }).click();
    await expect(sheet).toHaveCount(0);
  }
  expect(await entries(page)).toBe(length);

  // A question that follows the sheet is one step back, not two.
  await more.click();
  await sheet.getByRole('button', { name: 'Ausblenden' }).click();
  const question = page.getByRole('dialog', { name: 'Inserat ausblenden?' });
  await expect(question).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await page.evaluate(() => history.back());
  await expect(question).toHaveCount(0);
  await expect(more).toBeFocused();
  await expect(marked(page)).toHaveCount(1);
  await expect(page).toHaveURL('/inserate');

  // What leads away takes the place of the sheet: back is the list, and then Home.
  await more.click();
  await sheet.getByRole('button', { name: 'Bearbeiten' }).click();
  await page.getByRole('button', { name: 'Bearbeiten', exact: true }).last().click();
  await expect(page).toHaveURL(new RegExp(`/rabota/${id}`));
  const costs = page.getByRole('button', { name: /Kosten anzeigen/ });
  await closesByBack(page, costs, page.locator('[data-slot=sheet]'));
  const preview = page.getByRole('button', { name: 'Vorschau', exact: true });
  await closesByBack(page, preview, page.getByRole('dialog', { name: 'Vorschau' }));
  const steps = page.getByRole('button', { name: 'Alle Schritte' });
  await closesByBack(page, steps, page.getByRole('dialog', { name: 'Alle Schritte' }));
  await page.goBack();
  await expect(page).toHaveURL('/inserate');
  await page.goBack();
  await expect(page).toHaveURL('/home');
});
