import { expect, type Locator, type Page } from '@playwright/test';
import { api } from './support.ts';

interface Website {
  id: number;
  name: string;
}

interface OwnBanner {
  ID: number;
  status: string;
  typ: string;
  text: string;
  url: string;
  monate: number;
  webseiten: number[];
  auto_extend: boolean;
  banner_bild: string | { width: number; height: number };
  banner_credits: number;
  version: number;
  unsaved: { url: string; text: string } | null;
  [field: string]: unknown;
}

/** Balance, banners and the websites on offer, as the server has them now. */
export async function bannerState(
  page: Page,
): Promise<{ credits: number; Banners: OwnBanner[]; webseiten: Website[] }> {
  const { state } = await api(page, 'state');
  return state as { credits: number; Banners: OwnBanner[]; webseiten: Website[] };
}

/** 600 credits by one payment of CHF 500. */
export async function topUp600(page: Page): Promise<void> {
  const before = (await bannerState(page)).credits;
  const { payment_url } = await api(page, 'wallet_topup', { topup_option_id: 3 });
  await page.request.post(String(payment_url), { form: { result: 'paid' }, maxRedirects: 0 });
  await expect
    .poll(async () => (await bannerState(page)).credits, { intervals: [50, 100, 200] })
    .toBe(before + 600);
}

/** A picture file of this size, drawn by the browser. */
export async function pictureFile(
  page: Page,
  {
    width,
    height,
    type = 'image/jpeg',
  }: { width: number; height: number; type?: 'image/jpeg' | 'image/png' },
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const dataUrl = await page.evaluate(
    ({ width, height, type }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const pen = canvas.getContext('2d')!;
      const shade = pen.createLinearGradient(0, 0, width, height);
      shade.addColorStop(0, '#1d4a48');
      shade.addColorStop(1, '#7fb6a8');
      pen.fillStyle = shade;
      pen.fillRect(0, 0, width, height);
      pen.fillStyle = '#fff';
      pen.font = `600 ${Math.round(height / 6)}px sans-serif`;
      pen.fillText('Studio Linde', width * 0.08, height * 0.55);
      return canvas.toDataURL(type, 0.9);
    },
    { width, height, type },
  );
  const buffer = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  return { name: type === 'image/png' ? 'linde.png' : 'linde.jpg', mimeType: type, buffer };
}

/** The button that leads on: under the step, or on a phone in the bar at the foot. */
export const onButton = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true });

export const next = (page: Page): Promise<void> => onButton(page, 'Weiter').click();

export const stepTitle = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 2, name });

/** Step 1, and on to step 2. */
export async function chooseType(
  page: Page,
  name: 'Leaderboard' | 'Banner' | 'Popup' | 'TextLink',
): Promise<void> {
  await expect(stepTitle(page, 'Welchen Banner möchtest du?')).toBeVisible();
  await page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();
  await next(page);
  await expect(page).toHaveURL(/\/banner_edit\/\d+\?schritt=2$/);
}

/** Step 2 of a picture type: chooses the file and takes the part that the tool offers. */
export async function choosePicture(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.getByLabel('Bild auswählen').setInputFiles(file);
  const tool = page.getByRole('dialog', { name: 'Ausschnitt wählen' });
  await tool.getByRole('button', { name: 'Bild zeigen' }).click();
  await tool.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(tool).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Bild entfernen' })).toBeVisible();
}

/** A text link from step 1 to the last step, with these websites. */
export async function fillTextLink(page: Page, websites: readonly string[]): Promise<void> {
  await chooseType(page, 'TextLink');
  await page.getByRole('textbox', { name: 'Text' }).fill('Studio Linde');
  await page.getByRole('textbox', { name: 'Website-URL' }).fill('studio-linde.ch');
  await page.getByRole('textbox', { name: 'Website-URL' }).blur();
  await next(page);
  await expect(stepTitle(page, 'Wann soll der Banner laufen?')).toBeVisible();
  await next(page);
  await expect(stepTitle(page, 'Auf welchen Webseiten?')).toBeVisible();
  for (const name of websites)
    await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
}

export const bannerIdOf = (page: Page): number =>
  Number(new URL(page.url()).pathname.split('/').at(-1));
