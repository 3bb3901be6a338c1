import type { Page } from '@playwright/test';
import { account, listedAd } from './list-ads.ts';
import { advertiser, DEEP_ONLY, expect, expectAccessible, test } from './support.ts';

const open = async (page: Page, id: number, title: string) => {
  await page.goto(`/rabota/${id}`);
  await page.getByRole('radio', { name: new RegExp(title) }).check();
};

test('another package offers to keep the run for free or to change it for the difference [EXP-58, EXP-59, FIX-06]', async ({
  page,
}) => {
  await advertiser(page, { credits: 300 });
  const extras = {
    inserat_typ: '1_week',
    top_ad_enabled: true,
    color_enabled: true,
    push_times: ['09:00'],
  };
  const id = await listedAd(page, 'Ruhige Abende', extras, true);
  expect((await account(page)).credits).toBe(300 - 40 - 80 - 20 - 5);
  await open(page, id, '1 Monat Premium');
  const cost = page.locator('[data-slot=cost-summary]');
  await expect(cost).toContainText('40 schon bezahlt');
  const save = cost.getByRole('button', { name: 'Änderungen speichern' });
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Paket wechseln?' });
  await expect(dialog.locator('[data-slot=change-lines] li')).toHaveText([
    /^Die Laufzeit beginnt neuNeues Ende \d\d\.\d\d\., \d\d:\d\d, bisher \d\d\.\d\d\., \d\d:\d\d$/,
    'Farbe und TopAd bleiben',
    'Du zahlst nur den Unterschied: 60 Credits.',
  ]);
  await expect(dialog).toContainText('Guthaben danach95 Credits');
  await expect(dialog.getByRole('button', { name: '1 Woche behalten' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '1 Woche behalten' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('radio', { name: /1 Woche Premium/ })).toBeChecked();
  expect((await account(page)).credits).toBe(155);

  await page.getByRole('radio', { name: /1 Monat Premium/ }).check();
  await save.click();
  await dialog.getByRole('button', { name: 'Wechseln für 60 Credits' }).click();
  await expect(page).toHaveURL('/inserate');
  await expect(
    page.getByText(/^Gewechselt für 60 Credits\..*Farbe und TopAd bleiben\..*danach 95 Credits\.$/),
  ).toBeVisible();
  const { credits, ads } = await account(page);
  expect([credits, ads[0]!.inserat_typ]).toEqual([95, '1_month']);
  expect(ads[0]).toMatchObject({ inserat_farbe: true, inserat_topad: true });
});

test(
  'the costs of a package change include refunds, and name what is removed [EXP-58, FIX-40]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 300 });
    const plan = { publish_option: 'Planen', publish_date: '2027-03-01', publish_time: '08:00' };
    const id = await listedAd(
      page,
      'Ruhige Abende',
      { inserat_typ: '1_month', push_times: ['09:00'], ...plan },
      true,
    );
    const before = (await account(page)).credits;
    await open(page, id, '1 Woche Premium');
    const cost = page.locator('[data-slot=cost-summary]');
    const save = cost.getByRole('button', { name: 'Änderungen speichern' });
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Paket wechseln?' });
    await expect(dialog).toContainText('23 tägliche Pushes nach dem 08.03. entfallen · 3 zurück');
    await expect(cost.locator('[data-slot=cost-refund]')).toHaveText(
      'Zurück für Pushes+ 3 Credits',
    );
    await expect(cost).toContainText(`Guthaben danach${before - 40 + 3} Credits`);
    await expect(dialog).toContainText(`Guthaben danach${before - 40 + 3} Credits`);
    await dialog.getByRole('button', { name: 'Wechseln für 40 Credits' }).click();
    await expect(page).toHaveURL('/inserate');
    expect((await account(page)).credits).toBe(before - 37);

    await page.goto(`/rabota/${id}`);
    await page.getByRole('button', { name: /09:00.*entfernen/ }).click();
    await cost.getByRole('button', { name: 'Änderungen speichern' }).click();
    const saving = page.getByRole('dialog', { name: 'Änderungen speichern?' });
    await expect(saving).toContainText(
      'Nimmst du eine bezahlte Push-Zeit oder einen Push-Termin heraus, kommt dafür nichts',
    );
    await expectAccessible(page);
  },
);
