import type { Page } from '@playwright/test';
import { expect } from './support.ts';

export const DESCRIPTION = 'Ruhige Räume mit einer kleinen Bar.\nTäglich ab 17 Uhr.';

/** The button of the summary that can be seen: beside the form, or at the foot of a phone. */
export const mainButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();

/** Everything that an entry needs, typed by hand. */
export async function fillClub(page: Page, { name = 'Haus Linde' } = {}): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Clubs', level: 1 })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name des Clubs' }).fill(name);
  await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Bar und Räume');
  await page.getByRole('textbox', { name: 'Beschreibung' }).fill(DESCRIPTION);
  await page.getByRole('textbox', { name: 'Kontaktperson' }).fill('Lena Linde');
  await page.getByRole('textbox', { name: 'Telefon' }).fill('079 123 45 67');
  await page.getByRole('textbox', { name: 'Strasse und Nummer' }).fill('Lindenweg 3');
  await page.getByRole('textbox', { name: 'PLZ' }).fill('8001');
  await page.getByRole('textbox', { name: 'Ort', exact: true }).fill('Zürich');
  await page.getByRole('combobox', { name: 'Kanton' }).selectOption('Zürich');
}
