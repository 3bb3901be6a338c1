import type { Page } from '@playwright/test';
import { DESCRIPTION, expectStep, nextButton, openStep, PLACED, placeAd } from './editor.ts';
import {
  advertiser,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  test,
} from './support.ts';

const back = (page: Page) => page.evaluate(() => history.back());
/** Presses «Weiter» and returns what has the focus before the page could do anything else. */
const focusAfterNext = (page: Page) =>
  nextButton(page).evaluate((button: HTMLElement) => {
    button.click();
    return document.activeElement!.id;
  });

test('on a phone the editor is six steps over one form, each checked on its own [EXP-40, EXP-41, EXP-42, EXP-43, EXP-44, EXP-45, EXP-46, EXP-48, EXP-50, EXP-76]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/home');
  await page.getByRole('link', { name: 'Neues Inserat' }).click();

  await test.step('a step is left only when it is complete', async () => {
    await expectStep(page, 'Was');
    await expect(page).toHaveURL(/\/rabota\?schritt=1$/);
    const bar = page.locator('[data-slot=cost-bar]');
    await expect(bar).toContainText('0 Credits');
    await expect(bar).toContainText(/Guthaben danach\s0/);
    await expect(bar.getByRole('button', { name: 'Vorschau' })).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Inserat Aufgeben' })).toHaveCount(0);
    await nextButton(page).tap();
    await expect(page.locator('#inserat-categories :focus')).toBeVisible();
    await expect(page.locator('#kategorien-error')).toBeVisible();
    await expectStep(page, 'Was');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Massage', exact: true }).tap();
    await nextButton(page).tap();
    await expectStep(page, 'Wo');
    await expectAccessible(page);
  });

  await test.step('regions are searched, and a second one of a free ad asks', async () => {
    const regions = page.getByRole('group', { name: 'Regionen' }).getByRole('button');
    await expect(regions).toHaveCount(6);
    await page.getByRole('button', { name: 'Alle 26 Kantone' }).tap();
    await expect(regions).toHaveCount(26);
    await page.getByRole('searchbox', { name: 'Kanton suchen' }).fill('zur');
    await expect(regions).toHaveText(['Zürich']);
    await regions.first().tap();
    await page.getByRole('button', { name: 'Bern', exact: true }).tap();
    const question = page.getByRole('dialog', { name: 'Region wechseln?' });
    await expect(question).toContainText('Zürich durch Bern ersetzen, oder + 5 Credits für beide');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Ersetzen' }).tap();
    await expect(page.locator('#regionen [aria-pressed=true]')).toHaveText(['Bern']);
    await expect(page.locator('#regionen')).toContainText(
      '1 von 1 inbegriffen, jede weitere 5 Credits',
    );
  });

  await test.step('the keyboard opens with the step', async () => {
    expect(await focusAfterNext(page)).toBe('inserat-name');
    await expectStep(page, 'Text');
    await expect(page.getByRole('heading', { name: 'Stell dich vor' })).toBeVisible();
    expect(await focusAfterNext(page)).toBe('inserat-name');
    await expect(page.getByText('Die Beschreibung ist erforderlich')).toBeVisible();
    await expectStep(page, 'Text');
    await page.getByRole('textbox', { name: 'Name' }).fill('Lena');
    await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Ruhige Abende');
    await page.getByRole('textbox', { name: 'Beschreibung' }).fill(DESCRIPTION);
    await expect(page).toHaveURL(/\/rabota\/\d+\?schritt=3$/);
    expect(await focusAfterNext(page)).toBe('schritt-titel');
    await expectStep(page, 'Bilder');
  });

  await test.step('back leads through the steps, also those from before the number', async () => {
    for (const step of ['Text', 'Wo', 'Was'] as const) {
      await back(page);
      await expectStep(page, step);
    }
    await expect(page.getByRole('button', { name: 'Massage', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  await test.step('the list of all steps leads to each, by keyboard too', async () => {
    await page.getByRole('button', { name: 'Alle Schritte' }).focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: 'Alle Schritte' });
    await expect(list.getByRole('button', { name: /^Kontakt/ })).toContainText('Telefon fehlt');
    await expect(list.getByRole('button', { name: /^Text/ })).toContainText('Lena, Ruhige Abende');
    await expectAccessible(page);
    await list.getByRole('button', { name: /^Extras und Start/ }).press('Enter');
    await expectStep(page, 'Extras und Start');
    await expect(page).toHaveURL(/schritt=6$/);
    await page.getByRole('button', { name: 'Inserat Aufgeben' }).tap();
    // The summary leads to the step of the field (EXP-76).
    await expect(page.getByRole('alert').filter({ hasText: '1 Angabe fehlt' })).toBeFocused();
    await page.getByRole('alert').getByText('Telefon eingeben').tap();
    await expect(page.getByRole('textbox', { name: 'Telefon' })).toBeFocused();
    await expectStep(page, 'Kontakt');
  });

  await test.step('nothing is lost when the window grows and shrinks', async () => {
    await page.getByRole('textbox', { name: 'Telefon' }).fill('079 555 01 42');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByRole('textbox', { name: 'Titel', exact: true })).toHaveValue(
      'Ruhige Abende',
    );
    await page.setViewportSize(PHONE);
    await expectStep(page, 'Kontakt');
    await expect(page.getByRole('textbox', { name: 'Telefon' })).toHaveValue('079 555 01 42');
    await expectNoSidewaysScroll(page);
  });
  const address = new URL(page.url()).pathname;

  await test.step('five times back from the last step, and once more out of the editor', async () => {
    await openStep(page, 'Extras und Start');
    // The list of all steps leads back over several, and the phone's own back on from there.
    await openStep(page, 'Wo');
    await expectStep(page, 'Wo');
    await expect(page).toHaveURL(/schritt=2$/);
    await back(page);
    await expectStep(page, 'Was');
    await openStep(page, 'Extras und Start');
    for (const step of ['Kontakt', 'Bilder', 'Text', 'Wo', 'Was'] as const) {
      await back(page);
      await expectStep(page, step);
    }
    await back(page);
    await expect(page).toHaveURL('/home');
  });

  await test.step('coming back opens the step left, and the last one places it', async () => {
    await page.goto(address);
    await openStep(page, 'Bilder');
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Nächste Schritte' })).toBeVisible();
    await page.goto(address);
    await expectStep(page, 'Bilder');
    await expect(page).toHaveURL(/schritt=4$/);
    await back(page);
    await expectStep(page, 'Text');
    await openStep(page, 'Extras und Start');
    await placeAd(page);
    await expect(page).toHaveURL(PLACED);
  });

  let draft = '';
  await test.step('the cross offers three ways, and what is discarded comes back', async () => {
    await page.goto('/rabota');
    await page.getByRole('button', { name: 'Massage', exact: true }).tap();
    await expect(page).toHaveURL(/\/rabota\/\d+/);
    draft = new URL(page.url()).pathname;
    const cross = page.getByRole('main').getByRole('button', { name: 'Schliessen' });
    const dialog = page.getByRole('dialog', { name: 'Bearbeiten beenden?' });
    await cross.tap();
    await expect(dialog.getByRole('button', { name: 'Als Entwurf Speichern' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Weiter bearbeiten' }).tap();
    await expect(dialog).toHaveCount(0);
    await cross.tap();
    await dialog.getByRole('button', { name: 'Verwerfen' }).tap();
    await page
      .getByRole('dialog', { name: 'Entwurf löschen?' })
      .getByRole('button', { name: 'Löschen' })
      .tap();
    await expect(page).toHaveURL('/inserate');
    await page.getByRole('tab', { name: /^Entwürfe/ }).tap();
    await expect(page.getByRole('article')).toHaveCount(0);
    await page.getByRole('button', { name: 'Rückgängig' }).tap();
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  await test.step('both ways to end it are in the sheet of the costs', async () => {
    await page.goto(draft);
    await expect(page.getByRole('button', { name: 'Alle Schritte' })).toBeVisible();
    await page.getByRole('button', { name: /^Kosten anzeigen/ }).tap();
    const sheet = page.getByRole('dialog', { name: 'Kosten' });
    await expect(sheet.getByRole('button', { name: 'Inserat Aufgeben' })).toBeVisible();
    await sheet.getByRole('button', { name: 'Als Entwurf Speichern' }).tap();
    await page
      .getByRole('dialog', { name: 'Als Entwurf speichern?' })
      .getByRole('button', { name: 'Speichern', exact: true })
      .tap();
    await expect(page).toHaveURL('/inserate?tab=entwurf');
    await expect(page.getByRole('article')).toHaveCount(1);
  });
});

test(
  '«Weiter» in the very moment the draft gets its number moves step and focus [EXP-43, EXP-45]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api?action=keepInserat', async (route) => {
      await released;
      await route.fallback();
    });
    await page.goto('/rabota');
    await page.getByRole('button', { name: 'Massage', exact: true }).tap();
    await nextButton(page).tap();
    await page.getByRole('button', { name: 'Zürich', exact: true }).tap();
    await nextButton(page).tap();
    await page.getByRole('textbox', { name: 'Name' }).fill('Lena');
    await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Ruhige Abende');
    await page.getByRole('textbox', { name: 'Beschreibung' }).fill(DESCRIPTION);
    await expect(page).toHaveURL(/\/rabota\?schritt=3$/);
    // Presses before anything else runs after the number has been written into the address.
    await nextButton(page).evaluate((button: HTMLElement) => {
      const focused = new Promise<string>((done) => {
        const replace = history.replaceState;
        history.replaceState = function (...entry) {
          replace.apply(this, entry);
          if (!/\/rabota\/\d+$/.test(location.pathname)) return;
          history.replaceState = replace;
          button.click();
          done(document.activeElement!.id);
        };
      });
      Object.assign(window, { focused });
    });
    release();
    const focused = page.evaluate(
      () => (window as unknown as { focused: Promise<string> }).focused,
    );
    expect(await focused).toBe('schritt-titel');
    await expectStep(page, 'Bilder');
    await expect(page).toHaveURL(/\/rabota\/\d+\?schritt=4$/);
    await expect(page.getByRole('heading', { name: 'Deine Bilder' })).toBeFocused();
    await back(page);
    await expectStep(page, 'Text');
    await expect(page.getByRole('textbox', { name: 'Beschreibung' })).toHaveText(DESCRIPTION);
  },
);

test('a step has one tree of headings, and its bars scroll away in a low window [EXP-04, EXP-41]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/rabota?schritt=6');
  await expectStep(page, 'Extras und Start');
  await expect(page.getByRole('heading', { level: 3, name: 'Hervorheben' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 4, name: 'TopAd' })).toBeVisible();
  const levels = await page
    .locator(':is(h1, h2, h3, h4, h5, h6):visible')
    .evaluateAll((all) => all.map(({ tagName }) => tagName));
  expect(levels.filter((level) => level < 'H3')).toEqual(['H1', 'H2']);

  const bar = page.locator('[data-slot=cost-bar]');
  const head = page.locator('.mobile-bar');
  await expect(bar).toBeInViewport();
  await page.setViewportSize({ width: 667, height: 375 });
  await page.evaluate(() => scrollTo(0, 300));
  await expect(head).not.toBeInViewport();
  await expect(bar).not.toBeInViewport();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(bar).toBeInViewport();
  await expectAccessible(page);
});
