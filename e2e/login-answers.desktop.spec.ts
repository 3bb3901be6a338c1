import type { Page, Route } from '@playwright/test';
import { advertiser, expect, PASSWORD, test } from './support.ts';

const LOGIN = '**/api?action=login';
const alert = (page: Page) => page.getByRole('alert');
const refused = (message: string) => (route: Route) =>
  route.fulfill({ status: 401, json: { success: false, code: 'LOGIN_FAILED', message } });

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

test('the login button shows a running label until the answer has come [AUT-05]', async ({
  page,
  context,
}) => {
  const { email } = await advertiser(page);
  await context.clearCookies();
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(LOGIN, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/auth/login');
  const idle = page.getByRole('button', { name: 'Anmelden', exact: true });
  const running = page.getByRole('button', { name: 'Anmeldung läuft …', exact: true });
  await expect(idle.getByText('Anmelden', { exact: true })).toBeVisible();
  await expect(running).toHaveCount(0);
  await logIn(page, email);
  await expect(running).toHaveAttribute('aria-busy', 'true');
  await expect(running.getByText('Anmeldung läuft …')).toBeVisible();
  await expect(running.getByText('Anmelden', { exact: true })).toBeHidden();
  release();
  await expect(page).toHaveURL('/home');
});

const ANSWERS = [
  {
    what: 'a message of the server is shown',
    answer: refused('Dieses Konto ist gesperrt.'),
    says: 'Dieses Konto ist gesperrt.',
  },
  {
    what: 'a refusal without a message has one of its own',
    answer: refused(''),
    says: 'Ungültige Anmeldedaten',
  },
  {
    what: 'a message about the upper-case letter is replaced',
    answer: refused('Das Kennwort braucht wenigstens einen Grossbuchstaben.'),
    says: 'Das Passwort muss mindestens einen Grossbuchstaben enthalten',
  },
  {
    what: 'a reply that is no JSON is named',
    answer: (route: Route) => route.fulfill({ contentType: 'text/html', body: '<p>Gateway</p>' }),
    says: 'Server returned invalid response format. Please try again later.',
  },
  {
    what: 'a request without any reply has the last message',
    answer: (route: Route) => route.abort(),
    says: 'Login fehlgeschlagen',
  },
];

test('the login page has words for every answer that is no login [AUT-12..AUT-15, ERR-020..ERR-025]', async ({
  page,
}) => {
  await page.goto('/auth/login');
  await expect(alert(page)).toHaveCount(0);
  for (const { what, answer, says } of ANSWERS) {
    await page.unroute(LOGIN);
    await page.route(LOGIN, answer);
    await logIn(page, 'lena@beispiel.ch');
    await expect(alert(page), what).toHaveText(says);
    await expect(page).toHaveURL('/auth/login');
    await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeEnabled();
  }
});
