import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatChf, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import type { getTopupOptions } from '@samtrot/shared/topups/contract.ts';
import { expect, ONE_SIZE, test } from './support.ts';

const PAGES = [
  ...['/', '/auth/login', '/auth/register', '/auth/forgot'],
  ...['/kontakt', '/datenschutz', '/rechtliches', '/impressum', '/gibt-es-nicht'],
];
const MENU = [
  'Anmelden /auth/login',
  'Kontakt /kontakt',
  'Registrieren /auth/register',
  'Startseite /',
];
const FOOTER = ['Startseite', 'Kontakt', 'Datenschutz', 'Rechtliches', 'Impressum'];

test(
  'every public page has the four entries of the menu, its footer and the word 18+ [PUB-02, PUB-09, PUB-10]',
  ONE_SIZE,
  async ({ page, isMobile }) => {
    for (const path of PAGES) {
      await page.goto(path);
      const header = page.getByRole('banner');
      // On a phone some of them stand beside the button that opens the menu with all.
      if (isMobile) await header.locator('summary').click();
      const menu = header.getByRole('navigation', {
        name: isMobile ? 'Menü' : 'Hauptmenü',
        exact: true,
      });
      await expect(menu, path).toBeVisible();
      const shown = header.getByRole('navigation').getByRole('link').filter({ visible: true });
      for (const [links, all] of [
        [menu.getByRole('link').filter({ visible: true }), true],
        [shown, false],
      ] as const) {
        const found = await links.evaluateAll((some) =>
          some.map((link) => `${link.textContent!.trim()} ${link.getAttribute('href')!}`),
        );
        expect([...new Set(found)].sort(), path).toEqual(MENU);
        if (all) expect(found, path).toHaveLength(MENU.length);
      }
      const footer = page.getByRole('contentinfo');
      await expect(footer.getByRole('link').filter({ visible: true }), path).toHaveText(FOOTER);
      await expect(footer.getByText('18+', { exact: true }), path).toBeVisible();
      await expect(footer.getByText('Nur für Erwachsene'), path).toBeVisible();
      const main = page.getByRole('main');
      if (path === '/') {
        await expect(page).toHaveTitle(/Schweiz/);
        await expect(main.getByText(/Partner-Webseiten? in der ganzen Schweiz/)).toBeVisible();
        await expect(main.getByText('Ab 18 Jahren')).toBeVisible();
      }
      if (path === '/auth/register')
        await expect(main.getByText('18+', { exact: true })).toBeVisible();
    }
    await page
      .getByRole('banner')
      .getByRole('link', { name: 'Kontakt' })
      .filter({ visible: true })
      .last()
      .click();
    await expect(page).toHaveURL('/kontakt');
  },
);

test(
  'the landing page sets the free ad beside the premium ones, with what each has [PUB-30]',
  ONE_SIZE,
  async ({ page }) => {
    await page.goto('/');
    const prices = page.getByRole('main').locator('section', { hasText: 'Gratis oder Premium' });
    await expect(prices.locator('.card').getByRole('listitem')).toHaveText([
      '30 Tage Gratis0 Credits',
      '1 Tag Premium10 Credits',
      '3 Tage Premium20 Credits',
      '5 Tage Premium30 Credits',
      '1 Woche Premium40 Credits',
      '1 Monat Premium100 Credits',
    ]);
    const table = prices.getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveText(['Inbegriffen', 'Gratis', 'Premium']);
    for (const name of [
      'Regionen 1 3',
      'Kategorien 1 3',
      'Bilder 3 10',
      'Videos 0 2',
      'Start planen nein für 5 Credits',
    ])
      await expect(table.getByRole('row', { name, exact: true })).toBeVisible();
    await expect(
      page.getByRole('heading', { name: 'Dein erstes Inserat ist gratis.' }),
    ).toBeVisible();
  },
);

test(
  'the landing page names the bonus of every top-up that has one [PUB-31]',
  ONE_SIZE,
  async ({ page }) => {
    const { topup_options } = (await (
      await page.request.get('/api?action=getTopupOptions')
    ).json()) as {
      topup_options: Output<typeof getTopupOptions>['topup_options'];
    };
    const bonuses = nonEmpty(topup_options.filter(({ bonus }) => bonus > 0));
    await page.goto('/');
    const each = bonuses.map(
      ({ price, credits, bonus }) =>
        `${formatChf(price * 100)} gibt ${formatNumber(credits + bonus)}`,
    );
    await expect(page.getByRole('main').getByText(/^Bonus beim Aufladen: /)).toHaveText(
      `Bonus beim Aufladen: ${each.join(', ')} Credits. Dazu Gutscheine, Rabatte und Aktionen.`,
    );
  },
);

test(
  'notices that were closed one after the other stay closed in this tab [BOF-131]',
  ONE_SIZE,
  async ({ page }) => {
    await page.goto('/kontakt');
    // As the server writes them; one of its own would stand above the pages of all journeys.
    const show = () =>
      page.evaluate(() => {
        const bar = (id: number) =>
          `<div class="alert alert-info" role="status" data-notice="${id}"><p class="grow">Hinweis ${id}</p><button type="button" class="btn btn-ghost">Schliessen</button></div>`;
        document.querySelector('[data-slot=notices]')!.innerHTML = [9001, 9002, 9003]
          .map(bar)
          .join('');
      });
    const notice = (id: number) => page.getByRole('status').filter({ hasText: `Hinweis ${id}` });
    await show();
    for (const id of [9001, 9002]) {
      await notice(id).getByRole('button', { name: 'Schliessen' }).click();
      await expect(notice(id)).toBeHidden();
    }
    await page.reload();
    await show();
    await expect(notice(9003)).toBeVisible();
    for (const id of [9001, 9002]) await expect(notice(id)).toBeHidden();
  },
);
