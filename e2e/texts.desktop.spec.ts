import { localDate, localTime } from '@samtrot/shared/kernel/time.ts';
import { enrolled, expectSound, invited, otherBrowser } from './house.ts';
import { advanceClock, DEEP_ONLY, expect, productNow, test } from './support.ts';

test('an owner edits the questions and sees the difference; another releases them to the page [BOF-127, BOF-128]', async ({
  page: owner,
  browser,
}) => {
  test.slow();
  const second = await otherBrowser(browser);
  await enrolled(second, (await invited(owner, 'Zora Texte', 'owner')).link);
  await enrolled(owner, (await invited(owner, 'Ruth Texte', 'owner')).link);
  await owner
    .getByRole('navigation', { name: 'Betrieb' })
    .getByRole('link', { name: 'Texte' })
    .click();
  await owner.getByRole('link', { name: 'Häufige Fragen' }).click();
  await expect(owner.getByRole('heading', { name: 'Häufige Fragen, Fassung 1' })).toBeVisible();
  await owner.getByRole('button', { name: 'Entwurf' }).click();
  await expect(owner).toHaveURL(/\/texte\/faq\/2$/);
  const text = owner.getByRole('textbox', { name: 'Text' });
  const today = await text.inputValue();
  await text.fill(`${today}\n\n### Ohne Antwort?`);
  await owner.getByRole('button', { name: 'Speichern' }).click();
  await expect(text).toHaveAccessibleDescription(/Unter «Diskretion und Hilfe» fehlt eine Frage/);
  await text.fill(`${today}\n\n### Gibt es euch auch am Abend?\n\nNein. {buerozeiten}.`);
  await owner.getByRole('button', { name: 'Speichern' }).click();
  const difference = owner.getByRole('region', { name: 'Unterschied zu Fassung 1' });
  await expect(difference.locator('ins')).toHaveText([
    '### Gibt es euch auch am Abend?',
    'Nein. {buerozeiten}.',
  ]);
  await expect(difference.locator('del')).toHaveCount(0);
  const preview = owner.getByRole('region', { name: 'Vorschau' });
  await preview.getByText('Gibt es euch auch am Abend?').click();
  await expect(preview.getByText('Nein. Montag bis Freitag, 09:00')).toBeVisible();
  await expectSound(owner);
  await owner.getByRole('button', { name: 'Vorlegen' }).click();
  const dialog = owner.getByRole('dialog', { name: /vorlegen/ });
  const begin = new Date(productNow() + 8 * 60_000);
  await dialog.getByLabel('Gültig ab').fill(localDate(begin));
  await dialog.getByLabel('Zeit').fill(localTime(begin));
  await dialog.getByLabel('Grund').fill('Das werden wir oft gefragt.');
  await dialog.getByRole('button', { name: 'Zur Freigabe vorlegen' }).click();
  await expect(owner.getByText('Wartet auf eine zweite Person')).toBeVisible();

  await second.goto(owner.url());
  await expect(second.getByRole('region', { name: /^Unterschied/ }).locator('ins')).toHaveCount(2);
  await second.getByRole('button', { name: 'Freigeben' }).click();
  await expect(second.getByText(/^Freigegeben von Zora Texte/)).toBeVisible();

  const visitor = await otherBrowser(browser);
  await visitor.goto('/kontakt');
  const asked = visitor.getByText('Gibt es euch auch am Abend?');
  await expect(visitor.getByText('Wer darf Samtrot nutzen?')).toBeVisible();
  await expect(asked).toHaveCount(0);
  advanceClock(9 * 60);
  await expect(async () => {
    await visitor.reload();
    await expect(asked).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
  await asked.click();
  await expect(visitor.getByText('Nein. Montag bis Freitag, 09:00')).toBeVisible();
});

test(
  'an owner writes a signature, sees it as text and HTML, and mails it to herself [BOF-130]',
  DEEP_ONLY,
  async ({ page: owner }) => {
    const { email, link } = await invited(owner, 'Ruth Signatur', 'owner');
    await enrolled(owner, link);
    await owner.goto('/betrieb/texte/mail_signature');
    await owner.getByRole('button', { name: 'Entwurf' }).click();
    await expect(owner).toHaveURL(/mail_signature\/\d+$/);
    const text = owner.getByRole('textbox', { name: 'Text' });
    for (const [typed, problem] of [
      ['<b>Adieu</b>', 'HTML geht in einer Mail nicht, nur Text'],
      ['https://adieu.example', 'Links stehen fest und lassen sich hier nicht einfügen'],
      ['{lohn}', 'In Mails gibt es diesen Platzhalter nicht: {lohn}'],
      ['x'.repeat(501), 'Maximal 500 Zeichen erlaubt'],
    ] as const) {
      await text.fill(typed);
      await owner.getByRole('button', { name: 'Speichern' }).click();
      await expect(text).toHaveAccessibleDescription(new RegExp(problem));
    }
    await text.fill('Adieu\n{firma}');
    await owner.getByRole('button', { name: 'Speichern' }).click();
    const preview = owner.getByRole('region', { name: 'Vorschau' });
    await expect(preview.locator('pre')).toContainText('Adieu\nSamtrot Demo GmbH');
    const html = preview.frameLocator('iframe[title="E-Mail als HTML"]');
    await expect(html.getByText('Adieu')).toBeVisible();
    await expect(html.getByRole('link', { name: 'Kontakt öffnen' })).toBeVisible();
    await expectSound(owner);
    await preview.getByRole('button', { name: 'An mich senden' }).click();
    await expect(owner.getByText(`Gesendet an ${email}.`)).toBeVisible();
    const { request } = owner;
    const mails = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    const [mail] = (await mails.json()) as { text: string }[];
    expect(mail!.text).toMatch(/Adieu\nSamtrot Demo GmbH$/);
  },
);
