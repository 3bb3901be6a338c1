import { writeFileSync } from 'node:fs';
import { statement } from '../server/src/testing/payments/camt/statement.ts';
import { toast } from './clock.ts';
import { samtrot } from './command-line.ts';
import {
  advanceClock,
  advertiser,
  api,
  buySmallest,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
} from './support.ts';

test('a declined and a cancelled payment say so and grant nothing [GUT-17, GUT-21, GUT-22, ERR-061, ERR-062]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/guthaben');
  await buySmallest(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ablehnen lassen' }).click();
  await expect(page.getByText('Zahlung fehlgeschlagen. Bitte versuche es erneut.')).toBeVisible();
  await buySmallest(page);
  const note = await page.evaluate(() =>
    JSON.parse(sessionStorage.getItem('samtrot.payment') ?? '{}'),
  );
  expect(note).toMatchObject({ type: 'credit_purchase', amount: 50, bonus: 0, total: 50 });
  expect(note.timestamp).toBeGreaterThan(Date.now() - 600_000);
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(
    page.getByText('Zahlung wurde abgebrochen. Keine Credits wurden abgebucht.'),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('0 Credits');
  await expect(page).toHaveURL('/guthaben');
});

test(
  'a payment notified late is credited on notification; an address alone grants nothing [GUT-19, GUT-20]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/guthaben?status=success&amount=1000');
    await expect(page).toHaveURL('/guthaben');
    await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('0 Credits');
    await expect(page.getByText('gutgeschrieben')).toBeHidden();
    // Somebody else's payment is asked about once.
    await page.clock.install();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('action=payment_status')) asked++;
    });
    await page.goto('/guthaben?status=success&payment=3f0c8d1e-0000-4000-8000-00000000abcd');
    await expect(page).toHaveURL('/guthaben');
    await expect.poll(() => asked).toBe(1);
    await page.clock.runFor(5_000);
    await page.waitForLoadState('networkidle');
    expect(asked).toBe(1);

    await buySmallest(page);
    await page.getByRole('button', { name: 'Bezahlen, Meldung kommt später' }).click();
    await expect(page).toHaveURL('/guthaben');
    // Shown only when no status comes within two seconds.
    await expect(page.getByText('Deine Zahlung wird geprüft.')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('0 Credits');
    advanceClock(60);
    await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('50 Credits');
  },
);

for (const [kind, addresses, text] of [
  [
    'cancelled',
    ['status=cancelled', 'status=cancel', 'payment=cancelled', 'payment=cancel', 'cancelled=1'],
    /wurde abgebrochen/,
  ],
  [
    'failed',
    ['status=declined', 'status=error', 'status=failed', 'error=1'],
    /Zahlung fehlgeschlagen/,
  ],
] as const) {
  test(
    `every way to say "${kind}" is understood, said once, and leaves a plain address [GUT-20, GUT-21, GUT-22, ERR-061, ERR-062]`,
    DEEP_ONLY,
    async ({ page }) => {
      await advertiser(page);
      for (const address of addresses) {
        await page.goto(`/guthaben?${address}`);
        await expect(
          page.locator('[data-removed=false] [data-slot=toast]').filter({ hasText: text }),
        ).toBeVisible();
        await expect(page).toHaveURL('/guthaben');
      }
      await page.reload();
      await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toBeVisible();
      await expect(page.locator('[data-slot=toast]')).toHaveCount(0);
    },
  );
}

test('the received amount comes from the server, whatever the address claims [GUT-23, GUT-24, GUT-25, GUT-30, CON-24]', async ({
  page,
}) => {
  await advertiser(page);
  const overlay = page.getByRole('status').filter({ hasText: 'gutgeschrieben' });
  let credits = 0;
  for (const claim of [
    'status=success&amount=1000',
    'status=confirmed&credits=7',
    'success=1&value=9',
    'success=1&total=8',
    'success=1&sum=6',
  ]) {
    const { payment_id, payment_url } = await api(page, 'wallet_topup', { topup_option_id: 2 });
    await page.request.post(String(payment_url), { form: { result: 'paid' }, maxRedirects: 0 });
    await page.goto(`/guthaben?${claim}&payment=${payment_id}`);
    credits += 110;
    await expect(overlay).toContainText('110 Credits gutgeschrieben');
    await expect(overlay).toContainText(`Dein Guthaben: ${credits} Credits`);
    await overlay.click();
    await expect(overlay).toBeHidden();
  }
  // Without a payment and without a note nothing is announced, no fixed amount either.
  await page.goto('/guthaben?status=success&total=50');
  await expect(page).toHaveURL('/guthaben');
  await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText(
    `${credits} Credits`,
  );
  await expect(overlay).toHaveCount(0);
});

test(
  'an unclear return of a payment that was not made says so [GUT-28, ERR-063]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/guthaben');
    await buySmallest(page);
    await page.goto('/guthaben');
    await expect(
      page.getByText('Zahlung abgebrochen, kontaktiere Support bei Problemen.'),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('0 Credits');
  },
);

test(
  'an underpayment shows the received amount and can be taken as credits [FIX-01, FIX-02, EXP-97]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/guthaben');
    await buySmallest(page);
    await page.getByRole('button', { name: 'Zu wenig zahlen' }).click();
    const sentence = 'CHF 45.- von CHF 50.- sind angekommen. Bitte lade nicht noch einmal auf.';
    await expect(toast(page, sentence)).toBeVisible();
    await page
      .getByRole('row', { name: /In Bearbeitung/ })
      .getByRole('button')
      .click();
    await expect(page.locator('[data-slot=history-row]').first()).toContainText('Betrag weicht ab');
    const detail = page.locator('[data-slot=history-detail]');
    await expect(detail).toContainText(sentence);
    await expectAccessible(page);
    await detail.getByRole('button', { name: 'Zurückzahlen lassen' }).click();
    const refund = page.getByRole('dialog', { name: 'CHF 45.- zurückzahlen lassen?' });
    await expect(refund).toBeVisible();
    for (const [width, list] of [
      [800, 'list'],
      [1440, 'table'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator(list === 'list' ? '.hist-m' : '.history table')).toBeVisible();
      await expect(refund, 'the question outlives another layout of the list').toBeVisible();
    }
    await refund.getByRole('button', { name: 'Noch nicht' }).click();
    await expect(refund).toBeHidden();
    await detail.getByRole('button', { name: '45 Credits reichen mir' }).click();
    const dialog = page.getByRole('dialog', { name: '45 Credits für CHF 45.- nehmen?' });
    await dialog.getByRole('button', { name: 'Credits nehmen' }).click();
    await expect(
      toast(page, 'Wir haben CHF 45.- erhalten und 45 Credits gutgeschrieben.'),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('45 Credits');
  },
);

test(
  'the missing part is paid from the waiting payment, shown above the packages and on Home [FIX-01, EXP-97]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/guthaben');
    await buySmallest(page);
    await page.getByRole('button', { name: 'Zu wenig zahlen' }).click();
    const waiting = page.getByRole('region', { name: 'Betrag weicht ab' });
    await expect(waiting).toContainText('Bitte lade nicht noch einmal auf.');
    const packages = page.getByRole('region', { name: 'Guthaben aufladen' });
    expect((await waiting.boundingBox())!.y).toBeLessThan((await packages.boundingBox())!.y);
    await page.goto('/home');
    const hint = page
      .getByRole('listitem')
      .filter({ hasText: 'CHF 45.- von CHF 50.- sind angekommen.' });
    await expect(page.getByRole('main')).not.toContainText('Dein Guthaben ist leer.');
    await hint.getByRole('link', { name: 'Entscheiden' }).click();
    await expect(waiting).toContainText('Zahlst du CHF 5.- nach, bekommst du alle 50 Credits.');
    await expectAccessible(page);
    await waiting.getByRole('button', { name: 'CHF 5.- nachzahlen' }).click();
    await page.getByRole('button', { name: 'CHF 5.- bezahlen' }).click();
    const overlay = page.locator('[data-slot=success-overlay]');
    await expect(overlay).toContainText('50 Credits gutgeschrieben');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Dein Guthaben', exact: true })).toBeFocused();
    await expect(waiting).toBeHidden();
    await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('50 Credits');
  },
);

test(
  'of a part by transfer the rest is the leading way, by the slip with the same reference [EXP-97]',
  DEEP_ONLY,
  async ({ page }, testInfo) => {
    await advertiser(page);
    const opened = await api(page, 'wallet_topup', { topup_option_id: 2, method: 'bank_transfer' });
    const { payment } = await api(page, `payment_status&payment_id=${opened.payment_id}`);
    const { reference } = (payment as { transfer: { reference: string } }).transfer;
    const file = testInfo.outputPath('bank.xml');
    writeFileSync(file, statement([{ amount: 8_000, reference: reference.replaceAll(' ', '') }]));
    samtrot('payments', 'import', file);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/guthaben');
    const waiting = page.getByRole('region', { name: 'Betrag weicht ab' });
    const ways = waiting.locator('.part-choice > *');
    await expect(ways).toHaveText([
      'CHF 20.- nachzahlen',
      '80 Credits reichen mir',
      'Zurückzahlen lassen',
    ]);
    await expect(waiting.locator('.btn-primary')).toHaveText('CHF 20.- nachzahlen');
    await ways.first().click();
    const slip = page.getByRole('region', { name: 'Überweisung' });
    await expect(slip).toContainText('CHF 20.-');
    await expect(slip).toContainText(reference);
  },
);

test(
  'an overpayment shows what is credited and what is refunded [EXP-97, FIX-01]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/guthaben');
    await buySmallest(page);
    await page.getByRole('button', { name: 'Zu viel zahlen' }).click();
    const overlay = page.locator('[data-slot=success-overlay]');
    await expect(overlay).toContainText('50 Credits gutgeschrieben');
    await expect(overlay).toContainText(/CHF \d+\.- gehen an dich zurück\./);
  },
);
