import { expectStays, freeze, tickUntilVisible, toast } from './clock.ts';
import { fillAd } from './editor.ts';
import { advertiser, DEEP_ONLY, expect, test } from './support.ts';

const TOAST_MS = 4_000;
const AFTER_DRAFT_MS = 2_000;

test('the fields say in shared words what is wrong with them [EDI-81, ERR-079, ERR-080, ERR-081, ERR-082, ERR-083]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  const check = async (label: string, typed: string, message: string) => {
    const field = page.getByRole('textbox', { name: label });
    await field.fill(typed);
    await field.blur();
    await expect(field).toHaveAccessibleDescription(message);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  };
  for (const [label, min, max] of [
    ['Name', 3, 20],
    ['Titel', 3, 100],
  ] as const) {
    await check(label, '', 'Dieses Feld ist erforderlich');
    await check(label, 'a'.repeat(min - 1), `Mindestens ${min} Zeichen erforderlich`);
    await check(label, 'a'.repeat(max + 1), `Maximal ${max} Zeichen erlaubt`);
    await page.getByRole('textbox', { name: label }).fill('a'.repeat(max));
    await expect(page.getByRole('textbox', { name: label })).not.toHaveAttribute('aria-invalid');
  }
  await check('Beschreibung', '', 'Die Beschreibung ist erforderlich');
  await check('Beschreibung', 'zu kurz', 'Mindestens 10 Zeichen erforderlich');
  await check('Telefon', '', 'Dieses Feld ist erforderlich');
  await check('Telefon', '079 555', 'Ungültiges Format');
});

test(
  'each line of "Noch offen" leads to its control, and goes once it is filled in [EDI-81]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/rabota');
    const open = page.locator('[data-slot=form-checklist]');
    const line = (name: string) => open.getByRole('link', { name, exact: true });
    await line('Titel eingeben').click();
    await expect(page.getByRole('textbox', { name: 'Titel' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Titel' }).fill('Ruhige Stunden');
    await expect(line('Titel eingeben')).toHaveCount(0);
    await line('Region wählen').click();
    await expect(
      page.getByRole('group', { name: 'Regionen' }).getByRole('button').first(),
    ).toBeFocused();
    await line('Bilder, freiwillig').click();
    await expect(page.locator('#bilder :focus')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Bilder' })).toBeInViewport();
  },
);

test(
  'a line of "Noch offen" leads to its control also while that is still loading [EDI-81]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    let release = () => {};
    const held = new Promise<void>((go) => {
      release = go;
    });
    await page.route(/editor-lower-sections/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/rabota');
    const line = (name: string) =>
      page.locator('[data-slot=form-checklist]').getByRole('link', { name, exact: true });
    await line('Name eingeben').click();
    await line('Titel eingeben').click();
    await expect(page.getByRole('heading', { name: 'Text', exact: true })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Titel' })).toHaveCount(0);
    release();
    await expect(page.getByRole('textbox', { name: 'Titel' })).toBeFocused();
  },
);

test('a missing ad shows a toast until it is closed, above the list [EDI-26, EDI-103, ERR-095, EXP-73]', async ({
  page,
}) => {
  await advertiser(page);
  await page.clock.install();
  await freeze(page);
  await page.goto('/rabota/999999');
  await expectStays(page, toast(page, 'Kein Inserat ausgewählt'));
  await expect(page).toHaveURL('/inserate');
});

test('a saved draft leads to the list after two seconds, and its message outlives the way [EDI-18, EDI-103, CON-21, CON-61, ERR-098]', async ({
  page,
}) => {
  await advertiser(page);
  await page.clock.install();
  await page.goto('/rabota');
  await fillAd(page, { title: 'Halbe Stunde' });
  await page
    .getByRole('button', { name: 'Als Entwurf Speichern' })
    .filter({ visible: true })
    .click();
  const save = page.getByRole('dialog').getByRole('button', { name: 'Speichern', exact: true });
  await expect(save).toBeVisible();
  await freeze(page);
  await save.click();
  const message = toast(page, 'als Entwurf gespeichert');
  await tickUntilVisible(page, message);
  await page.clock.runFor(AFTER_DRAFT_MS - 100);
  await expect(page).toHaveURL(/\/rabota\/\d+$/);
  await page.clock.runFor(200);
  await expect(page).toHaveURL('/inserate?tab=entwurf');
  await page.clock.runFor(TOAST_MS - AFTER_DRAFT_MS - 250);
  await expect(message).toBeVisible();
  await page.clock.runFor(600);
  await expect(message).toHaveCount(0);
});
