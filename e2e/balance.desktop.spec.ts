import type { Page } from '@playwright/test';
import { freeze } from './clock.ts';
import { samtrot } from './command-line.ts';
import { fillAd, placeAd } from './editor.ts';
import { listedAd } from './list-ads.ts';
import { advertiser, api, DEEP_ONLY, expect, keepFromNoticing, test } from './support.ts';

/** What has moved elsewhere is seen no later. */
const AT_MOST_MS = 2_000;

/** Beside every page. */
const shows = (page: Page, credits: number, options?: { timeout: number }) =>
  expect(page.getByLabel('Hauptmenü')).toContainText(`· ${credits} Credits`, options);
const misses = (page: Page) => page.getByText(/^Benötigt noch/).filter({ visible: true });
/**
 * Shows it before so much time has passed on the pages, whose clock is one; a slow machine makes no
 * difference.
 */
async function showsWithin(page: Page, credits: number, ms: number): Promise<void> {
  const steps = 80;
  let left = steps;
  await page.clock.runFor(ms * 0.8);
  await expect(async () => {
    if (left-- > 0) await page.clock.runFor((ms * 0.2) / steps);
    await shows(page, credits, { timeout: 100 });
  }).toPass({ intervals: [0] });
}
const open = async (page: Page, path: string, credits: number) => {
  await page.clock.install();
  await page.goto(path);
  await shows(page, credits);
  // What still loads waits for timers, too; the editor of texts comes with the first touch.
  await expect(page.getByRole('main').getByText(/^Wird geladen( …)?$/)).toHaveCount(0);
  await freeze(page);
};
/** How often the balance is asked for. */
function asking(page: Page): { times: number } {
  const asked = { times: 0 };
  page.on('request', (request) => {
    if (request.url().includes('action=getBalance')) asked.times++;
  });
  return asked;
}

test('a balance changed elsewhere is shown in editor and Guthaben within two seconds [FIX-15]', async ({
  page,
  context,
}) => {
  const { email } = await advertiser(page, { credits: 100 });
  const ad = await listedAd(page, 'Ruhige Abende');
  await open(page, '/rabota', 90);
  await page.getByRole('radio', { name: '1 Woche Premium' }).check();
  await expect(page.getByText('Guthaben danach').filter({ visible: true })).toBeVisible();
  await expect(misses(page)).toHaveCount(0);
  const kept = await page.evaluate(() => Object.keys(localStorage).sort());

  const other = await context.newPage();
  // The clock of the first page holds for all of the browser's.
  await page.clock.resume();
  await other.goto('/guthaben');
  await shows(other, 90);
  await freeze(page);
  await other.evaluate(async (inserat_id) => {
    const headers = { 'content-type': 'application/json' };
    await fetch('/api?action=top_inserat', {
      method: 'POST',
      headers,
      body: JSON.stringify({ inserat_id }),
    });
  }, ad);
  await showsWithin(page, 13, AT_MOST_MS);
  await expect(misses(page)).toHaveText('Benötigt noch: 27 Credits');

  await showsWithin(other, 13, AT_MOST_MS);

  samtrot('credits', 'grant', email, '25', '--reason', 'Kulanz');
  await showsWithin(page, 38, AT_MOST_MS);
  await showsWithin(other, 38, AT_MOST_MS);
  await expect(other.getByRole('region', { name: 'Dein Guthaben' })).toContainText('38 Credits');
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(kept);
});

test(
  'without enough credits an order saves nothing and asks again with the current balance [FIX-15, EXP-63]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 100 });
    const spent = await listedAd(page, 'Ruhige Abende');
    await keepFromNoticing(page);
    await page.goto('/rabota');
    await shows(page, 90);
    await fillAd(page, { title: 'Helle Stunden', package: '1 Woche Premium' });
    await api(page, 'top_inserat', { inserat_id: spent });
    await placeAd(page);
    const question = page.getByRole('dialog', { name: 'Nicht genügend Credits' });
    await expect(question.getByRole('alert')).toHaveText(
      'Dein Guthaben hat sich geändert: 13 Credits.',
    );
    await expect(question).toContainText('Für dieses Inserat fehlen noch 27 Credits.');
    await question.getByRole('button', { name: 'Abbrechen' }).click();
    await shows(page, 13);
    await expect(misses(page)).toHaveText('Benötigt noch: 27 Credits');
    await expect(page.getByRole('textbox', { name: 'Titel' })).toHaveValue('Helle Stunden');
  },
);

test(
  'a background tab does not poll, polls at once when visible, and stops after the log-out [FIX-15]',
  DEEP_ONLY,
  async ({ page }) => {
    const { email } = await advertiser(page, { credits: 5 });
    const asked = asking(page);
    await open(page, '/home', 5);
    const look = (hidden: boolean) =>
      page.evaluate(
        (state) => {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
          window.dispatchEvent(new Event('visibilitychange'));
        },
        hidden ? 'hidden' : 'visible',
      );
    await look(true);
    const before = asked.times;
    await page.clock.runFor(60_000);
    expect(asked.times).toBe(before);
    samtrot('credits', 'grant', email, '7', '--reason', 'Kulanz');
    await look(false);
    await showsWithin(page, 12, 1_000);

    await page.getByRole('navigation').getByRole('button', { name: 'Abmelden' }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    const last = asked.times;
    await page.clock.runFor(60_000);
    expect(asked.times).toBe(last);
  },
);
