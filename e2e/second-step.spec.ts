import { toast } from './clock.ts';
import { codeOf, dialog, logIn, openSecurity, startOver, switchOn } from './security.ts';
import {
  advertiser,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoPopupEntry,
  expectNoSidewaysScroll,
  mailedLink,
  ONE_SIZE,
  PASSWORD,
  test,
} from './support.ts';

test(
  'the code app is set up, and a login asks for its code or a recovery code [ACC-31, ACC-32, EXP-81]',
  ONE_SIZE,
  async ({ page }) => {
    const { email } = await advertiser(page);
    await openSecurity(page);
    const { secret, codes } = await switchOn(page);
    const shown = dialog(page, 'Deine Wiederherstellungscodes');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const saved = page.waitForEvent('download');
    await shown.getByRole('button', { name: 'Als Datei' }).click();
    expect((await saved).suggestedFilename()).toBe('codes.txt');
    await page.keyboard.press('Escape');
    await expect(shown).toBeVisible();
    await shown.getByRole('button', { name: 'Ich habe sie aufbewahrt' }).click();
    await expect(page.getByText('10 von 10 übrig')).toBeVisible();

    await startOver(page);
    await logIn(page, email);
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Bestätigen', exact: true }).click();
    await expect(page.getByText('Dieser Code stimmt nicht.')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Bestätigen', exact: true }).click();
    await expect(page).toHaveURL('/home');

    await startOver(page);
    await logIn(page, email);
    await page.getByRole('button', { name: 'Wiederherstellungscode eingeben' }).click();
    await page.getByLabel('Wiederherstellungscode').fill(codes[0]!.toLowerCase());
    await page.getByRole('button', { name: 'Bestätigen', exact: true }).click();
    await expect(page).toHaveURL('/home');
    await openSecurity(page);
    await expect(page.getByText('9 von 10 übrig')).toBeVisible();
  },
);

test(
  'without app and codes the removal is asked for, and one press stops it [ACC-34]',
  DEEP_ONLY,
  async ({ page }) => {
    const { email } = await advertiser(page);
    await openSecurity(page);
    await switchOn(page);
    await startOver(page);
    await logIn(page, email);
    await page.getByRole('button', { name: 'Beides verloren?' }).click();
    await page.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Zweiten Schritt ausschalten' }).click();
    await expect(page.getByRole('alert')).toContainText('Wir haben dir eine E-Mail geschickt.');
    await page.goto(await mailedLink(page, email, '/auth/keep-factor'));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Das war ich nicht' }).click();
    await expect(page.getByRole('alert')).toContainText('Dein Passwort gilt nicht mehr.');
    await expect(page.getByRole('link', { name: 'Neues Passwort anfordern' })).toHaveAttribute(
      'href',
      '/auth/forgot',
    );
  },
);

test('switching it off asks, and the page says so [ACC-31]', DEEP_ONLY, async ({ page }) => {
  await advertiser(page);
  await openSecurity(page);
  await switchOn(page);
  await page.getByRole('button', { name: 'Ich habe sie aufbewahrt' }).click();
  await page.getByRole('button', { name: 'Ausschalten' }).click();
  const question = dialog(page, 'Zweiten Schritt ausschalten?');
  await question.getByRole('button', { name: 'Ausschalten' }).click();
  await expect(toast(page, 'Der zweite Schritt ist ausgeschaltet.')).toBeVisible();
  await expect(page.getByText('noch aus')).toBeVisible();
});

test(
  'from three recovery codes on the page warns [ACC-32, EXP-81]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await openSecurity(page);
    await switchOn(page);
    await page.getByRole('button', { name: 'Ich habe sie aufbewahrt' }).click();
    let left = 4;
    await page.route('**/api?action=getFactors', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...(await response.json()), recovery_codes_left: left },
      });
    });
    const warning = page.getByText('Es sind nicht mehr viele.');
    await expectNoPopupEntry(page);
    await page.reload();
    await expect(page.getByText('4 von 10 übrig')).toBeVisible();
    await expect(warning).toBeHidden();
    left = 3;
    await page.reload();
    await expect(page.getByText('3 von 10 übrig')).toBeVisible();
    await expect(warning).toBeVisible();
  },
);
