import { expectLasts, freeze, tickUntilVisible, toast } from './clock.ts';
import { advertiser, api, expect, test } from './support.ts';

const MINUTE_MS = 60_000;
const TOAST_MS = 3_000;

test('HOM-01 HOM-06 HOM-08 HOM-12 HOM-13 HOM-14 HOM-22 ERR-051 Home of a new account says what to do, and where', async ({
  page,
}) => {
  const { username } = await advertiser(page);
  await page.goto('/home');
  const hint = page.getByRole('region', { name: 'Willkommen' });
  await expect(hint.getByText('Dein Guthaben ist leer.')).toBeVisible();
  await expect(hint.getByRole('link', { name: 'Guthaben aufladen' })).toHaveAttribute('href', '/guthaben');
  for (const name of ['Guthaben', 'Inserate', 'Banner', 'Clubs']) {
    await expect(page.getByRole('main').getByRole('region', { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Aktionen und Rabatte' })).toContainText(
    'Keine Aktionen oder Rabatte aktiv',
  );
  const { state } = await api(page, 'state');
  const today = new Date((state as { loaded_at: string }).loaded_at).toLocaleDateString('de-DE', {
    dateStyle: 'medium',
    timeZone: 'Europe/Zurich',
  });
  const updated = page.getByText(/^Zuletzt aktualisiert: \d{1,2}\.\d{1,2}\.\d{4}, \d{2}:\d{2}:\d{2}$/);
  await expect(updated.filter({ visible: true })).toContainText(today);

  const greeting = page.getByRole('heading', { level: 1 }).getByRole('link', { name: username });
  await greeting.click();
  await expect(page).toHaveURL('/profil');
  await page.goBack();
  await hint.getByRole('link', { name: 'Guthaben aufladen' }).click();
  await expect(page).toHaveURL('/guthaben');
  await page.goBack();
  await hint.getByRole('link', { name: 'Erstes Inserat erstellen' }).click();
  await expect(page).toHaveURL('/rabota');
  await expect(page.getByRole('heading', { name: 'Neues Inserat aufgeben' })).toBeVisible();
});

test('HOM-24 HOM-26 the partner websites are listed with their status and open in a tab of their own', async ({
  page,
  context,
}) => {
  await advertiser(page);
  const { state } = await api(page, 'state');
  const { webseiten } = state as { webseiten: { name: string; url: string }[] };
  expect(webseiten.length).toBeGreaterThan(0);
  await page.goto('/home');
  const card = page.getByRole('region', { name: 'Partner-Webseiten' });
  await expect(card.getByText(`${webseiten.length} online`)).toBeVisible();
  for (const { name, url } of webseiten) {
    const link = card.getByRole('link', { name: new RegExp(`^${name}\\s*, online, öffnet in neuem Tab$`) });
    await expect(link).toHaveAttribute('href', url);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /\bnoopener\b/);
  }
  const opened = context.waitForEvent('page');
  await card.getByRole('link').first().click();
  const tab = await opened;
  await tab.waitForLoadState();
  expect(await tab.evaluate(() => window.opener === null)).toBe(true);
  await expect(page).toHaveURL('/home');
});

test('HOM-02 HOM-03 HOM-04 CON-37 the greeting changes at 12 and at 18 o’clock', async ({ page }) => {
  await advertiser(page);
  for (const [time, words] of [
    ['11:59:59', 'Guten Morgen, '],
    ['12:00:00', 'Guten Tag, '],
    ['17:59:59', 'Guten Tag, '],
    ['18:00:00', 'Guten Abend, '],
  ] as const) {
    await page.clock.setFixedTime(new Date(`2026-11-21T${time}+01:00`));
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 }), time).toContainText(words);
  }
});

test('HOM-07 CON-16 CON-20 ERR-039 the welcome shows once in a browser session, for three seconds', async ({
  page,
  context,
}) => {
  const { username } = await advertiser(page);
  await page.clock.install();
  await freeze(page);
  await page.goto('/home');
  await expectLasts(page, toast(page, `Hallo, ${username}!`), TOAST_MS);
  await page.reload();
  await tickUntilVisible(page, page.getByRole('heading', { level: 1 }));
  await page.clock.runFor(1000);
  await expect(toast(page, 'Hallo')).toHaveCount(0);
  const session = await context.newPage();
  await session.goto('/home');
  await tickUntilVisible(session, toast(session, `Hallo, ${username}!`));
});

test('HOM-27 FRM-28 FRM-31 CON-13 the account is kept for five minutes, then loaded anew; when that fails nothing of it stays', async ({
  page,
}) => {
  await advertiser(page);
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('action=state')) asked++;
  });
  const sidebar = page.getByRole('complementary', { name: 'Hauptmenü' });
  const visit = async (name: RegExp, heading: string | RegExp) => {
    await sidebar.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  };
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const first = asked;
  expect(first).toBeGreaterThan(0);
  await page.clock.fastForward(4.5 * MINUTE_MS);
  await visit(/^Inserate/, 'Inserate');
  await visit(/^Home/, /^Guten /);
  expect(asked).toBe(first);
  await page.clock.fastForward(MINUTE_MS);
  await visit(/^Inserate/, 'Inserate');
  await expect.poll(() => asked).toBe(first + 1);

  const kept = () => page.evaluate(() => [localStorage.getItem('session'), sessionStorage.getItem('welcomed')]);
  expect(await kept()).toEqual([expect.any(String), '1']);
  await page.clock.fastForward(6 * MINUTE_MS);
  await page.route('**/api?action=state*', (route) => route.abort());
  await sidebar.getByRole('link', { name: /^Home/ }).click();
  await expect(page).toHaveURL('/auth/login');
  expect(await kept()).toEqual([null, null]);
});

test('FRM-20 FRM-26 ERR-049 CON-20 a refresh that breaks says so for three seconds', async ({ page }) => {
  await advertiser(page);
  await page.clock.install();
  await page.goto('/inserate');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => {
    Promise.allSettled = () => {
      throw new Error('provoked');
    };
  });
  await freeze(page);
  await page.getByRole('button', { name: 'Alle Daten aktualisieren' }).click();
  await expectLasts(page, toast(page, 'Unerwarteter Fehler beim Aktualisieren'), TOAST_MS);
});

test('FRM-18 CON-29 the button to the top comes beyond 600 px, not at 600', async ({ page }) => {
  await advertiser(page);
  await page.goto('/rabota');
  // The heading stands there before the form does.
  await expect(page.getByRole('heading', { name: 'Paket' })).toBeVisible();
  const up = page.getByRole('button', { name: 'Nach oben' });
  const scrollTo = (top: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top);
  await scrollTo(601);
  await expect(up).toBeVisible();
  await scrollTo(600);
  await expect(up).toBeHidden();
  await scrollTo(601);
  await up.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('CON-82 CON-83 the landing page counts its years from 1998 and says 10+ without a loaded list of partners', async ({
  page,
}) => {
  await page.route('**/api?action=state*', (route) => route.abort());
  await page.clock.setFixedTime(new Date('2031-06-15T12:00:00+02:00'));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible();
  await expect(page.getByText('10+ Partner-Webseiten')).toBeVisible();
  await expect(page.getByText('33 Jahre Erfahrung')).toBeVisible();
});
