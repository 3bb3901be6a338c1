import type { Page } from '@playwright/test';
import { shownWire } from '@samtrot/shared/kernel/format.ts';
import { expectLasts, freeze, toast } from './clock.ts';
import { account, listedAd } from './list-ads.ts';
import {
  advertiser,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectStandsStill,
  test,
} from './support.ts';

/** From here on the account has its first ad so many times, with numbers of their own. */
async function multiply(page: Page, times: number): Promise<void> {
  await page.route('**/api?action=state', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { state: { Inserats?: { ID: number }[] } };
    const [first] = json.state.Inserats ?? [];
    if (first)
      json.state.Inserats = Array.from({ length: times }, (_, i) => ({
        ...first,
        ID: first.ID + i,
      }));
    await route.fulfill({ response, json });
  });
}

test(
  'twelve ads a page, three page buttons at 767 px, five at 768 px, the page in the address [INS-07, INS-08, CON-03, CON-08]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await listedAd(page, 'Viele Abende', { inserat_typ: 'free' });
    await multiply(page, 85);
    await page.goto('/inserate');
    await expect(page.getByRole('article')).toHaveCount(12);
    const numbers = page
      .getByRole('navigation', { name: 'Seiten der Inserate' })
      .getByRole('button', { name: /^Seite \d/ });
    await expect(numbers).toHaveText(['1', '2', '3', '4', '5']);
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(numbers).toHaveCount(5);
    await page.setViewportSize({ width: 767, height: 900 });
    await expect(numbers).toHaveText(['1', '2', '3']);
    await page.getByRole('button', { name: 'Seite 3', exact: true }).click();
    await expect(page).toHaveURL('/inserate?page=3');
    await expect(page.getByText('25–36 von 85 Inseraten')).toBeVisible();
    await page.reload();
    await expect(numbers).toHaveText(['2', '3', '4']);
  },
);

test(
  'search and order stand in the address; a description is found by what it reads [INS-04, INS-05, CON-09]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    for (const titel of ['Erster', 'Zweiter'])
      await listedAd(page, titel, {
        post_status: 'draft',
        inserat_typ: 'free',
        name: `Name ${titel}`,
        beschreibung: `<p>Zeit <strong>für ${titel}</strong> &amp; mehr, mit Ruhe und guter Musik.</p>`,
      });
    await page.goto('/inserate?tab=entwurf');
    const titles = page.getByRole('article').getByRole('heading');
    await expect(titles).toHaveText(['Zweiter', 'Erster']);
    await page
      .getByRole('combobox', { name: 'Sortieren' })
      .selectOption({ label: 'Älteste zuerst' });
    await expect(titles).toHaveText(['Erster', 'Zweiter']);
    const search = page.getByRole('searchbox', { name: 'Inserate suchen' });
    for (const q of ['ERSTER', 'name erster', 'ZEIT für erster & mehr']) {
      await search.fill(q);
      await expect(titles).toHaveText(['Erster']);
    }
    await search.fill('strong');
    await expect(titles).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Keine Inserate gefunden' })).toBeVisible();
    await search.fill('erster');
    await expect(page).toHaveURL('/inserate?tab=entwurf&q=erster&sort=id_asc');
    await page.reload();
    await expect(search).toHaveValue('erster');
    await expect(titles).toHaveText(['Erster']);
  },
);

test(
  'the list opens without layout shift, passes axe, and shows a success for three seconds [INS-06, INS-36]',
  DEEP_ONLY,
  async ({ page }) => {
    await page.clock.install();
    await advertiser(page, { credits: 50 });
    const id = await listedAd(
      page,
      'Ruhige Abende',
      { inserat_typ: '3_days', color_enabled: true },
      true,
    );
    await page.goto('/inserate');
    const card = page.locator(`#karte-${id}`);
    const { ads } = await account(page);
    await expect(card).toContainText(`Start ${shownWire(String(ads[0]!.start_zeit))}`);
    await expect(card).toContainText(`bis ${shownWire(String(ads[0]!.end_zeit))}`);
    await expect(card).toContainText('0 Aufrufe');
    await expect(card.getByRole('button', { name: 'Farbe gebucht' })).toBeVisible();
    await expectStandsStill(page);
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Ausblenden' }).click();
    // Its code comes with the first press, and not while the clock stands.
    const sure = page.getByRole('dialog').getByRole('button', { name: 'Ausblenden' });
    await expect(sure).toBeVisible();
    await freeze(page);
    await sure.click();
    await expectLasts(page, toast(page, 'Ausgeblendet.'), 8000);
  },
);
