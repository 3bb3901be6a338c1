import { savedAd } from './editor.ts';
import { advertiser, DEEP_ONLY, expect, test } from './support.ts';

test('on a phone the ads are sorted in a dialog [INS-05, INS-09]', DEEP_ONLY, async ({ page }) => {
  await advertiser(page);
  for (const titel of ['Erster Entwurf', 'Zweiter Entwurf'])
    await savedAd(page, { titel, post_status: 'draft' });
  await page.goto('/inserate?tab=entwurf');
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles).toHaveText(['Zweiter Entwurf', 'Erster Entwurf']);
  await expect(page.getByRole('combobox', { name: 'Sortieren' })).toBeHidden();
  await page.getByRole('button', { name: 'Sortieren' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sortieren' });
  await expect(dialog.getByRole('radio')).toHaveText([
    'Neueste zuerst',
    'Älteste zuerst',
    'Endet zuletzt',
    'Endet zuerst',
  ]);
  await expect(dialog.getByRole('radio', { checked: true })).toHaveText('Neueste zuerst');
  // The arrows move among the items and stop at the ends; only Enter chooses.
  const focused = dialog.locator(':focus');
  await expect(focused).toHaveText('Neueste zuerst');
  await page.keyboard.press('End');
  await expect(focused).toHaveText('Endet zuerst');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveText('Endet zuletzt');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveText('Älteste zuerst');
  await expect(dialog.getByRole('radio', { checked: true })).toHaveText('Neueste zuerst');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(titles).toHaveText(['Erster Entwurf', 'Zweiter Entwurf']);
});

test('arrow keys go through the orders and through the actions of an ad [INS-09, INS-10, CON-08]', async ({
  page,
}) => {
  await advertiser(page);
  for (const titel of ['Erster Entwurf', 'Zweiter Entwurf'])
    await savedAd(page, { titel, post_status: 'draft' });
  await page.goto('/inserate?tab=entwurf');
  const titles = page.getByRole('article').getByRole('heading');
  await page.getByRole('button', { name: 'Sortieren' }).click();
  const radios = page.getByRole('dialog', { name: 'Sortieren' }).getByRole('radio');
  await expect(radios.first()).toBeVisible();
  await expect(radios.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(radios.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(radios.first()).toBeHidden();
  await expect(titles).toHaveText(['Erster Entwurf', 'Zweiter Entwurf']);
  await expect(page).toHaveURL('/inserate?tab=entwurf&sort=id_asc');

  await page.getByRole('article').first().getByRole('button', { name: /^Mehr/ }).click();
  const items = page.locator('[data-slot=sheet-item]');
  await expect(items).toHaveText(['Bearbeiten', 'Vorschau', 'Duplizieren', 'Löschen']);
  await expect(
    page.locator('[data-slot=sheet]').getByRole('button', { name: 'Schliessen' }),
  ).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(items.nth(0)).toBeFocused();
  await page.keyboard.press('End');
  await expect(items.nth(3)).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.locator('[data-slot=dialog]');
  await expect(dialog).toHaveAttribute('data-type', 'AD_DELETE');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(
    page.getByRole('article').first().getByRole('button', { name: /^Mehr/ }),
  ).toBeFocused();
});
