import { savedAd } from './editor.ts';
import {
  advertiser,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStandsStill,
  test,
} from './support.ts';

const TABS = ['Aktiv', 'Geplant', 'Entwürfe', 'Abgelaufen'];
const LISTS = [
  { path: '/inserate', title: 'Inserate', tabs: TABS },
  { path: '/banner', title: 'Banner', tabs: TABS, first: ['Banner aufgeben', '/banner_neu'] },
  {
    path: '/clubs',
    title: 'Clubs',
    tabs: ['Aktiv', 'Abgelaufen'],
    first: ['Club eintragen', '/clubs_neu'],
  },
] as const;

test('a list without an entry or a hit says so in each tab [BAN-01, BAN-02, BAN-29, CLU-01, CLU-02, CLU-18, INS-01, INS-11, GUT-61, ERR-052..ERR-055]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/guthaben');
  await expect(
    page
      .getByRole('region', { name: 'Verlauf' })
      .getByRole('heading', { name: 'Keine Transaktionen gefunden' }),
  ).toBeVisible();
  await expectStandsStill(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const panel = page.getByRole('tabpanel');
  for (const { path, title, tabs, ...more } of LISTS) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText(tabs.map((name) => `${name}0`));
    for (const name of tabs) {
      await page.getByRole('tab', { name }).click();
      await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
      await expect(
        panel.getByRole('heading', { name: `Keine ${title} gefunden`, exact: true }),
      ).toBeVisible();
    }
    await expectAccessible(page);
    if (!('first' in more)) continue;
    const [link, leads] = more.first;
    await panel.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(leads);
  }

  await savedAd(page, { titel: 'Ruhige Abende' });
  await page.goto('/inserate');
  const nothing = panel.getByRole('heading', { name: 'Keine Inserate gefunden', exact: true });
  await expect(page.getByRole('article', { name: 'Ruhige Abende' })).toBeVisible();
  await expect(nothing).toHaveCount(0);
  const search = page.getByRole('searchbox', { name: 'Inserate suchen' });
  await search.fill('gibt es nicht');
  await expect(nothing).toBeVisible();
  await page.getByRole('button', { name: 'Suche löschen' }).click();
  await expect(page.getByRole('article', { name: 'Ruhige Abende' })).toBeVisible();
});
