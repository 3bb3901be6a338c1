import type { Page } from '@playwright/test';
import { listedAd } from './list-ads.ts';
import { advertiser, DEEP_ONLY, expect, expectAccessible, test } from './support.ts';

/** Places ads that end within a day. */
async function shortAds(page: Page, titles: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const titel of titles) ids.push(await listedAd(page, titel));
  return ids;
}

const confirm = (page: Page, action: string) =>
  page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();

test('many ads that end soon hide nothing else on Home, and the rest of them is one press away [EXP-33, EXP-35, EXP-91]', async ({
  page,
}) => {
  await advertiser(page, { credits: 100 });
  await shortAds(page, ['Eins', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs']);
  await listedAd(page, 'Entwurf', { post_status: 'draft', inserat_typ: 'free' });
  await page.goto('/home');
  const steps = page.getByRole('region', { name: 'Nächste Schritte' }).getByRole('listitem');
  await expect(steps).toHaveCount(5);
  await expect(steps.filter({ hasText: 'ist noch nicht fertig' })).toHaveCount(1);
  const ending = steps.filter({ hasText: 'läuft morgen ab' });
  const shown = await ending.count();
  const more = ending.last().getByRole('link', {
    name: `Noch ${6 - shown} Inserate laufen in den nächsten 24 Stunden ab.`,
  });
  await expect(more).toBeVisible();
  await expect(page.getByText(/^Noch \d Inserate laufen/)).toHaveCount(1);
  await expectAccessible(page);
  await more.click();
  await expect(page).toHaveURL('/inserate?sort=end_zeit_asc');
  await expect(page.getByRole('article')).toHaveCount(6);
});

test(
  'a search stays while its ads are hidden, shown and edited one by one [INS-04, INS-36, EDI-17, EXP-72]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 100 });
    const [first, second] = await shortAds(page, ['Jana am See', 'Jana im Garten', 'Mia am See']);
    const cards = page.getByRole('article');
    await page.goto(`/inserate?q=${first}`);
    await expect(cards.getByRole('heading')).toHaveText(['Jana am See']);

    await page.getByRole('searchbox', { name: 'Inserate suchen' }).fill('jana');
    for (const left of [1, 0]) {
      await cards
        .first()
        .getByRole('button', { name: /^Ausblenden/ })
        .click();
      await confirm(page, 'Ausblenden');
      await expect(cards).toHaveCount(left);
    }
    await expect(page.getByText('Oder such in «Entwürfe».')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Entwürfe ansehen' }).click();
    await expect(page).toHaveURL('/inserate?tab=entwurf&q=jana');
    await expect(cards).toHaveCount(2);

    await cards
      .first()
      .getByRole('button', { name: /^Einblenden/ })
      .click();
    await confirm(page, 'Einblenden');
    await expect(page).toHaveURL('/inserate?q=jana');
    await expect(page.locator(`#karte-${second}`)).toBeFocused();

    await page
      .getByRole('button', { name: `Inserat ${second} bearbeiten` })
      .first()
      .click();
    await confirm(page, 'Bearbeiten');
    await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Jana im Park');
    await page.getByRole('button', { name: 'Änderungen speichern' }).first().click();
    await confirm(page, 'Speichern');
    await expect(page).toHaveURL('/inserate?q=jana');
    const saved = page.locator(`#karte-${second}`);
    await expect(saved).toContainText('Jana im Park');
    await expect(saved).toBeFocused();
    await expect(saved).toBeInViewport();

    for (const to of [/^Wo dein Inserat steht/, /Statistik von Inserat/]) {
      await saved.getByRole('link', { name: to }).click();
      await page.getByRole('main').getByRole('link', { name: 'Inserate', exact: true }).click();
      await expect(page).toHaveURL('/inserate?q=jana');
      await expect(saved).toBeFocused();
    }
  },
);
