import { savedAd } from './editor.ts';
import { advertiser, expect, test } from './support.ts';

test('INS-05 INS-09 on a phone the ads are sorted in a dialog', async ({ page }) => {
  await advertiser(page);
  for (const titel of ['Erster Entwurf', 'Zweiter Entwurf']) await savedAd(page, { titel, post_status: 'draft' });
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
