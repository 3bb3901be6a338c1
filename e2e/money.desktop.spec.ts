import type { Page } from '@playwright/test';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { advertiser, buySmallest, DEEP_ONLY, expect, test } from './support.ts';
import { textsOf } from './texts.ts';

const FORM = /^CHF \d{1,3}(’\d{3})*\.(-|\d\d)$/;

/** Every amount of money on the page: whatever stands behind or before a sign of francs. */
async function amounts(page: Page): Promise<string[]> {
  const text = (await textsOf(page)).join(' ');
  const found = text.match(
    /(CHF|SFr\.?|Fr\.|Franken)[\s\u00a0]?[^\sA-Za-z)]*|\d[\d.’']*[\s\u00a0]?(CHF|Fr\.|Franken)/g,
  );
  // The end of a sentence is none of an amount.
  return (found ?? []).map((amount) => amount.replace(/(?<=\.-|\.\d\d)[.,:;]$/, ''));
}

async function expectForm(page: Page, known: readonly string[]): Promise<void> {
  const found = nonEmpty(await amounts(page));
  for (const amount of found) expect(amount, page.url()).toMatch(FORM);
  expect(found).toEqual(expect.arrayContaining([...known]));
}

test(
  'every amount of money reads CHF, the francs, and a dash where there are no Rappen [PUB-07]',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto('/');
    await expectForm(page, ['CHF 1.-', 'CHF 100.-', 'CHF 500.-', 'CHF 1’000.-']);
    await advertiser(page);
    await page.goto('/guthaben');
    await expect(
      page.getByRole('button', { name: '50 Credits für CHF 50.- aufladen' }),
    ).toBeVisible();
    await expectForm(page, ['CHF 50.-', 'CHF 100.-', 'CHF 500.-', 'CHF 1’000.-']);
    await buySmallest(page);
    await expectForm(page, ['CHF 50.-']);
    await page.getByRole('button', { name: /bezahlen$/ }).click();
    await expect(page).toHaveURL(/\/guthaben/);
    await page.goto('/guthaben');
    await expect(page.getByRole('heading', { name: 'Verlauf' })).toBeVisible();
    await expect(
      page.getByText('Aufladung 50 Credits').filter({ visible: true }).first(),
    ).toBeVisible();
    await page.getByText('Aufladung 50 Credits').filter({ visible: true }).first().click();
    await expectForm(page, ['CHF 50.-']);
  },
);
