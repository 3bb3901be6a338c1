import type { Page } from '@playwright/test';
import {
  advertiser,
  DEEP_ONLY,
  expect,
  expectAccessible,
  mailedLink,
  ONE_SIZE,
  PASSWORD,
  PHONE,
  test,
} from './support.ts';

/** An account whose browser forgot it. */
async function stranger(page: Page): Promise<string> {
  const { email } = await advertiser(page, { confirmed: true });
  await page.context().clearCookies();
  await page.goto('/auth/login');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  return email;
}
async function logIn(page: Page, email: string) {
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}
async function askForLink(page: Page, email: string) {
  await page.getByRole('button', { name: 'Anmeldung per Mail' }).click();
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('button', { name: 'Link senden' }).click();
  await expect(page.getByText('Gehört dazu ein Konto, ist der Link unterwegs.')).toBeVisible();
}

test(
  'after wrong passwords the form works first, then logs in; the browser is known then [ACC-20, EXP-78]',
  ONE_SIZE,
  async ({ page, browser: opener }) => {
    const email = await stranger(page);
    for (let n = 0; n < 10; n++)
      await page.request.post('/api?action=login', { data: { log: email, pwd: `Falsch-${n}` } });
    await logIn(page, email);
    await expect(page).toHaveURL('/home');
    const [browser] = (await page.context().cookies()).filter(({ name }) => /browser$/.test(name));
    expect(browser).toMatchObject({ httpOnly: true });
    const context = await opener.newContext();
    await context.addCookies([browser!]);
    const known = await context.newPage();
    const answers: number[] = [];
    known.on('response', (answer) => {
      if (answer.url().includes('action=login')) answers.push(answer.status());
    });
    await known.goto('/auth/login');
    await logIn(known, email);
    await expect(known).toHaveURL('/home');
    expect(answers).toEqual([200]);
    await context.close();
  },
);

test(
  'beyond 100 a day the form offers the log-in by mail in place of the password [ACC-20]',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto('/auth/login');
    await page.route(/action=login$/, (route) =>
      route.fulfill({
        status: 403,
        json: {
          success: false,
          code: 'MAIL_LOGIN_REQUIRED',
          message:
            'Heute wurden zu viele falsche Passwörter eingegeben. Melde dich bitte per Mail an.',
        },
      }),
    );
    await logIn(page, 'lena@beispiel.ch');
    await expect(page.getByRole('alert')).toContainText('Melde dich bitte per Mail an.');
    await expect(page.getByLabel('E-Mail')).toHaveValue('lena@beispiel.ch');
    await expect(page.getByRole('textbox', { name: 'Passwort' })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Mit Passwort anmelden' }).click();
    await expect(page.getByRole('textbox', { name: 'Passwort' })).toBeVisible();
  },
);

test('the mailed link logs in the browser that asked [ACC-22]', DEEP_ONLY, async ({ page }) => {
  const email = await stranger(page);
  await askForLink(page, email);
  await expectAccessible(page);
  const link = await mailedLink(page, email, '/auth/login-link');
  await page.goto(link);
  await expect(page).toHaveURL('/home');
});

test(
  'in another browser the link shows a number, which logs in the one that asked [ACC-22]',
  ONE_SIZE,
  async ({ page, browser }) => {
    const email = await stranger(page);
    await askForLink(page, email);
    const link = await mailedLink(page, email, '/auth/login-link');
    const elsewhere = await browser.newContext();
    const phone = await elsewhere.newPage();
    await phone.goto(link);
    const code = phone.getByRole('status');
    await expect(code).toHaveText(/^\d{6}$/);
    await phone.setViewportSize(PHONE);
    await expectAccessible(phone);
    const number = (await code.textContent())!;
    await page.getByLabel('Zahl vom anderen Gerät').fill(number === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page.getByText('Die Zahl stimmt nicht')).toBeVisible();
    await page.getByLabel('Zahl vom anderen Gerät').fill(number);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page).toHaveURL('/home');
    expect(await phone.evaluate(() => localStorage.getItem('session'))).toBeNull();
    await elsewhere.close();
  },
);
