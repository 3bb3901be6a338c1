import type { Locator } from '@playwright/test';
import { PASSWORD_GUESSABLE } from '@samtrot/shared/accounts/password-strength-rules.ts';
import { PASSWORD_RULES } from '@samtrot/shared/accounts/rules.ts';
import { toast } from './clock.ts';
import {
  calls,
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
} from './profil.ts';
import {
  advertiser,
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

test('the profile has its title, who it is, four fields, three switches and what deletion costs [PRO-01, PRO-02, PRO-03, PRO-04, PRO-13, PRO-22]', async ({
  page,
}) => {
  const person = await openProfile(page, { credits: 50 });
  await expect(page).toHaveTitle('Profil – Samtrot');
  const { state } = await api(page, 'state');
  const main = page.getByRole('main');
  const profile = main.getByRole('region', { name: 'Profil' });
  await expect(profile.locator('dl')).toContainText(`Benutzername${person.username}`);
  await expect(profile.locator('dl')).toContainText(
    `Benutzer-ID${(state as { user_id: number }).user_id}`,
  );
  for (const name of [
    'Profil',
    'Benachrichtigungen',
    'Rückfragen',
    'Mitteilungen',
    'Konto löschen',
  ])
    await expect(main.getByRole('region', { name, exact: true })).toBeVisible();
  await expect(main.getByRole('region')).toHaveCount(5);
  await expect(nickname(page)).toHaveValue(person.username);
  await expect(email(page)).toHaveValue(person.email);
  for (const [input, autocomplete] of [
    [nickname(page), 'nickname'],
    [email(page), 'email'],
    [password(page), 'new-password'],
    [repeated(page), 'new-password'],
  ] as const)
    await expect(input).toHaveAttribute('autocomplete', autocomplete);
  const switches = main.getByRole('form', { name: 'Benachrichtigungen' }).getByRole('switch');
  const reminder = switches.and(
    main.getByRole('switch', { name: 'Erinnern, bevor ein Inserat abläuft', exact: true }),
  );
  await expect(reminder).toHaveAccessibleDescription(
    '24 Stunden vorher, auch vor dem Ende eines Banners oder Clubs',
  );
  expect(
    await switches.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name)),
  ).toEqual(['expiryAlert', 'messages', 'newsletter']);
  const deletion = main.getByRole('region', { name: 'Konto löschen' });
  await expect(deletion).toContainText(
    'Dein Guthaben von 50 Credits verfällt und wird nicht zurückgezahlt.',
  );
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('each field says what is wrong with it, and nothing is sent [PRO-05..PRO-12, CON-32, CON-38, ERR-069..ERR-074, ERR-080, ERR-081]', async ({
  page,
}) => {
  await openProfile(page);
  const asked = calls(page);
  const says = async (input: Locator, typed: string, text: string) => {
    await input.fill(typed);
    await input.blur();
    await expectFieldError(input, text);
  };
  await says(nickname(page), '', 'Spitzname ist erforderlich');
  await says(nickname(page), 'ab', 'Mindestens 3 Zeichen erforderlich');
  await says(nickname(page), 'a'.repeat(81), 'Maximal 80 Zeichen erlaubt');
  await says(email(page), '', 'E-Mail Adresse ist erforderlich');
  await says(email(page), 'abc', 'Ungültige E-Mail Adresse');
  await says(email(page), 'wer@mailinator.com', 'Bitte verwende keine temporäre E-Mail-Adresse.');
  await says(password(page), 'Abcdef1', 'Passwort muss mindestens 8 Zeichen lang sein');
  await says(
    password(page),
    'abcdefgh1',
    'Passwort muss Gross- und Kleinbuchstaben sowie Zahlen enthalten',
  );
  await says(repeated(page), 'x', 'Passwörter stimmen nicht überein');
  await expect(
    page.getByText('Noch offen: Spitzname, Adresse, Passwort, Bestätigung'),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await expect(saveProfile(page)).toBeDisabled();
  await saveProfile(page).press('Enter');
  await expect(nickname(page)).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Each message goes as soon as it is no longer true; without a password there is nothing to
  // complain about.
  await nickname(page).fill('Lena');
  await email(page).fill(newPerson().email);
  await password(page).fill('');
  await expect(repeated(page)).toHaveAttribute('aria-invalid', 'true');
  await repeated(page).fill('');
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await password(page).fill(NEW_PASSWORD);
  await expect(saveProfile(page)).toBeDisabled();
  await repeated(page).fill(NEW_PASSWORD);
  await expect(saveProfile(page)).toBeEnabled();
  expect(asked).toEqual([]);
});

test(
  'nothing can be saved while nothing has changed, nor when it was changed back or discarded [PRO-18]',
  DEEP_ONLY,
  async ({ page }) => {
    const { username } = await openProfile(page);
    const saveSwitches = page.getByRole('button', { name: 'Benachrichtigungen speichern' });
    for (const button of [saveProfile(page), saveSwitches]) {
      await expect(button).toBeDisabled();
      await button.press('Enter');
    }
    await nickname(page).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await nickname(page).fill('Lena');
    await expect(saveProfile(page)).toBeEnabled();
    await expect(page.getByText('Nicht gespeichert')).toBeVisible();
    await nickname(page).fill(`${username} `);
    await expect(saveProfile(page)).toBeDisabled();
    await nickname(page).fill('x');
    await nickname(page).blur();
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await expect(nickname(page)).toHaveValue(username);
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
    await expect(saveProfile(page)).toBeDisabled();

    const newsletter = page.getByRole('switch', { name: 'Newsletter' });
    await newsletter.click();
    await expect(saveSwitches).toBeEnabled();
    await newsletter.click();
    await expect(saveSwitches).toBeDisabled();
  },
);

test('the profile is saved after a confirmation, then the account is reloaded [PRO-16, PRO-19, ERR-076]', async ({
  page,
}) => {
  const person = await openProfile(page);
  const asked = calls(page);
  const question = dialog(page, 'Profil speichern?');
  await nickname(page).fill(' Lena  Zürich ');
  await nickname(page).press('Enter');
  await expect(question).toContainText('SpitznameLena Zürich');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(question).toBeHidden();
  await expect(nickname(page)).toHaveValue(' Lena  Zürich ');
  await saveProfile(page).click();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(saveProfile(page)).toBeFocused();
  expect(asked).toEqual([]);

  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api?action=update_profile', async (route) => {
    await held;
    await route.continue();
  });
  const sent = page.waitForRequest('**/api?action=update_profile');
  await save(page);
  expect((await sent).postDataJSON()).toEqual({
    user_id: expect.any(Number),
    nickname: 'Lena Zürich',
    email: person.email,
  });
  const busy = question.getByRole('button', { name: 'Wird gespeichert …' });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  // Neither a second press nor Escape does anything meanwhile.
  await busy.click({ force: true });
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  go();
  await expect(toast(page, SAVED)).toBeVisible();
  await expect(question).toBeHidden();
  await expect(nickname(page)).toHaveValue('Lena Zürich');
  await expect(saveProfile(page)).toBeDisabled();
  await expect.poll(() => asked).toEqual(['update_profile', 'state']);
  await page.reload();
  await expect(nickname(page)).toHaveValue('Lena Zürich');
});

test(
  'a failure says so, loses nothing typed, and saving again works [PRO-19, ERR-075]',
  DEEP_ONLY,
  async ({ page, context }) => {
    await openProfile(page);
    await nickname(page).fill('Lena');
    await password(page).fill(NEW_PASSWORD);
    await repeated(page).fill(NEW_PASSWORD);
    const kept = async () => {
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(nickname(page)).toHaveValue('Lena');
      await expect(password(page)).toHaveValue(NEW_PASSWORD);
      await expect(repeated(page)).toHaveValue(NEW_PASSWORD);
      await expect(saveProfile(page)).toBeEnabled();
    };
    const failure = toast(page, FAILED);
    const repair = await breakAction(page, 'update_profile');
    await save(page);
    await expect(failure).toHaveAttribute('role', 'alert');
    await kept();
    await failure.getByRole('button', { name: 'Meldung schliessen' }).click();
    await expect(failure).toHaveCount(0);
    await repair();

    await context.setOffline(true);
    await save(page);
    await expect(failure).toBeVisible();
    await kept();
    await context.setOffline(false);
    await save(page);
    await prove(page);
    await expect(toast(page, SAVED)).toBeVisible();
    await expect(password(page)).toHaveValue('');
  },
);

test(
  'what the server finds wrong stands at its field [PRO-19, X-02]',
  DEEP_ONLY,
  async ({ page, browser, baseURL }) => {
    const other = await browser.newPage({ baseURL: baseURL! });
    const taken = await advertiser(other);
    await other.close();
    await openProfile(page);
    await nickname(page).fill('Lena');
    await email(page).fill(taken.email);
    await save(page);
    await prove(page);
    await expectFieldError(email(page), 'Diese E-Mail-Adresse ist bereits registriert.');
    await expect(email(page)).toBeFocused();
    await expect(nickname(page)).toHaveValue('Lena');
    await expect(toast(page, FAILED)).toHaveCount(0);
    await expectAccessible(page);
    await email(page).fill(newPerson().email);
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
    await expect(saveProfile(page)).toBeEnabled();
  },
);

test('a new password is sent once, counts at once and shows its rules while it is typed [PRO-26, PRO-10, X-01, ACC-41]', async ({
  page,
}) => {
  const person = await openProfile(page);
  await password(page).fill('abc');
  const rules = page.locator('[data-slot=password-checklist] li');
  await expect(rules).toHaveText(PASSWORD_RULES.map(({ text }) => new RegExp(text)));
  await expect(rules.locator('.sr').filter({ hasText: 'offen' })).toHaveCount(4);
  await password(page).fill('Willkommen-1!');
  await expectFieldError(password(page), PASSWORD_GUESSABLE);
  await expect(saveProfile(page)).toBeDisabled();
  await password(page).fill(NEW_PASSWORD);
  await expect(rules.locator('.sr')).toHaveText(PASSWORD_RULES.map(() => 'erfüllt'));
  await repeated(page).fill(NEW_PASSWORD);
  const sent = page.waitForRequest('**/api?action=update_profile');
  await saveProfile(page).click();
  await expect(dialog(page, 'Profil speichern?')).toContainText('Andere Geräte werden abgemeldet.');
  await expect(dialog(page, 'Profil speichern?')).not.toContainText(NEW_PASSWORD);
  await dialog(page, 'Profil speichern?').getByRole('button', { name: 'Speichern' }).click();
  expect((await sent).postDataJSON()).toEqual({
    user_id: expect.any(Number),
    nickname: person.username,
    email: person.email,
    password: NEW_PASSWORD,
  });
  await prove(page);
  await expect(toast(page, SAVED)).toBeVisible();
  await expect(password(page)).toHaveValue('');
  await expect(repeated(page)).toHaveValue('');
  const login = (pwd: string) =>
    page.request.post('/api?action=login', { data: { log: person.email, pwd } });
  expect((await login(PASSWORD)).status()).toBe(401);
  expect((await login(NEW_PASSWORD)).status()).toBe(200);
});

test(
  'an ended session loses nothing: the page stays, and saves after a login in another tab [PRO-19]',
  DEEP_ONLY,
  async ({ page, context }) => {
    const person = await openProfile(page);
    await nickname(page).fill('Lena');
    await page.getByRole('switch', { name: 'Newsletter' }).click();
    await context.clearCookies();
    await save(page);
    const notice = page.getByRole('alert').filter({ hasText: 'Deine Sitzung ist abgelaufen.' });
    await expect(notice).toBeInViewport();
    await expect(notice.getByRole('link', { name: 'In neuem Tab anmelden' })).toHaveAttribute(
      'target',
      '_blank',
    );
    await expect(nickname(page)).toHaveValue('Lena');
    await expectAccessible(page);
    await api(page, 'login', { log: person.email, pwd: PASSWORD });
    await save(page);
    await expect(toast(page, SAVED)).toBeVisible();
    await expect(notice).toBeHidden();
    await expect(page.getByRole('switch', { name: 'Newsletter' })).not.toBeChecked();
  },
);
