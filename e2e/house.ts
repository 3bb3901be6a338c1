import type { Browser, Page } from '@playwright/test';
import { codeOf } from './security.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PASSWORD,
  PHONE,
  SEEN_ELSEWHERE,
} from './support.ts';

const DESKTOP = { width: 1440, height: 900 };

/** An invited person of the team; returns the link of her enrolment. */
export async function invited(
  { request }: Page,
  name: string,
  role: string,
): Promise<{ email: string; link: string }> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@samtrot.example`;
  const response = await request.post('/dev/staff', { data: { name, email, role } });
  expect(response.status(), await response.text()).toBe(200);
  const { link } = (await response.json()) as { link: string };
  return { email, link };
}

/** Follows the link with a code app, as a person does; returns its key. Ends on the overview. */
export async function enrolledByHand(page: Page, link: string): Promise<string> {
  await page.goto(link);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Weiter' }).click();
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code aus deiner App').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Bestätigen' }).click();
  await expect(page.getByRole('list').getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'Ich habe sie notiert' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();
  return secret;
}

/** The same in two requests, without opening a page. */
export async function signedIn(
  page: Page,
  link: string,
  code: (secret: string) => string = codeOf,
): Promise<string> {
  const { origin, searchParams } = new URL(link);
  const enrol = async (action: string, answer: object) => {
    const response = await page.request.post(`${origin}/betrieb/api?action=${action}`, {
      data: { token: searchParams.get('token'), ...answer },
      headers: { 'x-portal': '1' },
    });
    expect(response.status(), await response.text()).toBe(200);
    return response.json();
  };
  const { totp } = (await enrol('staff_enrol_password', { password: PASSWORD })) as {
    totp: { secret: string };
  };
  await enrol('staff_enrol_factor', { code: code(totp.secret) });
  return totp.secret;
}

/** The same, and ends on the overview. */
export async function enrolled(
  page: Page,
  link: string,
  code?: (secret: string) => string,
): Promise<string> {
  const secret = await signedIn(page, link, code);
  await page.goto(`${new URL(link).origin}/betrieb`);
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();
  return secret;
}

/** The title of a page of the house; urgent reports of other journeys may be waiting. */
export const houseTitle = (title: string): RegExp =>
  new RegExp(`^(\\(\\d+\\) Dringend · )?${title} – Betrieb$`);

export const QUESTION = 'Mein Inserat erscheint nicht in der Liste.';

/** Sends a message of the support page; returns its number. */
export async function ask(page: Page): Promise<string> {
  await page.goto('/dashboard/kontakt');
  await page.getByLabel('Betreff').selectOption({ label: 'Inserat-Verwaltung' });
  await page.getByRole('textbox', { name: 'Nachricht' }).fill(QUESTION);
  await page.getByRole('button', { name: 'Nachricht senden' }).click();
  const ticket = await page.locator('.sent-notice .num').textContent();
  return ticket!;
}

/**
 * At both sizes nothing scrolls sideways, and axe finds nothing on the phone. The deep run looks
 * at the desktop, too, whose only part of its own is the navigation.
 */
export async function expectSound(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize(DESKTOP);
  await expectNoSidewaysScroll(page, [DESKTOP.width]);
  await expectAccessible(page, SEEN_ELSEWHERE);
}

export const otherBrowser = async (browser: Browser) => (await browser.newContext()).newPage();
