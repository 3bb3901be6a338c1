import { randomBytes } from 'node:crypto';
import { enrolled, expectSound, houseTitle, invited, otherBrowser } from './house.ts';
import { listedAd } from './list-ads.ts';
import { advertiser, DEEP_ONLY, expect, test } from './support.ts';

const DIGITS = /\d+/;
const CARD = /\/betrieb\/kundinnen\/(\d+)/;

test('a customer is found, noted about and given credits, and reads who looked [BOF-68, BOF-70, BOF-71, BOF-77, BOF-80]', async ({
  page,
  browser,
}) => {
  test.slow();
  const word = `Abend${randomBytes(5).toString('hex')}`;
  const person = await advertiser(page, { credits: 50, confirmed: true });
  await listedAd(page, word, { inserat_typ: '1_week' });

  const house = await otherBrowser(browser);
  await enrolled(house, (await invited(page, 'Fina Zahl', 'finance')).link);
  await house.keyboard.press('Control+k');
  // What is typed before the page of the search has come is kept.
  await house.keyboard.type('20447');
  const field = house.getByLabel('Suche');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('20447');
  await expect(house).toHaveTitle(houseTitle('Kundinnen'));
  await field.fill('');
  await house.getByRole('heading', { level: 1 }).click();
  await expect(field).not.toBeFocused();
  await house.keyboard.press('/');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await field.fill('gibt-es-nicht@beispiel.ch');
  await field.press('Enter');
  await expect(house.getByText('Nichts gefunden.')).toBeVisible();
  await expectSound(house);
  // Her name is found once, so it opens.
  await field.fill(person.username);
  await field.press('Enter');
  await expect(house.getByRole('table', { name: 'Inserate' })).toContainText(word);
  await expect(house.getByRole('heading', { level: 1 })).toContainText('aktiv');
  await expect(house.getByRole('tab', { name: /^Inserate/ })).toHaveText('Inserate1');
  await expect(house.getByRole('tab', { name: 'Meldungen und Sperren' })).toHaveCount(0);
  await expectSound(house);
  await house.getByRole('tab', { name: 'Verlauf' }).click();
  await expect(house.getByRole('table', { name: 'Verlauf' })).toBeVisible();

  await house.getByLabel('Neue Notiz').fill('Ruft lieber an als zu schreiben.');
  await house.getByRole('button', { name: 'Notiz speichern' }).click();
  const note = house.getByRole('listitem').filter({ hasText: 'Ruft lieber an' });
  await expect(note).toContainText('Fina Zahl');
  await expect(house.getByLabel('Neue Notiz')).toHaveValue('');
  await note.getByRole('button', { name: 'Durchstreichen' }).click();
  await expect(note).toContainText('durchgestrichen');

  const balance = house.getByRole('definition').first();
  const before = Number(DIGITS.exec((await balance.textContent()) ?? '')![0]);
  await house.getByRole('button', { name: 'Credits korrigieren' }).click();
  await house.getByLabel('Credits', { exact: true }).fill('30');
  await expect(house.getByText(`Guthaben danach: ${before + 30} Credits`)).toBeVisible();
  await house.getByLabel('Grund').fill('Kulanz nach Ausfall');
  await expectSound(house);
  await house.getByRole('button', { name: 'Gutschreiben' }).click();
  await expect(house.getByText(`Das Guthaben ist jetzt ${before + 30} Credits.`)).toBeVisible();
  await expect(balance).toContainText(`${before + 30} Credits`);

  await expect(house.getByText(person.email)).toHaveCount(0);
  await house.getByRole('button', { name: 'Kontaktangaben zeigen' }).click();
  await house.getByLabel('Warum?').selectOption('Zahlung klären');
  await house.getByLabel('Genauer').fill('Rückruf versprochen');
  await expectSound(house);
  await house.getByRole('button', { name: 'Zeigen', exact: true }).click();
  await expect(house.getByText(person.email)).toBeVisible();

  await page.goto('/profil/sicherheit');
  const log = page.getByRole('region', { name: 'Kontoprotokoll' });
  await expect(log).toContainText('Kontaktangaben angesehen');
  await expect(log).toContainText('Grund: Zahlung klären: Rückruf versprochen');
  await expect(log).toContainText('Finanzen FZ');
  await expect(log).toContainText('30 Credits · Grund: Kulanz nach Ausfall');
});

test(
  'what takes an account is put forward, and her pages are read without a change [BOF-74, BOF-77, BOF-78, BOF-79]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    const person = await advertiser(page, { credits: 50, confirmed: true });
    const house = await otherBrowser(browser);
    await enrolled(house, (await invited(page, 'Ina Amt', 'owner')).link);
    await house.goto('/betrieb/kundinnen');
    await house.getByLabel('Suche').fill(person.username);
    await house.getByLabel('Suche').press('Enter');
    await expect(house).toHaveURL(CARD);
    const id = CARD.exec(house.url())![1]!;
    for (const [act, text] of [
      ['E-Mail ändern', 'Die neue Adresse muss bestätigen.'],
      ['Konto löschen', 'Es verfallen 50 Credits'],
      ['Ansicht der Kundin', 'Du siehst 15 Minuten lang, was sie sieht'],
    ] as const) {
      await house.getByRole('button', { name: act }).click();
      await expect(house.getByRole('dialog')).toContainText(text);
      if (act === 'Konto löschen') await expectSound(house);
      if (act !== 'Ansicht der Kundin') await house.getByRole('button', { name: 'Zurück' }).click();
    }
    await house.getByRole('button', { name: 'Zurück' }).click();
    await house.getByRole('button', { name: 'Neue Zugriffe später zeigen' }).click();
    const delay = house.getByRole('dialog', { name: 'Neue Zugriffe später zeigen' });
    await delay.getByLabel('Wie lange').selectOption('30 Tage');
    await expect(delay.getByRole('button', { name: 'Festlegen' })).toBeDisabled();
    await delay.getByLabel('Grund').fill('Anfrage der Polizei');
    await expectSound(house);
    await delay.getByRole('button', { name: 'Festlegen' }).click();
    await expect(house.getByText(/^Neue Zugriffe sieht die Kundin erst ab dem /)).toBeVisible();
    await house.getByRole('button', { name: 'Frist ändern' }).click();
    await delay.getByLabel('Wie lange').selectOption('Sofort zeigen');
    await delay.getByLabel('Grund').fill('Anfrage zurückgezogen');
    await delay.getByRole('button', { name: 'Festlegen' }).click();
    await expect(house.getByText('Die Kundin sieht das unter «Kontoprotokoll».')).toBeVisible();
    await house.getByRole('button', { name: 'Ansicht der Kundin' }).click();
    await house.getByLabel('Grund').fill('Sie findet ihr Inserat nicht.');
    const opened = house.waitForEvent('popup');
    await house.getByRole('button', { name: 'Ansicht öffnen' }).click();
    const view = await opened;
    const bar = view.getByRole('region', { name: 'Ansicht der Kundin' });
    await expect(bar).toContainText('Ansicht der Kundin – nur lesen');
    await expect(view).toHaveURL(new RegExp(`/betrieb/ansicht/${id}/home$`));
    await expect(view.getByRole('main')).toContainText('50');
    await expectSound(view);
    await view.getByRole('link', { name: 'Profil' }).first().click();
    await expect(view.getByLabel('E-Mail Adresse')).toHaveValue(person.email);
    await bar.getByRole('button', { name: 'Beenden' }).click();
    await expect(view).toHaveURL(new RegExp(`/betrieb/kundinnen/${id}$`));
    await view.goto(`/betrieb/ansicht/${id}/profil`);
    await expect(view).toHaveURL(new RegExp(`/betrieb/kundinnen/${id}$`));
  },
);
