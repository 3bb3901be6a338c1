import type { Locator, Page, Request } from '@playwright/test';
import { advertiser, expect, mailedLink, PASSWORD, type Person } from './support.ts';

export const NEW_PASSWORD = 'Abendrot-Wolke-27';
export const SAVED = 'Profil erfolgreich gespeichert und aktualisiert';
export const FAILED = 'Fehler beim Speichern des Profils';
export const NOT_DELETED =
  'Das Konto konnte nicht gelöscht werden. Bitte versuche es später erneut.';

const OWN = [
  'update_profile',
  'update_notifications',
  'resend_confirmation',
  'delete_account',
  'state',
];

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const nickname = (page: Page) => field(page, 'Spitzname');
export const email = (page: Page) => field(page, 'E-Mail Adresse');
export const password = (page: Page) => field(page, 'Neues Passwort freiwillig');
export const repeated = (page: Page) => field(page, 'Passwort bestätigen');
export const current = (page: Page) => field(page, 'Aktuelles Passwort');
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
export const saveProfile = (page: Page) => page.getByRole('button', { name: 'Profil speichern' });
export const waiting = (page: Page) => page.getByText('wartet auf Bestätigung');

/** ERR-075 to ERR-078 */
export const TOAST_MS = 3_000;

export async function openProfile(page: Page, options?: { credits: number }): Promise<Person> {
  const person = await advertiser(page, options);
  await page.goto('/profil');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Profil und Einstellungen' }),
  ).toBeVisible();
  return person;
}

/**
 * The calls of the profile from now on, by the name of their action; what the frame loads is not
 * its business.
 */
export function calls(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request: Request) => {
    const action = new URL(request.url()).searchParams.get('action');
    if (action && OWN.includes(action)) names.push(action);
  });
  return names;
}

export async function save(page: Page): Promise<void> {
  await saveProfile(page).click();
  await dialog(page, 'Profil speichern?').getByRole('button', { name: 'Speichern' }).click();
}

/** Gives the password that the open question asks for. */
export async function prove(page: Page): Promise<void> {
  await current(page).fill(PASSWORD);
  await current(page).press('Enter');
}

/** The action requires re-authentication until `member` is sent; then it reaches the server. */
export async function askForPassword(page: Page, action: string, member: string): Promise<void> {
  await page.route(`**/api?action=${action}`, async (route) => {
    if (route.request().postDataJSON()[member] !== undefined) return route.continue();
    const message = 'Bitte gib dein aktuelles Passwort ein.';
    await route.fulfill({
      status: 403,
      json: { success: false, code: 'REAUTHENTICATION_REQUIRED', message },
    });
  });
}

/** The newest link to confirm an address that was mailed to it. */
export const confirmationLink = (page: Page, to: string): Promise<string> =>
  mailedLink(page, to, '/auth/confirm');

export async function expectFieldError(input: Locator, text: string): Promise<void> {
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(input).toHaveAccessibleDescription(text);
}
