import { expect, ONE_SIZE, test } from './support.ts';

const PATHS = ['/', '/auth/login', '/auth/register'];
const FAILED = 'Fehler beim Laden der Partner-Webseiten. Bitte versuche es später erneut.';
const NONE = 'Keine Partner-Webseiten verfügbar. Bitte versuche es später erneut.';

test('the footer of the public pages shows exactly its entries [PUB-10]', async ({ page }) => {
  for (const path of PATHS) {
    await page.goto(path);
    const links = page.getByRole('contentinfo').getByRole('link').filter({ visible: true });
    await expect(links, path).toHaveText([
      'Startseite',
      'Kontakt',
      'Datenschutz',
      'Rechtliches',
      'Impressum',
    ]);
  }
});

test(
  'the landing page explains itself [PUB-08, PUB-12, PUB-26..PUB-29, PUB-32, PUB-33, PUB-40]',
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
      await expect(item).toContainText(times);
    }
    await main.getByRole('link', { name: 'Gratis registrieren' }).last().click();
    await expect(page).toHaveURL('/auth/register');
  },
);

test(
  'the partner list loads, fails, loads again and may be empty [PUB-34..PUB-39, ERR-108, ERR-109]',
  ONE_SIZE,
  async ({ page }) => {
    let answer: 'fail' | 'none' | 'some' = 'fail';
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api?action=state', async (route) => {
      await held;
      if (answer === 'fail') return route.abort();
      const webseiten = [
        { name: 'Mondgarten', url: 'http://localhost/', status: 'on' },
        { name: 'Abgeschaltet', url: 'http://localhost/', status: 'off' },
      ];
      await route.fulfill({
        json: { success: true, state: { webseiten: answer === 'some' ? webseiten : [] } },
      });
    });
    await page.goto('/');
    const list = page.locator('[data-slot=partner-list]');
    await expect(list).toHaveAttribute('aria-busy', 'true');
    const figure = page.locator('[data-partner-figure]');
    await expect(figure).toContainText('10+ Partner-Webseiten');
    release();
    await expect(list).toContainText(FAILED);
    await expect(list.getByText(FAILED)).toBeVisible();
    answer = 'some';
    await list.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(list.getByRole('link')).toHaveText(['Mondgarten']);
    await expect(list.getByText(FAILED)).toBeHidden();
    await expect(figure).toContainText('1 Partner-Webseite in');
    answer = 'none';
    await page.reload();
    await expect(list.getByText(NONE)).toBeVisible();
    await expect(figure).toHaveText('Zurzeit ist keine Partner-Webseite online.');
  },
);
