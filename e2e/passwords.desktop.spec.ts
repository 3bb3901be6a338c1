import {
  PASSWORD_GUESSABLE,
  PASSWORD_NAMES,
} from '@samtrot/shared/accounts/password-strength-rules.ts';
import { expect, expectAccessible, test } from './support.ts';

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
