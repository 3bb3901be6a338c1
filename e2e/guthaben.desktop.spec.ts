import type { Route } from '@playwright/test';
import { expectLasts, freeze, tickUntilVisible, toast } from './clock.ts';
import { samtrot } from './command-line.ts';
import { listedAd } from './list-ads.ts';
import { advertiser, api, DEEP_ONLY, expect, expectAccessible, test, topUp } from './support.ts';

const OVERLAY_MS = 3_000;
const REDIRECT_MS = 1_500;

test('a personal discount stands at the balance, in each package and in the price to pay [GUT-02, GUT-03, GUT-04, GUT-05, GUT-06, GUT-09, GUT-10, HOM-21, PUB-08]', async ({
  page,
}) => {
  const { email } = await advertiser(page, { credits: 50 });
  samtrot('discount', 'set', email, '15');
  await page.goto('/home');
  await expect(page.getByRole('region', { name: 'Aktionen und Rabatte' })).toContainText(/15\s%/);
  await page.goto('/guthaben');
  const balance = page.getByRole('region', { name: 'Dein Guthaben' });
  await expect(balance).toContainText('50 Credits');
  await expect(balance).toContainText(/Dein Rabatt: 15\s% auf jede Aufladung/);
  await expect(page.getByText('alle Preise inkl. MwSt.')).toBeVisible();
  const packs = page.locator('[data-slot=topup-card]');
  await expect(packs).toHaveCount(4);
  const figures = [
    ['50', 'Ohne Bonus', 'CHF 42.50', 'CHF 50.-', 'CHF 7.50'],
    ['110', '+ 10 Bonus', 'CHF 85.-', 'CHF 100.-', 'CHF 15.-'],
    ['600', '+ 100 Bonus', 'CHF 425.-', 'CHF 500.-', 'CHF 75.-'],
    ["1'300|1’300", '+ 300 Bonus', 'CHF 850.-', "CHF 1'000.-|CHF 1’000.-", 'CHF 150.-'],
  ] as const;
  for (const [index, [credits, bonus, price, list, saving]] of figures.entries()) {
    const pack = packs.nth(index);
    await expect(pack).toContainText(new RegExp(`(${credits})\\s*Credits`));
    for (const text of [bonus, price, saving]) await expect(pack).toContainText(text);
    await expect(pack.locator('s')).toHaveText(new RegExp(`^(${list.replaceAll('.', '\\.')})$`));
    await expect(pack).toContainText(`Du sparst ${saving}`);
  }
  await packs.first().getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Zur Zahlung' }).click();
  await expect(page.getByRole('heading', { name: 'Zahlung' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'CHF 42.50 bezahlen' })).toBeVisible();
});

test('the payment is announced, and its page opens a second and a half after the answer [GUT-13, GUT-14, ERR-056]', async ({
  page,
}) => {
  await advertiser(page);
  await page.clock.install();
  await page.goto('/guthaben');
  await page.getByRole('button', { name: '50 Credits für CHF 50.- aufladen' }).click();
  const pay = page.getByRole('dialog').getByRole('button', { name: 'Zur Zahlung' });
  await expect(pay).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api?action=wallet_topup*', async (route) => {
    await held;
    await route.continue();
  });
  await freeze(page);
  await pay.click();
  await tickUntilVisible(page, toast(page, 'Zahlung wird vorbereitet...'));
  release();
  // The note is kept in the same moment in which the answer starts the wait.
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('samtrot.payment')))
    .not.toBeNull();
  let left = false;
  page.on('request', (request) => {
    left ||= request.isNavigationRequest();
  });
  await page.clock.runFor(REDIRECT_MS - 20);
  await expect(page).toHaveURL('/guthaben');
  expect(left).toBe(false);
  await page.clock.runFor(20);
  await expect(page.getByRole('heading', { name: 'Zahlung' })).toBeVisible();
});

test('the overlay after a top-up shows for three seconds [GUT-27, GUT-29, CON-17]', async ({
  page,
}) => {
  await advertiser(page);
  const { payment_id, payment_url } = await api(page, 'wallet_topup', { topup_option_id: 2 });
  await page.request.post(String(payment_url), { form: { result: 'paid' }, maxRedirects: 0 });
  await page.clock.install();
  await freeze(page);
  await page.goto(`/guthaben?status=success&payment=${payment_id}`);
  const overlay = page.getByRole('status').filter({ hasText: '110 Credits gutgeschrieben' });
  await expectLasts(page, overlay, OVERLAY_MS);
  await expect(page).toHaveURL('/guthaben');
  await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('110 Credits');
});

test(
  'a payment that cannot be opened says why and leaves the page as it was [GUT-15, GUT-16, ERR-057, ERR-058, ERR-059, ERR-060]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/guthaben');
    const responses: [(route: Route) => Promise<void>, string][] = [
      [
        (route) =>
          route.fulfill({ json: { success: false, message: 'Dieses Paket gibt es nicht.' } }),
        'Dieses Paket gibt es nicht.',
      ],
      [
        (route) => route.fulfill({ json: { success: false } }),
        'Unbekannter Fehler beim Erstellen der Zahlung',
      ],
      [(route) => route.fulfill({ json: { success: true } }), 'Keine Zahlungs-URL erhalten'],
      [(route) => route.abort(), 'Fehler beim Erstellen der Zahlung'],
      [
        (route) => route.fulfill({ status: 500, headers: { 'x-ordered': '1' }, body: 'away' }),
        'Fehler beim Erstellen der Zahlung',
      ],
    ];
    for (const [answer, words] of responses) {
      await page.route('**/api?action=wallet_topup*', answer);
      await page.getByRole('button', { name: '50 Credits für CHF 50.- aufladen' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Zur Zahlung' }).click();
      const said = toast(page, `Fehler: ${words}`).last();
      await expect(said).toHaveText(new RegExp(`Fehler: ${words.replaceAll('.', '\\.')}`));
      await expect(said).toHaveAttribute('role', 'alert');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await page.evaluate(() => sessionStorage.getItem('samtrot.payment'))).toBeNull();
      await page.unroute('**/api?action=wallet_topup*');
    }
    await expect(page).toHaveURL('/guthaben');
  },
);

test('the balance says what automatic renewals of the next 30 days will cost [GUT-02]', async ({
  page,
}) => {
  await advertiser(page, { credits: 150 });
  await page.goto('/guthaben');
  const balance = page.getByRole('region', { name: 'Dein Guthaben' });
  await expect(balance).toContainText('Bisher geschenkt');
  await expect(balance).not.toContainText('Automatisch');
  // A week, booked again after 7, 14, 21 and 28 days.
  await listedAd(page, 'Ruhige Abende', { inserat_typ: '1_week', auto_extend: true }, true);
  await page.reload();
  await expect(balance).toContainText(
    'Automatisch reaktivieren kostet in den nächsten 30 Tagen 160 Credits. Dafür fehlen noch 50 Credits.',
  );
  await topUp(page);
  await page.reload();
  await expect(balance).toContainText('160 Credits.');
  await expect(balance).not.toContainText('fehlen');
  await expectAccessible(page);
});
