import { toast } from './clock.ts';
import {
  askForPassword,
  confirmationLink,
  current,
  dialog,
  email,
  expectFieldError,
  FAILED,
  NEW_PASSWORD,
  nickname,
  openProfile,
  password,
  prove,
  repeated,
  SAVED,
  save,
  saveProfile,
  waiting,
} from './profil.ts';
import {
  api,
  breakAction,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  PASSWORD,
  test,
} from './support.ts';

test(
  'a new address can be mailed again or withdrawn, and counts once confirmed [X-02, PRO-19]',
  DEEP_ONLY,
  async ({ page, context }) => {
    const person = await openProfile(page);
    const fresh = newPerson().email;
    await email(page).fill(fresh.toUpperCase());
    await saveProfile(page).click();
    await expect(dialog(page, 'Profil speichern?')).toContainText(
      `${fresh}, sobald du sie bestätigt hast`,
    );
    await dialog(page, 'Profil speichern?').getByRole('button', { name: 'Speichern' }).click();
    await prove(page);
    await expect(toast(page, SAVED)).toBeVisible();
    await expect(waiting(page)).toContainText(fresh);
    await expect(email(page)).toHaveValue(person.email);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const first = await confirmationLink(page, fresh);

    // Saving something else leaves it waiting.
    await nickname(page).fill('Lena');
    await save(page);
    await expect(saveProfile(page)).toBeDisabled();
    await expect(waiting(page)).toBeVisible();

    await page.getByRole('button', { name: 'Bestätigungsmail erneut senden' }).click();
    await expect(
      toast(page, 'Der Link ist unterwegs. Bitte überprüfe dein Postfach.'),
    ).toBeVisible();
    await expect.poll(() => confirmationLink(page, fresh)).not.toBe(first);

    const withdrawal = dialog(page, 'Neue Adresse zurückziehen?');
    await page.getByRole('button', { name: 'Zurückziehen' }).click();
    await expectAccessible(page);
    await withdrawal.getByRole('button', { name: 'Behalten' }).click();
    await expect(withdrawal).toBeHidden();
    await expect(waiting(page)).toBeVisible();
    await page.getByRole('button', { name: 'Zurückziehen' }).click();
    await withdrawal.getByRole('button', { name: 'Zurückziehen' }).click();
    await expect(waiting(page)).toBeHidden();
    const withdrawn = (await api(page, 'state')).state as {
      pending_email: null;
      user_email: string;
    };
    expect(withdrawn).toMatchObject({ pending_email: null, user_email: person.email });

    const second = newPerson().email;
    await email(page).fill(second);
    await save(page);
    await expect(waiting(page)).toContainText(second);
    const tab = await context.newPage();
    await tab.goto(await confirmationLink(tab, second));
    await expect(tab.getByRole('alert')).toContainText('Deine neue E-Mail-Adresse ist bestätigt');
    await tab.close();
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await expect(waiting(page)).toBeHidden();
    await expect(email(page)).toHaveValue(second);
  },
);

test(
  'a never confirmed address shows a quiet note; sending again may fail or hit the rate limit [X-02]',
  DEEP_ONLY,
  async ({ page, context }) => {
    await openProfile(page);
    await expect(page.getByText('Bestätige noch deine E-Mail-Adresse.')).toBeVisible();
    const resend = page.getByRole('button', { name: 'Bestätigungsmail erneut senden' });
    const failure = toast(
      page,
      'Die Bestätigungsmail konnte nicht gesendet werden. Bitte versuche es später erneut.',
    );
    const repair = await breakAction(page, 'resend_confirmation');
    await resend.click();
    await expect(failure).toBeVisible();
    await failure.getByRole('button', { name: 'Meldung schliessen' }).click();
    await repair();
    await context.setOffline(true);
    await resend.click();
    await expect(failure).toBeVisible();
    await context.setOffline(false);
    for (let sent = 0; sent < 3; sent++) await api(page, 'resend_confirmation', {});
    await resend.click();
    await expect(
      toast(page, 'Zu viele Versuche. Bitte versuche es in 24 Stunden noch einmal.'),
    ).toBeVisible();
  },
);

test(
  'REAUTHENTICATION_REQUIRED the dialog has a password field, keeps focus, shows errors [PRO-26]',
  DEEP_ONLY,
  async ({ page }) => {
    await openProfile(page);
    await askForPassword(page, 'update_profile', 'current_password');
    await password(page).fill(NEW_PASSWORD);
    await repeated(page).fill(NEW_PASSWORD);
    await save(page);
    const question = dialog(page, 'Profil speichern?');
    const act = question.getByRole('button', { name: 'Speichern' });
    await expect(current(page)).toBeFocused();
    await expect(current(page)).toHaveAttribute('autocomplete', 'current-password');
    await expect(current(page)).toHaveAttribute('type', 'password');
    await question.getByRole('button', { name: 'Passwort anzeigen' }).click();
    await expect(current(page)).toHaveAttribute('type', 'text');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await act.click();
    await expectFieldError(current(page), 'Passwort ist erforderlich.');
    await expect(current(page)).toBeFocused();
    await current(page).fill('Falsch-Geraten-1');
    await current(page).press('Enter');
    await expectFieldError(current(page), 'Das aktuelle Passwort stimmt nicht.');
    await expect(current(page)).toBeFocused();
    await expect(current(page)).toHaveValue('Falsch-Geraten-1');
    await expectAccessible(page);

    // A failure keeps the password for the next press, a cancel forgets it.
    const repair = await breakAction(page, 'update_profile');
    await current(page).fill(PASSWORD);
    await act.click();
    await expect(toast(page, FAILED)).toBeVisible();
    await repair();
    await saveProfile(page).click();
    await expect(current(page)).toHaveValue(PASSWORD);
    await question.getByRole('button', { name: 'Abbrechen' }).click();
    await saveProfile(page).click();
    await expect(current(page)).toHaveCount(0);
    await act.click();
    await current(page).fill(PASSWORD);
    await act.click();
    await expect(toast(page, SAVED)).toBeVisible();
    await expect(question).toBeHidden();
  },
);

test(
  'TOO_MANY_ATTEMPTS the dialog shows how long to wait [PRO-26]',
  DEEP_ONLY,
  async ({ page }) => {
    await openProfile(page);
    await askForPassword(page, 'update_profile', 'current_password');
    await password(page).fill(NEW_PASSWORD);
    await repeated(page).fill(NEW_PASSWORD);
    await save(page);
    await page.route('**/api?action=update_profile', (route) =>
      route.fulfill({
        status: 429,
        json: {
          success: false,
          code: 'TOO_MANY_ATTEMPTS',
          message: 'Zu viele Versuche.',
          retry_after: 900,
        },
      }),
    );
    await current(page).fill('Falsch-Geraten-1');
    await current(page).press('Enter');
    const question = dialog(page, 'Profil speichern?');
    await expect(question.getByRole('alert')).toHaveText(
      'Zu viele Versuche. Bitte versuche es in 15 Minuten noch einmal.',
    );
    await expect(current(page)).toBeFocused();
    await expect(current(page)).toHaveValue('Falsch-Geraten-1');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Abbrechen' }).click();
    await expect(password(page)).toHaveValue(NEW_PASSWORD);
  },
);
