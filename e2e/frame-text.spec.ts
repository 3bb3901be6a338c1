import { expectLasts, freeze, toast } from './clock.ts';
import { samtrot } from './command-line.ts';
import { advertiser, api, expect, newPerson, ONE_SIZE, PASSWORD, test } from './support.ts';

const FOOTER = [
  ['Support', '/dashboard/kontakt', 'Support'],
  ['Datenschutz', '/dashboard/datenschutz', 'Datenschutz'],
  ['Rechtliches', '/dashboard/rechtliches', 'Rechtliches'],
  ['Impressum', '/dashboard/impressum', 'Impressum'],
] as const;

test('the footer of the dashboard is in sight with its four links, and each opens its page [FRM-19]', async ({
  page,
}) => {
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
});

test(
  'an operator sees the frame of every advertiser, without any text about operators [FRM-37]',
  ONE_SIZE,
  async ({ page, isMobile }) => {
    const seen: string[][] = [];
    for (const role of ['advertiser', 'operator']) {
      const { email } = newPerson();
      let password = PASSWORD;
      if (role === 'operator') {
        password = (
          JSON.parse(samtrot('operator', 'create', email, '--json')) as { password: string }
        ).password;
        await page.context().clearCookies();
        await api(page, 'login', { log: email, pwd: password });
      } else await advertiser(page);
      await page.goto('/home');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (isMobile) await page.getByRole('button', { name: 'Menü öffnen' }).click();
      const menu = isMobile
        ? page.getByRole('dialog')
        : page.getByRole('complementary', { name: 'Hauptmenü' });
      const entries = menu.getByRole('navigation').getByRole('link');
      await expect(entries.first()).toBeVisible();
      seen.push(
        await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href')!)),
      );
      for (const path of ['/home', '/profil', '/guthaben', '/inserate']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('body')).not.toContainText(
          /admin|operator|betreiberkonto|rolle/i,
        );
      }
    }
    expect(seen[0]!.length).toBeGreaterThan(9);
    expect(seen[1]).toEqual(seen[0]);
  },
);

test('the word of a refresh that succeeded lasts for three seconds [FRM-20, FRM-23, ERR-045, CON-20]', async ({
  page,
}) => {
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
});
