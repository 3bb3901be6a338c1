import { randomBytes } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { expectLasts, freeze, tickUntilVisible } from './clock.ts';
import { samtrot } from './command-line.ts';
import {
  advertiser,
  breakAction,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  SEEN_ELSEWHERE,
  test,
} from './support.ts';

const OVERLAY_MS = 3_000;
const FORMAT = 'Ungültiges Gutschein-Format. Nur Buchstaben, Zahlen, - und _ sind erlaubt.';
const FAILED_CHECK = 'Ein Fehler ist aufgetreten. Bitte versuche es später erneut.';
const FAILED_REDEMPTION = 'Fehler beim Einlösen des Gutscheins. Bitte versuche es später erneut.';

const card = (page: Page) => page.getByRole('region', { name: 'Gutschein einlösen' });
const field = (page: Page) => page.getByLabel('Gutschein-Code');
const message = (page: Page) => card(page).locator('[data-slot=field-error]');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Gutschein einlösen?' });
const codes = (page: Page) =>
  card(page).getByRole('list', { name: 'Zuletzt eingelöst' }).getByRole('listitem');
const overlay = (page: Page) => page.getByRole('status').filter({ hasText: 'gutgeschrieben' });

async function check(page: Page, code: string): Promise<void> {
  await field(page).fill(code);
  await card(page).getByRole('button', { name: 'Prüfen' }).click();
}

function coupon(credits: number): string {
  const code = `FEST-${randomBytes(5).toString('hex').toUpperCase()}`;
  samtrot('coupon', 'create', code, '--credits', String(credits));
  return code;
}

/** Confirms, with frozen time. */
async function redeem(page: Page): Promise<void> {
  const act = dialog(page).getByRole('button', { name: 'Einlösen' });
  await tickUntilVisible(page, act);
  await act.press('Enter');
}

const COUPON = {
  code: 'WINTER-2026',
  credits: 25,
  description: 'Wintergutschein',
  expiry_date: '2026-12-31T22:59:59Z',
};

/** Stubs the coupon checks and records their payloads. */
async function checks(page: Page, answer: (route: Route) => Promise<void>): Promise<string[]> {
  const sent: string[] = [];
  await page.route('**/api?action=validate_coupon', async (route) => {
    sent.push(route.request().postDataJSON().coupon_code);
    await answer(route);
  });
  return sent;
}
const valid = (route: Route) =>
  route.fulfill({ json: { success: true, message: '', coupon: COUPON } });
const refused = (route: Route) =>
  route.fulfill({
    status: 409,
    json: { success: false, code: 'COUPON_INVALID', message: 'Dieser Code gilt nicht.' },
  });

test('a code is checked, asked about and redeemed; the balance, the history and the list follow [GUT-01, GUT-31, GUT-37, GUT-44, API-16, API-17]', async ({
  page,
}) => {
  await advertiser(page);
  const code = coupon(25);
  await page.goto('/guthaben');
  await expect(card(page)).toContainText('Noch kein Gutschein.');
  await check(page, ` ${code.toLowerCase()} `);
  for (const text of [code, 'Du erhältst', '25 Credits'])
    await expect(dialog(page)).toContainText(text);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('0 Credits');

  await card(page).getByRole('button', { name: 'Prüfen' }).click();
  await dialog(page).getByRole('button', { name: 'Einlösen' }).click();
  await expect(overlay(page)).toContainText('25 Credits gutgeschrieben');
  await overlay(page).click();
  await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('25 Credits');
  await expect(field(page)).toHaveValue('');
  await expect(codes(page)).toHaveCount(1);
  await expect(codes(page)).toContainText('•');
  await expect(codes(page)).toContainText('+ 25 Credits');
  const movement = page.getByRole('region', { name: 'Verlauf' }).locator('[data-slot=history-row]');
  await expect(movement).toHaveCount(1);
  await expect(movement).toContainText(/\+\s25/);
  // The code itself is nowhere left in the browser.
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(code);

  await check(page, code);
  await expect(message(page)).toContainText('ungültig, abgelaufen oder schon eingelöst');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, SEEN_ELSEWHERE);
});

test(
  'the overlay after a coupon shows for three seconds [GUT-29, CON-17]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await checks(page, valid);
    await page.route('**/api?action=apply_coupon', (route) =>
      route.fulfill({ json: { success: true, message: '', coupon: { credits: 25 }, credits: 25 } }),
    );
    await page.clock.install();
    await page.goto('/guthaben');
    await check(page, 'winter-2026');
    await expect(dialog(page)).toContainText('31.12.2026');
    const act = dialog(page).getByRole('button', { name: 'Einlösen' });
    await expect(act).toBeVisible();
    await freeze(page);
    await act.click();
    await expectLasts(page, overlay(page), OVERLAY_MS);
  },
);

test(
  'the last codes are listed as the server returns them, newest first [GUT-44, CON-12]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const coupons = [6, 5, 4, 3, 2].map((credits) => ({
      code: `FE${'•'.repeat(46)}${credits}X`,
      credits,
      used_at: new Date(Date.UTC(2026, 10, credits)).toISOString(),
    }));
    await page.route('**/api?action=get_used_coupons', (route) =>
      route.fulfill({ json: { success: true, coupons } }),
    );
    await page.goto('/guthaben');
    await expect(codes(page)).toHaveCount(5);
    for (const [index, { code, credits }] of coupons.entries()) {
      await expect(codes(page).nth(index)).toContainText(code);
      await expect(codes(page).nth(index)).toContainText(`+ ${credits} Credits`);
    }
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test('the field takes fifty characters and writes capitals, also in the middle of the text [GUT-32, GUT-33]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/guthaben');
  await expect(field(page)).toHaveAttribute('maxlength', '50');
  await field(page).pressSequentially('abc');
  await expect(field(page)).toHaveValue('ABC');
  await field(page).press('Home');
  await field(page).press('ArrowRight');
  await field(page).pressSequentially('xy');
  await expect(field(page)).toHaveValue('AXYBC');
});

test(
  'what is sent is the bare code; what cannot be one is not sent [GUT-34, GUT-35, GUT-36, ERR-064]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const sent = await checks(page, refused);
    await page.goto('/guthaben');
    for (const [typed, text] of [
      ['   ', 'Dieses Feld ist erforderlich'],
      ['AB', FORMAT],
      ['A.B!C', FORMAT],
      ['<i></i>', 'Dieses Feld ist erforderlich'],
    ] as const) {
      await check(page, typed);
      await expect(message(page)).toHaveText(text);
      await expect(field(page)).toBeFocused();
    }
    expect(sent).toEqual([]);
    await expectAccessible(page);
    await check(page, ' <b>ab c</b>&1 ');
    await expect(message(page)).toHaveText('Dieser Code gilt nicht.');
    await check(page, 'A_B-1');
    await expect.poll(() => sent).toEqual(['ABC1', 'A_B-1']);
  },
);

test('a refusal shows the message of the server, a failure our own [GUT-38, GUT-39, ERR-066, ERR-067]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/guthaben');
  await check(page, 'GIBT-ES-NICHT');
  await expect(message(page)).toHaveText(
    'Dieser Gutschein ist ungültig, abgelaufen oder schon eingelöst.',
  );
  const works = await breakAction(page, 'validate_coupon');
  await check(page, 'ABC');
  await expect(message(page)).toHaveText(FAILED_CHECK);
  await works();
  await page.route('**/api?action=validate_coupon', (route) => route.abort());
  await field(page).fill('ABCD');
  await expect(message(page)).toHaveCount(0);
  await card(page).getByRole('button', { name: 'Prüfen' }).click();
  await expect(message(page)).toHaveText(FAILED_CHECK);
  await expectAccessible(page, SEEN_ELSEWHERE);
});

test('a redemption that fails says so and can be tried again [GUT-40, ERR-066, ERR-068]', async ({
  page,
}) => {
  await advertiser(page);
  await checks(page, valid);
  await page.goto('/guthaben');
  const tryIt = async () => {
    await check(page, 'WINTER-2026');
    await dialog(page).getByRole('button', { name: 'Einlösen' }).click();
  };
  await page.route('**/api?action=apply_coupon', (route) => route.abort(), { times: 1 });
  await tryIt();
  await expect(dialog(page)).toHaveCount(0);
  await expect(message(page)).toHaveText(FAILED_REDEMPTION);
  await expect(field(page)).toHaveValue('WINTER-2026');
  const works = await breakAction(page, 'apply_coupon');
  await tryIt();
  await expect(message(page)).toHaveText(FAILED_REDEMPTION);
  await works();
  await page.route('**/api?action=apply_coupon', refused);
  await tryIt();
  await expect(message(page)).toHaveText('Dieser Code gilt nicht.');
});

test(
  'the sixth attempt in a minute is not sent and counts the seconds down [GUT-41, GUT-42, GUT-43, ERR-065, CON-11]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    let answer = refused;
    const sent = await checks(page, (route) => answer(route));
    await page.route('**/api?action=apply_coupon', (route) =>
      route.fulfill({ json: { success: true, message: '', coupon: { credits: 25 }, credits: 25 } }),
    );
    await page.clock.install();
    await page.goto('/guthaben');
    await expect(card(page)).toContainText('Noch kein Gutschein.');
    await freeze(page);
    const attempt = async (n: number) => {
      await check(page, `CODE-${n}`);
      await expect.poll(() => sent).toHaveLength(n);
      await expect(message(page)).toHaveText('Dieser Code gilt nicht.');
    };
    for (let n = 1; n <= 5; n++) await attempt(n);
    await check(page, 'CODE-6');
    await expect(message(page)).toHaveText(
      'Zu viele Versuche. Bitte versuche es in einer Minute noch einmal.',
    );
    await page.clock.runFor(18_000);
    await expect(message(page)).toHaveText(
      'Zu viele Versuche. Bitte versuche es in 42 Sekunden noch einmal.',
    );
    await expect(card(page).getByRole('alert')).toContainText(
      'Zu viele Versuche. Bitte versuche es in',
    );
    // The limit survives a reload of the page.
    await page.reload();
    await tickUntilVisible(page, card(page).getByText('Noch kein Gutschein.'));
    await check(page, 'CODE-6');
    await expect(message(page)).toContainText('Zu viele Versuche. Bitte versuche es');
    expect(sent).toHaveLength(5);
    await page.clock.runFor(61_000);
    await expect(message(page)).toHaveCount(0);

    for (let n = 6; n <= 9; n++) await attempt(n);
    answer = valid;
    await check(page, 'CODE-10');
    await redeem(page);
    await tickUntilVisible(page, overlay(page));
    await overlay(page).click();
    // The field is emptied once the balance has come; what is typed before that would be lost.
    await expect(field(page)).toHaveValue('');
    // A redemption resets the counter.
    answer = refused;
    await attempt(11);
  },
);

test(
  'the rate limit of the server shows the same message in both steps [GUT-41, ERR-065]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const full = (seconds: number) => (route: Route) =>
      route.fulfill({
        status: 429,
        json: {
          success: false,
          code: 'TOO_MANY_ATTEMPTS',
          message: 'Zu viele Versuche.',
          retry_after: seconds,
        },
      });
    let answer: (route: Route) => Promise<void> = full(900);
    await checks(page, (route) => answer(route));
    await page.route('**/api?action=apply_coupon', full(17));
    await page.clock.install();
    await page.goto('/guthaben');
    await expect(card(page)).toContainText('Noch kein Gutschein.');
    await freeze(page);
    await check(page, 'ABC');
    await expect(message(page)).toHaveText(
      'Zu viele Versuche. Bitte versuche es in 15 Minuten noch einmal.',
    );
    await expect(card(page).getByRole('button', { name: 'Prüfen' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.clock.runFor(901_000);
    answer = valid;
    await check(page, 'ABC');
    await redeem(page);
    await expect(message(page)).toHaveText(
      /^Zu viele Versuche. Bitte versuche es in 1[67] Sekunden noch einmal.$/,
    );
  },
);
