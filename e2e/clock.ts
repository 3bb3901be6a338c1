import type { Locator, Page } from '@playwright/test';
import { expect } from './support.ts';

const STEP_MS = 20;
/**
 * How far before and after its moment something is looked at; a toast also needs 200 ms to fade.
 */
const MARGIN_MS = 100;
const FADE_MS = 400;
/** Between two attempts of the autosave or of an upload. */
const LONGEST_PAUSE_MS = 30_000;

/**
 * From here on the time of the page stands still and moves only by `page.clock.runFor`. Needs
 * `page.clock.install()` before the page.
 */
export async function freeze(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 5_000);
}

/** Lets frozen time pass in small steps until something shows. */
export async function tickUntilVisible(page: Page, what: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(STEP_MS);
    expect(await what.isVisible()).toBe(true);
  }).toPass({ intervals: [STEP_MS], timeout: 60_000 });
}

/**
 * With frozen time: it shows, is still there shortly before so many milliseconds have passed, and
 * gone shortly after.
 */
export async function expectLasts(page: Page, what: Locator, ms: number): Promise<void> {
  await tickUntilVisible(page, what);
  await page.clock.runFor(ms - STEP_MS - MARGIN_MS);
  await expect(what).toBeVisible();
  await page.clock.runFor(MARGIN_MS + FADE_MS);
  await expect(what).toHaveCount(0);
}

/** With frozen time: an error shows, is there after a minute, and gone once it is closed. */
export async function expectStays(page: Page, what: Locator): Promise<void> {
  await tickUntilVisible(page, what);
  await page.clock.runFor(60_000);
  await expect(what).toBeVisible();
  await what.getByRole('button', { name: 'Meldung schliessen' }).click();
  await page.clock.runFor(FADE_MS);
  await expect(what).toHaveCount(0);
}

/**
 * Jumps over the pauses between retries until something shows. Needs `page.clock.install()` before
 * the page.
 */
export async function skipPauses(page: Page, what: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(LONGEST_PAUSE_MS);
    await expect(what).toBeVisible({ timeout: 500 });
  }).toPass({ intervals: [100, 250, 500] });
}

/** «Gesichert 14:03»; with its day before midnight: the product's clock is ahead of the browser's. */
export const SAVED = /^Gesichert .*\d\d:\d\d/;

/** The toast with these words; one that is on its way out is gone. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-removed=false] [data-slot=toast]', { hasText: text });

/** «Hallo, Lena!» in the frame. */
export const greeting = (page: Page, name: string): Locator =>
  page.locator('[data-slot=greeting]', { hasText: `Hallo, ${name}!` });
