import type { FrameLocator, Page } from '@playwright/test';
import { expect } from './support.ts';

/** What stands in the preview, in a document of its own. */
export const previewed = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Vorschau des Inserats"]');

/** A second website that shows pictures for everybody only. */
export async function withStrictWebsite(page: Page): Promise<void> {
  await page.route('**/api?action=state*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const { webseiten } = body.state;
    webseiten.push({ ...webseiten[0], id: 99, name: 'Seerose', accepts: 'jugendfrei' });
    await route.fulfill({ response, json: body });
  });
}

/** Presses each look and says which addresses were asked for meanwhile. */
export async function tryLooks(page: Page): Promise<string[]> {
  const asked: string[] = [];
  // Balance and notices are polled all the time; scripts come with the first touch of the page.
  page.on('request', (request) => {
    if (!/getBalance|get_notices|\.js$/.test(request.url())) asked.push(request.url());
  });
  const card = previewed(page);
  const look = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await look('TopAd');
  await expect(card.locator('.top')).toBeVisible();
  await look('Farbe');
  await expect(card.locator('.li.farbe')).toBeVisible();
  await look('Ohne Extras');
  await expect(card.locator('.li.farbe')).toHaveCount(0);
  await expect(card.locator('.li h2')).toBeVisible();
  return asked;
}

/** The width of the card in the preview. */
export const cardWidth = async (page: Page): Promise<number> =>
  (await previewed(page).locator('.li').first().boundingBox())!.width;
