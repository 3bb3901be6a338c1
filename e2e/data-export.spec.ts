import { readFile } from 'node:fs/promises';
import { unzip } from '../server/src/testing/process/zip.ts';
import { dialog, proveByPassword } from './security.ts';
import {
  advertiser,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ONE_SIZE,
  test,
} from './support.ts';

test(
  'a copy of all data is asked for, left alone, found again and downloaded [ACC-15, EXP-84, EXP-88]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page, { confirmed: true });
    await page.goto('/profil/sicherheit');
    const mine = page.getByRole('region', { name: 'Meine Daten' });
    const status = mine.getByRole('status');

    await mine.getByRole('button', { name: 'Daten herunterladen' }).click();
    await dialog(page, 'Bist du das?').getByRole('button', { name: 'Abbrechen' }).click();
    await expect(status).toBeEmpty();

    // The worker is quick: what the page shows on the way is answered for it.
    await page.route('**/api?action=get_data_export*', (route) =>
      route.fulfill({
        json: {
          success: true,
          export: {
            state: 'running',
            percent: 40,
            started_at: new Date().toISOString(),
            ready_at: null,
            expires_at: null,
            size: null,
          },
        },
      }),
    );
    await mine.getByRole('button', { name: 'Daten herunterladen' }).click();
    await proveByPassword(page);
    await expect(status).toHaveText('Wird zusammengestellt, 40 %');
    await expect(mine.getByRole('progressbar')).toHaveAttribute('value', '40');
    await expect(mine.getByRole('button')).toHaveCount(0);
    await expectAccessible(page, { within: 'main' });

    await page.goto('/home');
    await page.unroute('**/api?action=get_data_export*');
    await page.goto('/profil/sicherheit');
    await expect(status).toHaveText(/^Fertig: unter 1 MB, abrufbar bis \d\d\.\d\d\.\d{4}/);
    await expectAccessible(page, { within: 'main' });
    await expectNoSidewaysScroll(page);

    const coming = page.waitForEvent('download');
    await mine.getByRole('button', { name: 'ZIP herunterladen' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^daten-\d{4}-\d\d-\d\d\.zip$/);
    const files = unzip(await readFile(await download.path()));
    expect([...files.keys()]).toContain('LIESMICH.txt');
    await expect(page).toHaveURL('/profil/sicherheit');
  },
);

test('a copy that failed says so and can be tried again [EXP-88]', DEEP_ONLY, async ({ page }) => {
  await advertiser(page, { confirmed: true });
  let state: 'failed' | 'waiting' = 'failed';
  await page.route('**/api?action=get_data_export*', (route) =>
    route.fulfill({
      json: {
        success: true,
        export: {
          state,
          percent: 0,
          started_at: new Date().toISOString(),
          ready_at: null,
          expires_at: null,
          size: null,
        },
      },
    }),
  );
  await page.goto('/profil/sicherheit');
  const mine = page.getByRole('region', { name: 'Meine Daten' });
  await expect(mine.getByRole('status')).toContainText('Das hat nicht geklappt.');
  state = 'waiting';
  await mine.getByRole('button', { name: 'Nochmals versuchen' }).click();
  await proveByPassword(page);
  await expect(mine.getByRole('status')).toHaveText('Wird zusammengestellt, 0 %');
});
