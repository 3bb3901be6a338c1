import { expectStep, newAdAt } from './editor.ts';
import { listedAd } from './list-ads.ts';
import { cardWidth, previewed, tryLooks } from './preview.ts';
import {
  advertiser,
  breakAction,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  LOGIN_PAGE,
  PARTNER_URL,
  PASSWORD,
  test,
} from './support.ts';

test('a phone shows the preview over the screen and returns to the same step and place [EXP-11, EXP-13, EXP-14, EXP-18]', async ({
  page,
  context,
}) => {
  await advertiser(page, { credits: 100, confirmed: true });
  await listedAd(page, 'Karte zum Messen');
  await page.goto(newAdAt('Text'));
  await expectNoSidewaysScroll(page);
  const title = page.getByRole('textbox', { name: 'Titel', exact: true });
  await title.fill('Ruhig am Abend');
  await expect(page.getByText(/^Gesichert/)).toBeVisible();
  await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }));
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  const opener = page.getByRole('button', { name: 'Vorschau', exact: true });
  await opener.click();

  const sheet = page.getByRole('dialog', { name: 'Vorschau' });
  await expect(previewed(page).getByText('Ruhig am Abend')).toBeVisible();
  const box = (await sheet.boundingBox())!;
  expect([box.x, box.y, box.width, box.height]).toEqual([0, 0, 390, 844]);
  await expect(previewed(page).locator('.neighbour')).toHaveCount(3);
  const width = await cardWidth(page);
  expect(await tryLooks(page)).toEqual([]);
  await expectAccessible(page, { within: '[data-slot=preview-sheet]' });
  await sheet.getByRole('button', { name: 'Seite', exact: true }).click();
  await expect(previewed(page).getByText('Inserat melden')).toBeVisible();

  await sheet.getByRole('button', { name: 'Schliessen' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expectStep(page, 'Text');
  expect(await page.evaluate(() => scrollY)).toBe(place);

  const website = await context.newPage();
  await website.goto(PARTNER_URL);
  await website.getByRole('button', { name: 'Ja, ich bin 18 oder älter' }).click();
  const card = website.locator('.grid .li').first();
  await expect(async () => {
    await website.reload();
    await expect(card).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect((await card.boundingBox())!.width).toBe(width);
});

test(
  'a session that ends under the open preview is said above it, and goes on there [EXP-11, EXP-66]',
  DEEP_ONLY,
  async ({ page, context }) => {
    await advertiser(page);
    await page.goto(newAdAt('Text'));
    const title = page.getByRole('textbox', { name: 'Titel', exact: true });
    await title.fill('Ruhig');
    await expect(page.getByText(/^Gesichert/)).toBeVisible();
    // With nothing unsaved the page would leave for the login.
    const mend = await breakAction(page, 'keepInserat');
    await title.fill('Ruhig am Abend');
    await page.getByRole('button', { name: 'Vorschau', exact: true }).tap();
    await expect(previewed(page).getByText('Ruhig am Abend')).toBeVisible();

    const other = await context.newPage();
    await other.goto('/home');
    await other.getByRole('button', { name: 'Menü öffnen' }).tap();
    await other.getByRole('button', { name: 'Abmelden' }).tap();
    await expect(other).toHaveURL(LOGIN_PAGE);
    await page.bringToFront();
    const sheet = page.getByRole('dialog', { name: 'Vorschau' });
    await expect(sheet.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, { within: '[data-slot=preview-sheet]' });
    await sheet.getByRole('button', { name: 'Anmelden' }).tap();
    await mend();
    const login = page.getByRole('dialog', { name: 'Anmelden' });
    await login.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await login.getByRole('button', { name: 'Anmelden' }).tap();
    await expect(sheet.getByRole('alert')).toHaveCount(0);
    await expect(previewed(page).getByText('Ruhig am Abend')).toBeVisible();
  },
);
