import {
  advertiser,
  DEEP_ONLY,
  every,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  SEEN_ELSEWHERE,
  test,
} from './support.ts';

const PAGES = [
  {
    path: '/datenschutz',
    title: 'Datenschutz',
    ids: 'PUB-14, PUB-17',
    says: 'Welche Daten wir bearbeiten',
    runs: {},
  },
  {
    path: '/rechtliches',
    title: 'Rechtliches',
    ids: 'PUB-15, PUB-18',
    says: 'Guthaben und Preise',
    runs: DEEP_ONLY,
  },
  {
    path: '/impressum',
    title: 'Impressum',
    ids: 'PUB-16, PUB-19',
    says: 'Register und Vertretung',
    runs: DEEP_ONLY,
  },
];

for (const { path, title, ids, says, runs } of PAGES) {
  test(
    `${path} is a complete text, the same under /public${path} [${ids}, PUB-10]`,
    runs,
    async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveTitle(`${title} – Samtrot`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByRole('article').getByRole('heading', { name: says })).toBeVisible();
      const text = (await page.getByRole('main').textContent()) ?? '';
      expect(text.length).toBeGreaterThan(900);
      expect(text, 'no place is left open').not.toMatch(/%[A-Z]|Lorem|TODO|XXX|\[\w+\]/);
      await expect(page.getByRole('contentinfo').getByRole('link')).toHaveText([
        'Startseite',
        'Kontakt',
        'Datenschutz',
        'Rechtliches',
        'Impressum',
      ]);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      await page.goto(`/public${path}`);
      expect(await page.getByRole('main').textContent()).toBe(text);
      const canonical = page.locator('link[rel=canonical]');
      expect(new URL((await canonical.getAttribute('href'))!).pathname).toBe(path);
    },
  );
}

test('each legal text is shown inside the frame [FRM-02]', async ({ page }) => {
  await advertiser(page);
  for (const { path, title, says } of PAGES) {
    await page.goto(`/dashboard${path}`);
    await expect(page).toHaveTitle(`${title} – Samtrot`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('article').getByRole('heading', { name: says })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Alle Daten aktualisieren' })).toBeVisible();
    await expect(page.locator('main, article').first()).not.toContainText('%OPERATOR');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, SEEN_ELSEWHERE);
  }
});

test('the table of contents leads to every part', DEEP_ONLY, async ({ page }) => {
  await page.goto('/datenschutz');
  const links = page.getByRole('navigation', { name: 'Inhalt' }).getByRole('link');
  expect(await links.count()).toBeGreaterThan(8);
  for (const link of await every(links)) {
    const part = page.locator((await link.getAttribute('href'))!);
    await expect(part.getByRole('heading', { level: 2 })).toContainText(
      (await link.textContent())!,
    );
  }
  await links.filter({ hasText: 'Deine Rechte' }).click();
  await expect(page).toHaveURL('/datenschutz#rechte');
});
