import type { Page } from '@playwright/test';
import { SAVED, skipPauses } from './clock.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  phonePhoto,
  test,
} from './support.ts';
import { rateFirst } from './uploads.ts';

const title = (page: Page) => page.getByRole('textbox', { name: 'Titel', exact: true });
const kept = (page: Page) => page.getByText(SAVED);
const idOf = (page: Page) => Number(new URL(page.url()).pathname.split('/').at(-1));
const adOf = async (page: Page) => (await api(page, `getInserat&inserat_id=${idOf(page)}`)).inserat;

/** Opens a new ad and leaves it untouched until its blank draft is deleted; returns its number. */
async function openTooLong(page: Page): Promise<number> {
  await page.goto('/rabota');
  const number = page.getByText(/^Inserat-Nr\. \d+$/);
  const id = Number((await number.textContent())?.replace(/\D/g, ''));
  await api(page, 'delete_inserat', { inserat_id: id });
  return id;
}

test(
  'what is typed into a new ad that stood open for days is kept under another number [EDI-04, EDI-28]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const gone = await openTooLong(page);
    await title(page).pressSequentially('Stille Stunden');
    await page
      .getByRole('group', { name: 'Regionen' })
      .getByRole('button', { name: 'Zürich' })
      .click();
    await expect(kept(page)).toBeVisible();
    await expect(page).toHaveURL(/\/rabota\/\d+$/);
    expect(idOf(page)).not.toBe(gone);
    await expect(page.getByText(`Inserat-Nr. ${idOf(page)}`)).toBeVisible();
    await expect(page.getByText('Der Warenkorb konnte nicht gespeichert werden.')).toHaveCount(0);
    await title(page).fill('Stille Stunden am See');
    await expect
      .poll(() => adOf(page))
      .toMatchObject({ titel: 'Stille Stunden am See', cantons: ['ZH'] });
  },
);

test(
  'a picture added to a new ad open for days belongs to its new number [EDI-04, MED-01]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const gone = await openTooLong(page);
    await page.getByLabel('Bilder auswählen').setInputFiles([await phonePhoto(page)]);
    await rateFirst(page);
    await expect(page.getByRole('img', { name: 'Bild 1', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/rabota\/\d+$/);
    expect(idOf(page)).not.toBe(gone);
    expect(await adOf(page)).toMatchObject({ imageSources: [expect.anything()] });
  },
);

test(
  'a new ad that stood open for days is saved as a draft at once [EDI-08, EDI-12]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await openTooLong(page);
    await page.getByRole('button', { name: 'Als Entwurf Speichern' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern', exact: true }).click();
    await expect(page.getByText('Inserat wurde als Entwurf gespeichert.')).toBeVisible();
    await expect(page).toHaveURL('/inserate?tab=entwurf');
    const { state } = await api(page, 'state');
    expect((state as { Inserats: unknown[] }).Inserats).toMatchObject([
      { inserat_status: 'entwurf' },
    ]);
  },
);

const FULL = 'Du hast schon 500 Inserate. Lösche zuerst eines, das du nicht mehr brauchst.';

/** The action fails with the limit of ads until the returned function is called. */
async function full(page: Page, action: string): Promise<() => Promise<void>> {
  const url = `**/api?action=${action}`;
  await page.route(url, (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, code: 'TOO_MANY_INSERATE', message: FULL },
    }),
  );
  return () => page.unroute(url);
}

test(
  'beside 500 ads the editor says why nothing is kept, and goes on as soon as there is room [EDI-04, EDI-28, INS-35]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.clock.install();
    const makeRoom = await full(page, 'createInserat');
    await page.goto('/rabota');
    await expect(page.getByRole('alert')).toContainText(FULL);
    await expectAccessible(page, { within: '[role=alert]' });
    await makeRoom();
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    const makeMoreRoom = await full(page, 'keepInserat');
    await title(page).fill('Stille Stunden');
    await expect(
      page.getByRole('alert').filter({ hasText: `Nicht gesichert. ${FULL}` }),
    ).toBeVisible();
    await expectAccessible(page, { within: '[role=alert]' });
    await makeMoreRoom();
    await skipPauses(page, kept(page));
    await expect(title(page)).toHaveValue('Stille Stunden');
  },
);
