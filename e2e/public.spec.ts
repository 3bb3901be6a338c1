import {
  advertiser,
  DEEP_ONLY,
  expect,
  LOGIN_PAGE,
  newPerson,
  ONE_SIZE,
  PASSWORD,
  test,
} from './support.ts';

test(
  'protected pages lead a visitor to the login, unknown paths show 404, a member is led Home [PUB-21, PUB-22, PUB-23, PUB-24, FRM-27, FRM-29]',
  ONE_SIZE,
  async ({ page }) => {
    await page.goto('/home');
    await expect(page).toHaveURL('/auth/login');
    const answer = await page.goto('/gibt-es-nicht');
    expect(answer!.status()).toBe(404);
    for (const [name, path] of [
      ['Zur Anmeldung', '/auth/login'],
      ['Support kontaktieren', '/kontakt'],
    ] as const) {
      await page.getByRole('main').getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await page.goBack();
    }
    await advertiser(page);
    await page.goto('/gibt-es-nicht');
    await expect(page).toHaveURL('/home');
  },
);

test(
  'when the account cannot be loaded the login page says so, once [FRM-29, FRM-31, ERR-043]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible();
    await page.route('**/api?action=state*', (route) => route.abort());
    await page.goto('/guthaben');
    await expect(page).toHaveURL(LOGIN_PAGE);
    await expect(page.getByRole('alert')).toContainText('Fehler beim Laden der Daten');
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
  },
);

test('the login works with the keyboard alone [AUT-08, AUT-57]', ONE_SIZE, async ({ page }) => {
  const { email } = await advertiser(page);
  await page.context().clearCookies();
  await page.goto('/auth/login');
  const field = page.getByLabel('E-Mail');
  for (let presses = 0; presses < 20 && !(await isFocused(field)); presses++)
    await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Passwort' })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible();
});

test(
  'wrong password and unknown address get the same response; the address stays [AUT-12]',
  ONE_SIZE,
  async ({ page }) => {
    const { email } = await advertiser(page);
    await page.context().clearCookies();
    await page.goto('/auth/login');
    const said: (string | null)[] = [];
    for (const address of [email, newPerson().email]) {
      await page.getByLabel('E-Mail').fill(address);
      await page.getByRole('textbox', { name: 'Passwort' }).fill('Falsch-Gewählt-2026');
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      said.push(await page.getByRole('alert').textContent());
      await expect(page.getByLabel('E-Mail')).toHaveValue(address);
      await page.reload();
    }
    expect(said[0]).toBe(said[1]);
  },
);

const isFocused = (field: import('@playwright/test').Locator) =>
  field.evaluate((element) => element === document.activeElement);
