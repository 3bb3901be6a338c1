import type { Browser, BrowserContext, Page } from '@playwright/test';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  LOGIN_PAGE,
  mailedLink,
  ONE_SIZE,
  PASSWORD,
  PHONE,
  test,
} from './support.ts';

const NEW_PASSWORD = 'Ganz-Anders-2027';

async function logIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

/** Another browser of the same person, logged in. */
async function otherBrowser(opener: Browser, email: string): Promise<[Page, BrowserContext]> {
  const context = await opener.newContext();
  const page = await context.newPage();
  await page.goto('/auth/login');
  await logIn(page, email);
  await expect(page).toHaveURL('/home');
  return [page, context];
}

test(
  '«Angemeldet bleiben» is off until chosen, and says where it belongs [ACC-02, EXP-83]',
  ONE_SIZE,
  async ({ page }) => {
    await page.goto('/auth/login');
    const stay = page.getByRole('checkbox', { name: 'Angemeldet bleiben' });
    await expect(stay).not.toBeChecked();
    await expect(page.getByText('Nur auf deinem eigenen Gerät')).toBeVisible();
  },
);

test(
  'a device that is ended says why, and its next login leads back to the page [ACC-01, ACC-03, EXP-82]',
  ONE_SIZE,
  async ({ page, browser: opener }) => {
    const { email } = await advertiser(page, { confirmed: true });
    const [there, context] = await otherBrowser(opener, email);
    await there.goto('/guthaben');
    await expect(there.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/profil/sicherheit');
    const devices = page.getByRole('region', { name: 'Deine Geräte' });
    await expect(devices.getByRole('listitem')).toHaveCount(2);
    await expect(devices.getByRole('listitem').filter({ hasText: 'dieses Gerät' })).toHaveCount(1);
    await expectAccessible(page, { within: 'main' });
    await expectNoSidewaysScroll(page);
    await devices
      .getByRole('button', { name: / abmelden$/ })
      .first()
      .click();
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    await expect(there).toHaveURL(LOGIN_PAGE);
    await expect(there.getByRole('alert')).toContainText(
      'Du wurdest auf einem anderen Gerät abgemeldet.',
    );
    await logIn(there, email);
    await expect(there).toHaveURL('/guthaben');
    await page.reload();
    await devices.getByRole('button', { name: 'Alle anderen abmelden' }).click();
    await expect(there).toHaveURL(LOGIN_PAGE);
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    await context.close();
  },
);

test(
  'the log shows logins, wrong passwords and changes, and filters [ACC-14, EXP-87]',
  DEEP_ONLY,
  async ({ page, browser: opener }) => {
    const { email } = await advertiser(page, { confirmed: true });
    for (let n = 0; n < 2; n++)
      await page.request.post('/api?action=login', { data: { log: email, pwd: `Falsch-${n}` } });
    const [, context] = await otherBrowser(opener, email);
    await api(page, 'goOffline', {});
    await api(page, 'goOnline', {});
    for (let n = 0; n < 4; n++) await api(page, 'end_other_devices', {});
    await page.goto('/profil/sicherheit');
    const log = page.getByRole('region', { name: 'Kontoprotokoll' });
    await log.getByRole('button', { name: 'Alles ansehen' }).click();
    await expect(log.getByRole('listitem')).toHaveCount(8);
    await expect(log).toContainText('2-mal an diesem Tag');
    await log.getByRole('button', { name: 'Änderungen' }).click();
    await expect(log.getByRole('listitem')).toHaveText([/Wieder online/, /Überall offline/]);
    await log.getByRole('button', { name: 'Zugriffe auf deine Daten' }).click();
    await expect(log).toContainText('Hier steht noch nichts.');
    await context.close();
  },
);

test(
  'a login from a new browser: the mail logs all out and leads to a new password [ACC-04, EXP-89]',
  DEEP_ONLY,
  async ({ page, browser: opener }) => {
    const { email } = await advertiser(page, { confirmed: true });
    // The first login of a new account is its owner's.
    const [, first] = await otherBrowser(opener, email);
    const [stranger, context] = await otherBrowser(opener, email);
    await page.goto('/home');
    await expect(page.getByText('Neue Anmeldung bei deinem Konto:')).toBeVisible();
    await page.goto('/profil/sicherheit');
    await expect(page.getByRole('region', { name: 'Bitte handeln' })).toBeVisible();
    const link = await mailedLink(page, email, '/auth/not-me');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Das war ich nicht' })).toBeVisible();
    await page.setViewportSize(PHONE);
    await expectAccessible(page, { within: 'main' });
    await expect(page.getByRole('main')).toContainText('auch eine Löschung deines Kontos');
    await expect(page.getByRole('main')).toContainText('Passkeys und Wiederherstellungscodes');
    await page.getByRole('button', { name: 'Alle Geräte abmelden' }).click();
    await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
      'Alle Geräte sind abgemeldet.',
      'Offene Änderungen sind aufgehoben, auch eine Löschung deines Kontos.',
      'Seit der fremden Anmeldung hinzugefügte Passkeys und neue Wiederherstellungscodes gelten nicht mehr.',
      'Dein altes Passwort gilt nicht mehr.',
    ]);
    await expect(stranger).toHaveURL(LOGIN_PAGE);
    await page.getByRole('link', { name: 'Neues Passwort setzen' }).click();
    await page.getByLabel('Neues Passwort', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Passwort bestätigen').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Passwort speichern' }).click();
    await page.getByRole('link', { name: 'Zur Anmeldung' }).click();
    await logIn(page, email, NEW_PASSWORD);
    await expect(page).toHaveURL('/home');
    await first.close();
    await context.close();
  },
);

test(
  'two minutes before a login ends by rest a bar offers to stay [ACC-01, EXP-83]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page);
    let restsIn = '121';
    await page.route('**/api?action=getBalance', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'session-rests-in': restsIn },
      });
    });
    await page.goto('/guthaben');
    const bar = page.getByRole('region', { name: 'Anmeldung endet bald' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bar).toBeHidden();
    restsIn = '120';
    await expect(bar).toBeVisible();
    const kept = page.waitForResponse(/action=keep_session/);
    await bar.getByRole('button', { name: 'Angemeldet bleiben' }).click();
    restsIn = '1800';
    expect((await kept).status()).toBe(200);
    await expect(bar).toBeHidden();
  },
);
