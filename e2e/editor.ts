import type { Locator, Page } from '@playwright/test';
import { api, expect } from './support.ts';

export const DESCRIPTION =
  'Ich nehme mir Zeit und mag gute Gespräche, leise Musik und ein Glas Wein.';

/** Where placing an ad leads. */
export const PLACED = /\/home\?aufgegeben=\d+$/;

interface Ad {
  title: string;
  package?: string;
  regions?: string[];
  categories?: string[];
  phone?: string;
}

/** On a phone the editor has six steps; on a desktop everything is on one page. */
const STEP_TITLES = ['Was', 'Wo', 'Text', 'Bilder', 'Kontakt', 'Extras und Start'] as const;
export type StepTitle = (typeof STEP_TITLES)[number];

const isPhone = (page: Page) => page.viewportSize()!.width < 900;

export const nextButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Weiter', exact: true });

/** The address of a new ad whose step with this title is open; on a desktop it changes nothing. */
export const newAdAt = (step: StepTitle): string =>
  `/rabota?schritt=${STEP_TITLES.indexOf(step) + 1}`;

/** Opens a step by the list of all; does nothing on a desktop. */
export async function openStep(page: Page, step: StepTitle): Promise<void> {
  if (!isPhone(page)) return;
  await page.getByRole('button', { name: 'Alle Schritte' }).click();
  const list = page.getByRole('dialog', { name: 'Alle Schritte' });
  await list.getByRole('button', { name: step }).click();
  await expect(list).toHaveCount(0);
  await expectStep(page, step);
}

export const expectStep = (page: Page, step: StepTitle): Promise<void> =>
  expect(page.getByText(`Schritt ${STEP_TITLES.indexOf(step) + 1} von 6 · ${step}`)).toBeVisible();

/** Goes to the next step as a person does; does nothing on a desktop. */
export async function goOn(page: Page, to: StepTitle): Promise<void> {
  if (!isPhone(page)) return;
  await nextButton(page).click();
  await expectStep(page, to);
}

/** Chooses a region, of which the six largest are shown at first. */
export async function chooseRegion(page: Page, name: string): Promise<void> {
  const group = page.getByRole('group', { name: 'Regionen' });
  await expect(group).toBeVisible();
  const chip = group.getByRole('button', { name, exact: true });
  const all = page.getByRole('button', { name: 'Alle 26 Kantone' });
  if ((await chip.count()) === 0) await all.click();
  await chip.click();
}

/** Fills the editor as a person would, from top to bottom or from step to step. */
export async function fillAd(page: Page, ad: Ad): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Neues Inserat aufgeben' })).toBeVisible();
  if (ad.package) await page.getByRole('radio', { name: ad.package }).check();
  for (const name of ad.categories ?? ['Massage'])
    await page
      .getByRole('group', { name: 'Kategorien' })
      .getByRole('button', { name, exact: true })
      .click();
  await goOn(page, 'Wo');
  for (const name of ad.regions ?? ['Zürich']) await chooseRegion(page, name);
  await goOn(page, 'Text');
  await page.getByRole('textbox', { name: 'Name' }).fill('Lena');
  await page.getByRole('textbox', { name: 'Titel', exact: true }).fill(ad.title);
  await page.getByRole('textbox', { name: 'Beschreibung' }).fill(DESCRIPTION);
  await goOn(page, 'Bilder');
  await goOn(page, 'Kontakt');
  await page.getByRole('textbox', { name: 'Telefon' }).fill(ad.phone ?? '079 555 01 42');
  await goOn(page, 'Extras und Start');
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

let category: number | undefined;

/** A category for ads made by calls; read once, as every account has the same ones. */
export async function anyCategory(page: Page): Promise<number> {
  if (category === undefined) {
    const { state } = await api(page, 'state');
    category = (state as { categories: { id: number }[] }).categories[0]!.id;
  }
  return category;
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
  await api(page, 'saveInserat', {
    inserat_id,
    post_status,
    inserat_typ: 'free',
    name: 'Lena',
    titel,
    beschreibung: DESCRIPTION,
    telefon: '+41795550142',
    cantons: ['ZH'],
    categories: [await anyCategory(page)],
    offerings: [],
    publish_option: 'Sofort',
  });
  return inserat_id;
}
