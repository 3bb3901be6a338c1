import { DESCRIPTION, fillAd, placeAd, placeButton } from './editor.ts';
import { advertiser, expect, test } from './support.ts';

test('EDI-09 EDI-16 PRI-03 a free ad costs nothing, and the second one of the day is kept as draft', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  await fillAd(page, { title: 'Ruhige Abende' });
  await placeAd(page);
  await expect(page).toHaveURL('/home');

  await page.goto('/rabota');
  await fillAd(page, { title: 'Noch ein Abend' });
  await placeAd(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    'Du hast heute bereits ein Gratis-Inserat aufgegeben. Morgen kannst du das nächste schalten oder jetzt ein Premium-Inserat wählen.',
  );
  await dialog.getByRole('button', { name: 'Als Entwurf Speichern' }).click();
  await expect(page).toHaveURL(/\/inserate/);
  await page.getByRole('tab', { name: 'Entwürfe' }).click();
  await expect(page.getByRole('article', { name: 'Noch ein Abend' })).toBeVisible();
});

test('EDI-12 EDI-18 EDI-21 EDI-23 EDI-25 ERR-097 with too few credits only a draft can be saved', async ({ page }) => {
  await advertiser(page);
  await page.goto('/rabota');
  await fillAd(page, { title: 'Teure Woche', package: '1 Woche Premium' });
  await page.getByRole('button', { name: 'Als Entwurf Speichern' }).filter({ visible: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Als Entwurf speichern?' });
  await expect(dialog).toContainText('Für dieses Inserat fehlen noch 40 Credits.');
  await dialog.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect(page.getByText('Inserat wurde als Entwurf gespeichert.')).toBeVisible();
  await expect(page).toHaveURL(/\/inserate/);
  await page.getByRole('tab', { name: 'Entwürfe' }).click();
  await expect(page.getByRole('article', { name: 'Teure Woche' })).toContainText('Entwurf');
});

test('EDI-28 what the server refuses stays in the form, beside its reason', async ({ page }) => {
  await advertiser(page);
  await page.goto('/rabota');
  await fillAd(page, { title: 'Lange Nacht' });
  const message = 'Der Titel gefällt dem Server nicht.';
  await page.route('**/api?action=saveInserat*', (route) =>
    route.fulfill({
      status: 422,
      json: { success: false, code: 'INVALID_INPUT', message, errors: { titel: message } },
    }),
  );
  await placeAd(page);
  await expect(page.getByText(message).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Titel' })).toHaveValue('Lange Nacht');
  await expect(page.getByRole('textbox', { name: 'Beschreibung' })).toHaveValue(DESCRIPTION);
  await expect(page.getByRole('button', { name: 'Zürich' })).toHaveAttribute('aria-pressed', 'true');

  await page.unroute('**/api?action=saveInserat*');
  await page.getByRole('textbox', { name: 'Titel' }).fill('Kurze Nacht');
  await placeAd(page);
  await expect(page).toHaveURL('/home');
});

test('EDI-48 ERR-083 an empty form names what is missing and asks nobody', async ({ page }) => {
  await advertiser(page);
  await page.goto('/rabota');
  await expect(page.getByRole('heading', { name: 'Neues Inserat aufgeben' })).toBeVisible();
  await placeButton(page).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Die Beschreibung ist erforderlich').first()).toBeVisible();
});
