import { fillAd, PLACED, placeAd, placeButton } from './editor.ts';
import { advertiser, api, DEEP_ONLY, expect, PASSWORD, phonePhoto, test } from './support.ts';
import { rateFirst } from './uploads.ts';

const OLDER_THAN_THE_STATE_MS = 6 * 60_000;

test(
  'with an ended session hovering a link loses nothing; a click confirms before the login [FRM-29, FRM-30]',
  DEEP_ONLY,
  async ({ page }) => {
    // What is typed before the session ends is autosaved; what is typed afterwards cannot be.
    await advertiser(page);
    await page.clock.install();
    await page.goto('/rabota');
    await fillAd(page, { title: 'Stille Stunden' });
    await page.clock.fastForward(OLDER_THAN_THE_STATE_MS);
    await expect(page.getByText(/^Gesichert/)).toBeVisible();
    await page.context().clearCookies();
    await page.getByRole('textbox', { name: 'Titel' }).fill('Stille Stunden am See');
    let leaves = false;
    page.on('dialog', (dialog) => {
      leaves = true;
      void dialog.accept();
    });
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('action=state')) asked++;
    });
    const home = page.getByRole('link', { name: /Home$/ }).filter({ visible: true }).first();
    await home.hover();
    await page.clock.runFor(1000);
    await page.waitForLoadState('networkidle');
    expect({ leaves, asked }).toEqual({ leaves: false, asked: 0 });
    await home.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expect(page.getByRole('textbox', { name: 'Titel' })).toHaveValue('Stille Stunden am See');
    await home.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).click();
    await expect(page).toHaveURL('/auth/login');
    expect(leaves, 'asked a second time').toBe(false);
    expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
  },
);

test(
  'going on after saving a draft shows no confirmation [EDI-18, EDI-25, ERR-098]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.clock.install();
    await page.goto('/rabota');
    await fillAd(page, { title: 'Halbe Stunde', package: '1 Woche Premium' });
    // With too few credits the button that places leads to the draft.
    await placeButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Nicht genügend Credits' });
    await expect(dialog).toContainText('Für dieses Inserat fehlen noch 40 Credits.');
    await dialog.getByRole('button', { name: 'Als Entwurf Speichern' }).click();
    await expect(page.getByText('Inserat wurde als Entwurf gespeichert.')).toBeVisible();
    await page
      .getByRole('link', { name: /Guthaben/ })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page).toHaveURL('/guthaben');
    await page.clock.runFor(5000);
    await expect(page.getByRole('heading', { level: 1, name: 'Guthaben' })).toBeVisible();
    await expect(page).toHaveURL('/guthaben');
  },
);

test(
  'an ad is not placed before its pictures have arrived [MED-06]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/rabota');
    await fillAd(page, { title: 'Drei Bilder' });
    const photo = await phonePhoto(page);
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api?action=saveInseratImage*', async (route) => {
      await held;
      await route.continue();
    });
    await page
      .getByLabel('Bilder auswählen')
      .setInputFiles([1, 2, 3].map((n) => ({ ...photo, name: `bild-${n}.jpg` })));
    await rateFirst(page);
    const busy = page
      .getByRole('button', { name: 'Bilder laden …' })
      .filter({ visible: true })
      .first();
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    // What is typed is saved; the pictures are not.
    await expect(page.locator('.save-status')).toHaveText('Bilder laden …');
    await busy.click({ force: true });
    await expect(page.getByRole('dialog')).toBeHidden();
    release();
    // They are worked on one after the other.
    await expect(page.getByRole('img', { name: 'Bild 3', exact: true })).toBeVisible({
      timeout: 60_000,
    });
    await expect(placeButton(page).first()).toBeVisible();
    await placeAd(page);
    await expect(page).toHaveURL(PLACED);
    const { state } = await api(page, 'state');
    const [ad] = (state as { Inserats: { imageSources: unknown[] }[] }).Inserats;
    expect(ad!.imageSources).toHaveLength(3);
  },
);

test('a draft that cannot be saved and a refusal without a field of the form say so [EDI-27, EDI-28, ERR-096]', async ({
  page,
  isMobile,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  await fillAd(page, { title: 'Ohne Netz' });
  await page.route('**/api?action=saveInserat*', (route) => route.abort());
  if (isMobile) await page.getByRole('button', { name: 'Kosten anzeigen' }).click();
  await page
    .getByRole('button', { name: 'Als Entwurf Speichern' })
    .filter({ visible: true })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: 'Als Entwurf speichern?' })
    .getByRole('button', { name: 'Speichern', exact: true })
    .click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Fehler beim Speichern des Entwurfs' }),
  ).toBeVisible();
  await page.unroute('**/api?action=saveInserat*');
  await page.route('**/api?action=saveInserat*', (route) =>
    route.fulfill({
      status: 422,
      json: {
        success: false,
        code: 'INVALID_INPUT',
        message: 'Bitte überprüfe deine Angaben.',
        errors: { originalbilder: 'Ungültiges Format' },
      },
    }),
  );
  await placeAd(page);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Bitte überprüfe deine Angaben.' }).first(),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Titel' })).toHaveValue('Ohne Netz');
});

test('when another account logs in, no other tab goes on showing the one before [FRM-30, FRM-36]', async ({
  page,
}) => {
  const before = await advertiser(page);
  await page.goto('/inserate');
  await expect(page.getByText(before.username).first()).toBeVisible();
  const other = await page.context().newPage();
  const person = await advertiser(other);
  await page.context().clearCookies();
  await other.goto('/auth/login');
  await other.getByLabel('E-Mail').fill(person.email);
  await other.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(other).toHaveURL('/home');
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username);
  await expect(page.getByText(before.username)).toHaveCount(0);
});
