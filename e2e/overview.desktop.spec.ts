import { readFileSync } from 'node:fs';
import { enrolled, expectSound, invited } from './house.ts';
import { expect, test } from './support.ts';

test('the overview links what waits, shows health and charts with table and CSV [BOF-134..BOF-137]', async ({
  page,
}) => {
  test.slow();
  const { link } = await invited(page, 'Ulla Blick', 'finance');
  await enrolled(page, link);
  await expect(page.getByText('Pikett heute:')).toBeVisible();
  const health = page.getByRole('region', { name: 'Zustand' });
  await expect(health.getByText(/^Puls vor \d+ Sek\.$/)).toBeVisible();
  await expect(health.getByText('Noch keine Sicherung')).toBeVisible();
  await expect(health.getByText(/^schreibt, \d+ ms$/)).toBeVisible();

  const charts = page.getByRole('region', { name: 'Zahlen' });
  await expect(charts.getByRole('img')).toHaveCount(4);
  await expect(charts.getByRole('img', { name: /^Neue Konten, \d+ in 30 Tagen$/ })).toBeVisible();
  const revenue = charts.getByRole('article').filter({ hasText: 'Umsatz bezahlt' });
  await expect(revenue.getByText(/^heute, bis \d\d:\d\d$/).first()).toBeVisible();
  await revenue.getByText('Als Tabelle').click();
  await expect(revenue.getByRole('row')).toHaveCount(31);
  await expect(revenue.getByRole('row').nth(1)).toContainText('heute, bis');
  await expectSound(page);
  await charts.getByRole('button', { name: '12 Monate' }).click();
  await expect(charts.getByRole('img', { name: /^Neue Konten, \d+ in 12 Monaten$/ })).toBeVisible();
  await revenue.getByText('Als Tabelle').click();
  const file = page.waitForEvent('download');
  await revenue.getByRole('button', { name: 'Umsatz bezahlt als CSV herunterladen' }).click();
  expect(readFileSync(await (await file).path(), 'utf8')).toContain('Monat;Umsatz bezahlt (CHF)');

  const digest = page.getByRole('switch', { name: 'Zusammenfassung um 07:00' });
  await digest.click();
  await expect(page.getByText('Du bekommst sie jeden Tag um 07:00.')).toBeVisible();
  await page.reload();
  await expect(digest).toBeChecked();

  await page
    .getByRole('banner')
    .getByRole('link', { name: /\d Hinweis/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zustand');
  await expect(page.getByText('Siegel des Protokolls')).toBeVisible();
  await expect(page.getByText('Richte auf dem Server die tägliche Sicherung ein')).toBeVisible();
  await expectSound(page);
});
