import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { samtrot } from './command-line.ts';
import { dialog } from './profil.ts';
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  mailedLink,
  mailsTo,
  newPerson,
  PASSWORD,
  test,
} from './support.ts';

const box = (page: Page) => page.getByRole('checkbox', { name: /^Ja, ich möchte den Newsletter/ });
const newsletter = (page: Page) => page.getByRole('switch', { name: 'Newsletter' });
const waiting = (page: Page) => page.getByText('Der Newsletter wartet auf deine Bestätigung.');
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Benachrichtigungen speichern' }).click();
  await dialog(page, 'Benachrichtigungen speichern?')
    .getByRole('button', { name: 'Speichern' })
    .click();
};

test(
  'the newsletter starts by a confirmed link, ends by its own; the profile shows its state [FIX-43]',
  DEEP_ONLY,
  async ({ page }, testInfo) => {
    const { username, email } = newPerson();
    await page.goto('/auth/register');
    await expect(box(page)).not.toBeChecked();
    await page.getByLabel('Benutzername').fill(username);
    await page.getByLabel('E-Mail', { exact: true }).fill(email);
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Passwort bestätigen').fill(PASSWORD);
    await box(page).check();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Registrieren', exact: true }).click();
    await expect(dialog(page, 'Dein Konto ist bereit')).toContainText(
      'einen zweiten für den Newsletter',
    );
    await page.getByRole('link', { name: 'Zur Anmeldung' }).click();
    await page.getByLabel('E-Mail').fill(email);
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page).toHaveURL('/home');

    await page.goto('/profil');
    await expect(newsletter(page)).toBeChecked();
    await expect(waiting(page)).toBeVisible();
    const link = await mailedLink(page, email, '/auth/newsletter');
    await page.goto(link);
    await expect(page).toHaveURL('/auth/newsletter');
    await expect(page).toHaveTitle('Newsletter bestätigen – Samtrot');
    await expectAccessible(page);
    // Opening the link confirms nothing yet: a mail program may have done it.
    await page.goto('/profil');
    await expect(waiting(page)).toBeVisible();
    await page.goto(link);
    await page.getByRole('button', { name: 'Newsletter bestätigen' }).click();
    await expect(page.getByRole('alert')).toContainText('Deine Bestellung ist bestätigt.');
    await page.getByRole('link', { name: 'Zum Profil' }).click();
    await expect(newsletter(page)).toBeChecked();
    await expect(waiting(page)).toBeHidden();

    const file = testInfo.outputPath('newsletter.txt');
    const subject = `Neues für ${username}`;
    writeFileSync(file, `${subject}\n\nGuten Tag\n\nIm November gibt es mehr.\n`);
    samtrot('newsletter', 'send', file);
    const end = await mailedLink(page, email, '/auth/newsletter-off');
    expect((await mailsTo(page, email)).map((mail) => mail.subject)).toContain(subject);
    // It needs no login.
    await page.context().clearCookies();
    await page.goto(end);
    await expect(page).toHaveURL('/auth/newsletter-off');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Newsletter abbestellen' }).click();
    await expect(page.getByRole('alert')).toContainText('Du bekommst keinen Newsletter mehr.');
  },
);

test(
  'switched on in the profile it requires a mailed link; an invalid link shows a message [FIX-43]',
  DEEP_ONLY,
  async ({ page }) => {
    const { username, email } = newPerson();
    const made = await page.request.post('/dev/account', {
      data: { username, email, credits: 0, confirmed: true },
    });
    expect(made.status()).toBe(200);
    await page.goto('/profil');
    // An account of before: the switch is on, and nobody has agreed to anything.
    await expect(page.getByText('Du hast den Newsletter noch nicht bestätigt.')).toBeVisible();
    await newsletter(page).click();
    await save(page);
    await expect(page.getByText('Du hast den Newsletter noch nicht bestätigt.')).toBeHidden();
    await newsletter(page).click();
    await page.getByRole('button', { name: 'Benachrichtigungen speichern' }).click();
    const question = dialog(page, 'Benachrichtigungen speichern?');
    await expect(question).toContainText('Ja, ich möchte den Newsletter');
    await question.getByRole('button', { name: 'Speichern' }).click();
    await expect(waiting(page)).toBeVisible();
    await expect(page.getByText(`Öffne den Link in der E-Mail an ${email}.`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Bestätigungslink erneut senden' }).click();
    await expect(page.getByText('Der Link ist unterwegs.')).toBeVisible();
    const links = async () =>
      (await mailsTo(page, email)).filter((mail) => mail.subject.includes('Bestellung')).length;
    await expect.poll(links).toBe(2);

    for (const [path, button, way] of [
      [
        '/auth/newsletter',
        'Newsletter bestätigen',
        'In deinem Profil kannst du dir einen neuen Link senden lassen.',
      ],
      [
        '/auth/newsletter-off',
        'Newsletter abbestellen',
        'Du kannst den Newsletter in deinem Profil ausschalten.',
      ],
    ] as const) {
      await page.goto(`${path}?token=${'x'.repeat(43)}`);
      await page.getByRole('button', { name: button }).click();
      const words = page.getByRole('alert').locator('p');
      await expect(words).toHaveText(['Der Link ist ungültig oder abgelaufen.', way]);
      await expect(page.getByRole('link', { name: 'Zum Profil' })).toHaveAttribute(
        'href',
        '/profil',
      );
    }
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(`/auth/newsletter-off?token=${'x'.repeat(43)}`);
    await page.getByRole('button', { name: 'Newsletter abbestellen' }).click();
    await expect(page.getByRole('link', { name: 'Zur Anmeldung' })).toHaveAttribute(
      'href',
      '/auth/login',
    );
  },
);
