import type { Page } from '@playwright/test';
import { type PaymentStatus, paymentText } from '@samtrot/shared/topups/status.ts';
import { skipPauses } from './clock.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  every,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStandsStill,
  ORDERED,
  PASSWORD,
  test,
} from './support.ts';

const ID = '0b5b0f4c-5f5e-4b5e-9f0e-5d4b1f6f2a11';
const METHODS = [
  { id: 'twint', name: 'TWINT' },
  { id: 'visa', name: 'Visa' },
  { id: 'bank_transfer', name: 'Banküberweisung' },
];
const TRANSFER = {
  creditor: 'Samtrot GmbH, Musterweg 1, 8000 Zürich',
  iban: 'CH9300762011623852957',
  reference: '21 00000 00003 13947 14300 09017',
  amount: 475.5,
  slip_url: '/papers/slip/1.pdf',
};

const dialog = (page: Page) => page.getByRole('dialog');
const panel = (page: Page) => page.getByRole('region', { name: 'Überweisung' });

/** Stubs these payment methods as available; returns the payload of the opened payment. */
async function offer(page: Page, url: string): Promise<Record<string, unknown>[]> {
  const sent: Record<string, unknown>[] = [];
  await page.route('**/api?action=getTopupOptions*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), payment_methods: METHODS },
    });
  });
  await page.route('**/api?action=wallet_topup*', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({
      json: { success: true, message: '', payment_id: ID, payment_url: url },
    });
  });
  return sent;
}

const stubPayment = (page: Page, status: PaymentStatus = 'offen') => {
  const { view, sentence, next } = paymentText({
    status,
    asked: 47_550,
    received: null,
    credits: 500,
    bonus: 100,
    settled: 0,
    transfer: status === 'offen',
    payable: false,
    refund: 'none',
  });
  const payment = {
    payment_id: ID,
    status: view,
    sentence,
    next,
    credits: 500,
    bonus: 100,
    settled: 0,
    part: null,
    payment_url: null,
    transfer: TRANSFER,
  };
  return page.route('**/api?action=payment_status*', (route) =>
    route.fulfill({ json: { success: true, credits: 0, payment } }),
  );
};

test('the way to pay is chosen in the dialog and sent; the last one stands there the next time [GUT-11, GUT-12, API-13]', async ({
  page,
}) => {
  await advertiser(page);
  const sent = await offer(page, '/guthaben');
  await page.goto('/guthaben');
  const choose = () =>
    page.getByRole('button', { name: '50 Credits für CHF 50.- aufladen' }).click();
  await choose();
  const radios = dialog(page).getByRole('radio');
  await expect(radios).toHaveCount(4);
  await expect(
    dialog(page).getByRole('radio', { name: 'Auf der Zahlungsseite wählen' }),
  ).toBeChecked();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog(page).getByRole('button', { name: 'Abbrechen' }).click();
  expect(sent).toEqual([]);

  await choose();
  await dialog(page).getByText('TWINT').click();
  const led = page.waitForEvent('load');
  await dialog(page).getByRole('button', { name: 'Zur Zahlung' }).click();
  await expect.poll(() => sent).toMatchObject([{ topup_option_id: 1, method: 'twint' }]);
  await led;
  await choose();
  await expect(dialog(page).getByRole('radio', { name: 'TWINT' })).toBeChecked();
  await dialog(page).getByText('Auf der Zahlungsseite wählen').click();
  await dialog(page).getByRole('button', { name: 'Zur Zahlung' }).click();
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]).not.toHaveProperty('method');
});

test(
  'a way to pay that was closed meanwhile is asked for again and offered no longer [GUT-12, API-13]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    let methods = METHODS;
    await page.route('**/api?action=getTopupOptions*', async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), payment_methods: methods };
      await route.fulfill({ response, json });
    });
    const message = 'Fehler beim Erstellen der Zahlung';
    await page.route('**/api?action=wallet_topup*', (route) => {
      methods = METHODS.filter(({ id }) => id !== 'twint');
      const json = { success: false, code: 'PAYMENT_UNAVAILABLE', message };
      return route.fulfill({ status: 502, headers: { [ORDERED]: '1' }, json });
    });
    await page.goto('/guthaben');
    await page.getByRole('button', { name: '50 Credits für CHF 50.- aufladen' }).click();
    await dialog(page).getByText('TWINT').click();
    const asked = page.waitForResponse('**/api?action=getTopupOptions*');
    await dialog(page).getByRole('button', { name: 'Zur Zahlung' }).click();
    await expect(page.getByText(message)).toBeVisible();
    await asked;
    await expect(page.getByRole('radio', { name: 'TWINT' })).toHaveCount(0);
  },
);

/** Chooses TWINT; then the login page comes, as there is no account to be had. */
async function chosenAndAway(page: Page): Promise<() => Promise<void>> {
  await offer(page, '/guthaben');
  await page.goto('/guthaben');
  const choose = () =>
    page.getByRole('button', { name: '50 Credits für CHF 50.- aufladen' }).click();
  await choose();
  await dialog(page).getByText('TWINT').click();
  await page.clock.install();
  await page.route('**/api?action=state*', (route) =>
    route.fulfill({ json: { success: true, state: {} } }),
  );
  await page.reload();
  await skipPauses(page, page.getByRole('heading', { name: 'Anmelden' }));
  await expect(page.getByRole('alert')).toContainText('Keine Daten verfügbar');
  return choose;
}

test(
  'the chosen way to pay is there again after the login page came for want of an account [GUT-11, EXP-65]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const choose = await chosenAndAway(page);
    await page.unroute('**/api?action=state*');
    await skipPauses(page, page.getByRole('heading', { name: 'Guthaben aufladen' }));
    await choose();
    await expect(dialog(page).getByRole('radio', { name: 'TWINT' })).toBeChecked();
  },
);

test('whoever logs in there as somebody else finds nothing chosen [GUT-11, EXP-65]', async ({
  page,
}) => {
  const { email } = await advertiser(page);
  await advertiser(page);
  const choose = await chosenAndAway(page);
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.unroute('**/api?action=state*');
  await skipPauses(page, page.getByRole('heading', { name: 'Guthaben aufladen' }));
  await choose();
  await expect(dialog(page).getByRole('radio', { name: 'TWINT' })).not.toBeChecked();
});

test('a bank transfer shows what the payer needs, to copy and as a slip [GUT-12, GUT-14, X-35]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await advertiser(page);
  await page.clock.install();
  const sent = await offer(page, `/guthaben?slip=${ID}`);
  await stubPayment(page);
  await page.goto('/guthaben');
  await page.getByRole('button', { name: '600 Credits für CHF 500.- aufladen' }).click();
  await dialog(page).getByText('Banküberweisung').click();
  await expect(dialog(page)).toContainText('per Überweisung');
  await dialog(page).getByRole('button', { name: 'Zur Zahlung' }).click();
  await expect(page).toHaveURL(`/guthaben?slip=${ID}`);
  expect(sent).toMatchObject([{ method: 'bank_transfer' }]);
  for (const text of [
    ...[
      'Samtrot GmbH, Musterweg 1, 8000 Zürich',
      'CH93 0076 2011 6238 5295 7',
      TRANSFER.reference,
      'CHF 475.50',
    ],
    ...[
      '600 Credits',
      'sobald die Zahlung eingetroffen ist. Banken brauchen meist 1 bis 2 Werktage.',
    ],
  ])
    await expect(panel(page)).toContainText(text);
  for (const [name, copied] of [
    ['Empfänger', TRANSFER.creditor],
    ['IBAN', TRANSFER.iban],
    ['Referenz', '210000000003139471430009017'],
    ['Betrag', '475.50'],
  ] as const) {
    await panel(page)
      .getByRole('button', { name: `Kopieren: ${name}` })
      .click();
    await expect(
      panel(page)
        .getByRole('status')
        .filter({ hasText: `${name}: Kopiert` }),
    ).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
  }
  const slip = panel(page).getByRole('link', { name: 'Einzahlungsschein (PDF)' });
  await expect(slip).toHaveAttribute('href', TRANSFER.slip_url);
  // Waiting is no cancelled payment.
  await page.clock.runFor(10_000);
  await expect(page.locator('[data-slot=toast]')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const button of await every(panel(page).getByRole('button', { name: /^Kopier/ }))) {
    const room = await button.evaluate((box) => {
      const inside = document.createRange();
      inside.selectNodeContents(box);
      const [content, edge] = [inside.getBoundingClientRect(), box.getBoundingClientRect()];
      return Math.min(content.left - edge.left, edge.right - content.right);
    });
    expect(room, 'beside the label of a copy button').toBeGreaterThan(8);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await panel(page).getByRole('button', { name: 'Angaben schliessen' }).click();
  await expect(page).toHaveURL('/guthaben');
  await expect(panel(page)).toHaveCount(0);
});

test(
  'a received transfer is shown as such; one nobody expects requests no money [X-35]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await stubPayment(page, 'gutgeschrieben');
    await page.goto(`/guthaben?slip=${ID}`);
    await expect(panel(page)).toContainText('600 Credits sind gutgeschrieben.');
    await expect(panel(page)).not.toContainText(TRANSFER.reference);
    await stubPayment(page, 'abgebrochen');
    await page.reload();
    await expect(panel(page)).toContainText('Bitte überweise nichts');
    await expect(panel(page)).not.toContainText(TRANSFER.reference);
    await expectAccessible(page);
  },
);

test(
  'a payment slip that fails to load can be requested again; a foreign one shows nothing [X-35]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto(`/guthaben?slip=${ID}`);
    await expect(panel(page).getByRole('alert')).toContainText('konnten nicht geladen werden');
    await stubPayment(page);
    await panel(page).getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(panel(page)).toContainText('CHF 475.50');
    await expectStandsStill(page);
  },
);

test(
  'with three open payments a fourth is refused with a link to them [X-35]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    for (let n = 0; n < 3; n++) await api(page, 'wallet_topup', { topup_option_id: 1 });
    await page.goto('/guthaben');
    await page.getByRole('button', { name: '50 Credits für CHF 50.- aufladen' }).click();
    await dialog(page).getByRole('button', { name: 'Zur Zahlung' }).click();
    await expect(page.getByText('Du hast schon drei offene Zahlungen.')).toBeVisible();
    await expect(page).toHaveURL('/guthaben?filter=wallet');
    const waiting = page
      .getByRole('region', { name: 'Verlauf' })
      .locator('[data-slot=history-row]');
    await expect(waiting).toHaveCount(3);
    await expect(waiting.first()).toContainText('Ausstehend');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Verlauf' })).toBeInViewport();
  },
);
