import { fillAd, openStep, placeButton } from './editor.ts';
import { advertiser, DEEP_ONLY, expect, expectAccessible, test } from './support.ts';

test(
  'a refused placing says above the form what is missing, and the list shrinks [EXP-76]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { confirmed: true });
    await page.goto('/rabota');
    await fillAd(page, { title: 'Ruhige Abende' });
    // On a phone no step is left with an empty field, but each can be jumped to.
    await openStep(page, 'Text');
    await page.getByRole('textbox', { name: 'Titel' }).fill('');
    await openStep(page, 'Kontakt');
    await page.getByRole('textbox', { name: 'Telefon' }).fill('');
    await openStep(page, 'Extras und Start');
    const summary = page.locator('[data-slot=missing-summary]');
    await expect(summary).toHaveCount(0);
    await placeButton(page).click();
    await expect(summary).toBeFocused();
    await expect(summary).toHaveRole('alert');
    await expect(summary).toBeInViewport();
    await expect(summary.getByRole('heading')).toHaveText('2 Angaben fehlen');
    const lines = summary.getByRole('link');
    await expect(lines).toHaveText(['Titel eingeben', 'Telefon eingeben']);
    await expectAccessible(page, { within: '[data-slot=missing-summary]' });

    await lines.first().click();
    const title = page.getByRole('textbox', { name: 'Titel' });
    await expect(title).toBeFocused();
    await title.fill('Ruhige Stunden');
    await expect(summary.getByRole('heading')).toHaveText('1 Angabe fehlt');
    await lines.first().click();
    await expect(page.getByRole('textbox', { name: 'Telefon' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Telefon' }).fill('079 555 01 42');
    await expect(summary).toHaveCount(0);
    // Emptied later, it waits for the next refusal.
    await openStep(page, 'Text');
    await title.fill('');
    await title.blur();
    await expect(page.getByRole('textbox', { name: 'Titel' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await expect(summary).toHaveCount(0);
  },
);
