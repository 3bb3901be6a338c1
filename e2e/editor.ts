import type { Locator, Page } from '@playwright/test';
import { api, expect } from './support.ts';

export const DESCRIPTION =
  'Ich nehme mir Zeit und mag gute Gespräche, leise Musik und ein Glas Wein.';

interface Ad {
  title: string;
  package?: string;
  regions?: string[];
  categories?: string[];
  phone?: string;
}

/** Fills the editor as a person would, from top to bottom. */
export async function fillAd(page: Page, ad: Ad): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Neues Inserat aufgeben' })).toBeVisible();
  if (ad.package) await page.getByRole('radio', { name: ad.package }).check();
  for (const name of ad.regions ?? ['Zürich'])
    await page.getByRole('group', { name: 'Regionen' }).getByRole('button', { name }).click();
  for (const name of ad.categories ?? ['Massage'])
    await page
      .getByRole('group', { name: 'Kategorien' })
      .getByRole('button', { name, exact: true })
      .click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Lena');
  await page.getByRole('textbox', { name: 'Titel' }).fill(ad.title);
  await page.getByRole('textbox', { name: 'Beschreibung' }).fill(DESCRIPTION);
  await page.getByRole('textbox', { name: 'Telefon' }).fill(ad.phone ?? '079 555 01 42');
  await page.getByRole('switch', { name: 'Adresse im Inserat zeigen' }).uncheck();
}

/** The button that places the ad; beside the form or, on a phone, in the bar at the foot. */
export const placeButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Inserat Aufgeben' }).filter({ visible: true });

/** Presses the button and confirms the question. */
export async function placeAd(page: Page): Promise<void> {
  // On a phone the sheet of the costs, which has the button too, may still be on its way out.
  await expect(placeButton(page)).toHaveCount(1);
  await placeButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aufgeben', exact: true }).click();
}

/**
 * Creates an ad of the current account by API calls, placed for free or as a draft; returns its
 * number.
 */
export async function savedAd(
  page: Page,
  { titel, post_status = 'publish' }: { titel: string; post_status?: 'publish' | 'draft' },
): Promise<number> {
  const inserat_id = Number((await api(page, 'createInserat', {})).inserat_id);
  const { state } = await api(page, 'state');
  await api(page, 'saveInserat', {
    inserat_id,
    post_status,
    inserat_typ: 'free',
    name: 'Lena',
    titel,
    beschreibung: DESCRIPTION,
    telefon: '+41795550142',
    cantons: ['ZH'],
    categories: [(state as { categories: { id: number }[] }).categories[0]!.id],
    offerings: [],
    publish_option: 'Sofort',
  });
  return inserat_id;
}
