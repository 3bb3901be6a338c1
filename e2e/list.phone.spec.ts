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
  await dialog.getByRole('radio', { name: 'Älteste zuerst' }).click();
  await expect(dialog).toBeHidden();
  await expect(titles).toHaveText(['Erster Entwurf', 'Zweiter Entwurf']);
});
