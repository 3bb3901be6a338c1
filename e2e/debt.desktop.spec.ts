import type { Page } from '@playwright/test';
import { samtrot } from './command-line.ts';
import { orderedBanner } from './list-banners.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  mailsTo,
  test,
} from './support.ts';

const balanceCard = (page: Page) => page.getByRole('region', { name: 'Dein Guthaben' });
const pack = (page: Page, credits: number) =>
  page.locator('[data-slot=topup-card]', {
    has: page.getByRole('button', { name: `${credits} Credits für` }),
  });

/** Pays a package and waits until the provider's word has been heard. */
async function paid(page: Page, option: number): Promise<string> {
  const { payment_id, payment_url } = await api(page, 'wallet_topup', { topup_option_id: option });
  await page.request.post(String(payment_url), { form: { result: 'paid' }, maxRedirects: 0 });
  await expect
    .poll(async () => {
      const { payment } = await api(page, `payment_status&payment_id=${payment_id}`);
      return (payment as { status: string }).status;
    })
    .toBe('credited');
  return String(payment_id);
}

test(
  'a debt after a charge-back is shown before any sale, with the part each package settles [FIX-04, EXP-96, BOF-98]',
  DEEP_ONLY,
  async ({ page }) => {
    const { email } = await advertiser(page);
    const payment = await paid(page, 3);
    await orderedBanner(page, { monate: 4 });
    samtrot('payments', 'chargeback', payment, '--reason', 'Brief der Bank');
    await page.goto('/home');
    const line = page.getByRole('listitem').filter({ hasText: 'Offen: 240 Credits' });
    await expect(line).toContainText('Sie werden mit deiner nächsten Aufladung verrechnet.');
    await page.goto('/guthaben');
    await expect(balanceCard(page)).toContainText('0 Credits');
    await expect(balanceCard(page)).toContainText(
      'Offen: 240 Credits. Sie werden mit deiner nächsten Aufladung verrechnet.',
    );
    await expect(balanceCard(page)).toContainText(
      /Deine Bank hat am \d\d\.\d\d\.\d{4} eine Zahlung von CHF 500\.- zurückgeholt, als Credits davon schon ausgegeben waren\./,
    );
    for (const [credits, settles, left] of [
      [50, 50, 0],
      [600, 240, 360],
    ] as const) {
      await expect(pack(page, credits)).toContainText(`gleicht aus − ${settles}`);
      await expect(pack(page, credits)).toContainText(`Danach im Guthaben ${left} Credits`);
    }
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const figure = (await balanceCard(page).locator('.balance-num').boundingBox())!;
    const note = (await balanceCard(page).locator('[data-slot=debt]').boundingBox())!;
    expect(note.y - figure.y - figure.height, 'room under the balance').toBeGreaterThan(8);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectAccessible(page);
    await page.getByRole('button', { name: '50 Credits für CHF 50.- aufladen' }).click();
    const dialog = page.getByRole('dialog', { name: '50 Credits aufladen?' });
    for (const text of [
      'Gleicht Offenes aus',
      '− 50',
      'Danach im Guthaben',
      '0 Credits',
      'Danach noch offen',
      '190 Credits',
    ])
      await expect(dialog).toContainText(text);
    await dialog.getByRole('button', { name: 'Zur Zahlung' }).click();
    await page.getByRole('button', { name: 'CHF 50.- bezahlen' }).click();
    const arrived = page.locator('[data-slot=success-overlay]');
    await expect(arrived).toContainText('50 Credits gutgeschrieben');
    await expect(arrived).toContainText('50 Credits davon glichen Offenes aus.');
    await expect(arrived).toContainText('Dein Guthaben: 0 Credits');
    await arrived.click();
    await expect(balanceCard(page)).toContainText('Offen: 190 Credits.');
    const history = page.getByRole('region', { name: 'Verlauf' });
    await expect(history).toContainText('Ausgleich offener Betrag');
    const mails = (await mailsTo(page, email)).map(({ text }) => text.replaceAll(/\s+/g, ' '));
    expect(mails.join(' ')).toContain('Noch offen: 190 Credits. Dein Guthaben: 0 Credits.');
    expect(mails.join(' ')).toContain('Dafür wurden 360 Credits von deinem Konto abgezogen.');
    await paid(page, 3);
    await page.reload();
    await expect(balanceCard(page)).toContainText('410 Credits');
    await expect(balanceCard(page)).not.toContainText('Offen');
  },
);
