import { savedAd } from './editor.ts';
import { account, listedAd } from './list-ads.ts';
import { advertiser, expect, expectAccessible, phonePhoto, test } from './support.ts';
import { CONVERTED, rateFirst } from './uploads.ts';

test('what is hidden, deleted or removed comes back, asked or not [EXP-71, EXP-72]', async ({
  page,
}) => {
  test.slow();
  await advertiser(page, { credits: 100, confirmed: true });
  const id = await listedAd(page, 'Wieder da');
  await page.goto('/inserate');
  const card = page.getByRole('article', { name: 'Wieder da' });
  const hide = card.getByRole('button', { name: /ausblenden/i });
  const dialog = page.getByRole('dialog', { name: 'Inserat ausblenden?' });
  const toast = page.locator('[data-slot=toast]');
  const undo = toast.getByRole('button', { name: 'Rückgängig' });
  await hide.click();
  await expect(dialog).not.toContainText('Preis');
  await expectAccessible(page, { within: '[data-slot=dialog]' });
  await dialog.getByRole('checkbox', { name: 'Nicht mehr fragen' }).check();
  await dialog.getByRole('button', { name: 'Ausblenden' }).click();
  await expect(toast).toContainText('Ausgeblendet.');
  await expect(card).toHaveCount(0);
  await expect(page).toHaveURL('/inserate');
  await expectAccessible(page, { within: '[data-slot=toast]' });
  await undo.click();
  await expect(card).toBeVisible();
  expect((await account(page)).ads[0]).toMatchObject({ ID: id, inserat_status: 'aktiv' });
  await expect(toast.filter({ hasText: 'Ausgeblendet.' })).toHaveCount(0);

  // From now on without the question, and back by the keyboard.
  await hide.click();
  await expect(toast).toContainText('Ausgeblendet.');
  await expect(dialog).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(card).toBeVisible();

  await page.goto('/profil');
  const asked = page.getByRole('switch', { name: 'Ausblenden' });
  await expect(asked).not.toBeChecked();
  await asked.check();
  await page.goto('/inserate');
  await hide.click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();

  const draft = await savedAd(page, { titel: 'Fast gelöscht', post_status: 'draft' });
  await page.goto(`/rabota/${draft}`);
  await page.getByLabel('Bilder auswählen').setInputFiles([await phonePhoto(page)]);
  await rateFirst(page);
  const picture = page.getByRole('img', { name: 'Bild 1', exact: true });
  await expect(picture).toBeVisible(CONVERTED);
  await page.getByRole('button', { name: 'Optionen von Bild 1' }).click();
  await page.getByRole('button', { name: 'Bild löschen' }).click();
  await page
    .getByRole('dialog', { name: 'Bild löschen?' })
    .getByRole('button', { name: 'Löschen' })
    .click();
  await expect(picture).toHaveCount(0);
  await undo.click();
  await expect(picture).toBeVisible();

  await page.goto('/inserate?tab=entwurf');
  const second = page.getByRole('article', { name: 'Fast gelöscht' });
  await second.getByRole('button', { name: /löschen/i }).click();
  await page
    .getByRole('dialog', { name: 'Entwurf löschen?' })
    .getByRole('button', { name: 'Löschen' })
    .click();
  await expect(toast).toContainText('Entwurf gelöscht.');
  await expect(second).toHaveCount(0);
  await undo.click();
  await expect(second).toBeVisible();
  await expect(page).toHaveURL('/inserate?tab=entwurf');
  expect((await account(page)).ads.find(({ ID }) => ID === draft)!.imageSources).toHaveLength(1);
});
