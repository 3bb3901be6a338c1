import type { Locator, Page, Request } from '@playwright/test';
import { expectLasts, freeze, toast } from './clock.ts';
import {
  advertiser,
  api,
  breakAction,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  PASSWORD,
  type Person,
  test,
} from './support.ts';

const NEW_PASSWORD = 'Abendrot27';
const SAVED = 'Profil erfolgreich gespeichert und aktualisiert';
const FAILED = 'Fehler beim Speichern des Profils';
const NOT_DELETED = 'Das Konto konnte nicht gelöscht werden. Bitte versuche es später erneut.';

const OWN = ['update_profile', 'update_notifications', 'resend_confirmation', 'delete_account', 'state'];

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const nickname = (page: Page) => field(page, 'Spitzname');
const email = (page: Page) => field(page, 'E-Mail Adresse');
const password = (page: Page) => field(page, 'Neues Passwort freiwillig');
const repeated = (page: Page) => field(page, 'Passwort bestätigen');
const current = (page: Page) => field(page, 'Aktuelles Passwort');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const saveProfile = (page: Page) => page.getByRole('button', { name: 'Profil speichern' });
const waiting = (page: Page) => page.getByText('wartet auf Bestätigung');

/** ERR-075 to ERR-078 */
const TOAST_MS = 3_000;

async function openProfile(page: Page, options?: { credits: number }): Promise<Person> {
  const person = await advertiser(page, options);
  await page.goto('/profil');
  await expect(page.getByRole('heading', { level: 1, name: 'Profil und Einstellungen' })).toBeVisible();
  return person;
}

/** The calls of the profile from now on, by the name of their action; what the frame loads is not its business. */
function calls(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request: Request) => {
    const action = new URL(request.url()).searchParams.get('action');
    if (action && OWN.includes(action)) names.push(action);
  });
  return names;
}

async function save(page: Page): Promise<void> {
  await saveProfile(page).click();
  await dialog(page, 'Profil speichern?').getByRole('button', { name: 'Speichern' }).click();
}

/** As if the login were long ago: the server asks for the password, and from then on decides itself. */
async function askForPassword(page: Page, action: string, member: string): Promise<void> {
  await page.route(`**/api?action=${action}`, async (route) => {
    if (route.request().postDataJSON()[member] !== undefined) return route.continue();
    const message = 'Bitte gib dein aktuelles Passwort ein.';
    await route.fulfill({ status: 403, json: { success: false, code: 'REAUTH_REQUIRED', message } });
  });
}

async function mailedLink(page: Page, to: string): Promise<string> {
  const link = /http\S+(\/auth\/confirm\?token=[\w-]+)/;
  let found = '';
  await expect
    .poll(async () => {
      const mails = (await (await page.request.get('/dev/mailbox.json')).json()) as { to: string; text: string }[];
      found = mails.find((mail) => mail.to === to && link.test(mail.text))?.text.match(link)?.[1] ?? '';
      return found;
    })
    .not.toBe('');
  return found;
}

async function expectFieldError(input: Locator, text: string): Promise<void> {
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(input).toHaveAccessibleDescription(text);
}

test('PRO-01 PRO-02 PRO-03 PRO-04 PRO-13 PRO-22 the profile has its title, who it is, four fields, three switches and what deletion costs', async ({
  page,
}) => {
  const person = await openProfile(page, { credits: 50 });
  await expect(page).toHaveTitle('Profil – Samtrot');
  const { state } = await api(page, 'state');
  const main = page.getByRole('main');
  const profile = main.getByRole('region', { name: 'Profil' });
  await expect(profile.locator('dl')).toContainText(`Benutzername${person.username}`);
  await expect(profile.locator('dl')).toContainText(`Benutzer-ID${(state as { user_id: number }).user_id}`);
  expect(await main.getByRole('region').count()).toBe(3);
  await expect(nickname(page)).toHaveValue(person.username);
  await expect(email(page)).toHaveValue(person.email);
  for (const [input, autocomplete] of [
    [nickname(page), 'nickname'],
    [email(page), 'email'],
    [password(page), 'new-password'],
    [repeated(page), 'new-password'],
  ] as const)
    await expect(input).toHaveAttribute('autocomplete', autocomplete);
  const switches = main.getByRole('region', { name: 'Benachrichtigungen' }).getByRole('switch');
  expect(await switches.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name))).toEqual([
    'expiryAlert',
    'disableMessages',
    'newsletter',
  ]);
  const deletion = main.getByRole('region', { name: 'Konto löschen' });
  await expect(deletion).toContainText('Dein Guthaben von 50 Credits verfällt und wird nicht zurückgezahlt.');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('PRO-05..PRO-12 CON-32 CON-38 ERR-069..ERR-074 ERR-080 ERR-081 each field says what is wrong with it, and nothing is sent', async ({
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
  await says(password(page), 'abcdefgh1', 'Passwort muss Gross- und Kleinbuchstaben sowie Zahlen enthalten');
  await says(repeated(page), 'x', 'Passwörter stimmen nicht überein');
  await expect(page.getByText('Noch 4 Punkte offen: Spitzname, Adresse, Passwort, Bestätigung')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await expect(saveProfile(page)).toBeDisabled();
  await saveProfile(page).press('Enter');
  await expect(nickname(page)).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Each message goes as soon as it is no longer true; without a password there is nothing to complain about.
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

test('PRO-18 nothing can be saved while nothing has changed, nor when it was changed back or discarded', async ({
  page,
}) => {
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
});

test('PRO-16 PRO-19 ERR-076 the profile is saved after a question, then the account is loaded anew', async ({
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
  await busy.click();
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

test('PRO-19 ERR-075 a failure says so, loses nothing typed, and saving again works', async ({ page, context }) => {
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
  await expect(toast(page, SAVED)).toBeVisible();
  await expect(password(page)).toHaveValue('');
});

test('PRO-19 X-02 what the server finds wrong stands at its field', async ({ page, browser, baseURL }) => {
  const other = await browser.newPage({ baseURL: baseURL! });
  const taken = await advertiser(other);
  await other.close();
  await openProfile(page);
  await nickname(page).fill('Lena');
  await email(page).fill(taken.email);
  await save(page);
  await expectFieldError(email(page), 'Diese E-Mail-Adresse ist bereits registriert.');
  await expect(email(page)).toBeFocused();
  await expect(nickname(page)).toHaveValue('Lena');
  await expect(toast(page, FAILED)).toHaveCount(0);
  await expectAccessible(page);
  await email(page).fill(newPerson().email);
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await expect(saveProfile(page)).toBeEnabled();
});

test('PRO-26 PRO-10 X-01 a new password is sent once, counts at once and shows its rules while it is typed', async ({
  page,
}) => {
  const person = await openProfile(page);
  await password(page).fill('abc');
  const rules = page.locator('[data-slot=password-checklist] li');
  await expect(rules).toHaveText([/Mindestens 8 Zeichen/, /Gross- und Kleinbuchstaben/, /Mindestens eine Zahl/]);
  await expect(rules.locator('.sr')).toHaveText(['offen', 'offen', 'offen']);
  await password(page).fill(NEW_PASSWORD);
  await expect(rules.locator('.sr')).toHaveText(['erfüllt', 'erfüllt', 'erfüllt']);
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
  await expect(toast(page, SAVED)).toBeVisible();
  await expect(password(page)).toHaveValue('');
  await expect(repeated(page)).toHaveValue('');
  const login = (pwd: string) => page.request.post('/api?action=login', { data: { log: person.email, pwd } });
  expect((await login(PASSWORD)).status()).toBe(401);
  expect((await login(NEW_PASSWORD)).status()).toBe(200);
});

test('X-02 PRO-19 a new address waits for its confirmation, can be mailed again and withdrawn, and counts once it is confirmed', async ({
  page,
  context,
}) => {
  const person = await openProfile(page);
  const fresh = newPerson().email;
  await email(page).fill(fresh.toUpperCase());
  await saveProfile(page).click();
  await expect(dialog(page, 'Profil speichern?')).toContainText(`${fresh}, sobald du sie bestätigt hast`);
  await dialog(page, 'Profil speichern?').getByRole('button', { name: 'Speichern' }).click();
  await expect(toast(page, SAVED)).toBeVisible();
  await expect(waiting(page)).toContainText(fresh);
  await expect(email(page)).toHaveValue(person.email);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const first = await mailedLink(page, fresh);

  // Saving something else leaves it waiting.
  await nickname(page).fill('Lena');
  await save(page);
  await expect(saveProfile(page)).toBeDisabled();
  await expect(waiting(page)).toBeVisible();

  await page.getByRole('button', { name: 'Bestätigungsmail erneut senden' }).click();
  await expect(toast(page, 'Der Link ist unterwegs. Bitte überprüfe dein Postfach.')).toBeVisible();
  await expect.poll(() => mailedLink(page, fresh)).not.toBe(first);

  const withdrawal = dialog(page, 'Neue Adresse zurückziehen?');
  await page.getByRole('button', { name: 'Zurückziehen' }).click();
  await expectAccessible(page);
  await withdrawal.getByRole('button', { name: 'Behalten' }).click();
  await expect(waiting(page)).toBeVisible();
  await page.getByRole('button', { name: 'Zurückziehen' }).click();
  await withdrawal.getByRole('button', { name: 'Zurückziehen' }).click();
  await expect(waiting(page)).toBeHidden();
  const withdrawn = (await api(page, 'state')).state as { pending_email: null; user_email: string };
  expect(withdrawn).toMatchObject({ pending_email: null, user_email: person.email });

  const second = newPerson().email;
  await email(page).fill(second);
  await save(page);
  await expect(waiting(page)).toContainText(second);
  const tab = await context.newPage();
  await tab.goto(await mailedLink(tab, second));
  await expect(tab.getByRole('alert')).toContainText('Deine neue E-Mail-Adresse ist bestätigt');
  await tab.close();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(waiting(page)).toBeHidden();
  await expect(email(page)).toHaveValue(second);
});

test('X-02 an address that was never confirmed is said so quietly; sending the mail again may fail or be too often', async ({
  page,
  context,
}) => {
  await openProfile(page);
  await expect(page.getByText('Diese Adresse ist noch nicht bestätigt.')).toBeVisible();
  const resend = page.getByRole('button', { name: 'Bestätigungsmail erneut senden' });
  const failure = toast(page, 'Die Bestätigungsmail konnte nicht gesendet werden. Bitte versuche es später erneut.');
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
  await expect(toast(page, 'Zu viele Versuche. Bitte warte 24 Stunden.')).toBeVisible();
});

test('PRO-26 REAUTH_REQUIRED the question itself asks for the current password, keeps the focus and says what is wrong', async ({
  page,
}) => {
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
});

test('PRO-26 TOO_MANY_ATTEMPTS who has guessed too often is told in the question how long to wait', async ({
  page,
}) => {
  await openProfile(page);
  await askForPassword(page, 'update_profile', 'current_password');
  await password(page).fill(NEW_PASSWORD);
  await repeated(page).fill(NEW_PASSWORD);
  await save(page);
  await page.route('**/api?action=update_profile', (route) =>
    route.fulfill({
      status: 429,
      json: { success: false, code: 'TOO_MANY_ATTEMPTS', message: 'Zu viele Versuche.', retry_after: 900 },
    }),
  );
  await current(page).fill('Falsch-Geraten-1');
  await current(page).press('Enter');
  const question = dialog(page, 'Profil speichern?');
  await expect(question.getByRole('alert')).toHaveText('Zu viele Versuche. Bitte warte 15 Minuten.');
  await expect(current(page)).toBeFocused();
  await expect(current(page)).toHaveValue('Falsch-Geraten-1');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(password(page)).toHaveValue(NEW_PASSWORD);
});

test('PRO-19 an ended session loses nothing: the page stays, and saves after a login in another tab', async ({
  page,
  context,
}) => {
  const person = await openProfile(page);
  await nickname(page).fill('Lena');
  await page.getByRole('switch', { name: 'Newsletter' }).click();
  await context.clearCookies();
  await save(page);
  const notice = page.getByRole('alert').filter({ hasText: 'Deine Sitzung ist abgelaufen.' });
  await expect(notice).toBeInViewport();
  await expect(notice.getByRole('link', { name: 'In neuem Tab anmelden' })).toHaveAttribute('target', '_blank');
  await expect(nickname(page)).toHaveValue('Lena');
  await expectAccessible(page);
  await api(page, 'login', { log: person.email, pwd: PASSWORD });
  await save(page);
  await expect(toast(page, SAVED)).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(page.getByRole('switch', { name: 'Newsletter' })).not.toBeChecked();
});

test('PRO-14 PRO-15 X-30 a switch is on only for the text true, the newsletter unless it is the text false', async ({
  page,
}) => {
  await advertiser(page);
  const shown = async (meta: object) => {
    await page.route('**/api?action=state', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      Object.assign(body.state.user_meta, meta);
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto('/profil');
    await expect(page.getByRole('switch', { name: 'Newsletter' })).toBeVisible();
    await page.unroute('**/api?action=state');
    return page
      .getByRole('region', { name: 'Benachrichtigungen' })
      .getByRole('switch')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked));
  };
  expect(await shown({ expiry_alert: 'true', disable_messages: 'true', newsletter: 'true' })).toEqual([
    true,
    true,
    true,
  ]);
  expect(await shown({ expiry_alert: '1', disable_messages: true, newsletter: '' })).toEqual([false, false, true]);
  expect(await shown({ expiry_alert: '', disable_messages: '1', newsletter: undefined })).toEqual([false, false, true]);
  expect(await shown({ expiry_alert: true, disable_messages: '', newsletter: 'false' })).toEqual([false, false, false]);
});

test('PRO-16 PRO-20 X-40 ERR-077 ERR-078 the switches wait for their button and a question, and failures lose none of them', async ({
  page,
  context,
}) => {
  await openProfile(page);
  const asked = calls(page);
  const reminder = page.getByRole('switch', { name: 'Ablauf-Erinnerung' });
  const newsletter = page.getByRole('switch', { name: 'Newsletter' });
  const button = page.getByRole('button', { name: 'Benachrichtigungen speichern' });
  const question = dialog(page, 'Benachrichtigungen speichern?');
  const failure = toast(page, 'Fehler beim Speichern der Benachrichtigungen');
  const confirm = async () => {
    await button.click();
    await question.getByRole('button', { name: 'Speichern' }).click();
  };
  await expect(newsletter).toBeChecked();
  await reminder.focus();
  await page.keyboard.press('Space');
  await newsletter.click();
  await button.click();
  await expect(question).toContainText('Ablauf-Erinnerungein');
  await expect(question).toContainText('Newsletteraus');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  expect(asked).toEqual([]);

  const repair = await breakAction(page, 'update_notifications');
  await confirm();
  await expect(failure).toHaveAttribute('role', 'alert');
  await expect(newsletter).not.toBeChecked();
  await failure.getByRole('button', { name: 'Meldung schliessen' }).click();
  await repair();
  await context.setOffline(true);
  await confirm();
  await expect(failure).toBeVisible();
  await context.setOffline(false);

  asked.length = 0;
  const sent = page.waitForRequest('**/api?action=update_notifications');
  await confirm();
  expect((await sent).postDataJSON()).toEqual({
    user_id: expect.any(Number),
    expiryAlert: true,
    disableMessages: false,
    newsletter: false,
  });
  await expect(toast(page, 'Benachrichtigungen erfolgreich gespeichert und aktualisiert')).toBeVisible();
  await expect.poll(() => asked).toEqual(['update_notifications', 'state']);
  await expect(button).toBeDisabled();
  await page.reload();
  await expect(reminder).toBeChecked();
  await expect(newsletter).not.toBeChecked();
});

for (const { what, prepare, confirm, says } of [
  {
    what: 'PRO-19 ERR-076 the saved profile',
    prepare: (page: Page) => nickname(page).fill('Lena'),
    confirm: { button: 'Profil speichern', dialog: 'Profil speichern?', act: 'Speichern' },
    says: SAVED,
  },
  {
    what: 'PRO-20 ERR-078 the saved switches',
    prepare: (page: Page) => page.getByRole('switch', { name: 'Newsletter' }).click(),
    confirm: { button: 'Benachrichtigungen speichern', dialog: 'Benachrichtigungen speichern?', act: 'Speichern' },
    says: 'Benachrichtigungen erfolgreich gespeichert und aktualisiert',
  },
  {
    what: 'PRO-25 a failed deletion',
    prepare: (page: Page) => breakAction(page, 'delete_account'),
    confirm: { button: 'Konto löschen', dialog: 'Konto löschen?', act: 'Löschen' },
    says: NOT_DELETED,
  },
])
  test(`PRO-17 ${what} is told for three seconds`, async ({ page, isMobile }) => {
    await advertiser(page);
    await page.clock.install();
    await page.goto('/profil');
    await prepare(page);
    await page.getByRole('button', { name: confirm.button }).click();
    const act = dialog(page, confirm.dialog).getByRole('button', { name: confirm.act });
    await expect(act).toBeVisible();
    await freeze(page);
    // A finger leaves no pointer behind, which would keep the message where it rests.
    await (isMobile ? act.tap() : act.click());
    await expectLasts(page, toast(page, says), TOAST_MS);
  });

const askDeletion = (page: Page) => page.getByRole('button', { name: 'Konto löschen' }).click();
const deletion = (page: Page) => dialog(page, 'Konto löschen?');
const confirmDeletion = (page: Page) => deletion(page).getByRole('button', { name: 'Löschen' }).click();

test('PRO-16 PRO-22 PRO-25 deletion says first what is lost; cancelled it asks nothing, failed it says so', async ({
  page,
  context,
}) => {
  await openProfile(page, { credits: 50 });
  const asked = calls(page);
  await askDeletion(page);
  await expect(deletion(page)).toContainText('Dein Guthaben von 50 Credits verfällt und wird nicht zurückgezahlt.');
  await expect(deletion(page)).toContainText('Deine Inserate, Banner und Clubs gehen sofort offline.');
  await expect(deletion(page)).toContainText('Das lässt sich nicht rückgängig machen.');
  const keep = deletion(page).getByRole('button', { name: 'Behalten' });
  await expect(keep).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await keep.click();
  await expect(deletion(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Konto löschen' })).toBeFocused();
  expect(asked).not.toContain('delete_account');

  const failure = toast(page, NOT_DELETED);
  const repair = await breakAction(page, 'delete_account');
  await askDeletion(page);
  await confirmDeletion(page);
  await expect(failure).toHaveAttribute('role', 'alert');
  await expect(deletion(page)).toBeHidden();
  await failure.getByRole('button', { name: 'Meldung schliessen' }).click();
  await repair();
  await context.setOffline(true);
  await askDeletion(page);
  await confirmDeletion(page);
  await expect(failure).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL('/profil');
  expect((await api(page, 'state')).state).toMatchObject({ credits: 50 });
});

test('PRO-21 PRO-23 PRO-24 a deleted account is gone: nothing of it stays on the device, and nobody logs in any more', async ({
  page,
  context,
}) => {
  const person = await openProfile(page, { credits: 50 });
  const other = await context.newPage();
  await other.goto('/home');
  await expect(other.getByRole('heading', { level: 1 })).toContainText(person.username);
  await page.bringToFront();
  await askForPassword(page, 'delete_account', 'password');
  await askDeletion(page);
  await confirmDeletion(page);
  await expect(current(page)).toBeFocused();
  await expectAccessible(page);
  await current(page).fill('Falsch-Geraten-1');
  await current(page).press('Enter');
  await expectFieldError(current(page), 'Das aktuelle Passwort stimmt nicht.');
  await current(page).fill(PASSWORD);
  const sent = page.waitForRequest('**/api?action=delete_account');
  await confirmDeletion(page);
  expect((await sent).postDataJSON()).toEqual({ user_id: expect.any(Number), password: PASSWORD });
  await expect(page).toHaveURL('/auth/login');
  await expect(page.getByRole('alert')).toHaveText('Dein Konto ist gelöscht.');
  await expectAccessible(page);
  await expect(other).toHaveURL('/auth/login');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toMatch(new RegExp(`session|${person.username}`));
  await page.goto('/profil');
  await expect(page).toHaveURL('/auth/login');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('E-Mail').fill(person.email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL('/auth/login');
});
