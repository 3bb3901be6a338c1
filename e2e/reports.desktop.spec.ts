import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { enrolled, expectSound, houseTitle, invited, otherBrowser, signedIn } from './house.ts';
import { listedAd } from './list-ads.ts';
import { advertiser, breakAction, DEEP_ONLY, expect, PARTNER_URL, test } from './support.ts';

const NUMBER = /^M-\d+$/;
const COMPLAINT = 'Auf allen Bildern bin ich, die Verträge liegen bei euch.';

/** Somebody on the partner website, and the ad that it shows with this word. */
async function visitorOf(browser: Browser, word: string) {
  const visitor = await otherBrowser(browser);
  await visitor.goto(PARTNER_URL);
  await visitor.getByRole('button', { name: 'Ja, ich bin 18 oder älter' }).click();
  const found = visitor.getByRole('article').getByRole('link', { name: 'Lena', exact: true });
  await expect(async () => {
    await visitor.goto(`${PARTNER_URL}/?suche=${word}`);
    await expect(found).toHaveCount(1, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  const publicId = /[\da-f-]{36}/.exec((await found.getAttribute('href')) ?? '')![0];
  return { visitor, publicId };
}

test('an urgent report is opened, compared and justified; on appeal it is lifted [BOF-36, BOF-57, BOF-60, BOF-61, BOF-146]', async ({
  page,
  browser,
}) => {
  test.slow();
  const word = `Abend${randomBytes(5).toString('hex')}`;
  await advertiser(page, { credits: 50, confirmed: true });
  const id = await listedAd(page, word, { inserat_typ: '1_week' });
  const { visitor, publicId } = await visitorOf(browser, word);
  const data = {
    object: { type: 'inserat', id: publicId },
    reason: 'bilder_ohne_zustimmung',
    message: 'Das bin ich auf dem Bild.',
    email: 'mira@beispiel.ch',
  };
  const answer = await visitor.request.post('/api?action=report', { data });
  const { number } = (await answer.json()) as { number: string };
  expect(number).toMatch(NUMBER);

  const house = await otherBrowser(browser);
  await house.clock.install();
  await enrolled(house, (await invited(page, 'Moni Meldung', 'moderator')).link);
  // That of another journey may be waiting for longer.
  await expect(
    house.getByText(/^M-\d+, dringend: (Bilder ohne Zustimmung|Ich vermute Zwang .+)\. Inserat \d/),
  ).toBeVisible();
  await house.getByRole('main').getByRole('link', { name: 'Meldungen' }).click();
  await expect(house).toHaveTitle(/^\(\d+\) Dringend – Betrieb$/);
  const menu = house.getByRole('navigation', { name: 'Betrieb' });
  await expect(menu.getByRole('link', { name: /^Meldungen\s*dringend, \d+$/ })).toBeVisible();
  const row = house.getByRole('main').getByRole('listitem').filter({ hasText: number });
  await expect(row).toContainText('Bilder ohne Zustimmung');
  await expect(row).toContainText(/Noch 1 Std\. 5\d Min\./);
  await expectSound(house);
  // What comes while the pointer is in the list waits for a press.
  await row.hover();
  const more = { object: data.object, reason: 'anderes' };
  expect((await visitor.request.post('/api?action=report', { data: more })).ok()).toBe(true);
  await house.clock.fastForward(15_000);
  const show = house.getByRole('button', { name: '1 neue anzeigen' });
  await expect(show).toBeVisible();
  const before = await house.getByRole('main').getByRole('listitem').count();
  await show.click();
  await expect(house.getByRole('main').getByRole('listitem')).toHaveCount(before + 1);
  const mend = await breakAction(house, 'claim_report');
  await row.getByRole('link', { name: 'Bilder ohne Zustimmung' }).click();
  await expect(house.getByText('«Das bin ich auf dem Bild.»')).toBeVisible();
  // A first look that failed is said, and made up for.
  await expect(house.getByText('Andere sehen nicht, dass du')).toBeVisible();
  await expectSound(house);
  await mend();
  await house.getByRole('button', { name: 'Nochmals versuchen' }).click();
  await expect(house.getByText('Andere sehen nicht, dass du')).toHaveCount(0);
  await expect(house.getByText('Du bearbeitest diese Meldung.')).toBeVisible();
  // Said beside the decision; a toast would lie upon it.
  await expect(house.locator('[data-slot=toast]')).toHaveCount(0);
  await expect(house.getByRole('row', { name: /Titel/ })).toContainText(word);
  await expect(row.getByText('Moni Meldung bearbeitet das')).toBeVisible();
  // The report opened next names this one, too.
  const link = row.getByRole('link', { name: 'Bilder ohne Zustimmung' });
  // The list stays beside the report, which has the focus.
  await expect(house.getByRole('heading', { name: `Meldung ${number}` })).toBeFocused();
  await expect(link).toHaveAttribute('aria-current', 'page');
  await house.keyboard.press('?');
  await expect(house.getByRole('dialog')).toContainText('Nächstes');
  // No letter acts behind a dialog.
  for (const key of 'jh') await house.keyboard.press(key);
  await house.keyboard.press('Escape');
  await expect(house.getByRole('dialog')).toHaveCount(0);
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(house.getByRole('radio', { checked: true })).toHaveCount(0);
  await house.keyboard.press('j');
  await expect(link).not.toHaveAttribute('aria-current', 'page');
  await house.keyboard.press('k');
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(house.getByRole('heading', { name: `Meldung ${number}` })).toBeFocused();

  const other = await otherBrowser(browser);
  await signedIn(other, (await invited(page, 'Zora Zweit', 'moderator')).link);
  await other.goto(`/betrieb/meldungen/${number}`);
  await expect(other.getByRole('button', { name: 'Übernehmen' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Entscheid senden' })).toHaveCount(0);

  const send = house.getByRole('button', { name: 'Entscheid senden' });
  await send.click();
  await expect(house.getByText('Wähle einen Entscheid', { exact: true }).last()).toBeVisible();
  await house.getByRole('radio', { name: 'Unbegründet' }).check();
  await expect(house.getByLabel('Begründung an die Besitzerin')).toHaveValue(/keinen Verstoss/);
  await house.keyboard.press('h');
  await expect(house.getByRole('radio', { name: 'Begründet, vom Netz nehmen' })).toBeChecked();
  // What it was reported for is the reason until another one is chosen.
  await expect(house.getByLabel('Grund')).toHaveValue('bilder_ohne_zustimmung');
  await expect(house.getByLabel('Begründung an die Besitzerin')).toHaveValue(/ihrem Nachweis/);
  await expectSound(house);
  await house.getByRole('button', { name: 'Meldende', exact: true }).click();
  await expect(house.getByLabel('Antwort an die Meldenden')).toHaveValue(/^Der Eintrag verstösst/);
  await expect(house.getByText(`${number} bekommt eine Antwort.`)).toBeVisible();
  await send.click();
  await expect(house.getByText('Der Entscheid ist unterwegs.')).toBeVisible();
  await expect(send).toHaveCount(0);
  await expect(house.getByRole('heading', { name: `Meldung ${number}` })).toBeFocused();
  await expect(house.getByRole('main')).toContainText('Begründet');

  await page.goto('/inserate');
  await expect(page.getByRole('article')).toContainText('Gesperrt');
  await house.goto('/betrieb/gesperrt');
  await expect(house.getByRole('listitem').filter({ hasText: `Inserat ${id}` })).toBeVisible();

  await page.getByRole('button', { name: /Einspruch erheben/ }).click();
  const appeal = page.getByRole('dialog', { name: 'Einspruch erheben?' });
  await appeal.getByLabel('Warum bist du nicht einverstanden?').fill(COMPLAINT);
  await appeal.getByRole('button', { name: 'Einspruch erheben' }).click();
  await expect(page.getByRole('article')).toContainText('Dein Einspruch ist bei uns.');
  await other.getByRole('link', { name: 'Einsprüche' }).click();
  await other.getByRole('link', { name: `Ansehen: Inserat ${id}` }).click();
  await expect(other.getByText(COMPLAINT)).toBeVisible();
  await other.getByRole('link', { name: 'Inhalt ansehen' }).click();
  await expect(other.getByRole('heading', { level: 2 }).first()).toHaveText(word);
  await other.goBack();
  await other.getByLabel('Antwort').fill('Auf den Bildern bist du, das ist belegt.');
  await other.getByRole('button', { name: 'Gutheissen und freigeben' }).click();
  await expect(other.getByText('Der Einspruch ist gutgeheissen.')).toBeVisible();
  // It stays in reach, found by the number of its ad.
  await other.getByRole('button', { name: 'Entschieden' }).click();
  await other.getByLabel('Einspruch suchen').fill(`Inserat ${id}`);
  await other.keyboard.press('Enter');
  const decided = other.getByRole('main').getByRole('listitem');
  await expect(decided).toHaveCount(1);
  await expect(decided).toContainText('Gutgeheissen');
  await expectSound(other);
  await decided.getByRole('link', { name: `Ansehen: Inserat ${id}` }).click();
  await expect(other.getByText('«Auf den Bildern bist du, das ist belegt.»')).toBeVisible();
  await expect(other.getByText(/^Entschieden: Zora Zweit, /)).toBeVisible();
  await expect(other.getByLabel('Antwort')).toHaveCount(0);
  await expectSound(other);
  await page.reload();
  await expect(page.getByRole('article')).toContainText('Wieder online.');
});

test(
  'the register of a month is a file for who may take it, and no page for a reader [BOF-17, BOF-67]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    await signedIn(page, (await invited(page, 'Rita Register', 'moderator')).link);
    await page.goto('/betrieb/meldungen');
    await page.getByRole('link', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible();
    await expect(page).toHaveTitle(houseTitle('Register'));
    await expectSound(page);
    const month = page.getByLabel('Monat', { exact: true });
    const chosen = await month.locator('option').nth(1).getAttribute('value');
    await month.selectOption(chosen);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV herunterladen' }).click();
    const register = await file;
    expect(register.suggestedFilename()).toBe(`meldungen-${chosen}.csv`);
    expect(readFileSync(await register.path(), 'utf8')).toMatch(/^\uFEFFNummer;Eingang;Grund;/);
    const reader = await otherBrowser(browser);
    await signedIn(reader, (await invited(page, 'Lea Liest', 'reader')).link);
    await reader.goto('/betrieb/meldungen');
    await expect(reader.getByRole('heading', { level: 1, name: 'Meldungen' })).toBeVisible();
    await expect(reader.getByRole('link', { name: 'Register' })).toHaveCount(0);
    await reader.goto('/betrieb/meldungen/register');
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Diese Seite gibt es nicht');
  },
);

test('a statement of reasons with HTML is text on both screens [BOF-61, BOF-62]', async ({
  page,
  browser,
}) => {
  test.slow();
  const html = '<b>Bild 2</b> <img src=x onerror="document.title=1"> zeigt eine andere Person.';
  await advertiser(page, { credits: 50, confirmed: true });
  const id = await listedAd(page, 'Markup', { inserat_typ: '1_week' });
  const house = await otherBrowser(browser);
  await signedIn(house, (await invited(page, 'Hella Markup', 'moderator')).link);
  await house.goto('/betrieb/gesperrt');
  await house.getByRole('button', { name: 'Vom Netz nehmen' }).click();
  const dialog = house.getByRole('dialog');
  await dialog.getByLabel('Nummer').fill(String(id));
  await dialog.getByLabel('Grund').selectOption('falsche_angaben');
  await dialog.getByLabel('Text an die Besitzerin').fill(html);
  await dialog.getByRole('button', { name: 'Vom Netz nehmen' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/inserate');
  await expect(page.getByRole('article')).toContainText(html);
  await expect(page.getByRole('article').locator('b', { hasText: /^Bild 2$/ })).toHaveCount(0);
  await house.goto(`/betrieb/gesperrt`);
  await expect(house.getByRole('listitem').filter({ hasText: `Inserat ${id}` })).toBeVisible();
  for (const one of [page, house]) {
    await expect(one).not.toHaveTitle('1');
    await expect(one.locator('img[src="x"]')).toHaveCount(0);
  }
});

test(
  'a report of a deleted ad offers no hold and is decided without one [BOF-60, BOF-61, BOF-65]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    const word = `Morgen${randomBytes(5).toString('hex')}`;
    await advertiser(page, { credits: 50, confirmed: true });
    const id = await listedAd(page, word, { inserat_typ: '1_week' });
    const { visitor, publicId } = await visitorOf(browser, word);
    const data = { object: { type: 'inserat', id: publicId }, reason: 'betrug' };
    const answer = await visitor.request.post('/api?action=report', { data });
    const { number } = (await answer.json()) as { number: string };
    const gone = await page.request.post('/api?action=delete_inserat', {
      data: { inserat_id: id },
      headers: { 'x-portal': '1' },
    });
    expect(gone.status(), await gone.text()).toBe(200);
    const house = await otherBrowser(browser);
    await signedIn(house, (await invited(page, 'Greta Gross', 'moderator')).link);
    await house.goto(`/betrieb/meldungen/${number}`);
    await expect(house.getByRole('row', { name: /Zustand/ })).toContainText('gelöscht');
    const choices = house.getByRole('radio');
    await expect(choices).toHaveCount(2);
    await expect(house.getByRole('button', { name: 'Vom Netz nehmen' })).toHaveCount(0);
    await house.getByRole('radio', { name: 'Begründet, nur Hinweis' }).check();
    const statement = 'Vorauszahlungen sind bei uns nicht erlaubt.';
    await house.getByLabel('Begründung an die Besitzerin').fill(statement);
    await house.getByRole('button', { name: 'Entscheid senden' }).click();
    await expect(house.getByText('Der Entscheid ist unterwegs.')).toBeVisible();
  },
);
