import type { Page } from '@playwright/test';
import { freeze } from './clock.ts';
import { advertiser, expect, PASSWORD, test } from './support.ts';

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? 'null') as unknown);

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

test('the login validates, reveals the password on demand, links to reset and registration [AUT-02, AUT-03, AUT-06, AUT-07]', async ({
  page,
}) => {
  await page.goto('/auth/login');
  await expect(page.getByLabel('E-Mail')).toHaveAttribute('type', 'email');
  const password = page.getByRole('textbox', { name: 'Passwort' });
  await password.fill(PASSWORD);
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Passwort anzeigen' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue(PASSWORD);
  await page.getByRole('button', { name: 'Passwort verbergen' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await expect(page).toHaveURL('/auth/forgot');
  await page.goto('/auth/login');
  await main.getByRole('link', { name: 'Registrieren' }).click();
  await expect(page).toHaveURL('/auth/register');
  await page.getByRole('button', { name: 'Bestätigung anzeigen' }).click();
  await expect(page.getByLabel('Passwort bestätigen')).toHaveAttribute('type', 'text');
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveAttribute('type', 'password');
});

test('a page before the login shows as soon as its code is there, behind no timer [AUT-01, AUT-58]', async ({
  page,
}) => {
  await page.clock.install();
  await freeze(page);
  for (const path of ['/auth/login', '/auth/forgot', '/auth/keep-account?token=x']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  }
});

for (const stays of [true, false]) {
  test(`${stays ? 'with' : 'without'} staying logged in the choice is sent and sets the cookie [AUT-04, AUT-09, FIX-48]`, async ({
    page,
    context,
  }) => {
    const { email } = await advertiser(page);
    await context.clearCookies();
    await page.goto('/auth/login');
    expect(await stored(page)).toBeNull();
    await page.getByRole('checkbox', { name: 'Angemeldet bleiben' }).setChecked(stays);
    const sent = page.waitForRequest((request) => request.url().includes('action=login'));
    const asked = sent.then(() =>
      page.waitForRequest((request) => request.url().includes('action=state')),
    );
    await logIn(page, email, PASSWORD);
    expect((await sent).headers()['content-type']).toContain('application/x-www-form-urlencoded');
    expect((await sent).postDataJSON()).toMatchObject({
      log: email,
      rememberme: stays ? '1' : '0',
    });
    expect((await (await asked).response())!.status()).toBe(200);
    await expect(page).toHaveURL('/home');
    await expect(page.getByRole('main'), 'goes on where the button was').toBeFocused();
    expect(await stored(page)).toEqual({
      userId: expect.any(Number),
      loggedIn: true,
      remember: stays,
    });
    const [cookie] = (await context.cookies()).filter(({ name }) => name.endsWith('sid'));
    // -1 ends with the browser.
    if (stays) expect(cookie!.expires).toBeGreaterThan(Date.now() / 1000 + 86_400);
    else expect(cookie!.expires).toBe(-1);
  });
}

test('a login that fails leaves nothing of an account behind [AUT-11]', async ({ page }) => {
  const { email } = await advertiser(page);
  await page.goto('/home');
  await expect.poll(() => stored(page)).toMatchObject({ loggedIn: true });
  // Requests still pending would fail without the cookie; wait for them before the login.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await page.goto('/auth/login');
  expect(await stored(page)).toMatchObject({ loggedIn: true });
  await logIn(page, email, 'Falsch-Gewählt-2026');
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await stored(page)).toBeNull();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('with a session login and registration redirect to Home, the landing page does not [AUT-16]', async ({
  page,
}) => {
  await advertiser(page);
  for (const path of ['/auth/login', '/auth/register']) {
    await page.goto(path);
    await expect(page).toHaveURL('/home');
  }
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Inserieren.');
  await expect(page).toHaveURL('/');
});

test('the registration has its fields, the 18+ note with the legal texts, and the benefits [AUT-18, AUT-19, AUT-21, AUT-22, AUT-23, AUT-24]', async ({
  page,
}) => {
  await page.goto('/auth/register');
  const main = page.getByRole('main');
  await expect(main.getByLabel('Benutzername')).toBeEditable();
  await expect(main.getByLabel('E-Mail')).toHaveAttribute('type', 'email');
  const confirmation = main.getByRole('textbox', { name: 'Passwort bestätigen' });
  await expect(confirmation).toHaveAttribute('type', 'password');
  await main.getByRole('textbox', { name: 'Passwort', exact: true }).fill(PASSWORD);
  await confirmation.fill(`${PASSWORD}x`);
  await confirmation.blur();
  await expect(confirmation).toHaveAttribute('aria-invalid', 'true');
  await expect(main.getByRole('button', { name: 'Registrieren' })).toBeDisabled();

  await expect(main.getByText('18+', { exact: true })).toBeVisible();
  const note = main.getByText(
    /Mit der Registrierung bestätigst du, dass du über 18 Jahre alt bist/,
  );
  await expect(note.getByRole('link', { name: 'rechtlichen Bedingungen' })).toHaveAttribute(
    'href',
    '/rechtliches',
  );
  await expect(note.getByRole('link', { name: 'Datenschutzerklärung' })).toHaveAttribute(
    'href',
    '/datenschutz',
  );
  const benefits = main.getByRole('complementary', { name: 'Das bekommst du' });
  await expect(benefits.getByRole('listitem')).toHaveCount(4);
});

test('a link that begins with /server/ requests a document from the server [PUB-25]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/server/datei';
    link.textContent = 'Zur Datei';
    document.querySelector('main')!.prepend(link);
  });
  const asked = page.waitForRequest(
    (request) =>
      request.isNavigationRequest() && new URL(request.url()).pathname === '/server/datei',
  );
  await page.getByRole('link', { name: 'Zur Datei' }).click();
  expect((await asked).resourceType()).toBe('document');
});
