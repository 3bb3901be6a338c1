import { SAVED } from './clock.ts';
import { fillClub, mainButton } from './clubs.ts';
import {
  advertiser,
  api,
  buySmallest,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ONE_SIZE,
  phonePhoto,
  productNow,
  test,
  topUp,
} from './support.ts';

test(
  'a club is entered with its hours and a picture, paid for and there after a reload [CLU-06, CLU-07, CLU-17]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page, { credits: 100 });
    await page.goto('/clubs_neu');
    await expect(page.locator('.page-head').getByText('Club eintragen')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await fillClub(page);
    await page.getByRole('switch', { name: 'Freitag' }).check();
    await page.getByLabel('Freitag, von').fill('20:00');
    await page.getByLabel('Freitag, bis').fill('02:00');
    await page.getByRole('button', { name: 'Freitag auf alle Tage übertragen' }).click();
    await expect(page.getByLabel('Montag, bis')).toHaveValue('02:00');
    await page.getByRole('switch', { name: 'Montag' }).uncheck();
    await page.getByLabel('Bilder auswählen').setInputFiles(await phonePhoto(page));
    await expect(page.getByRole('img', { name: 'Bild 1' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('slider', { name: 'Laufzeit' }).fill('2');
    await mainButton(page, 'Club eintragen').click();
    const dialog = page.getByRole('dialog', { name: 'Club eintragen?' });
    await expect(dialog).toContainText(
      'Dein Club für 2 Monate kostet 100 Credits. Danach hast du noch 0 Credits.',
    );
    await dialog.getByRole('button', { name: 'Eintragen' }).click();
    await expect(page).toHaveURL('/clubs');
    await page.reload();
    await expect(page.getByText('Haus Linde').first()).toBeVisible();
    const { state } = await api(page, 'state');
    const { Clubs, credits } = state as {
      Clubs: { oeffnungszeiten: unknown[]; bilder: unknown[] }[];
      credits: number;
    };
    expect([
      Clubs.length,
      Clubs[0]!.oeffnungszeiten.length,
      Clubs[0]!.bilder.length,
      credits,
    ]).toEqual([1, 6, 1, 0]);
  },
);

test(
  'what is open is said at its field, the first one has the focus [CLU-07, ERR-079]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 50 });
    await page.goto('/clubs_neu');
    await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Bar und Räume');
    await mainButton(page, 'Club eintragen').click();
    await expect(page.getByRole('textbox', { name: 'Name des Clubs' })).toBeFocused();
    await expect(page.getByText('Dieses Feld ist erforderlich').first()).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'with too few credits it leads to topping up and back, and nothing typed is lost [CLU-07, CLU-17, GUT-29]',
  DEEP_ONLY,
  async ({ page }) => {
    // The card counts from the clock of the browser.
    await page.clock.install({ time: productNow() });
    await advertiser(page);
    await page.goto('/clubs_neu');
    await fillClub(page, { name: 'Haus Seerose' });
    await page
      .getByRole('link', { name: 'Guthaben aufladen' })
      .filter({ visible: true })
      .last()
      .click();
    const waiting = page.getByRole('region', { name: 'Wartet auf Credits' });
    await expect(waiting).toContainText('Dein Club ist gesichert, so wie du ihn verlassen hast.');
    await buySmallest(page);
    await page.getByRole('button', { name: /^CHF .* bezahlen$/ }).click();
    await expect(page.getByRole('heading', { name: '50 Credits gutgeschrieben' })).toBeVisible();
    await waiting.getByRole('link', { name: 'Weiter mit deinem Club' }).click();
    await expect(page.getByRole('textbox', { name: 'Name des Clubs' })).toHaveValue('Haus Seerose');
    await expect(page.getByText(SAVED)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Ort', exact: true })).toHaveValue('Zürich');
    await mainButton(page, 'Club eintragen').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eintragen' }).click();
    await expect(page).toHaveURL('/clubs');
    await expect(page.getByRole('article', { name: 'Haus Seerose' })).toContainText('Aktiv');
    // Whoever came back is led there no more.
    await page.goto('/guthaben');
    await expect(page.getByRole('heading', { name: 'Guthaben aufladen' })).toBeVisible();
    await expect(waiting).toHaveCount(0);
  },
);

test(
  'a running club is changed for nothing and prolonged by months with their price and tax [CLU-17, GUT-49]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await topUp(page);
    await topUp(page);
    const club = {
      club_name: 'Haus Linde',
      titel: 'Bar und Räume',
      beschreibung: 'Ruhige Räume mit einer kleinen Bar.',
      vollstaendiger_name: 'Lena Linde',
      telefon: '079 123 45 67',
      strasse_und_nummer: 'Lindenweg 3',
      postleitzahl: '8001',
      ort: 'Zürich',
      canton: 'ZH',
      monate: 1,
    };
    const { ID } = (await api(page, 'save_club', club)).club as { ID: number };
    await page.goto(`/clubs_edit/${ID}`);
    await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Neuer Titel');
    await mainButton(page, 'Änderungen speichern').click();
    const question = page.getByRole('dialog', { name: 'Änderungen speichern?' });
    await expect(question).toContainText('Diese Änderung kostet nichts.');
    await question.getByRole('button', { name: 'Speichern' }).click();
    await expect(page).toHaveURL('/clubs');
    await page.goto(`/clubs_edit/${ID}`);
    await expect(page.getByRole('textbox', { name: 'Titel', exact: true })).toHaveValue(
      'Neuer Titel',
    );
    await page.getByRole('switch', { name: 'Laufzeit verlängern' }).check();
    await mainButton(page, 'Verlängern').click();
    const longer = page.getByRole('dialog', { name: 'Club verlängern?' });
    await expect(longer).toContainText(
      'Die Verlängerung um einen Monat kostet 50 Credits. Danach hast du noch 0 Credits.',
    );
    await longer.getByRole('button', { name: 'Verlängern' }).click();
    await expect(page).toHaveURL('/clubs');
    expect(((await api(page, 'state')).state as { credits: number }).credits).toBe(0);
    // What was bought stands in the history with its tax.
    await page.goto('/guthaben');
    const history = page.getByRole('region', { name: 'Verlauf' });
    await history.locator('[data-slot=history-row]').first().getByRole('button').click();
    for (const text of ['Club-Eintrag (1 Monat)', 'inkl. MwSt. CHF 3.75', 'C-'])
      await expect(history.locator('[data-slot=history-detail]')).toContainText(text);
  },
);
