import type { Page } from '@playwright/test';
import { enrolled, expectSound, invited, otherBrowser, signedIn } from './house.ts';
import { listedAd } from './list-ads.ts';
import { cardOf, orderedBanner, orderedClub } from './list-banners.ts';
import { logIn } from './security.ts';
import { advertiser, api, DEEP_ONLY, expect, expectNoPopupEntry, PHONE, test } from './support.ts';

const COMPLAINT = 'Der Titel ist harmlos, bitte seht ihn euch noch einmal an.';

/** Opens the dialog of the page «Gesperrt» and says what and why. */
async function fillHold(
  house: Page,
  { what, number, reason }: { what: string; number: number; reason: string },
) {
  await house.getByRole('link', { name: 'Gesperrt' }).click();
  await house.getByRole('button', { name: 'Vom Netz nehmen' }).click();
  const dialog = house.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Vom Netz nehmen' }).click();
  await expect(dialog.locator('[data-slot=field-error]').nth(1)).toHaveText('Wähle einen Grund');
  await dialog.getByLabel('Was').selectOption(what);
  await dialog.getByLabel('Nummer').fill(String(number));
  await dialog.getByLabel('Grund').selectOption(reason);
  return dialog;
}

test('the house takes an ad down, its owner revises and appeals, another person upholds [BOF-25, BOF-34, BOF-36, EXP-93, EXP-94]', async ({
  page,
  browser,
}) => {
  test.slow();
  await advertiser(page, { credits: 200, confirmed: true });
  const id = await listedAd(page, 'Ruf mich an', { inserat_typ: '1_week' });
  const house = await otherBrowser(browser);
  await enrolled(house, (await invited(page, 'Hanna Halt', 'moderator')).link);
  const dialog = await fillHold(house, { what: 'inserat', number: id, reason: 'kontakt_im_text' });
  await expect(dialog.getByLabel('Text an die Besitzerin')).toHaveValue(/Telefon und Webseite/);
  await expect(dialog.getByText('Ruf mich an')).toBeVisible();
  await dialog.getByLabel('Titel', { exact: true }).check();
  await expectSound(house);
  await dialog.getByRole('button', { name: 'Vom Netz nehmen' }).click();
  const row = house.getByRole('listitem').filter({ hasText: `Inserat ${id}` });
  await expect(row).toContainText('Bitte überarbeiten');
  await expect(row).toContainText(/Webseite/);
  await house.getByLabel('Sperre suchen').fill('Inserat 1');
  await house.getByRole('button', { name: 'Suchen' }).click();
  await expect(house.getByText('Keine Sperre gefunden.')).toBeVisible();
  await house.getByLabel('Sperre suchen').fill(String(id));
  await house.getByRole('button', { name: 'Suchen' }).click();
  await expect(row).toBeVisible();
  await expectSound(house);

  await page.goto('/home');
  const line = page.getByRole('listitem').filter({ hasText: 'ist gesperrt, bitte überarbeiten' });
  await expect(line).toContainText('Telefon und Webseite gehören in ihre Felder.');
  await expect(page.locator('[data-slot=greeting]')).toHaveCount(0);
  await expect(line).toContainText(
    /Betrifft: Titel\. Seit heute, \d\d:\d\d\. Bezahlte Zeit steht still/,
  );
  await expectSound(page);
  // The only one that is held opens itself.
  await line.getByRole('link', { name: 'Grund ansehen' }).click();
  await expect(page).toHaveURL(`/rabota/${id}`);
  await expect(page.getByText('Betrifft: Titel')).toBeVisible();
  const goesOn = (level: number) =>
    page.getByRole('heading', { name: 'So geht es weiter', exact: true, level });
  const goesOnSteps = page.getByRole('list', { name: 'So geht es weiter' }).getByRole('listitem');
  await expect(goesOn(3)).toBeVisible();
  await expect(goesOnSteps).toHaveText([/^Titel ändern/, /^Neu prüfen lassen/, /^Wieder online/]);
  await page.goto('/inserate');
  await expect(goesOn(4)).toBeVisible();
  await expect(goesOnSteps).toHaveCount(3);
  const card = page.getByRole('article');
  await expect(card).toContainText('Bitte überarbeiten');
  await expect(card).toContainText('Telefon und Webseite gehören in ihre Felder.');
  await expect(card).toContainText('Bezahlte Zeit steht still');
  await expect(page.getByRole('tab', { name: 'Aktiv' })).toContainText('0');
  await expect(card).toContainText(/Noch .*, die Uhr steht still\./);
  for (const name of [/^Push/, /^Farbe/, /^TopAd/, /^Story/, 'Duplizieren', 'Ausblenden'])
    await expect(card.getByRole('button', { name })).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Löschen' })).toBeVisible();
  const again = page.getByRole('button', { name: 'Überarbeitet, bitte neu prüfen' });
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await expect(again).toHaveAccessibleDescription('Ändere zuerst: Titel');
  await expectSound(page);

  await card.getByRole('link', { name: 'Titel ändern' }).click();
  await expect(page).toHaveURL(`/rabota/${id}`);
  await page.getByRole('button', { name: 'Titel ändern' }).click();
  const title = page.getByRole('textbox', { name: 'Titel', exact: true });
  await expect(title).toBeFocused();
  await expectSound(page);
  await title.fill('Ruhiger Abend am See');
  const save = page.getByRole('button', { name: 'Änderungen speichern' });
  await save.filter({ visible: true }).first().click();
  await page.getByRole('dialog').getByRole('button').last().click();
  await expect(page).toHaveURL(/\/inserate/);
  await again.click();
  await expect(card).toContainText('Wird geprüft. Wir antworten innert 24 Stunden.');

  await page.getByRole('button', { name: /Einspruch erheben/ }).click();
  const appeal = page.getByRole('dialog', { name: 'Einspruch erheben?' });
  const words = appeal.getByLabel('Warum bist du nicht einverstanden?');
  await words.fill('Zu kurz');
  await appeal.getByRole('button', { name: 'Einspruch erheben' }).click();
  await expect(appeal.getByText('Schreibe mindestens 20 Zeichen.')).toBeVisible();
  await words.fill(COMPLAINT);
  await appeal.getByRole('button', { name: 'Zurück' }).click();
  await expect(appeal).toBeHidden();
  await page.getByRole('button', { name: /Einspruch erheben/ }).click();
  await expect(words).toHaveValue(COMPLAINT);
  await expectSound(page);
  await appeal.getByRole('button', { name: 'Einspruch erheben' }).click();
  await expect(card).toContainText('Dein Einspruch ist bei uns.');

  await house.getByRole('link', { name: 'Einsprüche' }).click();
  await house.getByRole('link', { name: `Ansehen: Inserat ${id}` }).click();
  await expect(house.getByText(/^Darüber entscheidet eine andere Person/)).toBeVisible();
  await expect(house.getByRole('button', { name: 'Gutheissen und freigeben' })).toHaveCount(0);
  const other = await otherBrowser(browser);
  await enrolled(other, (await invited(page, 'Olivia Ohr', 'moderator')).link);
  const navigation = other.getByRole('navigation', { name: 'Betrieb' });
  await navigation.getByRole('link', { name: 'Einsprüche' }).click();
  await other.getByRole('link', { name: `Ansehen: Inserat ${id}` }).click();
  await expect(other.getByText(COMPLAINT)).toBeVisible();
  await expect(other.getByText(/^Entschieden: Hanna Halt, /)).toBeVisible();
  await expectSound(other);
  await other.getByLabel('Antwort').fill('Der neue Titel passt.');
  await other.getByRole('button', { name: 'Gutheissen und freigeben' }).click();
  await expect(other.getByText('Der Einspruch ist gutgeheissen.')).toBeVisible();
  await expect(other).toHaveURL('/betrieb/einspruch');
  await expect(other.getByRole('link', { name: `Ansehen: Inserat ${id}` })).toHaveCount(0);

  await page.reload();
  await expect(card).toContainText('Dein Einspruch ist gutgeheissen.');
  await expect(card).toContainText('Der neue Titel passt.');
  await expect(card).toContainText(/Wieder online\. Läuft bis \d\d\.\d\d\.\d{4}, \d\d:\d\d\./);
  await expect(page.getByRole('tab', { name: 'Aktiv' })).toContainText('1');
});

test(
  'several held ads are one list; the card and the dialog lead to each [BOF-25, BOF-34, BOF-70, BOF-143, EXP-34, EXP-93]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    await advertiser(page, { credits: 200, confirmed: true });
    const titles = ['Erster Abend', 'Zweiter Abend', 'Dritter Abend'];
    const ids: number[] = [];
    for (const title of titles) ids.push(await listedAd(page, title, { inserat_typ: '1_week' }));
    const [first, second, third] = ids as [number, number, number];
    const { state } = await api(page, 'state');
    const house = await otherBrowser(browser);
    await enrolled(house, (await invited(page, 'Nele Netz', 'moderator')).link);

    // What is typed is looked up once, not digit by digit.
    await house.getByRole('link', { name: 'Gesperrt' }).click();
    await house.getByRole('button', { name: 'Vom Netz nehmen' }).click();
    const dialog = house.getByRole('dialog');
    const asked: string[] = [];
    house.on('request', (request) => {
      if (request.url().includes('action=hold_object')) asked.push(request.url());
    });
    await dialog.getByLabel('Nummer').pressSequentially(String(first), { delay: 20 });
    await expect(dialog.getByText('Erster Abend')).toBeVisible();
    expect(asked).toHaveLength(1);
    await dialog.getByLabel('Grund').selectOption('kontakt_im_text');
    await dialog.getByLabel('Titel', { exact: true }).check();
    // Corrected and pressed at once: another thing is shown than the one that was typed.
    const press = await dialog.getByRole('button', { name: 'Vom Netz nehmen' }).elementHandle();
    await dialog.getByLabel('Nummer').evaluate(
      async (field: HTMLInputElement, { button, typed }) => {
        field.select();
        document.execCommand('insertText', false, typed);
        await new Promise((drawn) => setTimeout(drawn));
        (button as HTMLButtonElement).click();
      },
      { button: press, typed: String(second) },
    );
    await expect(dialog.getByText('Zweiter Abend')).toBeVisible();
    // What was ticked was a field of the other one.
    await expect(dialog.getByLabel('Titel', { exact: true })).not.toBeChecked();
    await dialog.getByLabel('Nummer').fill(String(first));
    await expect(dialog.getByText('Erster Abend')).toBeVisible();
    await dialog.getByRole('button', { name: 'Vom Netz nehmen' }).click();
    await expect(dialog).toBeHidden();
    await expectNoPopupEntry(house);

    const account = (state as { user_id: number }).user_id;
    await house.goto(`/betrieb/kundinnen/${account}`);
    const table = house.getByRole('table', { name: 'Inserate' });
    const row = table.getByRole('row', { name: /Zweiter Abend/ });
    const button = row.getByRole('button', { name: `Vom Netz nehmen: Inserat ${second}` });
    await house.setViewportSize(PHONE);
    const [title, act] = [row.getByText('Zweiter Abend'), button];
    await expect(act).toBeVisible();
    const [left, right] = [(await title.boundingBox())!, (await act.boundingBox())!];
    // Beside the title, not on a line of its own.
    expect(right.y).toBeLessThan(left.y + left.height);
    expect(right.x).toBeGreaterThan(left.x + left.width);
    await expectSound(house);
    await button.click();
    await dialog.getByLabel('Grund').selectOption('kontakt_im_text');
    await dialog.getByRole('button', { name: 'Vom Netz nehmen' }).click();
    await expect(row).toContainText('gesperrt');
    await row.getByRole('link', { name: `Zweiter Abend ${second}` }).click();
    await expect(house).toHaveURL(/\/betrieb\/pruefen\/\d+$/);
    await expect(house.getByRole('heading', { level: 2 }).first()).toHaveText('Zweiter Abend');

    await page.goto('/home');
    const lines = page
      .getByRole('listitem')
      .filter({ hasText: 'ist gesperrt, bitte überarbeiten' });
    await expect(lines).toHaveCount(2);
    await lines.first().getByRole('link', { name: 'Grund ansehen' }).click();
    await expect(page).toHaveURL('/inserate?only=gesperrt');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gesperrte Inserate');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expectSound(page);
    await page.getByRole('button', { name: 'Alle Inserate zeigen' }).click();
    await expect(page.getByRole('article')).toHaveCount(3);
    // What is held stands first, though it is older.
    await expect(page.getByRole('article').last()).toContainText('Dritter Abend');
    await expect(cardOf(page, third)).toBeVisible();
  },
);

test(
  'a held account sees reason, appeal, balance, receipts and security, nothing else [BOF-25, EXP-95]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    const person = await advertiser(page, { credits: 30, confirmed: true });
    const { state } = await api(page, 'state');
    const house = await otherBrowser(browser);
    await enrolled(house, (await invited(page, 'Karin Konto', 'moderator')).link);
    const number = (state as { user_id: number }).user_id;
    const dialog = await fillHold(house, { what: 'account', number, reason: 'minderjaehrig' });
    // The dialog is about the account, whatever it was about before.
    await expect(dialog).toHaveAccessibleName('Konto sperren');
    const words = dialog.getByLabel('Text an die Besitzerin');
    await expect(words).toHaveValue(/^In deinem Konto gibt es Zweifel am Alter\./);
    const act = dialog.getByRole('button', { name: 'Konto sperren' });
    // The number has settled.
    await expect(act).not.toHaveAttribute('aria-disabled', 'true');
    await expectSound(house);
    await dialog.getByLabel('Grund').selectOption('konto_missbrauch');
    await act.click();
    await expect(house.getByText(`Konto ${number}`, { exact: true })).toBeVisible();

    await page.goto('/auth/login');
    await logIn(page, person.email);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dein Konto ist gesperrt');
    await expect(page.getByText('Dein Konto wurde gegen unsere Regeln verwendet.')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('30 Credits');
    const menu = page.getByLabel('Hauptmenü').getByRole('navigation', { name: 'Bereiche' });
    await expect(menu.getByRole('link')).toHaveText([/Home/, /Guthaben/, /Sicherheit/, /Support/]);
    await expectSound(page);
    for (const path of ['/inserate', '/rabota', '/profil', '/clubs_neu']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dein Konto ist gesperrt');
    }
    await page.goto('/dashboard/kontakt');
    await expect(page.getByRole('textbox', { name: 'Nachricht' })).toBeVisible();
    await page.goto('/guthaben');
    await expect(page.getByRole('heading', { name: 'Belege' })).toBeVisible();
    await expect(page.getByRole('button', { name: /aufladen/ })).toHaveCount(0);
    await expectSound(page);
    await page.goto('/profil/sicherheit');
    await expect(page.locator('#code-app')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Meine Daten' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Konto löschen' })).toBeVisible();
    await expectSound(page);

    await page.goto('/home');
    await page.getByRole('button', { name: /Einspruch erheben/ }).click();
    const appeal = page.getByRole('dialog', { name: 'Einspruch erheben?' });
    await appeal.getByLabel('Warum bist du nicht einverstanden?').fill(COMPLAINT);
    await appeal.getByRole('button', { name: 'Einspruch erheben' }).click();
    await expect(page.getByRole('main')).toContainText('Dein Einspruch ist bei uns.');
  },
);

for (const { thing, order, list, field, leads } of [
  {
    thing: 'Banner',
    order: (page: Page) => orderedBanner(page),
    list: '/banner',
    field: 'Text',
    leads: /^\/banner_edit\/\d+$/,
  },
  {
    thing: 'Club',
    order: (page: Page) => orderedClub(page),
    list: '/clubs',
    field: 'Titel',
    leads: /^\/clubs_edit\/\d+$/,
  },
])
  test(
    `a held ${thing.toLowerCase()} says on its card why, since when and what to do [EXP-93, BOF-25]`,
    DEEP_ONLY,
    async ({ page, browser }) => {
      test.slow();
      await advertiser(page, { credits: 500, confirmed: true });
      const id = await order(page);
      const house = await otherBrowser(browser);
      await enrolled(house, (await invited(page, `Hella ${thing}`, 'moderator')).link);
      const what = thing.toLowerCase();
      const dialog = await fillHold(house, { what, number: id, reason: 'falsche_angaben' });
      await dialog.getByLabel(field, { exact: true }).check();
      await dialog.getByRole('button', { name: 'Vom Netz nehmen' }).click();
      const row = house.getByRole('listitem').filter({ hasText: `${thing} ${id}` });
      await expect(row).toContainText('Bitte überarbeiten');

      await page.goto(list);
      const card = cardOf(page, id);
      await expect(card).toContainText(/Bitte überarbeiten, seit/);
      await expect(card).toContainText('Falsche Angaben:');
      await expect(card).toContainText(`Betrifft: ${field}`);
      await expect(card).toContainText('Bezahlte Zeit steht still');
      await expect(page.getByRole('tab', { name: 'Aktiv' })).toContainText('0');
      await expect(
        card.getByRole('button', { name: 'Überarbeitet, bitte neu prüfen' }),
      ).toHaveAccessibleDescription(`Ändere zuerst: ${field}`);
      await expectSound(page);
      await card.getByRole('link', { name: `${field} ändern` }).click();
      await expect(page).toHaveURL((url) => leads.test(url.pathname));
      await expect(page.getByText(`Betrifft: ${field}`)).toBeVisible();
      await expectSound(page);
    },
  );

test(
  'final names the refund and waits for a second person; a release says why [BOF-25, BOF-33]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    await advertiser(page, { credits: 200, confirmed: true });
    const id = await listedAd(page, 'Abend am See', { inserat_typ: '1_week' });
    const house = await otherBrowser(browser);
    await enrolled(house, (await invited(page, 'Fina Fall', 'owner')).link);
    const second = await otherBrowser(browser);
    await enrolled(second, (await invited(page, 'Zoe Zwei', 'owner')).link);
    const dialog = await fillHold(house, { what: 'inserat', number: id, reason: 'doppelt' });
    await dialog.getByRole('button', { name: 'Vom Netz nehmen' }).click();
    await house.getByRole('button', { name: `Endgültig sperren: Inserat ${id}` }).click();
    const final = house.getByRole('dialog', { name: `Inserat ${id} endgültig sperren?` });
    await expect(
      final.getByText(/Zurück kommen \d+ Credits für die nicht genutzte Zeit\./),
    ).toBeVisible();
    await expectSound(house);
    const act = final.getByRole('button', { name: 'Zur Freigabe vorlegen' });
    await final.getByLabel('Begründung').fill('Dreimal darauf hingewiesen');
    await act.click();
    await expect(house.getByText(/Zur Freigabe vorgelegt\./)).toBeVisible();
    await house.getByRole('button', { name: `Freigeben: Inserat ${id}` }).click();
    const release = house.getByRole('dialog', { name: `Inserat ${id} freigeben?` });
    await expectSound(house);
    await release.getByLabel('Grund').fill('Nicht doppelt');
    await release.getByRole('button', { name: 'Freigeben' }).click();
    await expect(house.getByText('Freigegeben.')).toBeVisible();

    // What two people have made final has no way back on this page.
    const last = await listedAd(page, 'Abend im Tal', { inserat_typ: '1_week' });
    const headers = { 'x-portal': '1' };
    const call = async (who: Page, action: string, data: object) =>
      (await who.request.post(`/betrieb/api?action=${action}`, { headers, data })).json();
    const object = { type: 'inserat', id: last };
    const { hold } = await call(house, 'hold', { object, kind: 'blocked', reason: 'doppelt' });
    const wish = {
      hold_id: hold.id,
      seen_version: hold.version,
      note: 'Dreimal darauf hingewiesen',
    };
    const { approval_id } = await call(house, 'make_final', wish);
    await call(second, 'approve', { approval_id });
    await house.goto('/betrieb/gesperrt');
    const row = house.getByRole('listitem').filter({ hasText: `Inserat ${last}` });
    await expect(row).toContainText('Endgültig gesperrt');
    await expect(row.getByRole('button')).toHaveCount(0);
  },
);

test(
  'an open hold is changed as it stands; what a colleague decided meanwhile is shown beside what was typed [BOF-25, BOF-40, BOF-45]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    await advertiser(page, { credits: 200, confirmed: true });
    const id = await listedAd(page, 'Wird noch geändert', { inserat_typ: '1_week' });
    const [house, colleague] = [await otherBrowser(browser), await otherBrowser(browser)];
    await enrolled(house, (await invited(page, 'Anna Anders', 'moderator')).link);
    await signedIn(colleague, (await invited(page, 'Karla Kollegin', 'moderator')).link);
    const dialog = await fillHold(house, {
      what: 'inserat',
      number: id,
      reason: 'kontakt_im_text',
    });
    await dialog.getByLabel('Titel', { exact: true }).check();
    // On the way out of the dialog, too: the button that has the focus is not what acts.
    await dialog.getByRole('button', { name: 'Zurück' }).focus();
    await house.keyboard.press('Control+Enter');
    await expect(house.getByText('Vom Netz genommen.')).toBeVisible();
    await expect(dialog).toBeHidden();

    const row = house.getByRole('listitem').filter({ hasText: `Inserat ${id}` });
    const change = row.getByRole('button', { name: `Ändern: Inserat ${id}` });
    await change.click();
    const reason = dialog.getByLabel('Grund');
    const text = dialog.getByLabel('Text an die Besitzerin');
    await expect(dialog).toHaveAccessibleName(`Sperre von Inserat ${id} ändern`);
    await expect(reason).toHaveValue('kontakt_im_text');
    await expect(dialog.getByLabel('Entscheid')).toHaveValue('revise');
    await expect(dialog.getByLabel('Titel', { exact: true })).toBeChecked();
    await expect(text).toHaveValue(/Telefon und Webseite/);
    await expectSound(house);
    await text.fill('Zu kurz');
    await text.press('Control+Enter');
    await expect(dialog.getByText('Schreibe mindestens 20 Zeichen.')).toBeVisible();

    const decided = await colleague.request.post('/betrieb/api?action=hold', {
      headers: { 'x-portal': '1' },
      data: {
        object: { type: 'inserat', id },
        kind: 'blocked',
        reason: 'falsche_angaben',
        text: 'Das Alter im Titel stimmt nicht.',
        seen_version: 1,
      },
    });
    expect(decided.status(), await decided.text()).toBe(200);
    const words = 'Bitte nimm die Nummer aus dem Titel.';
    await text.fill(words);
    await text.press('Control+Enter');
    const alert = dialog.getByRole('alert');
    await expect(alert).toContainText('Das wurde inzwischen geändert.');
    await expect(alert).toBeInViewport();
    await expect(alert).toContainText('Jetzt gilt: Gesperrt, Karla Kollegin,');
    await expect(alert).toContainText('Falsche Angaben: Das Alter im Titel stimmt nicht.');
    await expect(reason).toHaveValue('kontakt_im_text');
    await expect(text).toHaveValue(words);
    await expectSound(house);
    await dialog.getByRole('button', { name: 'Diese Fassung übernehmen' }).click();
    await expect(alert).toBeHidden();
    await expect(reason).toBeFocused();
    await expect(reason).toHaveValue('falsche_angaben');
    await expect(dialog.getByLabel('Entscheid')).toHaveValue('blocked');
    await expect(text).toHaveValue('Das Alter im Titel stimmt nicht.');
    await dialog.getByLabel('Entscheid').selectOption('revise');
    await expect(text).toHaveValue('Das Alter im Titel stimmt nicht.');
    await text.fill(words);
    await dialog.getByRole('button', { name: 'Ändern' }).click();
    await expect(house.getByText('Die Sperre ist geändert.')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText(`Falsche Angaben: ${words}`);
    await expect(row).toContainText('Bitte überarbeiten');
    await page.goto('/inserate');
    await expect(page.getByRole('article')).toContainText(words);
  },
);

test(
  'under the pointer a list stays while a colleague releases, an own release is seen at once [BOF-146]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    await advertiser(page, { credits: 200, confirmed: true });
    const titles = ['Bleibt stehen', 'Geht selbst'];
    const ids: number[] = [];
    for (const title of titles) ids.push(await listedAd(page, title, { inserat_typ: '1_week' }));
    const [first, second] = ids as [number, number];
    const [house, colleague] = [await otherBrowser(browser), await otherBrowser(browser)];
    await house.clock.install();
    await signedIn(house, (await invited(page, 'Ruth Ruhig', 'moderator')).link);
    await signedIn(colleague, (await invited(page, 'Karl Kollege', 'moderator')).link);
    const call = async (action: string, data: object) => {
      const headers = { 'x-portal': '1' };
      const url = `/betrieb/api?action=${action}`;
      const answer = await colleague.request.post(url, { data, headers });
      expect(answer.status(), await answer.text()).toBe(200);
      return answer.json();
    };
    const hold = async (id: number) =>
      (await call('hold', {
        object: { type: 'inserat', id },
        kind: 'blocked',
        reason: 'falsche_angaben',
      })) as { hold: { id: number } };
    const one = await hold(first);
    await hold(second);
    await house.goto('/betrieb/gesperrt');
    const row = (id: number) => house.getByRole('listitem').filter({ hasText: `Inserat ${id}` });
    const press = row(second).getByRole('button', { name: 'Freigeben' });
    await expect(row(first)).toBeVisible();
    await press.hover();
    const before = await press.boundingBox();
    await call('release', { hold_id: one.hold.id, reason: 'Doch in Ordnung' });
    const asked = house.waitForResponse(/action=holds/);
    await house.clock.fastForward(15_000);
    await asked;
    await expect(row(first)).toBeVisible();
    expect(await press.boundingBox()).toEqual(before);
    await press.click();
    const dialog = house.getByRole('dialog');
    await dialog.getByLabel('Grund').fill('Doch in Ordnung');
    await dialog.getByRole('button', { name: 'Freigeben' }).click();
    await expect(row(second)).toHaveCount(0);
    await expect(row(first)).toHaveCount(0);
  },
);

test(
  'the last hold of a later page is released; the page before is shown, not an empty one [BOF-34]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    await advertiser(page, { credits: 1000, confirmed: true });
    const { state } = await api(page, 'state');
    const account = (state as { user_id: number }).user_id;
    const house = await otherBrowser(browser);
    await signedIn(house, (await invited(page, 'Berta Blatt', 'moderator')).link);
    const hold = async (id: number) => {
      const object = { type: 'inserat', id };
      const answer = await house.request.post('/betrieb/api?action=hold', {
        data: { object, kind: 'blocked', reason: 'falsche_angaben' },
        headers: { 'x-portal': '1' },
      });
      expect(answer.status(), await answer.text()).toBe(200);
    };
    for (let n = 0; n < 51; n++) await hold(await listedAd(page, `Seite ${n}`));
    await house.goto('/betrieb/gesperrt');
    await house.getByLabel('Sperre suchen').fill(`Konto ${account}`);
    // As long as the search runs, the page shows what others hold.
    const found = house.waitForResponse((answer) => answer.url().includes('Konto'));
    await house.getByRole('button', { name: 'Suchen' }).click();
    await found;
    const rows = house.getByRole('region', { name: 'Gesperrt' }).getByRole('button', {
      name: 'Freigeben',
    });
    await expect(rows).toHaveCount(50);
    await house.getByRole('button', { name: 'Ältere' }).click();
    await expect(rows).toHaveCount(1);
    await expectSound(house);
    await rows.click();
    const dialog = house.getByRole('dialog');
    await dialog.getByLabel('Grund').fill('Doch in Ordnung');
    await dialog.getByRole('button', { name: 'Freigeben' }).click();
    await expect(dialog).toBeHidden();
    await expect(rows).toHaveCount(50);
    for (const name of ['Neuere', 'Ältere'])
      await expect(house.getByRole('button', { name })).toHaveCount(0);
    await expectSound(house);
  },
);
