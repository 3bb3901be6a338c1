import type { Page } from '@playwright/test';
import { statement } from '../server/src/testing/payments/camt/statement.ts';
import { enrolled, expectSound, houseTitle, invited, otherBrowser, signedIn } from './house.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectNoSidewaysScroll,
  PHONE,
  test,
} from './support.ts';

/** A package of CHF 50.- for which the provider reports this; returns the number of the payment. */
const reported = async (page: Page, result: 'less' | 'paid'): Promise<number> =>
  (await payment(page, result)).number;

async function payment(page: Page, result: 'less' | 'paid') {
  const opened = await api(page, 'wallet_topup', { topup_option_id: 1 });
  await page.request.post(String(opened.payment_url), { form: { result }, maxRedirects: 0 });
  const read = async () =>
    (await api(page, `payment_status&payment_id=${opened.payment_id}`)).payment as {
      status: string;
      number: number;
    };
  await expect.poll(async () => (await read()).status).not.toBe('pending');
  return { id: String(opened.payment_id), number: (await read()).number };
}

test('finance settles a wrong amount, finds the payment and pays a part of it back [BOF-92..BOF-97, BOF-100]', async ({
  page,
  browser,
}) => {
  test.slow();
  const { username } = await advertiser(page);
  const part = await reported(page, 'less');
  const desk = await otherBrowser(browser);
  await enrolled(desk, (await invited(page, 'Beat Keller', 'finance')).link);
  await desk.getByRole('navigation', { name: 'Betrieb' }).getByText('Freigaben').waitFor();
  for (const key of ['g', 'g']) await desk.keyboard.press(key);
  await expect(desk).toHaveTitle(houseTitle('Geld'));
  const sentence = `${username} hat CHF 45.- statt CHF 50.- bezahlt.`;
  const row = desk.getByRole('listitem').filter({ hasText: sentence });
  await expect(row.getByRole('button', { name: /^45 Credits gutschreiben/ })).toBeVisible();
  await row.getByRole('link').first().click();
  const detail = desk.getByRole('region', { name: /^Fall \d+$/ });
  await expect(detail.getByRole('radio')).toHaveCount(3);
  await expect(detail).toContainText('CHF 50.- für 50');
  await expectSound(desk);
  await desk.setViewportSize(PHONE);
  await expect(desk.getByRole('region', { name: 'Offene Fälle' })).toBeHidden();
  await desk.setViewportSize({ width: 1440, height: 900 });
  await detail.getByText('Als bezahlt gelten lassen').click();
  const act = detail.getByRole('button', { name: 'Als bezahlt gelten lassen' });
  await expect(act).toBeDisabled();
  await detail.getByText('45 Credits gutschreiben').first().click();
  await expect(detail).toContainText(
    '«Wir haben CHF 45.- erhalten und 45 Credits gutgeschrieben.»',
  );
  await detail.getByRole('button', { name: '45 Credits gutschreiben' }).click();
  await expect(desk.getByText('45 Credits sind gutgeschrieben.')).toBeVisible();
  await expect(desk).toHaveURL(/\/betrieb\/geld$/);
  await page.goto('/guthaben');
  await expect(page.getByRole('region', { name: 'Dein Guthaben' })).toContainText('45 Credits');

  // A payer who wants her money back says so to whoever decides.
  const wished = await payment(page, 'less');
  await api(page, 'settle_payment', { payment_id: wished.id, way: 'refund' });
  await desk.reload();
  await row.getByRole('link').first().click();
  await expect(detail).toContainText('Sie möchte das Geld zurück.');
  await desk.goto('/betrieb/geld');

  // Files of the bank: a good one, and one that is none.
  const opened = await api(page, 'wallet_topup', { topup_option_id: 2, method: 'bank_transfer' });
  const { payment: ordered } = await api(page, `payment_status&payment_id=${opened.payment_id}`);
  const { reference } = (ordered as { transfer: { reference: string } }).transfer;
  const good = statement([{ amount: 10_000, reference: reference.replaceAll(' ', '') }]);
  const bank = desk.getByRole('region', { name: 'Bank einlesen' });
  const dataTransfer = await desk.evaluateHandle((xml) => {
    const dragged = new DataTransfer();
    dragged.items.add(new File([xml], 'auszug.xml', { type: 'text/xml' }));
    dragged.items.add(new File(['%PDF-1.7'], 'auszug.pdf', { type: 'application/pdf' }));
    return dragged;
  }, good.toString());
  await bank.getByText('Dateien hierher ziehen').dispatchEvent('drop', { dataTransfer });
  const files = bank.getByRole('listitem');
  const bad = files.filter({ hasText: 'auszug.pdf' });
  await expect(bad).toContainText('Nicht gelesen, nichts geändert');
  await expect(bad).toContainText('Die Datei ist kein camt.053 oder camt.054');
  await expect(files.filter({ hasText: 'auszug.xml' })).toContainText('1 gutgeschrieben');
  await expectSound(desk);

  const whole = await reported(page, 'paid');
  await desk.keyboard.press('z');
  await desk.getByLabel('Zahlung suchen').fill(String(whole));
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('link', { name: String(part) })).toBeHidden();
  await expectSound(desk);
  await desk.getByRole('link', { name: String(whole), exact: true }).click();
  await desk.getByRole('button', { name: 'Zurückzahlen' }).click();
  const dialog = desk.getByRole('dialog', { name: `Zahlung ${whole} zurückzahlen` });
  await dialog.getByLabel('Betrag in CHF').fill('99');
  await expect(dialog).toContainText('Bitte gib einen Betrag bis CHF 50.- ein');
  await dialog.getByLabel('Betrag in CHF').fill('20');
  await expect(dialog).toContainText('20 Credits gehen zurück');
  await expectSound(desk);
  await dialog.getByLabel('Grund').fill('Sie hat sich vertippt.');
  await dialog.getByRole('button', { name: 'Zurückzahlen' }).click();
  await expect(desk.getByText(/CHF 20\.- gehen zurück\./)).toBeVisible();
  await expect(desk.getByRole('table', { name: 'Was zurückging' })).toContainText('20.00');
  await desk.getByRole('tab', { name: /^Rückzahlungen/ }).click();
  await expect(desk.getByRole('link', { name: String(whole) })).toBeVisible();
  await desk.setViewportSize(PHONE);
  await expectNoSidewaysScroll(desk);
});

test(
  'a table sorted by a head moves no row under the pointer when a cell changes [BOF-144, BOF-146]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    const { username } = await advertiser(page);
    const whole = await payment(page, 'paid');
    const part = await payment(page, 'less');
    const desk = await otherBrowser(browser);
    await desk.clock.install();
    await signedIn(desk, (await invited(page, 'Vera Stabil', 'finance')).link);
    await desk.goto('/betrieb/geld/zahlungen');
    await desk.getByLabel('Zahlung suchen').fill(username);
    await desk.keyboard.press('Enter');
    const numbers = () => desk.getByRole('rowheader').allTextContents();
    await expect.poll(numbers).toEqual([part, whole].map(({ number }) => String(number)));
    await desk.getByRole('button', { name: 'Status' }).click();
    const sorted = [whole, part].map(({ number }) => String(number));
    await expect.poll(numbers).toEqual(sorted);
    await desk.getByRole('link', { name: String(whole.number) }).hover();
    await api(page, 'settle_payment', { payment_id: part.id, way: 'credits' });
    const row = desk.getByRole('row').filter({ hasText: String(part.number) });
    await desk.clock.fastForward(15_000);
    await expect(row).toContainText('Gutgeschrieben');
    expect(await numbers()).toEqual(sorted);
    // Left alone it is sorted anew: both have one status, and the newest stands first.
    await desk.mouse.move(0, 0);
    await desk.getByLabel('Zahlung suchen').focus();
    await expect.poll(numbers).toEqual(sorted.toReversed());
  },
);

test(
  'finance changes the number of an account of the bookkeeping [BOF-107]',
  DEEP_ONLY,
  async ({ page }) => {
    await signedIn(page, (await invited(page, 'Beat Konten', 'finance')).link);
    await page.goto('/betrieb/geld/monat');
    const accounts = page.getByRole('region', { name: 'Konten der Buchhaltung' });
    await accounts.getByText('Konten der Buchhaltung').click();
    const [label, number] = await accounts
      .getByRole('textbox')
      .first()
      .evaluate((field: HTMLInputElement) => [field.labels![0]!.textContent!, field.value]);
    const field = accounts.getByRole('textbox', { name: label! });
    const save = accounts.getByRole('button', { name: `${label} speichern` });
    await expect(save).toHaveCount(0);
    await field.fill('1 000');
    await save.click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expectSound(page);
    await field.fill(`${number}.9`);
    await save.click();
    await expect(page.getByText(`${label} ist jetzt ${number}.9.`)).toBeVisible();
    await expect(save).toHaveCount(0);
    await page.reload();
    await accounts.getByText('Konten der Buchhaltung').click();
    await expect(field).toHaveValue(`${number}.9`);
  },
);
