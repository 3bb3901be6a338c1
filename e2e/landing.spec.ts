import { advertiser, expect, expectAccessible, ONE_SIZE, test } from './support.ts';

const FAILED = 'Fehler beim Laden der Partner-Webseiten. Bitte versuche es später erneut.';
const NONE = 'Keine Partner-Webseiten verfügbar. Bitte versuche es später erneut.';

test(
  'the landing page explains itself [PUB-08, PUB-12, PUB-26..PUB-29, PUB-32, PUB-33, PUB-40, EXP-113]',
  ONE_SIZE,
  async ({ page }) => {
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      main.locator('section', { hasText: 'In vier Schritten online' }).getByRole('listitem'),
    ).toHaveCount(4);
    await expect(main).toContainText('Gutscheine, Rabatte und Aktionen');
    await expect(main).toContainText('Preise inkl. MwSt.');
    await expect(main).toContainText(
      'Du zahlst nur, was du buchst. Aufladen kannst du ab CHF 50.-.',
    );
    await expect(main).toContainText(`${new Date().getFullYear() - 1998} Jahre Erfahrung`);
    for (const [extra, times] of [
      ['Push', '10x'],
      ['TopAd', '8x'],
      ['Farbe', '5x'],
      ['Story', '6x'],
    ] as const) {
      const item = main
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: extra, exact: true }) });
      await expect(item).toContainText(`${times} sichtbarer`);
    }
    // Opened, a question stays open while another one opens.
    const questions = main.locator('details');
    await expect(questions).toHaveCount(5);
    for (const index of [0, 1]) await questions.nth(index).locator('summary').click();
    await expect(main.locator('details[open]')).toHaveCount(2);
    await expectAccessible(page);
    await main.getByRole('link', { name: 'So bleibst du diskret' }).click();
    await expect(page.getByRole('heading', { name: 'So bleibst du diskret' })).toBeInViewport();
    await main.getByRole('link', { name: 'Gratis registrieren' }).last().click();
    await expect(page).toHaveURL('/auth/register');
  },
);

test(
  'who is logged in is led from the landing page to the account [PUB-02, PUB-08]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible();
    await page.goto('/');
    await expect(page.locator('a[href^="/auth/"]')).toHaveCount(0);
    await expectAccessible(page);
    const links = page.getByRole('link', { name: 'Zu deinem Konto' }).filter({ visible: true });
    await expect(links).toHaveCount(3);
    await links.first().click();
    await expect(page).toHaveURL('/home');
  },
);

test(
  'the partner list loads, fails, loads again and may be empty [PUB-34..PUB-39, ERR-108, ERR-109, EXP-112]',
  ONE_SIZE,
  async ({ page }) => {
    let answer: 'fail' | number = 'fail';
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api?action=state', async (route) => {
      await held;
      if (answer === 'fail') return route.abort();
      const webseiten = Array.from({ length: answer }, (_, n) => ({
        name: `Mondgarten ${n}`,
        url: 'http://localhost/',
        status: 'on',
      }));
      webseiten.push({ name: 'Abgeschaltet', url: 'http://localhost/', status: 'off' });
      await route.fulfill({ json: { success: true, state: { webseiten } } });
    });
    await page.goto('/');
    const list = page.locator('[data-slot=partner-list]');
    await expect(list).toHaveAttribute('aria-busy', 'true');
    const figure = page.locator('[data-partner-figure]');
    await expect(figure).toContainText('10+ Partner-Webseiten');
    release();
    await expect(list).toContainText(FAILED);
    await expect(list.getByText(FAILED)).toBeVisible();
    await expect(figure).toContainText('10+ Partner-Webseiten');
    answer = 1;
    await list.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(list.getByRole('link')).toHaveText(['Mondgarten 0']);
    await expect(list.getByRole('link')).toHaveAttribute('href', 'http://localhost/');
    await expect(list.getByText(FAILED)).toBeHidden();
    await expect(figure).toContainText('auf 1 Partner-Webseite in');
    answer = 9;
    await page.reload();
    await expect(figure).toContainText('auf 9 Partner-Webseiten in');
    answer = 0;
    await page.reload();
    await expect(list.getByText(NONE)).toBeVisible();
    await expect(figure).toHaveText('Zurzeit ist keine Partner-Webseite online.');
  },
);
