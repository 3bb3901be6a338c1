import { savedAd } from './editor.ts';
import { advertiser, expect, test } from './support.ts';

test('my ads say in each tab, and after a search without a hit, that nothing was found [INS-01, INS-11, ERR-053]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/inserate');
  const nothing = page
    .getByRole('tabpanel')
    .getByRole('heading', { name: 'Keine Inserate gefunden', exact: true });
  for (const name of ['Aktiv', 'Geplant', 'Entwürfe', 'Abgelaufen']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    await expect(nothing).toBeVisible();
  }
  await savedAd(page, { titel: 'Ruhige Abende' });
  await page.goto('/inserate');
  await expect(page.getByRole('article', { name: 'Ruhige Abende' })).toBeVisible();
  await expect(nothing).toHaveCount(0);
  const search = page.getByRole('searchbox', { name: 'Inserate suchen' });
  await search.fill('gibt es nicht');
  await expect(nothing).toBeVisible();
  await page.getByRole('button', { name: 'Suche löschen' }).click();
  await expect(page.getByRole('article', { name: 'Ruhige Abende' })).toBeVisible();
});

test('Bearbeiten opens the editor; saving is confirmed first and returns to the list [FRM-33, INS-30, EDI-02, EDI-10, EDI-17]', async ({
  page,
}) => {
  await advertiser(page);
  const id = await savedAd(page, { titel: 'Ruhige Abende' });
  await page.goto('/inserate');
  await page
    .getByRole('button', { name: `Inserat ${id} bearbeiten` })
    .filter({ visible: true })
    .click();
  await page
    .getByRole('dialog', { name: 'Inserat bearbeiten?' })
    .getByRole('button', { name: 'Bearbeiten' })
    .click();
  await expect(page).toHaveURL(`/rabota/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Inserat bearbeiten' })).toBeVisible();
  await expect(page.getByText(`Inserat-Nr. ${id}`)).toBeVisible();
  const session = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}') as unknown);
  expect(await session()).toMatchObject({ loggedIn: true, inseratId: id });
  const title = page.getByRole('textbox', { name: 'Titel' });
  await expect(title).toHaveValue('Ruhige Abende');
  await title.fill('Helle Morgen');
  await page
    .getByRole('button', { name: 'Änderungen speichern' })
    .filter({ visible: true })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Änderungen speichern?' });
  await expect(dialog).toContainText('kostet nichts');
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/rabota/${id}`);
  await page
    .getByRole('button', { name: 'Änderungen speichern' })
    .filter({ visible: true })
    .click();
  await dialog.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect(page).toHaveURL('/inserate');
  await expect(page.getByRole('article', { name: 'Helle Morgen' })).toContainText(`Nr. ${id}`);
});
