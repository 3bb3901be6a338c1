import type { Browser, Page } from '@playwright/test';
import { samtrot } from './command-line.ts';
import { codeOf } from './security.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, PASSWORD, PHONE } from './support.ts';

const DESKTOP = { width: 1440, height: 900 };

/** A person of the team by the command line; returns the link of her enrolment. */
export function invited(name: string, role: string): { email: string; link: string } {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@samtrot.example`;
  const made = samtrot('staff', 'create', email, '--name', name, '--role', role, '--json');
  return { email, link: (JSON.parse(made) as { link: string }).link };
}

/** Follows the link with a code app; returns its key. Ends on the overview. */
export async function enrolled(page: Page, link: string): Promise<string> {
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

/**
 * At both sizes: nothing scrolls sideways, and axe finds nothing. The deep run looks at the dark
 * theme on the desktop, too.
 */
export async function expectSound(page: Page): Promise<void> {
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, size === PHONE ? {} : { themes: ['light'] });
  }
}

export const otherBrowser = async (browser: Browser) => (await browser.newContext()).newPage();
