import { savedAd } from './editor.ts';
import { listedAd } from './list-ads.ts';
import { advertiser, breakAction, DEEP_ONLY, expect, expectAccessible, test } from './support.ts';

test(
  'the end of a long description is found and previewed, also after a failure [INS-04, EXP-19]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const beschreibung = `<p>${'Gute Gespräche am See. '.repeat(10)}</p><p>Mit <em>Gartenlaube</em></p>`;
    await listedAd(page, 'Ruhige Abende', { inserat_typ: 'free', beschreibung });
    let repair = await breakAction(page, 'search_texts*');
    await page.goto('/inserate?q=GARTENLAUBE');
    const failure = page.getByRole('alert');
    await expect(failure).toContainText('Beschreibungen konnten nicht durchsucht werden');
    await expectAccessible(page);
    await repair();
    await failure.getByRole('button', { name: 'Erneut laden' }).click();
    const card = page.getByRole('article', { name: 'Ruhige Abende' });
    await expect(card).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Aktiv' })).toHaveText('Aktiv1');
    const search = page.getByRole('searchbox', { name: 'Inserate suchen' });
    await search.fill('Gartenlauben');
    await expect(card).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Keine Inserate gefunden' })).toBeVisible();
    await search.fill('gartenlaube');
    repair = await breakAction(page, 'getInserat*');
    await card.getByRole('button', { name: 'Vorschau' }).click();
    const dialog = page.getByRole('dialog', { name: 'Vorschau' });
    await expect(dialog).toContainText('Das Inserat konnte nicht geladen werden.');
    await repair();
    await dialog.getByRole('button', { name: 'Erneut laden' }).click();
    await dialog.getByText('Seite', { exact: true }).click();
    await expect(dialog.frameLocator('iframe').locator('em')).toHaveText('Gartenlaube');
  },
);

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
