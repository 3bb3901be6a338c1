import type { Page } from '@playwright/test';
import { ask, enrolled, expectSound, invited, otherBrowser, QUESTION, signedIn } from './house.ts';
import { advertiser, api, DEEP_ONLY, expect, mailsTo, PHONE, test } from './support.ts';

const ANSWER = 'Dein Inserat ist jetzt zu sehen. Danke fürs Melden.';

async function member(page: Page, name: string): Promise<void> {
  await enrolled(page, (await invited(page, name, 'moderator')).link);
}

test(
  'what is typed while an answer or a note is on its way stays [BOF-86, EXP-92]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    await advertiser(page);
    const ticket = await ask(page);
    const house = await otherBrowser(browser);
    await signedIn(house, (await invited(page, 'Wanda Weiter', 'moderator')).link);
    await house.goto(`/betrieb/postfach/${ticket}`);
    const talk = house.getByRole('list', { name: 'Verlauf' });
    for (const { mode, label, act, call } of [
      { mode: 'Antwort an', label: 'Antwort an', act: 'Antwort senden', call: 'answer_thread' },
      {
        mode: 'Interne Notiz',
        label: 'Interne Notiz',
        act: 'Notiz speichern',
        call: 'note_thread',
      },
    ]) {
      await house.getByRole('button', { name: mode }).click();
      const field = house.getByRole('textbox', { name: label });
      await field.fill(`Das Erste, ${mode}.`);
      const way = Promise.withResolvers<void>();
      await house.route(`**/api?action=${call}`, async (route) => {
        await way.promise;
        await route.continue();
      });
      await house.getByRole('button', { name: act }).click();
      await field.fill('Und noch etwas.');
      way.resolve();
      await expect(talk).toContainText(`Das Erste, ${mode}.`);
      await expect(house.getByRole('button', { name: act })).toBeEnabled();
      await expect(field).toHaveValue('Und noch etwas.');
      await house.unroute(`**/api?action=${call}`);
      await house.getByRole('button', { name: act }).click();
      await expect(field).toHaveValue('');
    }
    await expect(talk.getByText('Und noch etwas.')).toHaveCount(2);
  },
);

test('a question is answered in the portal, read, and answered once more [BOF-45, BOF-82, BOF-83, BOF-87, EXP-91, EXP-92]', async ({
  page,
  browser,
}) => {
  test.slow();
  const { email } = await advertiser(page, { confirmed: true });
  const ticket = await ask(page);
  await expect(page.getByRole('link', { name: 'Inserat-Verwaltung' })).toBeVisible();
  const house = await otherBrowser(browser);
  await member(house, 'Rita Moor');
  await house.getByRole('link', { name: 'Postfach' }).first().click();
  await house.getByRole('searchbox').fill(ticket);
  await house.getByRole('button', { name: 'Suchen' }).click();
  await expectSound(house);
  // Another list ends the search.
  await house.getByRole('button', { name: /^Neu/ }).click();
  await expect(house.getByRole('searchbox')).toHaveValue('');
  await expect(house.getByRole('region', { name: 'Neu' })).toBeVisible();
  await house.getByRole('searchbox').fill(ticket);
  await house.getByRole('button', { name: 'Suchen' }).click();
  await house.getByRole('listitem').filter({ hasText: ticket }).getByRole('link').click();
  await expect(house.getByRole('list', { name: 'Verlauf' })).toContainText(QUESTION);
  const composer = house.locator('.thread-composer');
  const backOf = () => composer.evaluate((box) => getComputedStyle(box).backgroundColor);
  const plain = await backOf();
  await house.getByRole('button', { name: 'Interne Notiz' }).click();
  // Another label, colour and button: nobody sends a note by mistake.
  await expect(composer.getByRole('button', { name: 'Antwort senden' })).toHaveCount(0);
  expect(await backOf()).not.toBe(plain);
  await house.getByRole('textbox', { name: 'Interne Notiz' }).fill('Ruft immer zweimal an.');
  await expectSound(house);
  await house.getByRole('button', { name: 'Notiz speichern' }).click();
  const note = house.getByRole('list', { name: 'Verlauf' }).getByRole('listitem').last();
  await expect(note).toContainText('Nur intern');
  await expect(note).toHaveCSS('border-top-style', 'dashed');
  await house.getByRole('button', { name: 'Antwort an' }).click();
  const field = house.getByRole('textbox', { name: 'Antwort an' });
  await field.pressSequentially('/');
  await house.getByRole('button', { name: 'Zahlung unterwegs' }).click();
  const blanks = house.getByRole('dialog', { name: 'Zahlung unterwegs' });
  await expect(blanks.getByLabel('Datum')).toHaveValue(/^\d+\.\d+\.\d{4}$/);
  await expectSound(house);
  await blanks.getByLabel('Datum').fill('');
  await blanks.getByRole('button', { name: 'Einsetzen' }).click();
  await house.getByRole('button', { name: 'Antwort senden' }).click();
  await expect(house.getByText('Ergänze: {datum}')).toBeVisible();
  // It is selected: the next key replaces it.
  await house.keyboard.type('27.11.2026');
  await expect(field).toHaveValue(/Deine Zahlung vom 27\.11\.2026 ist/);
  await field.fill(ANSWER);
  await field.press('Control+Enter');
  await expect(house.getByRole('list', { name: 'Verlauf' })).toContainText(ANSWER);

  const told = (await mailsTo(page, email)).filter(({ subject }) => /Antwort/.test(subject));
  expect(told.map(({ subject }) => subject)).toEqual(['Du hast eine Antwort von uns.']);
  expect(told[0]!.text).not.toContain(ANSWER);

  await page.goto('/home');
  const support = page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', {
    name: 'Support',
  });
  await expect(support).toHaveText('Support1');
  await page.getByRole('link', { name: /^Lesen/ }).click();
  const talk = page.getByRole('list').filter({ hasText: QUESTION });
  await expect(talk).toContainText(ANSWER);
  await expect(talk).not.toContainText('zweimal');
  await expect(support).toHaveText('Support');
  await expectSound(page);

  const reply = page.getByRole('textbox', { name: 'Deine Antwort' });
  await reply.fill('Danke, es klappt.');
  // The call arrives and its answer is lost.
  await page.route('**/api?action=reply_thread', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Antwort senden' }).click();
  await expect(page.getByText('Nicht gesendet. Nochmals versuchen')).toBeVisible();
  await expect(reply).toHaveValue('Danke, es klappt.');
  await page.unroute('**/api?action=reply_thread');
  await page.getByRole('button', { name: 'Nochmals versuchen' }).click();
  await expect(reply).toHaveValue('');
  await expect(talk.getByText('Danke, es klappt.')).toHaveCount(1);

  // The same, and she looks at another page before she sends it again.
  await reply.fill('Noch etwas.');
  await page.route('**/api?action=reply_thread', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Antwort senden' }).click();
  await expect(page.getByText('Nicht gesendet. Nochmals versuchen')).toBeVisible();
  await page.unroute('**/api?action=reply_thread');
  await support.click();
  await page.getByRole('link', { name: 'Inserat-Verwaltung' }).click();
  await expect(reply).toHaveValue('Noch etwas.');
  await page.getByRole('button', { name: 'Antwort senden' }).click();
  await expect(reply).toHaveValue('');
  // The page is left during the request; once it has succeeded, no draft remains.
  await reply.fill('Und das.');
  const way = Promise.withResolvers<void>();
  await page.route('**/api?action=reply_thread', async (route) => {
    await way.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Antwort senden' }).click();
  await support.click();
  const arrived = page.waitForResponse((answer) => answer.url().includes('reply_thread'));
  way.resolve();
  await arrived;
  await page.getByRole('link', { name: 'Inserat-Verwaltung' }).click();
  await expect(talk.getByText('Und das.')).toHaveCount(1);
  await expect(reply).toHaveValue('');
  await page.unroute('**/api?action=reply_thread');
  // As the server has it.
  await page.reload();
  for (const once of ['Danke, es klappt.', 'Noch etwas.', 'Und das.'])
    await expect(talk.getByText(once)).toHaveCount(1);

  await page.getByRole('button', { name: 'Erledigt' }).click();
  await expect(page.getByText('Erledigt', { exact: true })).toBeVisible();
  await page.goto('/home');
  await expect(page.getByText('Antwort vom Support')).toHaveCount(0);
});

test(
  '«Meine» goes on after fifty, and back when nothing is left of its last page [BOF-82, BOF-146]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    await advertiser(page, { confirmed: true });
    const { state } = await api(page, 'state');
    const house = await otherBrowser(browser);
    await house.clock.install();
    await member(house, 'Paula Post');
    const send = async (action: string, data: object) => {
      const answer = await house.request.post(`/betrieb/api?action=${action}`, {
        data,
        headers: { 'x-portal': '1' },
      });
      expect(answer.status(), await answer.text()).toBe(200);
      return answer.json();
    };
    const { staff_id } = await (
      await house.request.get('/betrieb/api?action=staff_me', { headers: { 'x-portal': '1' } })
    ).json();
    const account_id = (state as { user_id: number }).user_id;
    const tickets: string[] = [];
    for (let n = 0; n < 51; n++) {
      const begun = {
        account_id,
        subject: 'ad',
        text: `Seite ${n}`,
        send_key: crypto.randomUUID(),
      };
      const { ticket } = await send('begin_thread', begun);
      await send('assign_thread', { thread_id: Number(ticket.slice(2)), staff_id });
      tickets.push(ticket);
    }
    await house.goto('/betrieb/postfach');
    const mine = house.getByRole('button', { name: /^Meine/ });
    await expect(mine).toHaveText('Meine 51');
    await mine.click();
    const rows = house.getByRole('region', { name: 'Meine' }).getByRole('listitem');
    await expect(rows).toHaveCount(50);
    await expectSound(house);
    await house.getByRole('button', { name: 'Weiter' }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(tickets.at(-1)!);
    await expect(mine).toHaveText('Meine 51');
    // The page stays while its item is open.
    await rows.getByRole('link').click();
    await expect(house.getByRole('list', { name: 'Verlauf' })).toContainText('Seite 50');
    await expect(rows).toHaveCount(1);
    await expectSound(house);
    await house.keyboard.press('e');
    await expect(rows).toHaveCount(50);
    await expect(mine).toHaveText('Meine 50');
    for (const name of ['Zurück', 'Weiter'])
      await expect(house.getByRole('button', { name })).toHaveCount(0);
    // One that waits again comes to the beginning, and waits for a press while the pointer is in the
    // list.
    await rows.first().hover();
    await send('close_thread', { thread_id: Number(tickets.at(-1)!.slice(2)), state: 'new' });
    await house.clock.fastForward(15_000);
    await expect(mine).toHaveText('Meine 51');
    await expect(rows.first()).toContainText(tickets[0]!);
    await house.getByRole('button', { name: '1 neue anzeigen' }).click();
    await expect(rows.first()).toContainText(tickets.at(-1)!);
    await expect(rows).toHaveCount(50);
    await house.getByRole('button', { name: 'Weiter' }).click();
    await expect(rows).toHaveText([new RegExp(tickets[49]!)]);
  },
);

test(
  'a new template is chosen for an answer, with the name in place [BOF-86, BOF-147]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    await advertiser(page);
    const ticket = await ask(page);
    const house = await otherBrowser(browser);
    await member(house, 'Tina Text');
    await house.getByRole('link', { name: 'Postfach' }).first().click();
    await house.getByRole('link', { name: 'Vorlagen' }).click();
    await house.getByRole('button', { name: 'Neue Vorlage' }).click();
    await house.getByLabel('Name').fill('Wieder sichtbar');
    const text = house.getByRole('textbox', { name: 'Text' });
    await text.fill('Hallo {nme}');
    await house.getByRole('button', { name: 'Speichern' }).click();
    await expect(house.getByText('Diesen Platzhalter gibt es nicht: {nme}')).toBeVisible();
    await text.fill('Hallo {name}\n\n{nummer} ist wieder zu sehen.');
    await house.getByRole('button', { name: 'Speichern' }).click();
    const list = house.getByRole('list', { name: 'Vorlagen' });
    await expect(list).toContainText('Wieder sichtbar');
    await expectSound(house);
    await house.route('**/betrieb/api?action=templates*', (route) => route.abort());
    await house.goto(`/betrieb/postfach/${ticket}`);
    await house.getByRole('button', { name: 'Vorlage' }).click();
    const dialog = house.getByRole('dialog', { name: 'Vorlage wählen' });
    await expect(dialog).toContainText('Das konnten wir nicht laden.');
    await expectSound(house);
    await house.unrouteAll({ behavior: 'wait' });
    await dialog.getByRole('button', { name: 'Nochmals versuchen' }).click();
    await dialog.getByRole('button', { name: 'Wieder sichtbar' }).click();
    const field = house.getByRole('textbox', { name: 'Antwort an' });
    await expect(field).toHaveValue(
      new RegExp(`^Hallo [^{]+\\n\\n${ticket} ist wieder zu sehen\\.$`),
    );
  },
);

test(
  'beside a thread stand her payments and a link for her; E closes it [BOF-88, BOF-89, BOF-143]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    const { email } = await advertiser(page, { confirmed: true });
    const ticket = await ask(page);
    const house = await otherBrowser(browser);
    await member(house, 'Lina Link');
    await house.goto(`/betrieb/postfach/${ticket}`);
    await house.getByRole('button', { name: 'Mir zuteilen' }).click();
    await expect(house.getByLabel('Zugeteilt an').locator('option:checked')).toHaveText(
      'Lina Link (du)',
    );
    await expect(house.getByRole('button', { name: 'Mir zuteilen' })).toHaveCount(0);
    await house.getByRole('button', { name: 'Link senden' }).click();
    await house.getByLabel('Grund').fill('Kommt nicht mehr hinein');
    const act = house.getByRole('button', { name: 'Link zum Zurücksetzen senden' });
    // Its long words go below the other button on a phone.
    await house.setViewportSize(PHONE);
    const { x, width } = (await act.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(PHONE.width);
    await house.setViewportSize({ width: 1440, height: 900 });
    await act.click();
    await expect(house.getByRole('dialog')).toHaveCount(0);
    const mails = await mailsTo(page, email);
    expect(mails.filter((mail) => /Passwort/.test(JSON.stringify(mail)))).not.toEqual([]);
    await expectSound(house);
    const field = house.getByRole('textbox', { name: 'Antwort an' });
    await field.pressSequentially('Etwas');
    await expect(house.getByRole('button', { name: 'Wieder öffnen' })).toHaveCount(0);
    await field.fill('');
    await house.getByRole('heading', { level: 1 }).click();
    await house.keyboard.press('e');
    await expect(house.getByRole('button', { name: 'Wieder öffnen' })).toBeVisible();
    await house.getByRole('link', { name: 'Zahlung suchen' }).click();
    await expect(house.getByRole('tab', { name: 'Zahlungen', selected: true })).toBeVisible();
  },
);

test(
  'files go both ways, and the house writes first from the card [BOF-83, BOF-86, EXP-90]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    await advertiser(page);
    const ticket = await ask(page);
    await page.getByRole('link', { name: 'Inserat-Verwaltung' }).click();
    const field = page.getByLabel('Dateien');
    const pdf = Buffer.from('%PDF-1.4 Beleg');
    await field.setInputFiles({ name: 'brief.txt', mimeType: 'text/plain', buffer: pdf });
    await expect(
      page.getByText('brief.txt: Nur Dateien im Format PNG, JPG oder PDF.'),
    ).toBeVisible();
    await expectSound(page);
    await field.setInputFiles({ name: 'Beleg.pdf', mimeType: 'application/pdf', buffer: pdf });
    const chosen = page.getByRole('list', { name: 'Gewählte Dateien' });
    await expect(chosen).toContainText('Beleg.pdf');
    await expect(chosen.getByRole('progressbar')).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Deine Antwort' }).fill('Hier ist der Beleg.');
    await page.getByRole('button', { name: 'Antwort senden' }).click();
    await expect(chosen).toHaveCount(0);
    const downloads = async (side: Page) => {
      const [download] = await Promise.all([
        side.waitForEvent('download'),
        side.getByRole('link', { name: 'Beleg.pdf' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('Beleg.pdf');
    };
    await downloads(page);
    const house = await otherBrowser(browser);
    await member(house, 'Dora Datei');
    await house.goto(`/betrieb/postfach/${ticket}`);
    await downloads(house);
    await house
      .getByLabel('Dateien')
      .setInputFiles({ name: 'Quittung.pdf', mimeType: 'application/pdf', buffer: pdf });
    await expect(house.getByRole('list', { name: 'Gewählte Dateien' })).toContainText(
      'Quittung.pdf',
    );
    await expectSound(house);
    await house.getByRole('textbox', { name: 'Antwort an' }).fill('Hier ist die Quittung.');
    await house.getByRole('button', { name: 'Antwort senden' }).click();
    await expect(
      house.getByRole('list', { name: 'Verlauf' }).getByRole('link', { name: 'Quittung.pdf' }),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Quittung.pdf' })).toBeVisible();

    await house.getByRole('link', { name: 'Karte öffnen' }).click();
    await house.getByRole('button', { name: 'Nachricht schreiben' }).click();
    const first = house.getByRole('dialog', { name: /^Nachricht an/ });
    await first.getByRole('button', { name: 'Nachricht senden' }).click();
    await expect(first.getByRole('textbox', { name: 'Nachricht' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await expectSound(house);
    await first.getByLabel('Betreff').selectOption({ label: 'Zahlung und Guthaben' });
    await first.getByRole('textbox', { name: 'Nachricht' }).fill('Guten Tag');
    // Closed by mistake: nothing is lost.
    await house.keyboard.press('Escape');
    await expect(first).toBeHidden();
    await house.getByRole('button', { name: 'Nachricht schreiben' }).click();
    await first.getByRole('button', { name: 'Vorlage' }).click();
    await house.getByRole('button', { name: 'Zahlung gutgeschrieben' }).click();
    await house.getByRole('button', { name: 'Einsetzen' }).click();
    await expect(first.getByRole('textbox', { name: 'Nachricht' })).toHaveValue(
      /^Guten Tag\n\n[\s\S]*Deine Zahlung vom \d+\.\d+\.\d{4} ist gutgeschrieben/,
    );
    await first.getByRole('button', { name: 'Nachricht senden' }).click();
    await expect(house.getByRole('heading', { name: 'Zahlung und Guthaben' })).toBeVisible();
    await expect(house).toHaveURL(/\/postfach\/S-\d+$/);
    await page.goto('/dashboard/kontakt');
    await page.getByRole('link', { name: 'Zahlung und Guthaben' }).click();
    await expect(page.getByText(/ist gutgeschrieben/)).toBeVisible();
  },
);

test(
  'two people in one thread see each other; a second answer is asked about [BOF-88]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow();
    await advertiser(page);
    const ticket = await ask(page);
    const [one, two] = [await otherBrowser(browser), await otherBrowser(browser)];
    await member(one, 'Ines Lutz');
    await member(two, 'Olga Steg');
    for (const house of [one, two]) await house.goto(`/betrieb/postfach/${ticket}`);
    const fieldOf = (house: Page) => house.getByRole('textbox', { name: 'Antwort an' });
    await fieldOf(one).pressSequentially('Wir schauen es an.');
    await fieldOf(two).fill('Ich schaue es an.');
    await one.getByRole('button', { name: 'Antwort senden' }).click();
    await expect(fieldOf(one)).toHaveValue('');
    await two.getByRole('button', { name: 'Antwort senden' }).click();
    await expect(two.getByText(/^Ines Lutz hat um \d\d:\d\d schon geantwortet\./)).toBeVisible();
    await expect(fieldOf(two)).toHaveValue('Ich schaue es an.');
    await two.getByRole('button', { name: 'Trotzdem senden' }).click();
    await expect(two.getByRole('list', { name: 'Verlauf' })).toContainText('Ich schaue es an.');
    await fieldOf(two).pressSequentially('Noch etwas');
    await one.reload();
    await expect(one.getByText('Olga Steg schreibt gerade')).toBeVisible();
  },
);
