import type { Page } from '@playwright/test';
import { some } from '../server/src/testing/process/deep.ts';
import { newAdAt } from './editor.ts';
import {
  advertiser,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ONE_SIZE,
  test,
} from './support.ts';

const NEUTRAL = '/notizen.html';
const TITLES = 'titles';

/** Notes every title and icon that the documents of the tab have, from their first moment on. */
const watchTitles = (page: Page) =>
  page.addInitScript((key) => {
    const note = () => {
      const icon = document.querySelector('link[rel="icon"]')?.getAttribute('href');
      const seen = [document.title, ...(icon ? [icon] : [])].filter((text) => text !== '');
      const before = JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
      sessionStorage.setItem(key, JSON.stringify([...new Set([...before, ...seen])]));
    };
    new MutationObserver(note).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    });
  }, TITLES);
const titles = (page: Page) =>
  page.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[], TITLES);

const quickExit = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Schnell weg' }).filter({ visible: true });
const isLoggedIn = async (page: Page) => {
  const answer = await page.request.get('/api?action=state');
  return 'user_id' in ((await answer.json()) as { state: object }).state;
};

test(
  'neutral on this device: no page has another title or icon, also before login [ACC-60]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page);
    // Neither is what a device has that chose nothing.
    await page.goto('/home');
    await page.evaluate(() => {
      localStorage.setItem('theme', 'dark');
      localStorage.setItem('discreet', 'off');
    });
    await page.goto('/profil/sicherheit');
    await expect(page).toHaveTitle('Sicherheit – Samtrot');
    await expectAccessible(page, { within: 'main' });
    await expectNoSidewaysScroll(page);
    await page.getByRole('switch', { name: 'Neutral auf diesem Gerät' }).check();
    await expect(page).toHaveTitle('Notizen');
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/notizen.svg');

    await watchTitles(page);
    for (const path of some(
      ['/home', '/inserate', '/gibt-es-nicht', '/rabota', '/kontakt', '/'],
      3,
    )) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
    }
    await page.goto('/home');
    await page.getByRole('link', { name: 'Guthaben' }).filter({ visible: true }).first().click();
    await expect(page).toHaveURL('/guthaben');
    expect(await titles(page)).toEqual(['Notizen', '/notizen.svg']);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    // The name and icon of what is installed from here.
    const manifest = await page.locator('link[rel="manifest"]').getAttribute('href');
    const app = await (await page.request.get(manifest!)).json();
    expect(app).toMatchObject({ name: 'Notizen', short_name: 'Notizen', start_url: '/home' });
    for (const { src } of app.icons as { src: string }[])
      expect((await page.request.get(src)).status(), src).toBe(200);

    const menu = page.getByRole('button', { name: 'Menü öffnen' });
    if (await menu.isVisible()) await menu.click();
    const veil = page.getByRole('switch', { name: 'Diskret-Ansicht' }).filter({ visible: true });
    await expect(veil).not.toBeChecked();
    await page
      .getByRole('button', { name: 'Abmelden', exact: true })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page).toHaveURL('/auth/login');
    for (const path of some(['/auth/login', '/auth/register', '/auth/forgot'], 1)) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle('Notizen');
    }
    expect(await titles(page)).toEqual(['Notizen', '/notizen.svg']);
  },
);

test(
  'Schnell weg leaves every page at once, logs out, and going back shows nothing [ACC-61]',
  ONE_SIZE,
  async ({ page, context }) => {
    await advertiser(page);
    const other = await context.newPage();
    await other.goto('/inserate');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    for (const path of ['/guthaben', '/rabota', '/profil', '/dashboard/kontakt', '/home']) {
      await page.goto(path);
      const box = (await quickExit(page).boundingBox())!;
      expect([box.width >= 44, box.height >= 44], path).toEqual([true, true]);
    }
    await page.goto(newAdAt('Text'));
    await page.getByRole('textbox', { name: 'Titel', exact: true }).pressSequentially('Noch nicht');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    // At once: whatever the server says, and when.
    let answer = () => {};
    const leftBefore = new Promise<void>((go) => {
      answer = go;
    });
    await page.route('**/api?action=logout', async (route) => {
      await leftBefore;
      await route.continue();
    });
    // Asked whether to leave what was just typed, nobody would be gone.
    const questions: string[] = [];
    page.on('dialog', (question) => {
      questions.push(question.type());
      void question.dismiss();
    });
    await quickExit(page).click();
    await expect(page).toHaveURL(NEUTRAL);
    await expect(page).toHaveTitle('Notizen');
    expect(questions).toEqual([]);
    await expect(page.getByRole('link')).toHaveCount(0);
    answer();
    // Also the other tab, and nothing of the account is left in this browser.
    await expect(other).toHaveURL(NEUTRAL);
    await expect.poll(() => isLoggedIn(page)).toBe(false);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    const here = new URL(page.url()).origin;
    expect(asked.filter((url) => new URL(url).origin !== here)).toEqual([]);

    for (let n = 0; n < 3; n++) {
      await page.goBack();
      await expect(page).toHaveURL(NEUTRAL);
      await expect(page.getByText('Noch keine Notizen.')).toBeVisible();
    }
    await page.goto('/auth/login');
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  },
);

test(
  'three presses of Escape leave, two that close dialogs do not; the login stays if chosen [ACC-61]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/profil/sicherheit');
    await page.getByRole('switch', { name: 'Nach «Schnell weg» angemeldet bleiben' }).check();
    const open = page.getByRole('button', { name: 'Hinzufügen: Passkey' });
    await open.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/profil/sicherheit');
    await open.click();
    await expect(dialog).toBeVisible();
    for (let n = 0; n < 3; n++) await page.keyboard.press('Escape');
    await expect(page).toHaveURL(NEUTRAL);
    expect(await isLoggedIn(page)).toBe(true);
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);

test(
  'three presses of Escape spread over more than a second do nothing [ACC-61]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const press = (times: number[]) =>
      page.evaluate((all) => {
        for (const at of all) {
          const event = new KeyboardEvent('keydown', { key: 'Escape' });
          Object.defineProperty(event, 'timeStamp', { value: at });
          dispatchEvent(event);
        }
      }, times);
    await press([1_000, 1_600, 2_001]);
    await expect(page).toHaveURL('/home');
    expect(await page.evaluate(() => document.documentElement.style.display)).toBe('');
    await press([2_900]).catch(() => {});
    await expect(page).toHaveURL('/home');
    await press([3_001]).catch(() => {});
    await expect(page).toHaveURL(NEUTRAL);
  },
);
