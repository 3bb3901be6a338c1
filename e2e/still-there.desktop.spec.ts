import type { Page } from '@playwright/test';
import { totpCode } from '../server/src/testing/world/totp.ts';
import { skipPauses } from './clock.ts';
import { type DemoProduct, startDemo } from './demo.ts';
import { ask, enrolled, expectSound, invited } from './house.ts';
import { dialog } from './security.ts';
import { advertiser, DEEP_ONLY, expect, PASSWORD, productNow, test } from './support.ts';

const ANSWER = 'Dein Inserat ist jetzt zu sehen. Danke fürs Melden.';
const MINUTE = 60;

// Of its own: the clock of the others may not jump by half an hour.
let product: DemoProduct;
let ahead: number;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startDemo({ settable: true, empty: true });
  ahead = 0;
  advance(Math.round((productNow() - Date.now()) / 1000));
});
test.afterAll(() => product[Symbol.asyncDispose]());

function advance(seconds: number): void {
  ahead += seconds;
  product.setAhead(ahead);
}

const stillThere = (page: Page) => dialog(page, 'Noch da?');

test(
  '«Noch da?» comes before the idle end; what was typed outlives another log-in [BOF-10]',
  DEEP_ONLY,
  async ({ browser }) => {
    test.slow();
    const contextOf = () => browser.newContext({ baseURL: product.portal });
    const customer = await (await contextOf()).newPage();
    await advertiser(customer, { confirmed: true });
    const ticket = await ask(customer);
    const page = await (await contextOf()).newPage();
    await page.clock.install();
    const { email, link } = await invited(page, 'Rita Rast', 'moderator');
    const secret = await enrolled(page, link);
    await page.goto(`/betrieb/postfach/${ticket}`);
    const field = page.getByRole('textbox', { name: 'Antwort an' });
    // What she writes is shown to others: the last call that she causes.
    const told = page.waitForResponse(/action=type_in_thread/);
    await field.fill(ANSWER);
    await told;

    advance(28.5 * MINUTE);
    await skipPauses(page, stillThere(page));
    await expectSound(page);
    await stillThere(page).getByRole('button', { name: 'Weiterarbeiten' }).press('Enter');
    await expect(stillThere(page)).toBeHidden();
    await expect(field).toHaveValue(ANSWER);
    // More than half an hour after the first calls: the button has counted as one.
    advance(20 * MINUTE);
    const updated = page.waitForResponse(
      (response) => response.ok() && response.url().includes('/betrieb/api?action=thread&'),
    );
    await page.clock.fastForward(30_000);
    await updated;
    await expect(page.getByRole('dialog')).toHaveCount(0);

    advance(31 * MINUTE);
    const again = dialog(page, 'Bitte melde dich wieder an');
    await skipPauses(page, again);
    await again.getByLabel('E-Mail').fill(email);
    await again.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await again.getByRole('button', { name: 'Weiter' }).click();
    const code = totpCode(secret, Date.now() + ahead * 1000);
    await page.getByLabel('Code aus deiner App').fill(code);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(field).toHaveValue(ANSWER);
    await page.getByRole('button', { name: 'Antwort senden' }).click();
    await expect(page.getByRole('list', { name: 'Verlauf' })).toContainText(ANSWER);

    advance(28.5 * MINUTE);
    await skipPauses(page, stillThere(page));
    await stillThere(page).getByRole('button', { name: 'Abmelden' }).click();
    await expect(page).toHaveURL(/\/betrieb\/anmelden$/);
    await page.goto('/betrieb/postfach');
    await expect(page).toHaveURL(/\/betrieb\/anmelden$/);
  },
);

test(
  'a marked change asks for the factor in place and goes on under another cookie, as do other tabs [BOF-11]',
  DEEP_ONLY,
  async ({ browser }) => {
    const context = await browser.newContext({ baseURL: product.portal });
    const page = await context.newPage();
    await invited(page, 'Olga Zweite', 'reader');
    const { link } = await invited(page, 'Berta Bestand', 'owner');
    const now = () => Date.now() + ahead * 1000;
    const secret = await enrolled(page, link, (key) => totpCode(key, now()));
    const other = await context.newPage();
    await other.goto('/betrieb/team');
    const loginOf = async () =>
      (await context.cookies(`${product.portal}/betrieb`)).find(({ name }) => name === 'betrieb')!
        .value;
    const before = await loginOf();
    advance(11 * MINUTE);

    await page.goto('/betrieb/team');
    await page.getByRole('button', { name: 'Rolle: Olga Zweite' }).click();
    const change = dialog(page, 'Welche Rolle hat Olga Zweite?');
    await change.getByLabel('Rolle').selectOption('finance');
    await change.getByRole('button', { name: 'Ändern' }).click();
    const confirm = dialog(page, 'Bitte bestätige dich nochmals');
    await expectSound(page);
    await confirm.getByLabel('Code aus deiner App').fill(totpCode(secret, now()));
    const changed = page.waitForResponse(/action=set_staff_role/);
    await confirm.getByRole('button', { name: 'Bestätigen', exact: true }).click();
    expect((await changed).status()).toBe(200);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await loginOf()).not.toBe(before);

    advance(MINUTE);
    for (const tab of [other, page]) {
      await tab.reload();
      await expect(tab.getByRole('row').filter({ hasText: 'Olga Zweite' })).toContainText(
        'Finanzen',
      );
    }
  },
);
