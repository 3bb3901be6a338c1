import type { Locator, Page } from '@playwright/test';
import { chooseType } from './banner-wizard.ts';
import { SAVED } from './clock.ts';
import { newAdAt, openStep } from './editor.ts';
import {
  advertiser,
  api,
  breakAction,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PASSWORD,
  phonePhoto,
  test,
} from './support.ts';
import { rateFirst } from './uploads.ts';

/** As long as they may be, in the widest letters. */
const NAME = 'MAXIMILIANE VON BERN';
const TITLE = 'W'.repeat(100);

const STEPS = ['Was', 'Wo', 'Text', 'Bilder', 'Kontakt', 'Extras und Start'] as const;
const back = (page: Page) => page.evaluate(() => history.back());

async function closesByBack(page: Page, popup: Locator): Promise<void> {
  await expect(popup).toBeVisible();
  // The entry is there a moment after the popup; a person is slower than that.
  await expect
    .poll(() => page.evaluate(() => (history.state as { popups?: number }).popups))
    .toBe(1);
  await back(page);
  await expect(popup).toHaveCount(0);
  await expect(page).toHaveURL(/schritt=4$/);
}

test(
  'back closes each sheet of the pictures first, and no step is wider than its window [EXP-54, EXP-55, EXP-70]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto(newAdAt('Bilder'));
    await page.getByLabel('Bilder auswählen').setInputFiles(await phonePhoto(page));
    await closesByBack(page, page.getByRole('dialog', { name: 'Wie ist dieses Bild?' }));
    await page.getByRole('button', { name: /^Wie ist dieses Bild\?/ }).click();
    await rateFirst(page, 'Jugendfrei');
    const rating = page.getByRole('button', { name: /^Einstufung von Bild 1/ });
    await rating.click();
    await closesByBack(page, page.getByRole('dialog', { name: 'Einstufung von Bild 1' }));
    await expect(rating).toBeFocused();
    const options = page.getByRole('button', { name: 'Optionen von Bild 1' });
    await options.click();
    await closesByBack(page, page.getByRole('dialog', { name: 'Bild 1' }));
    await expect(options).toBeFocused();
    await options.click();
    await page.getByRole('button', { name: 'Gesicht verdecken' }).click();
    await closesByBack(page, page.locator('[data-slot=photo-tools]'));

    await openStep(page, 'Text');
    await page.getByRole('textbox', { name: 'Name' }).fill(NAME);
    await page.getByRole('textbox', { name: 'Titel', exact: true }).fill(TITLE);
    // The narrowest phones, small ones, and a desktop at 200 %.
    for (const width of [320, 360, 720]) {
      await page.setViewportSize({ width, height: 800 });
      for (const step of STEPS) {
        await openStep(page, step);
        await expect
          .poll(
            () => page.evaluate(() => document.documentElement.scrollWidth),
            `${step}, ${width}`,
          )
          .toBeLessThanOrEqual(width);
      }
      await page.getByRole('button', { name: 'Vorschau', exact: true }).click();
      const preview = page.getByRole('dialog', { name: 'Vorschau' });
      await expect
        .poll(
          () => preview.evaluate((box) => box.scrollWidth - box.clientWidth),
          `preview, ${width}`,
        )
        .toBeLessThanOrEqual(0);
      await preview.getByRole('button', { name: 'Schliessen' }).click();
    }
  },
);

test(
  'offline and with an ended session in the preview nothing that was typed is lost [EXP-64, EXP-66]',
  DEEP_ONLY,
  async ({ page, context }) => {
    await advertiser(page);
    await page.goto(newAdAt('Text'));
    const title = page.getByRole('textbox', { name: 'Titel', exact: true });
    await title.fill('Vor dem Tunnel');
    await expect(page).toHaveURL(/\/rabota\/\d+/);
    await context.setOffline(true);
    await expect(page.getByText('Keine Verbindung. Deine Eingaben sind gesichert.')).toBeVisible();
    await title.fill('Im Tunnel geschrieben');
    const titles = async () => {
      const { state } = await api(page, 'state');
      // Without a session there are none.
      return ((state as { Inserats?: { titel: string }[] }).Inserats ?? []).map(
        ({ titel }) => titel,
      );
    };
    expect(await titles()).toEqual(['Vor dem Tunnel']);
    await context.setOffline(false);
    await expect.poll(titles).toEqual(['Im Tunnel geschrieben']);

    await title.fill('In der Vorschau abgemeldet');
    await page.getByRole('button', { name: 'Vorschau', exact: true }).click();
    const preview = page.getByRole('dialog', { name: 'Vorschau' });
    await expect(preview).toBeVisible();
    await expect.poll(titles).toEqual(['In der Vorschau abgemeldet']);
    await context.clearCookies();
    await preview.getByRole('button', { name: 'Schliessen' }).click();
    await title.fill('Nach dem Ende');
    await page.getByRole('button', { name: 'Anmelden' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Anmelden' });
    await dialog.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Anmelden' }).click();
    await expect.poll(titles).toEqual(['Nach dem Ende']);
  },
);

test('what cannot be saved is said in sight of what is typed: ad, club and banner [EXP-65, EDI-28]', async ({
  page,
}) => {
  await advertiser(page);
  const failing = page
    .getByRole('alert')
    .filter({ hasText: 'Nicht gesichert, wird wieder versucht' });
  for (const { action, open, field } of [
    { action: 'keepInserat', open: newAdAt('Text'), field: 'Beschreibung' },
    { action: 'keep_club', open: '/clubs_neu', field: 'Ort' },
    { action: 'keep_banner', open: '/banner_neu', field: 'Website-URL' },
  ]) {
    await page.goto(open);
    if (action === 'keep_banner') await chooseType(page, 'TextLink');
    const restored = await breakAction(page, action);
    const typed = page.getByRole('textbox', { name: field, exact: true });
    await typed.fill('linde.ch');
    await expect(failing, action).toBeVisible();
    // However far one has scrolled.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(failing, action).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await restored();
    await typed.fill('linde.ch/neu');
    await expect(failing, action).toHaveCount(0);
    await expect(page.getByText(SAVED)).toBeAttached();
  }
});
