import type { Page } from '@playwright/test';
import { SAVED, skipPauses } from './clock.ts';
import {
  advertiser,
  DEEP_ONLY,
  expect,
  expectAccessible,
  ORDERED,
  PASSWORD,
  test,
} from './support.ts';

const title = (page: Page) => page.getByRole('textbox', { name: 'Titel', exact: true });
const kept = (page: Page) => page.getByText(SAVED);

/** As after an update: none of these files is there any more. */
async function gone(page: Page, files: string): Promise<void> {
  await page.route(`**/assets/${files}`, (route) =>
    route.fulfill({ status: 404, headers: { [ORDERED]: '1' }, body: '' }),
  );
}

test(
  'a session ending after an update keeps the form, which continues after the password [EDI-28, FRM-29]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/rabota');
    await title(page).pressSequentially('Stille Stunden');
    await expect(kept(page)).toBeVisible();
    await gone(page, '*');
    await page.context().clearCookies();
    await title(page).pressSequentially(' am See');
    await expect(
      page.getByRole('alert').filter({ hasText: 'Deine Sitzung ist abgelaufen.' }),
    ).toBeVisible();
    await expect(title(page)).toHaveValue('Stille Stunden am See');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    const dialog = page.getByRole('dialog', { name: 'Anmelden' });
    await dialog.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(kept(page)).toBeVisible();
    await expect(title(page)).toHaveValue('Stille Stunden am See');
  },
);

test(
  'a dialog whose file does not come takes nothing of the form with it [EDI-28]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.clock.install();
    await gone(page, 'dialog-popup*');
    await page.route('**/api?action=keepInserat', (route) => route.abort());
    await page.goto('/rabota');
    await title(page).pressSequentially('Stille Stunden');
    await expect(
      page.getByRole('alert').filter({ hasText: 'Nicht gesichert, wird wieder versucht' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Als Entwurf Speichern' }).click();
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'Ein Teil der Seite konnte nicht geladen werden.' });
    await expect(notice).toContainText('Deine Eingaben sind noch da');
    await expectAccessible(page, { within: '[role=alert]' });
    await notice.getByRole('button', { name: 'Schliessen' }).click();
    await expect(notice).toHaveCount(0);
    await page.unroute('**/api?action=keepInserat');
    await skipPauses(page, kept(page));
    await expect(title(page)).toHaveValue('Stille Stunden');
  },
);
