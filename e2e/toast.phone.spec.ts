import type { Locator, Page } from '@playwright/test';
import { toast } from './clock.ts';
import { advertiser, every, expect, test } from './support.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxOf = async (what: Locator): Promise<Box> => (await what.boundingBox())!;
const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The buttons in it that a message lies upon. */
async function coveredIn(page: Page, place: Locator): Promise<string[]> {
  const message = await boxOf(toast(page, 'Wähle ein Bild oder ein Video.'));
  const covered: string[] = [];
  for (const button of await every(place.getByRole('button'))) {
    if (meet(message, await boxOf(button))) covered.push((await button.textContent()) ?? '');
  }
  return covered;
}

test('a message on a phone lies upon no button, neither of the bar with the cost nor of the sheet that it opens [EDI-25, X-16]', async ({
  page,
}) => {
  await advertiser(page);
  await page.clock.install();
  await page.goto('/rabota');
  await page.getByRole('radio', { name: '1 Woche Premium' }).check();
  await page.getByRole('button', { name: 'Story hinzufügen' }).tap();
  const wrong = { name: 'notiz.txt', mimeType: 'text/plain', buffer: Buffer.from('Notiz') };
  await page.getByLabel('Bild oder Video der Story auswählen').setInputFiles(wrong);
  const message = toast(page, 'Wähle ein Bild oder ein Video.');
  await expect(message).toBeVisible();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
  expect(await coveredIn(page, page.locator('[data-slot="cost-bar"]'))).toEqual([]);
  await page.getByRole('button', { name: /^Kosten anzeigen/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Kosten' });
  await expect(sheet.getByRole('button', { name: 'Als Entwurf Speichern' })).toBeVisible();
  await page.clock.runFor(400);
  await expect(message).toBeVisible();
  await expect.poll(() => coveredIn(page, sheet)).toEqual([]);
  const { y, height } = await boxOf(message);
  expect([y >= 0, y + height < (await boxOf(sheet)).y], 'in sight, above the sheet').toEqual([true, true]);
});
