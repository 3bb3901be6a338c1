import type { Page } from '@playwright/test';
import {
  advertiser,
  DEEP_ONLY,
  expect,
  expectAccessible,
  mailedLink,
  newPerson,
  PASSWORD,
  registered,
  test,
} from './support.ts';

const NEW_PASSWORD = 'Anders-Gewählt-2027';
const BAD_LINK = 'Der Link ist ungültig oder abgelaufen. Bitte fordere einen neuen Link an.';
const UNKNOWN = 'Ein Fehler ist aufgetreten. Bitte versuche es später erneut.';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const sendLink = (page: Page) => page.getByRole('button', { name: 'Link senden' });
const savePassword = (page: Page) => page.getByRole('button', { name: 'Passwort speichern' });

test('a forgotten password is reset by the mailed link [AUT-58..AUT-64, AUT-67, AUT-69..AUT-72, ERR-028, ERR-029, ERR-033, FIX-48]', async ({
  page,
}) => {
  const { email } = await advertiser(page);
  await page.context().clearCookies();
  await page.goto('/auth/forgot');
  await expect(page).toHaveTitle('Passwort vergessen – Samtrot');
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(1);
  await expect(page.getByRole('main')).toContainText('24 Stunden');
  await expect(page.getByRole('main')).toContainText('Spam');
  await expectAccessible(page);
  await expect(sendLink(page)).toBeDisabled();
  await field(page, 'E-Mail').fill(email);
  const sent = page.waitForRequest((request) => request.url().includes('action=lostpassword'));
  await sendLink(page).click();
  expect((await sent).headers()['content-type']).toContain('application/x-www-form-urlencoded');
  expect((await sent).postDataJSON()).toMatchObject({ user_login: email });
  await expect(
    page.getByText(
      'Wir haben dir einen Link zum Zurücksetzen deines Passworts gesendet. Bitte überprüfe dein Postfach.',
    ),
  ).toBeAttached();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    'Gehört zu dieser E-Mail-Adresse ein Konto, erhältst du gleich einen Link.',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/auth/login');

  const link = await mailedLink(page, email, '/auth/reset-password');
  await page.goto(link);
  // The token is nowhere to be seen, and reloading keeps the page.
  await expect(page).toHaveURL('/auth/reset-password');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Neues Passwort');
  await expectAccessible(page);
  await field(page, 'Neues Passwort').fill(NEW_PASSWORD);
  await field(page, 'Passwort bestätigen').fill(NEW_PASSWORD);
  await savePassword(page).click();
  await expect(dialog).toContainText('Dein Passwort wurde erfolgreich zurückgesetzt!');
  await dialog.getByRole('link', { name: 'Zur Anmeldung' }).click();
  await expect(page).toHaveURL('/auth/login');
  await page.getByLabel('E-Mail').fill(email);
  await field(page, 'Passwort').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page).toHaveURL('/home');

  // Used once, the link is good for nothing, and what was typed stays.
  await page.goto(link);
  await field(page, 'Neues Passwort').fill(PASSWORD);
  await field(page, 'Passwort bestätigen').fill(PASSWORD);
  await savePassword(page).click();
  await expect(page.getByRole('alert')).toContainText(BAD_LINK);
  await expect(field(page, 'Neues Passwort')).toHaveValue(PASSWORD);
  await page.getByRole('link', { name: 'Neuen Link anfordern' }).click();
  await expect(page).toHaveURL('/auth/forgot');
});

test('what went wrong with the link is said, and the address stays [AUT-65, AUT-66, ERR-030, ERR-031]', async ({
  page,
}) => {
  await page.goto('/auth/forgot');
  await field(page, 'E-Mail').fill('wer@beispiel.ch');
  const responses = [
    {
      status: 200,
      body: '{"success":false,"message":"Unbekannt"}',
      says: 'Kein Konto mit dieser E-Mail-Adresse gefunden.',
    },
    {
      status: 404,
      body: '{"success":false,"message":"Unbekannt"}',
      says: 'Kein Konto mit dieser E-Mail-Adresse gefunden.',
    },
    { status: 200, body: '{"success":false}', says: UNKNOWN },
    { status: 200, body: '<html>', says: UNKNOWN },
    { status: 0, body: '', says: UNKNOWN },
  ];
  for (const { status, body, says } of responses) {
    await page.route('**/api?action=lostpassword', (route) =>
      status === 0 ? route.abort() : route.fulfill({ status, body }),
    );
    await sendLink(page).click();
    await expect(page.getByRole('alert')).toHaveText(says);
    await expect(field(page, 'E-Mail')).toHaveValue('wer@beispiel.ch');
    await page.unroute('**/api?action=lostpassword');
  }
});

test(
  'while the link is on its way the button says so; a wrong address never leaves the page [AUT-60, AUT-57, ERR-001, ERR-002]',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto('/auth/forgot');
    await field(page, 'E-Mail').focus();
    await field(page, 'E-Mail').blur();
    await expect(page.getByText('E-Mail-Adresse ist erforderlich.')).toBeVisible();
    await field(page, 'E-Mail').fill('abc');
    await expect(page.getByText('Bitte gib eine gültige E-Mail-Adresse ein.')).toBeVisible();
    await expect(sendLink(page)).toBeDisabled();
    let answer = () => {};
    const held = new Promise<void>((go) => {
      answer = go;
    });
    await page.route('**/api?action=lostpassword', async (route) => {
      await held;
      await route.continue();
    });
    await field(page, 'E-Mail').fill('niemand@beispiel.ch');
    await sendLink(page).click();
    await expect(page.getByRole('button', { name: 'Link wird gesendet …' })).toBeVisible();
    answer();
    await page.getByRole('dialog').getByRole('link', { name: 'Zur Anmeldung' }).click();
    await expect(page).toHaveURL('/auth/login');
  },
);

test('without a token the page leads to the login, with a bad one it says so [AUT-68, AUT-73, ERR-032]', async ({
  page,
}) => {
  await page.goto('/auth/reset-password');
  await expect(page).toHaveURL('/auth/login');
  await page.goto('/auth/reset-password?token=x');
  await field(page, 'Neues Passwort').fill(NEW_PASSWORD);
  await field(page, 'Passwort bestätigen').fill(NEW_PASSWORD);
  await savePassword(page).click();
  await expect(page.getByRole('alert')).toContainText(BAD_LINK);
});

test('the new password follows the eight rules and is repeated [AUT-49..AUT-52, AUT-54, AUT-55, AUT-56, AUT-57, ERR-017, ERR-018, ERR-019]', async ({
  page,
}) => {
  await page.goto('/auth/reset-password?token=x');
  const [password, repeated] = [field(page, 'Neues Passwort'), field(page, 'Passwort bestätigen')];
  await expect(page.locator('[data-slot=password-checklist] li span:first-of-type')).toHaveText([
    'Mindestens 12 Zeichen',
    'Mindestens ein Grossbuchstabe',
    'Mindestens ein Kleinbuchstabe',
    'Mindestens eine Ziffer',
    'Mindestens ein Sonderzeichen',
    'Keine Leerzeichen erlaubt',
    'Keine sich wiederholenden Zeichen',
    'Keine einfachen Muster verwenden',
  ]);
  await repeated.focus();
  await repeated.blur();
  await expect(page.getByText('Bitte bestätige dein Passwort.')).toBeVisible();
  await repeated.fill('x');
  await expect(page.getByText('Bitte gib zuerst ein Passwort ein.')).toBeVisible();
  await password.fill(NEW_PASSWORD);
  await expect(page.getByText('Die Passwörter stimmen nicht überein.')).toBeVisible();
  await expect(page.getByLabel('Passwortstärke: stark')).toBeVisible();
  await expect(savePassword(page)).toBeDisabled();
  await repeated.fill(NEW_PASSWORD);
  await expect(savePassword(page)).toBeEnabled();
  await password.fill('kurz');
  await expect(savePassword(page)).toBeDisabled();
});

test('a registration ends in a dialog that leads to the login, and the mailed link confirms it [AUT-20, AUT-25, AUT-26, AUT-28]', async ({
  page,
}) => {
  const person = newPerson();
  await page.goto('/auth/register');
  await page.getByLabel('Benutzername').fill(person.username);
  await field(page, 'E-Mail').fill(person.email);
  await field(page, 'Passwort').fill(PASSWORD);
  await field(page, 'Passwort bestätigen').fill(PASSWORD);
  const sent = page.waitForRequest((request) => request.url().includes('action=register'));
  await page.getByRole('main').getByRole('button', { name: 'Registrieren' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    username: person.username,
    nickname: person.username,
  });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Dein Konto ist bereit');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('link', { name: 'Zur Anmeldung' }).click();
  await expect(page).toHaveURL('/auth/login');

  await page.goto(await mailedLink(page, person.email, '/auth/confirm'));
  await expect(page.getByRole('alert')).toContainText('Deine E-Mail-Adresse ist bestätigt.');
  await expect(page).toHaveURL('/auth/confirm');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Zur Anmeldung' }).click();
  await expect(page).toHaveURL('/auth/login');
});

test(
  'who is logged in confirms an address and is led to her account by the head, too [EXP-29, PUB-09]',
  DEEP_ONLY,
  async ({ page }) => {
    const { email } = await registered(page);
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(await mailedLink(page, email, '/auth/confirm'));
    await expect(page.getByRole('alert')).toContainText('Deine E-Mail-Adresse ist bestätigt.');
    const head = page.getByRole('banner');
    await expect(head.getByRole('link').filter({ visible: true })).toHaveText([
      ...['Samtrot', 'Startseite', 'Kontakt', 'Zu deinem Konto'],
    ]);
    await expectAccessible(page);
    await head.getByRole('link', { name: 'Zu deinem Konto' }).click();
    await expect(page).toHaveURL('/home');
  },
);

test(
  'where registration is discreet the dialog speaks of the mail alone and cannot be put away [AUT-25, AUT-26]',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto('/auth/register');
    const person = newPerson();
    await page.getByLabel('Benutzername').fill(person.username);
    await field(page, 'E-Mail').fill(person.email);
    await field(page, 'Passwort').fill(PASSWORD);
    await field(page, 'Passwort bestätigen').fill(PASSWORD);
    await page.route('**/api?action=register', (route) =>
      route.fulfill({ json: { success: true, message: 'Gesendet.', confirm_first: true } }),
    );
    await page.getByRole('main').getByRole('button', { name: 'Registrieren' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bestätige deine E-Mail-Adresse' });
    await expect(dialog).toContainText('Öffne ihn, danach kannst du dich anmelden.');
    await expect(page.getByText('Dein Konto ist bereit')).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
    await dialog.getByRole('link', { name: 'Zur Anmeldung' }).click();
    await expect(page).toHaveURL('/auth/login');
  },
);

test(
  'an invalid confirmation shows why: no token, a bad one, a foreign address, no connection [AUT-73, ERR-032]',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto('/auth/confirm');
    await expect(page).toHaveURL('/auth/login');
    await page.goto('/auth/confirm?token=x');
    await expect(page.getByRole('alert')).toContainText(BAD_LINK);
    await expect(page.getByRole('alert')).toContainText(
      'Hast du noch kein Konto, registriere dich noch einmal.',
    );
    await expect(page.getByRole('main').getByRole('link', { name: 'Zur Anmeldung' })).toBeVisible();
    const taken = {
      success: false,
      code: 'EMAIL_TAKEN',
      message: 'Diese E-Mail-Adresse ist bereits registriert.',
    };
    await page.route('**/api?action=confirm_email', (route) =>
      route.fulfill({ status: 409, json: taken }),
    );
    await page.goto('/auth/confirm?token=z');
    await expect(page.getByRole('alert')).toHaveText(taken.message);
    await page.unroute('**/api?action=confirm_email');
    await page.route('**/api?action=confirm_email', (route) => route.abort());
    await page.goto('/auth/confirm?token=y');
    await expect(page.getByRole('alert')).toContainText('Keine Verbindung');
    await page.unroute('**/api?action=confirm_email');
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(page.getByRole('alert')).toContainText(BAD_LINK);
  },
);

test(
  'the registration says whether the address is free, and goes on when it cannot know [AUT-36, AUT-39, AUT-40, ERR-003, ERR-004, ERR-005]',
  DEEP_ONLY,
  async ({ page }) => {
    const { email } = await advertiser(page);
    await page.context().clearCookies();
    await page.goto('/auth/register');
    const address = field(page, 'E-Mail');
    const button = page.getByRole('main').getByRole('button', { name: 'Registrieren' });
    await page.getByLabel('Benutzername').fill(newPerson().username);
    await field(page, 'Passwort').fill(PASSWORD);
    await field(page, 'Passwort bestätigen').fill(PASSWORD);

    await address.fill('wer@mailinator.com');
    await address.blur();
    await expect(page.getByText('Bitte verwende keine temporäre E-Mail-Adresse.')).toBeVisible();

    const asked = page.waitForRequest((request) => request.url().includes('/api/users?search='));
    await address.fill(email);
    await address.blur();
    expect(new URL((await asked).url()).searchParams.get('search')).toBe(email);
    await expect(page.getByText('Diese E-Mail-Adresse ist bereits registriert.')).toBeVisible();
    await expect(button).toBeDisabled();

    await page.route('**/api/users?*', (route) => route.abort());
    await address.fill(newPerson().email);
    await address.blur();
    await expect(page.getByText('Fehler beim Überprüfen der E-Mail-Adresse')).toBeVisible();
    await expect(button).toBeEnabled();

    // After a pause in typing it is asked without leaving the field.
    await page.unroute('**/api/users?*');
    const unprompted = page.waitForRequest((request) =>
      request.url().includes('/api/users?search='),
    );
    await address.fill(newPerson().email);
    await unprompted;
    await expect(page.getByText('Fehler beim Überprüfen der E-Mail-Adresse')).toBeHidden();
    await button.click();
    await expect(page.getByRole('dialog')).toContainText('Dein Konto ist bereit');
  },
);
