import type { Page } from '@playwright/test';
import { expect } from './support.ts';

/** The server converts the pictures of all journeys that run beside this one. */
export const CONVERTED = { timeout: 60_000 };

/** Where pictures and videos are sent to. */
export const UPLOADS = /\/media\/uploads/;

/** Holds the bytes of every upload of this page until the returned function is called. */
export async function holdUploads(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(UPLOADS, async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue().catch(() => {});
  });
  return release;
}

/** Answers what the first picture of an ad asks. */
export async function rateFirst(page: Page, rating = 'Erotisch'): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Wie ist dieses Bild?' });
  await question.getByRole('radio', { name: rating }).click();
  await expect(question).toHaveCount(0);
}
