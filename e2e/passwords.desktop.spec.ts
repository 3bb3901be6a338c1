import {
  PASSWORD_GUESSABLE,
  PASSWORD_NAMES,
} from '@samtrot/shared/accounts/password-strength-rules.ts';
import { invited } from './house.ts';
import { advertiser, DEEP_ONLY, expect, expectAccessible, mailedLink, test } from './support.ts';

test('the registration says at the field while typing what is guessed or holds a name [ACC-40]', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/auth/register');
  await page.getByLabel('Benutzername').fill('Rotkehlchen');
  await page.getByLabel('E-Mail').fill('zora@beispiel.ch');
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((url) => url.includes('strength'))).toEqual([]);
  const password = page.getByRole('textbox', { name: 'Passwort', exact: true });
  await password.focus();
  // Seven of eight rules are «stark» (AUT-52), and say that one is open.
  await password.fill('Grün-7-Berg');
  await expect(page.locator('.pw-meter')).toHaveText('stark · 1 Regel offen');
  await expect(page.locator('.pw-meter')).toHaveAttribute('data-strength', 'mittel');
  for (const [typed, problem] of [
    ['Willkommen-1!', PASSWORD_GUESSABLE],
    ['Rotkehlchen-Berg-9', PASSWORD_NAMES],
    ['Zora-Wolke-Berg-9', PASSWORD_NAMES],
    ['Samtrot-2026!', PASSWORD_NAMES],
  ] as const) {
    await password.fill(typed);
    await expect(page.getByText(problem)).toBeVisible();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('button', { name: 'Registrieren' })).toBeDisabled();
    await expect(page.getByRole('img', { name: 'Passwortstärke: schwach' })).toBeVisible();
  }
  await expectAccessible(page);
  await password.fill('Grün-Wolke-7-Tisch');
  await expect(password).not.toHaveAttribute('aria-invalid', 'true');
  expect(scripts.filter((url) => url.includes('strength'))).toHaveLength(1);
});

test('the page of a mailed link says it while typing, and of names when it is sent [ACC-40]', async ({
  page,
}) => {
  const { email } = await advertiser(page);
  await page.context().clearCookies();
  await page.request.post('/api?action=lostpassword', { data: { user_login: email } });
  await page.goto(await mailedLink(page, email, '/auth/reset-password'));
  const password = page.getByRole('textbox', { name: 'Neues Passwort', exact: true });
  const repeated = page.getByRole('textbox', { name: 'Passwort bestätigen', exact: true });
  await password.fill('Willkommen-1!');
  await expect(page.getByText(PASSWORD_GUESSABLE)).toBeVisible();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  // Whose link it is, the server alone knows. Three equal characters in a row, which an address of
  // chance may have, would be refused at the field; the server reads through signs.
  const named = `Berg-9-${email.replace(/(.)(?=\1)/g, '$1.')}`;
  await password.fill(named);
  await repeated.fill(named);
  await expect(password).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Passwort speichern' }).click();
  await expect(page.getByText(PASSWORD_NAMES)).toBeVisible();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveValue(named);
});

test(
  'an invitation to the house says it while typing [ACC-40, BOF-05]',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto((await invited(page, 'Rahel Steinmann', 'reader')).link);
    const password = page.getByLabel('Passwort', { exact: true });
    for (const [typed, problem] of [
      ['Willkommen-1!', PASSWORD_GUESSABLE],
      ['Rahel-Steinmann-9', PASSWORD_NAMES],
    ] as const) {
      await password.fill(typed);
      await expect(page.getByText(problem)).toBeVisible();
      await expect(password).toHaveAttribute('aria-invalid', 'true');
    }
    await expectAccessible(page);
    await password.fill('Grün-Wolke-7-Tisch');
    await expect(password).not.toHaveAttribute('aria-invalid', 'true');
  },
);
