import { expectLasts, freeze, toast } from './clock.ts';
import { advertiser, expect, ONE_SIZE, test } from './support.ts';

const FOOTER = [
  ['Support', '/dashboard/kontakt', 'Support'],
  ['Datenschutz', '/dashboard/datenschutz', 'Datenschutz'],
  ['Rechtliches', '/dashboard/rechtliches', 'Rechtliches'],
  ['Impressum', '/dashboard/impressum', 'Impressum'],
] as const;

test(
  'the footer of the dashboard is in sight with its four links, and each opens its page [FRM-19]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const footer = page.getByRole('contentinfo');
    await expect(footer).toBeVisible();
    await expect(footer.getByRole('link')).toHaveText(FOOTER.map(([name]) => name));
    for (const [name, path, title] of FOOTER) {
      const link = footer.getByRole('link', { name, exact: true });
      await link.scrollIntoViewIfNeeded();
      await expect(link).toBeInViewport({ ratio: 1 });
      await link.click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(footer).toBeVisible();
    }
  },
);

test(
  'no page of an advertiser names another role or leads to the back office [FRM-37]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page);
    for (const path of ['/home', '/profil', '/guthaben', '/inserate']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[href^="/betrieb"]')).toHaveCount(0);
      expect(await page.locator('body').textContent()).not.toMatch(/operator|moderation|admin\b/i);
    }
  },
);

test(
  'the word of a refresh that succeeded lasts for three seconds [FRM-20, FRM-23, ERR-045, CON-20]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page);
    await page.clock.install();
    await page.goto('/inserate');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await freeze(page);
    await page
      .getByRole('button', { name: 'Alle Daten aktualisieren' })
      .filter({ visible: true })
      .click();
    await expectLasts(page, toast(page, 'Alle Daten wurden erfolgreich aktualisiert'), 3_000);
  },
);
