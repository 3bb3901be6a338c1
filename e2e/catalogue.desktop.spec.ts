import { enrolled, expectSound, houseTitle, invited, otherBrowser, signedIn } from './house.ts';
import { DEEP_ONLY, expect, test } from './support.ts';

test('finance drafts higher prices, sees what they change, and an owner releases them [BOF-109, BOF-112, BOF-116, BOF-148]', async ({
  page: finance,
  browser,
}) => {
  test.slow();
  const owner = await otherBrowser(browser);
  await enrolled(owner, (await invited(finance, 'Ruth Katalog', 'owner')).link);
  await enrolled(finance, (await invited(finance, 'Beat Katalog', 'finance')).link);
  await finance
    .getByRole('navigation', { name: 'Betrieb' })
    .getByRole('link', { name: 'Katalog' })
    .click();
  await expect(finance).toHaveTitle(houseTitle('Katalog'));
  const table = finance.getByRole('table', { name: /^Pakete, Fassung/ });
  await expect(table.getByRole('row', { name: /^3 Tage Premium/ })).toContainText('20');
  await finance.getByRole('button', { name: 'Entwurf' }).click();
  await expect(finance).toHaveURL(/\/katalog\/packages\/\d+$/);
  const price = finance.getByRole('textbox', { name: '3 Tage Premium, Credits' });
  await price.fill('22.5');
  await finance.getByRole('button', { name: 'Vorlegen' }).click();
  await expect(price).toBeFocused();
  await expect(price).toHaveAccessibleDescription('Gib eine ganze Zahl ein');
  await expectSound(finance);
  await price.fill('22');
  await finance.getByRole('textbox', { name: '1 Monat Premium, Credits' }).fill('95');
  await finance.getByRole('button', { name: 'Vorlegen' }).click();
  const dialog = finance.getByRole('dialog', { name: /vorlegen/ });
  await dialog.getByLabel('Gültig ab').fill('2026-01-01');
  await dialog.getByLabel('Grund').fill('Neue Preise für den Winter.');
  await dialog.getByRole('button', { name: 'Zur Freigabe vorlegen' }).click();
  const from = dialog.getByLabel('Gültig ab');
  await expect(from).toHaveAccessibleDescription('Der Zeitpunkt ist vorbei');
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await from.fill(day);
  await dialog.getByRole('button', { name: 'Zur Freigabe vorlegen' }).click();
  await expect(finance.getByText('Wartet auf eine zweite Person')).toBeVisible();
  await expect(table.getByRole('row', { name: /^3 Tage Premium/ })).toContainText('+ 10 %');
  await expect(finance.getByRole('region', { name: /^Wirkung/ })).toContainText('20 → 22');
  await expectSound(finance);

  await owner.goto(finance.url());
  await owner.getByRole('button', { name: 'Freigeben' }).click();
  await expect(owner.getByText(/^Freigegeben von Ruth Katalog/)).toBeVisible();
  await expect(
    owner.getByRole('list', { name: 'Fassungen' }).getByRole('listitem').first(),
  ).toContainText('Kommt');
});

test(
  'an owner switches off a category that ads have and sees how many; it cannot be removed [BOF-115, BOF-148]',
  DEEP_ONLY,
  async ({ page: owner }) => {
    await signedIn(owner, (await invited(owner, 'Ruth Auswahl', 'owner')).link);
    await owner.goto('/betrieb/katalog/categories');
    await owner.getByRole('button', { name: 'Entwurf' }).click();
    const row = owner.getByRole('row', { name: /^Kategorie 2/ });
    await expect(row.getByRole('textbox', { name: 'Kategorie 2, Name' })).toHaveValue('Massage');
    await expect(row.getByRole('button', { name: /entfernen/ })).toHaveCount(0);
    await row.getByRole('switch', { name: 'Kategorie 2, Im Angebot' }).uncheck();
    await owner.getByRole('button', { name: 'Kategorie', exact: true }).click();
    await expect(owner.getByRole('row', { name: /^Kategorie 9/ })).toContainText('Kategorie 9');
    await owner.getByRole('button', { name: 'Speichern' }).click();
    const name = owner.getByRole('textbox', { name: 'Kategorie 9, Name' });
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Dieses Feld ist erforderlich');
    await name.fill('Gesellschaft');
    await owner.getByRole('button', { name: 'Speichern' }).click();
    const effect = owner.getByRole('region', { name: /^Wirkung/ });
    await expect(effect).toContainText('«Massage»: Im Angebot');
    await expect(effect).toContainText('ja → nein');
    await expectSound(owner);
  },
);

test(
  'an owner says a reason of holds in other words; what is wrong opens at its field [BOF-25, BOF-109, BOF-116]',
  DEEP_ONLY,
  async ({ page: owner }) => {
    await signedIn(owner, (await invited(owner, 'Ruth Grund', 'owner')).link);
    await owner.goto('/betrieb/katalog/hold_reasons');
    await expect(owner.locator('summary', { hasText: /^Doppelt/ })).toContainText(
      'schon einmal online',
    );
    await expectSound(owner);
    await owner.getByRole('button', { name: 'Entwurf' }).click();
    const entry = owner.locator('.catalogue-draft details', { hasText: /^Doppelt/ });
    await entry.getByText('Doppelt', { exact: true }).click();
    const sentence = entry.getByRole('textbox', { name: /^Satz an/ });
    await expect(sentence).toHaveValue(/schon einmal online/);
    await sentence.fill('Zu kurz.');
    await entry.getByRole('checkbox', { name: 'Titel', exact: true }).check();
    await entry.getByText('Doppelt', { exact: true }).click();
    await expect(sentence).toBeHidden();
    await owner.getByRole('button', { name: 'Speichern' }).click();
    await expect(sentence).toBeFocused();
    await expect(sentence).toHaveAccessibleDescription('Mindestens 20 Zeichen erforderlich');
    await expectSound(owner);
    await sentence.fill('Das steht mehr als einmal online. Bitte lösche eines davon.');
    await owner.getByRole('button', { name: 'Speichern' }).click();
    const effect = owner.getByRole('region', { name: /^Wirkung/ });
    await expect(effect).toContainText('Doppelt: Satz an die Besitzerin');
    await expect(effect).toContainText('leer → Titel');
  },
);
