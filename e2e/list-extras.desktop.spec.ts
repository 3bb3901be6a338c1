import type { Page } from '@playwright/test';
import { toast } from './clock.ts';
import { account, listedAd } from './list-ads.ts';
import { advertiser, DEEP_ONLY, expect, expectAccessible, test } from './support.ts';

const dialogOf = (page: Page) => page.locator('[data-slot=dialog]');
const press = (page: Page, name: string) =>
  page
    .getByRole('article')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();

test(
  'with under a day left a TopAd is sold for its hours, a story with the renewal [EXP-61, EXP-60, EXP-62, FIX-05]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 200 });
    // A day that has begun has 23 whole hours left.
    await listedAd(page, 'Ruhige Abende', { inserat_typ: '1_day' }, true);
    await page.goto('/inserate');
    await expect(page.getByRole('button', { name: /^TopAd *77 Credits/ })).toBeVisible();
    await press(page, 'TopAd');
    const dialog = dialogOf(page);
    await expect(dialog).toContainText(
      /Dein Inserat läuft am \d\d\.\d\d\., \d\d:\d\d ab\. TopAd läuft dann nur 23 statt 24 Stunden\. Reaktivierst du es automatisch/,
    );
    await expect(dialog).toContainText(/24 Stunden bis \d\d\.\d\d\., \d\d:\d\d80 Credits/);
    await expect(dialog).toContainText(
      /23 Stunden bis zum Ende am \d\d\.\d\d\., \d\d:\d\d77 Credits/,
    );
    await expect(dialog).toContainText('Guthaben danach110 oder 113 Credits');
    await expect(dialog.getByRole('button')).toHaveText([
      ...[/^Abbrechen/, /^23 Stunden für 77 Credits/, /^Automatisch reaktivieren, 80 Credits/],
    ]);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: '23 Stunden für 77 Credits' }).click();
    await expect(dialog).toBeHidden();
    const [ad] = (await account(page)).ads;
    expect(ad).toMatchObject({
      inserat_topad: true,
      topad_until: ad!.end_at,
      reaktivierung: false,
    });

    await press(page, 'TopAd');
    await expect(dialog).toContainText(
      /TopAd läuft schon bis \d\d\.\d\d\., \d\d:\d\d\. Mehr passt nicht in die Laufzeit\./,
    );
    await expect(dialog.getByRole('button')).toHaveText(['Schliessen']);
    await dialog.getByRole('button', { name: 'Schliessen' }).click();

    await press(page, 'Story');
    await expect(dialog).toContainText('Die Story läuft dann nur 23 statt 24 Stunden.');
    await dialog.getByRole('button', { name: 'Automatisch reaktivieren, 10 Credits' }).click();
    await expect(dialog).toBeHidden();
    const { credits, ads } = await account(page);
    expect(ads[0]).toMatchObject({ inserat_story: true, reaktivierung: true });
    expect(ads[0]!.story_until).not.toBe(ads[0]!.end_at);
    expect(credits).toBe(200 - 10 - 77 - 10);

    await press(page, 'Ausblenden');
    await dialog.getByRole('button', { name: 'Ausblenden' }).click();
    await expect(toast(page, 'Ausgeblendet. TopAd und Story laufen weiter.')).toBeVisible();
  },
);

test(
  'where the credits reach for the hours alone, these are what is offered [EXP-61]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 89 });
    await listedAd(page, 'Ruhige Abende', { inserat_typ: '1_day' }, true);
    await page.goto('/inserate');
    await press(page, 'TopAd');
    const dialog = dialogOf(page);
    await expect(dialog).toContainText('Guthaben danach2 Credits');
    await expect(dialog.getByRole('button')).toHaveText([
      /^Abbrechen/,
      /^23 Stunden für 77 Credits/,
    ]);
  },
);
