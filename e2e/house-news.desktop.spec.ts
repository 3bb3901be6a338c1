import { expectSound, invited, otherBrowser, signedIn } from './house.ts';
import { dialog } from './security.ts';
import { DEEP_ONLY, expect, test } from './support.ts';

const inDays = (days: number) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T10:00`;

test('an owner plans a notice and calls it off; what is wrong stands at its field [BOF-131, BOF-132]', async ({
  page: owner,
}) => {
  await signedIn(owner, (await invited(owner, 'Ruth Hinweis', 'owner')).link);
  await owner.goto('/betrieb/texte');
  await owner.getByRole('button', { name: 'Neuer Hinweis' }).click();
  const writing = dialog(owner, 'Neuer Hinweis');
  const text = `Wir arbeiten am Netz, Nr. ${Date.now()}.`;
  await writing.getByRole('textbox', { name: 'Text' }).fill(text);
  await writing.getByLabel('Von').fill(inDays(3));
  const until = writing.getByLabel('Bis');
  await until.fill(inDays(2));
  await writing.getByRole('button', { name: 'Aufschalten' }).click();
  await expect(until).toHaveAccessibleDescription('Das Ende liegt vor dem Anfang.');
  await expectSound(owner);
  await until.fill(inDays(4));
  await writing.getByRole('button', { name: 'Aufschalten' }).click();
  const line = owner.getByRole('listitem').filter({ hasText: text });
  await expect(line).toContainText('Kommt');
  await line.getByRole('button', { name: `Beenden: ${text}` }).click();
  await expect(line).toContainText('Vorbei');

  // Times that make no maintenance; other journeys go on meanwhile.
  await owner.getByRole('button', { name: 'Wartung einstellen' }).click();
  const resting = dialog(owner, 'Wartung einstellen?');
  await resting.getByLabel('Von').fill(inDays(2));
  await resting.getByLabel('Bis').fill(inDays(4));
  await resting.getByRole('button', { name: 'Einstellen' }).click();
  await expect(resting.getByLabel('Bis')).toHaveAccessibleDescription(/24 Stunden/);
  await expect(owner.getByText('Keine Wartung.')).toBeVisible();
});

test(
  'a newsletter is written, tried and put forward; a second person declines it [BOF-133]',
  DEEP_ONLY,
  async ({ page: owner, browser }) => {
    const { email, link } = await invited(owner, 'Ruth Rundmail', 'owner');
    await signedIn(owner, link);
    await owner.goto('/betrieb/texte');
    await owner.getByRole('button', { name: 'Neue Rundmail' }).click();
    const writing = dialog(owner, 'Neue Rundmail');
    const subject = writing.getByLabel('Betreff');
    await subject.fill('Neue Erotik-Inserate');
    await writing.getByRole('textbox', { name: 'Text' }).fill('Guten Tag');
    await writing.getByRole('button', { name: 'Speichern' }).click();
    await expect(subject).toHaveAccessibleDescription(/Der Betreff ist nicht neutral/);
    await expectSound(owner);
    const called = `Neues im Winter ${Date.now()}`;
    await subject.fill(called);
    await writing.getByRole('button', { name: 'Speichern' }).click();
    const row = owner.getByRole('listitem').filter({ hasText: called });
    await expect(row).toContainText('Entwurf');
    await row.getByRole('button', { name: `An mich senden: ${called}` }).click();
    await expect(owner.getByText(`Zur Probe unterwegs an ${email}.`)).toBeVisible();
    await row.getByRole('button', { name: `Senden: ${called}`, exact: true }).click();
    const asking = dialog(owner, `«${called}» senden?`);
    await asking.getByLabel('Grund').fill('Monatlich.');

    const second = await otherBrowser(browser);
    await signedIn(second, (await invited(owner, 'Ruth Zweite', 'owner')).link);
    await asking.getByRole('button', { name: 'Zur Freigabe vorlegen' }).click();
    await expect(row).toContainText('Wartet auf zweite Person');
    await second.goto('/betrieb/freigaben');
    const put = second.locator('li.house-line').filter({ hasText: called });
    await expect(put).toContainText('Text: Guten Tag');
    await put.getByRole('button', { name: 'Ablehnen' }).click();
    const declining = dialog(second, 'Vorlage ablehnen?');
    await declining.getByLabel('Grund').fill('Zu lang.');
    await declining.getByRole('button', { name: 'Zurück' }).click();
    // A reason never stands there for what is declined next.
    await put.getByRole('button', { name: 'Ablehnen' }).click();
    await expect(declining.getByLabel('Grund')).toHaveValue('');
    await declining.getByLabel('Grund').fill('Zu kurz.');
    await declining.getByRole('button', { name: 'Ablehnen' }).click();
    await expect(put).toHaveCount(0);
    const decided = second.getByRole('listitem').filter({ hasText: called });
    await expect(decided.filter({ hasText: 'abgelehnt' })).toContainText('Zu kurz.');
    await owner.reload();
    await expect(row).toContainText('Entwurf');
    await row.getByRole('button', { name: `Löschen: ${called}` }).click();
    await expect(row).toHaveCount(0);
  },
);
