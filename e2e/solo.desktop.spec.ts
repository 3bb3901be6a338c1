import { totpCode } from '../server/src/testing/world/totp.ts';
import { type DemoProduct, startDemo } from './demo.ts';
import { enrolled, expectSound, invited } from './house.ts';
import { DEEP_ONLY, expect, expectNoPopupEntry, PASSWORD, productNow, test } from './support.ts';

const SOLO = 'Vier Augen sind durch eine Wartezeit von 24 Stunden ersetzt';
const DAY = 24 * 60 * 60;

// Of its own: only here one person may allow what she has asked for.
let product: DemoProduct;
let ahead = 0;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startDemo({ settable: true, empty: true, solo: true });
  advance(Math.round((productNow() - Date.now()) / 1000));
});
test.afterAll(() => product[Symbol.asyncDispose]());

function advance(seconds: number): void {
  ahead += seconds;
  product.setAhead(ahead);
}

test(
  'alone in the house an owner allows her own request after a day, marked so [BOF-24]',
  DEEP_ONLY,
  async ({ browser }) => {
    test.slow();
    const page = await (await browser.newContext({ baseURL: product.portal })).newPage();
    await invited(page, 'Olga Zweite', 'reader');
    const { email, link } = await invited(page, 'Berta Allein', 'owner');
    const now = () => Date.now() + ahead * 1000;
    const secret = await enrolled(page, link, (key) => totpCode(key, now()));
    await expect(page.getByRole('main').getByText(SOLO)).toBeVisible();
    await expectSound(page);

    await page.goto('/betrieb/team');
    await page.getByRole('button', { name: 'Rolle: Olga Zweite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Rolle').selectOption('owner');
    await dialog.getByLabel('Grund').fill('Nachfolge');
    await dialog.getByRole('button', { name: 'Zur Freigabe vorlegen' }).click();
    await expect(page.getByText('Zur Freigabe vorgelegt.')).toBeVisible();
    await expectNoPopupEntry(page);
    await page.goto('/betrieb/freigaben');
    await expect(page.getByText('Wartet auf zweite Person')).toBeVisible();
    const allow = page.getByRole('button', { name: 'Freigeben' });
    await expect(allow).toHaveCount(0);

    advance(DAY + 60);
    await page.goto('/betrieb/anmelden');
    await page.getByLabel('E-Mail').fill(email);
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByLabel('Code aus deiner App').fill(totpCode(secret, now()));
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();
    await page.goto('/betrieb/freigaben');
    await allow.click();
    await expect(page.getByText('freigegeben, allein', { exact: true })).toBeVisible();
    await expectSound(page);
  },
);
