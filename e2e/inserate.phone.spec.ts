import {
  DESCRIPTION,
  expectStep,
  fillAd,
  newAdAt,
  openStep,
  PLACED,
  placeAd,
  placeButton,
  savedAd,
} from './editor.ts';
import {
  advertiser,
  buySmallest,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
} from './support.ts';

test('a free ad costs nothing, and the second one of the day is kept as draft [EDI-09, EDI-16, PRI-03]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  await fillAd(page, { title: 'Ruhige Abende' });
  await placeAd(page);
  await expect(page).toHaveURL(PLACED);

  await page.goto('/rabota');
  await fillAd(page, { title: 'Noch ein Abend' });
  await placeAd(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    'Du hast heute bereits ein Gratis-Inserat aufgegeben. Morgen kannst du das nächste schalten oder jetzt ein Premium-Inserat wählen.',
  );
  await dialog.getByRole('button', { name: 'Premium wählen' }).click();
  await expectStep(page, 'Was');
  const cheapest = page.getByRole('radio', { name: '1 Tag Premium' });
  await expect(cheapest).toBeChecked();
  await expect(cheapest).toBeFocused();
  await page.getByRole('radio', { name: '30 Tage Gratis' }).check();
  await openStep(page, 'Extras und Start');
  await placeAd(page);
  await dialog.getByRole('button', { name: 'Als Entwurf Speichern' }).click();
  await expect(page).toHaveURL(/\/inserate/);
  await page.getByRole('tab', { name: 'Entwürfe' }).click();
  await expect(page.getByRole('article', { name: 'Noch ein Abend' })).toBeVisible();
});

test('with too few credits the draft is saved [EDI-12, EDI-18, EDI-21, ERR-097]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  await fillAd(page, { title: 'Teure Woche', package: '1 Woche Premium' });
  await page.getByRole('button', { name: /^Kosten anzeigen/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Kosten' });
  await sheet.getByRole('button', { name: 'Als Entwurf Speichern' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nicht genügend Credits' });
  await expect(dialog).toContainText('Für dieses Inserat fehlen noch 40 Credits.');
  await dialog.getByRole('button', { name: 'Als Entwurf Speichern' }).click();
  // A pointer that rests on a message holds it, and the next one waits.
  await page.mouse.move(0, 0);
  await expect(
    page.getByText(
      'Inserat wurde als Entwurf gespeichert. Sie können es später bearbeiten, wenn Sie genügend Credits haben.',
    ),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/inserate/);
  await page.getByRole('tab', { name: 'Entwürfe' }).click();
  await expect(page.getByRole('article', { name: 'Teure Woche' })).toContainText('Entwurf');
});

test('with too few credits the main button leads to topping up, and from there back to the ad [EDI-24, EDI-25, ERR-097]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  await fillAd(page, { title: 'Teure Woche', package: '1 Woche Premium' });
  // The price keeps to one line beside both buttons.
  const price = page.getByRole('button', { name: /^Kosten anzeigen/ }).locator('b');
  expect((await price.boundingBox())!.height).toBeLessThan(24);
  await placeButton(page).click();
  const question = page.getByRole('dialog', { name: 'Nicht genügend Credits' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Aufladen und aufgeben' }).click();
  await expect(page).toHaveURL('/guthaben');
  await expect(page.getByText('Inserat wurde als Entwurf gespeichert.')).toBeVisible();
  const waiting = page.getByRole('region', { name: 'Wartet auf Credits' });
  await expect(waiting).toContainText('«Teure Woche» (1 Woche Premium) kostet 40 Credits.');
  await expect(waiting).toContainText('Dafür fehlen noch 40 Credits.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await buySmallest(page);
  await page.getByRole('button', { name: /^CHF .* bezahlen$/ }).click();
  await expect(page.getByRole('heading', { name: '50 Credits gutgeschrieben' })).toBeVisible();
  await expect(waiting).toContainText('Dein Guthaben reicht dafür.');
  await waiting.getByRole('link', { name: 'Weiter mit deinem Inserat' }).click();
  await expectStep(page, 'Extras und Start');
  await placeAd(page);
  await expect(page).toHaveURL(PLACED);
  await page.goto('/guthaben');
  await expect(page.getByRole('heading', { level: 1, name: 'Guthaben' })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test(
  'a new ad that is reloaded at once stays one draft with what was chosen, and the list names it [EDI-04, INS-06, INS-11]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/rabota');
    await page.getByRole('button', { name: 'Massage', exact: true }).click();
    await page.reload();
    await expect(page).toHaveURL(/\/rabota\/\d+/);
    await expect(page.getByRole('button', { name: 'Massage', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.goto('/inserate');
    await expect(page.getByRole('heading', { name: 'Keine Inserate gefunden' })).toBeVisible();
    await expect(page.getByText('Du hast 1 unter «Entwürfe».')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Entwürfe ansehen' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('article')).toContainText('Massage');
  },
);

test(
  'what the server refuses stays in the form, beside its reason [EDI-28]',
  DEEP_ONLY,
  async ({ page }) => {
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
    await expectStep(page, 'Text');
    await expect(page.getByText(message).first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Titel' })).toHaveValue('Lange Nacht');
    await expect(page.getByRole('textbox', { name: 'Beschreibung' })).toHaveText(DESCRIPTION);
    await expect(page.locator('#regionen button', { hasText: 'Zürich' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );

    await page.unroute('**/api?action=saveInserat*');
    await page.getByRole('textbox', { name: 'Titel' }).fill('Kurze Nacht');
    await openStep(page, 'Extras und Start');
    await placeAd(page);
    await expect(page).toHaveURL(PLACED);
  },
);

test(
  'an empty form names the missing fields and sends no request [EDI-48, ERR-083]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto(newAdAt('Extras und Start'));
    await placeButton(page).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('alert')).toContainText('6 Angaben fehlen');
    await page.getByRole('link', { name: 'Kategorie wählen' }).click();
    await expectStep(page, 'Was');
    await expect(page.locator('#kategorien-error')).toBeVisible();
    await openStep(page, 'Text');
    await expect(page.getByText('Die Beschreibung ist erforderlich').first()).toBeVisible();
  },
);

test('title with number, warning, sections in their order and both buttons [EDI-01, EDI-03, EDI-05, EDI-06, EDI-07, EDI-08, PRI-02]', async ({
  page,
  isMobile,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Neues Inserat aufgeben' }),
  ).toBeVisible();
  await expect(page.getByText(/^Inserat-Nr\. \d+$/)).toBeVisible();
  await expect(
    page.getByText(
      'Inserate für Sex ohne Kondom und AO (alles ohne) sind verboten und werden gelöscht.',
    ),
  ).toBeVisible();
  await expect(page.locator('[data-slot=form-section] .sec-head :is(h2, h3)')).toHaveText([
    'Paket',
    'Kategorien',
    'Regionen',
    // The step above it asks the question already (EXP-40).
    isMobile ? 'Was im Inserat steht' : 'Wo findet man dich?',
    'Text',
    'Angebote',
    'Bilder',
    'Videos',
    'Kontakt',
    'Hervorheben',
    'Veröffentlichung',
  ]);
  if (isMobile) await page.getByRole('button', { name: 'Kosten anzeigen' }).click();
  const costs = isMobile
    ? page.getByRole('dialog', { name: 'Kosten' })
    : page.getByRole('complementary', { name: 'Kosten' });
  await expect(costs).toContainText('30 Tage Gratis');
  await expect(costs.getByRole('button', { name: 'Inserat Aufgeben' })).toBeVisible();
  await expect(costs.getByRole('button', { name: 'Als Entwurf Speichern' })).toBeVisible();
});

test(
  'a word longer than the screen stays inside its card [INS-06, HOM-16]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const titel = 'Entspannungsmassagenangebotsverzeichnisübersichtsseite';
    await savedAd(page, { titel });
    for (const path of ['/inserate', '/home']) {
      await page.goto(path);
      await expect(page.getByText(titel).filter({ visible: true }).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  },
);
