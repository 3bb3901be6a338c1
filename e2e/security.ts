import type { Page } from '@playwright/test';
import { totpCode } from '../server/src/testing/world/totp.ts';
import { expect, PASSWORD, productNow } from './support.ts';

/** A platform authenticator of Chromium, whose person touches and is verified at once. */
export async function virtualAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The code that an app shows now, or some steps later. */
export const codeOf = (secret: string, steps = 0): string =>
  totpCode(secret.replaceAll(' ', ''), productNow(), steps);

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Answers the question for the password that stands before a change. */
export async function proveByPassword(page: Page): Promise<void> {
  const question = dialog(page, 'Bist du das?');
  await question.getByLabel('Aktuelles Passwort').fill(PASSWORD);
  await question.getByRole('button', { name: 'Bestätigen', exact: true }).click();
  await expect(question).toBeHidden();
}

export async function openSecurity(page: Page): Promise<void> {
  await page.goto('/profil/sicherheit');
  await expect(page.locator('#code-app')).toBeVisible();
}

/** As a browser that nobody has logged in with, on the login page. */
export async function startOver(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/auth/login');
}

export async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

/** Switches the second step on; returns the key and the recovery codes. */
export async function switchOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Einrichten: Zweiter Schritt' }).click();
  await proveByPassword(page);
  const setup = dialog(page, 'Code-App einrichten');
  await expect(setup.getByRole('img', { name: 'QR-Code für die Code-App' })).toBeVisible();
  const secret = (await setup.locator('code').textContent()) ?? '';
  await setup.getByLabel('Code aus der App').fill(codeOf(secret));
  await setup.getByRole('button', { name: 'Einschalten' }).click();
  const shown = dialog(page, 'Deine Wiederherstellungscodes');
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const codes = await shown.getByRole('listitem').allTextContents();
  return { secret, codes };
}
