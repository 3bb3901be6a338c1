import type { Page } from '@playwright/test';
import { isBuiltFile } from '../web/src/lib/page/shell-rules.ts';
import { advertiser, expect, test } from './support.ts';

test.use({ serviceWorkers: 'allow' });

/** Every address that this browser keeps a response of. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const stores = await Promise.all(names.map((name) => caches.open(name)));
    const requests = await Promise.all(stores.map((store) => store.keys()));
    return requests.flat().map(({ url }) => url);
  });
const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
/** The document and the script that draws it. */
const hasShell = (page: Page) =>
  expect
    .poll(async () => {
      const kept = await keptIn(page);
      return [kept.some((url) => url.endsWith('/home')), kept.some((url) => url.endsWith('.js'))];
    })
    .toEqual([true, true]);

test('the dashboard stores only its shell, opens offline with it, and logging out empties it [EXP-114]', async ({
  page,
  context,
}) => {
  await page.goto('/auth/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await workers(page)).toBe(0);
  await expect(page.locator('link[rel="manifest"]')).toHaveCount(0);

  const person = await advertiser(page, { credits: 50 });
  await page.goto('/home');
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/app.webmanifest');
  await hasShell(page);
  for (const path of ['/inserate', '/guthaben', '/profil']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const { origin } = new URL(page.url());
  const kept = await keptIn(page);
  const others = kept.filter((url) => !isBuiltFile({ url, method: 'GET' }, origin));
  expect(others).toEqual([`${origin}/home`]);
  const texts = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const all = await Promise.all(stores.map((store) => store.matchAll()));
    return Promise.all(all.flat().map((response) => response.text()));
  });
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter((text) => text.includes(person.username))).toEqual([]);

  await context.setOffline(true);
  await page.goto('/inserate');
  await expect(page.getByRole('main')).toContainText('Samtrot antwortet gerade nicht.');
  await context.setOffline(false);

  await page.goto('/profil/sicherheit');
  await page.getByRole('switch', { name: 'Nach «Schnell weg» angemeldet bleiben' }).check();
  await page.getByRole('banner').getByRole('button', { name: 'Schnell weg' }).click();
  await expect(page).toHaveURL('/notizen.html');
  await expect.poll(() => keptIn(page)).toEqual([]);

  await page.goto('/home');
  await hasShell(page);
  await page.getByRole('button', { name: 'Abmelden', exact: true }).first().click();
  await expect(page).toHaveURL('/auth/login');
  await expect.poll(() => keptIn(page)).toEqual([]);
  await expect.poll(() => workers(page)).toBe(0);
  await page.goto('/auth/register');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await keptIn(page)).toEqual([]);
});
