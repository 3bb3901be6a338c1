import type { Page } from '@playwright/test';
import { account, listedAd } from './list-ads.ts';
import { cardWidth, previewed, tryLooks, withStrictWebsite } from './preview.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoPopupEntry,
  expectStandsStill,
  PARTNER_URL,
  phonePhoto,
  test,
} from './support.ts';
import { holdUploads, rateFirst } from './uploads.ts';

const frame = (page: Page) => previewed(page).locator('body');
const total = (page: Page) => page.locator('.cost-total .sum').filter({ visible: true });

/** Preview, costs and both buttons are in the window. */
async function expectBesideForm(page: Page): Promise<void> {
  for (const part of [
    page.locator('[data-slot=preview]'),
    previewed(page).locator('.li').first(),
    page.locator('[data-slot=cost-summary]'),
    page.getByRole('button', { name: 'Inserat Aufgeben' }),
    page.getByRole('button', { name: 'Als Entwurf Speichern' }),
  ]) {
    const box = (await part.boundingBox())!;
    expect(box.y, String(part)).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height, String(part)).toBeLessThanOrEqual(900);
  }
}

test('the preview stands beside the form and follows it without a request [EXP-10, EXP-12, EXP-14, EXP-17, EXP-18]', async ({
  page,
  context,
}) => {
  await advertiser(page, { credits: 100, confirmed: true });
  await page.goto('/rabota');
  const card = previewed(page);
  await expect(card.getByText('Dein Titel')).toBeVisible();
  await expect(card.getByText('Deine Region')).toBeVisible();
  await expect(card.getByText('undefined')).toHaveCount(0);
  await expectStandsStill(page);
  expect(Math.abs((await cardWidth(page)) - 174)).toBeLessThan(1);

  for (const share of [0, 0.4, 1]) {
    await page.evaluate((of) => scrollTo(0, of * document.body.scrollHeight), share);
    await expectBesideForm(page);
  }

  const before = await total(page).textContent();
  expect(await tryLooks(page)).toEqual([]);
  expect(await total(page).textContent()).toBe(before);
  await expect(page.locator('[data-slot=preview]')).toContainText(
    'Nur zum Ansehen, es kostet nichts.',
  );

  await page.getByRole('textbox', { name: 'Name' }).scrollIntoViewIfNeeded();
  await context.setOffline(true);
  await page.getByRole('textbox', { name: 'Name' }).fill('Mia');
  await page.getByRole('textbox', { name: 'Titel' }).fill('Ruhig am Abend');
  await page.getByRole('group', { name: 'Regionen' }).getByRole('button', { name: 'Bern' }).click();
  await expect(card.getByRole('heading', { name: 'Mia' })).toBeVisible();
  await expect(card.getByText('Ruhig am Abend')).toBeVisible();
  await expect(card.getByText('Bern', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Seite', exact: true }).click();
  await page.getByRole('radio', { name: 'Ganze Adresse' }).check();
  await page.getByRole('textbox', { name: 'Ort', exact: true }).fill('Thun');
  await expect(card.locator('address')).toContainText('Thun');
  await page.getByRole('radio', { name: /^Ort/ }).check();
  await expect(card.locator('address')).toHaveCount(0);
  // Below the name, and where it says how to find somebody (EXP-108).
  await expect(card.getByText('Thun', { exact: true })).toHaveCount(2);
  await expect(card.getByRole('region', { name: 'Ort' }).getByText('Thun')).toBeVisible();
  await page.getByRole('radio', { name: 'Nur Region' }).check();
  await expect(card.getByText('Thun', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Karte', exact: true }).click();
  await expect(page.locator('[data-slot=preview]')).toContainText(
    'So sehen Besucher dein Inserat: «Ruhig am Abend», Bern, kein Bild.',
  );
  await context.setOffline(false);
  await expect(page.getByText('Gesichert').first()).toBeVisible();

  // The form is left to the button that places it, not to the preview (EXP-74).
  const place = page.getByRole('button', { name: 'Inserat Aufgeben' });
  await place.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('[data-slot=form-section] :focus')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(place).toBeFocused();
  await expectAccessible(page);
});

test('pictures are unveiled in the preview alone, as each website shows them [EXP-15, EXP-16, EXP-17]', async ({
  page,
}) => {
  await advertiser(page, { confirmed: true });
  await withStrictWebsite(page);
  await page.goto('/rabota');
  const release = await holdUploads(page);
  await page.getByLabel('Bilder auswählen').setInputFiles(await phonePhoto(page));
  await rateFirst(page);
  const picture = previewed(page).locator('.li .photo').first();
  await expect(picture).toHaveAttribute('src', /^blob:/);
  release();
  await expect(picture).toHaveAttribute('src', /\/media\//);
  await expect(page.locator('.imgs .veiled')).toHaveCount(1);
  await expect(frame(page)).not.toHaveClass(/veiled/);
  await expect(page.locator('[data-slot=preview]')).toContainText(
    'Deine Bilder sind hier unverdeckt, so wie Besucher sie sehen.',
  );

  await page.getByRole('combobox', { name: 'Webseite wechseln' }).selectOption('Seerose');
  await expect(page.getByText('Diese Webseite zeigt 0 von 1 Bild.')).toBeVisible();
  await expect(picture).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Webseite wechseln' }).selectOption('Mondgarten');
  await expect(picture).toBeVisible();

  await page.getByRole('button', { name: 'Verdecken', exact: true }).click();
  await expect(frame(page)).toHaveClass(/veiled/);
  await page.reload();
  await expect(picture).toBeVisible();
  await expect(frame(page)).toHaveClass(/veiled/);
});

test(
  'an ad of any status opens its preview, one that is online its page there [EXP-19]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 100, confirmed: true });
    const ids: Record<string, number> = {};
    for (const status of ['aktiv', 'geplant', 'entwurf', 'ausgeblendet', 'abgelaufen'])
      ids[status] = await listedAd(page, `Vorschau ${status}`, {
        ...(status === 'entwurf' && { post_status: 'draft' }),
      });
    await api(page, 'hide_inserat', { inserat_id: ids.ausgeblendet! });
    // The clock of the product is shared: what only time brings is said here.
    await page.route('**/api?action=state*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      for (const ad of body.state.Inserats)
        for (const status of ['geplant', 'abgelaufen'])
          if (ad.ID === ids[status]) ad.inserat_status = status;
      await route.fulfill({ response, json: body });
    });
    for (const [status, id] of Object.entries(ids)) {
      const tab = { ausgeblendet: 'entwurf' }[status] ?? status;
      await page.goto(`/inserate?tab=${tab}`);
      const item = page.locator('[data-slot=ad-card]').filter({ hasText: `Vorschau ${status}` });
      await item.getByRole('button', { name: `Vorschau: Inserat ${id}` }).click();
      await expect(previewed(page).getByText(`Vorschau ${status}`)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(item.getByRole('button', { name: `Vorschau: Inserat ${id}` })).toBeFocused();
      await expectNoPopupEntry(page);
    }
    expect((await account(page)).ads).toHaveLength(5);

    const link = page.getByRole('link', { name: `Inserat ${ids.aktiv} ansehen auf Mondgarten` });
    await expect(async () => {
      // The website fetches an ad when somebody visits it.
      await page.request.get(`${PARTNER_URL}/?suche=Vorschau`, { headers: { cookie: 'alter=18' } });
      await page.goto('/inserate?tab=aktiv');
      await expect(link).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('href', /\/inserat\/[0-9a-f-]{36}$/);
  },
);
