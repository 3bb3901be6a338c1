import type { Page, Route } from '@playwright/test';
import { type Box, meet } from './boxes.ts';
import { expectLasts, freeze, skipPauses, tickUntilVisible, toast } from './clock.ts';
import { newAdAt } from './editor.ts';
import {
  advertiser,
  DEEP_ONLY,
  every,
  expect,
  expectAccessible,
  ONE_SIZE,
  ORDERED,
  test,
} from './support.ts';

const MINUTE_MS = 60_000;

const ENTRIES = {
  Home: '/home',
  Guthaben: '/guthaben',
  Inserate: '/inserate',
  'Inserat aufgeben': '/rabota',
  Banner: '/banner',
  'Banner aufgeben': '/banner_neu',
  Clubs: '/clubs',
  'Club eintragen': '/clubs_neu',
  Profil: '/profil',
  Support: '/dashboard/kontakt',
};

test('sidebar and header lead everywhere, and out [FRM-03..FRM-07, FRM-09, FRM-11..FRM-14, FRM-16, FRM-17, FRM-30]', async ({
  page,
  isMobile,
}) => {
  const person = await advertiser(page, { credits: 50 });
  await page.goto('/home');
  const header = page.getByRole('banner').filter({ visible: true });
  await expect(header.getByRole('link', { name: /aufladen/ })).toHaveAttribute('href', '/guthaben');
  await expect(
    header.getByRole('link', { name: isMobile ? 'Neues Inserat' : 'Inserat aufgeben' }),
  ).toHaveAttribute('href', '/rabota');
  await expect(header.getByRole('button', { name: 'Alle Daten aktualisieren' })).toBeVisible();
  if (isMobile) await header.getByRole('button', { name: 'Menü öffnen' }).click();
  else await expect(header.getByRole('button', { name: 'Abmelden' })).toBeVisible();

  const menu = isMobile
    ? page.getByRole('dialog', { name: 'Menü' })
    : page.getByRole('complementary', { name: 'Hauptmenü' });
  await expect(menu.getByRole('link', { name: 'Samtrot, Home' })).toBeVisible();
  await expect(menu).toContainText(person.username);
  await expect(menu).toContainText(/ID \d+ · 50 Credits/);
  const nav = menu.getByRole('navigation');
  for (const [name, href] of Object.entries(ENTRIES)) {
    await expect(
      nav.getByRole('link', {
        name: new RegExp(`^${name}(\\s*\\d+)?$|^\\d+ ${name}, \\d+ aktiv$`),
      }),
      name,
    ).toHaveAttribute('href', href);
  }
  await expect(nav.getByRole('link', { name: /^Guthaben/ })).toContainText('50');
  await expect(nav.getByRole('link', { name: /^Inserate/ })).toContainText('0');
  await nav.getByRole('button', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL('/auth/login');
  expect(
    await page.evaluate(() => [localStorage.getItem('session'), sessionStorage.length]),
  ).toEqual([null, 0]);
  await page.goto('/home');
  await expect(page).toHaveURL('/auth/login');
});

test('the keyboard begins at the skip link, and no message lies upon the open menu [FRM-03, FRM-15, FRM-23]', async ({
  page,
  isMobile,
}) => {
  await advertiser(page);
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused();
  if (!isMobile) return;
  await refresh(page);
  await expect(page.getByText('Alle Daten wurden erfolgreich aktualisiert')).toBeVisible();
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const order = await page.evaluate(() =>
    ['[data-sonner-toaster]', '.sheet-side'].map((part) =>
      Number(getComputedStyle(document.querySelector(part)!).zIndex),
    ),
  );
  expect(order[0]).toBeLessThan(order[1]!);
});

test(
  'the button to the top comes after 600 px, every page begins at its top [PUB-11, FRM-18, CON-29]',
  ONE_SIZE,
  async ({ page, isMobile }) => {
    await advertiser(page);
    await page.goto(newAdAt('Extras und Start'));
    // The heading stands there before the form does.
    await expect(page.getByRole('heading', { name: 'Hervorheben' })).toBeVisible();
    const up = page.getByRole('button', { name: 'Nach oben' });
    // The page is too short until the lower half of the form is there, and while it is drawn again.
    const scrolled = (top: number, { visible }: { visible: boolean }) =>
      expect(async () => {
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), top);
        await expect(up).toBeVisible({ visible, timeout: 2_000 });
        expect(await page.evaluate(() => scrollY)).toBe(top);
      }).toPass();
    await scrolled(601, { visible: true });
    await scrolled(600, { visible: false });
    await scrolled(601, { visible: true });
    await up.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

    await scrolled(640, { visible: true });
    if (isMobile) {
      // It would lie upon what is written.
      await page.getByRole('button', { name: 'Story hinzufügen' }).click();
      await page.getByLabel('Titel der Story').focus();
      await scrolled(900, { visible: false });
      // A finger that leaves the field where the button stands meets what it aimed at, not the button
      // that comes back.
      const place = (await page.locator('.to-top').boundingBox())!;
      const [x, y] = [place.x + place.width / 2, place.y + place.height / 2] as const;
      const met = await page.evaluate(
        ([left, top]) => {
          (document.activeElement as HTMLElement).blur();
          return document.elementFromPoint(left, top)!.closest('.to-top') !== null;
        },
        [x, y] as const,
      );
      expect(met).toBe(false);
      await expect(up).toBeVisible();
    } else {
      const [place, costs] = [
        await up.boundingBox(),
        await page.locator('.cost-side').boundingBox(),
      ];
      expect(place!.x + place!.width).toBeLessThan(costs!.x);
    }
    await page
      .getByRole('banner')
      .filter({ visible: true })
      .getByRole('link', { name: /aufladen/ })
      .click();
    await expect(page).toHaveURL('/guthaben');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  },
);

test(
  'refreshing says so for three seconds [FRM-20, FRM-23, ERR-045]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.clock.install();
    await page.goto('/guthaben');
    await page.waitForLoadState('networkidle');
    await freeze(page);
    await refresh(page);
    await expectLasts(page, toast(page, 'Alle Daten wurden erfolgreich aktualisiert'), 3_000);
  },
);

/** What refreshing loads besides the account, and what it says when that fails. */
const STORES = {
  getBanners: 'Banner-Daten konnten nicht geladen werden',
  getTopupOptions: 'Aufladepakete konnten nicht geladen werden',
  getCart: 'Warenkorb konnte nicht geladen werden',
  get_detailed_transactions: 'Transaktionen konnten nicht geladen werden',
};

const refresh = (page: Page) =>
  page.getByRole('button', { name: 'Alle Daten aktualisieren' }).filter({ visible: true }).click();

const actionOf = (route: Route) => new URL(route.request().url()).searchParams.get('action') ?? '';

/** These actions are refused from now on; all others reach the server. */
async function refuse(page: Page, ...actions: string[]): Promise<void> {
  await page.unroute('**/api?action=*');
  await page.route('**/api?action=*', (route) =>
    actions.includes(actionOf(route))
      ? route.fulfill({ status: 422, json: { success: false, code: 'PROVOKED', message: '' } })
      : route.continue(),
  );
}

test(
  'refreshing requests the account and every store concurrently [FRM-21]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/inserate');
    await page.waitForLoadState('networkidle');
    const held: Route[] = [];
    await page.route('**/api?action=*', (route) =>
      // It comes by itself, a moment after the page is drawn.
      actionOf(route) === 'get_notices' ? route.continue() : void held.push(route),
    );
    await refresh(page);
    // A window that gets the focus asks for the account, too.
    await expect
      .poll(() => [...new Set(held.map(actionOf))].sort())
      .toEqual([...Object.keys(STORES), 'state'].sort());
    await expect(page.getByText('Alle Daten wurden erfolgreich aktualisiert')).toBeHidden();
    await Promise.all(held.map((route) => route.continue()));
    await expect(page.getByText('Alle Daten wurden erfolgreich aktualisiert')).toBeVisible();
  },
);

test(
  'each store that fails has its own warning, and the whole counts them [FRM-24, ERR-040, ERR-046, ERR-047]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page);
    for (const [action, warning] of Object.entries(STORES)) {
      await page.goto('/inserate');
      // What is still on its way is not asked for twice.
      await page.waitForLoadState('networkidle');
      await refuse(page, action);
      await refresh(page);
      await expect(toast(page, warning)).toHaveAttribute('role', 'status');
      await expect(toast(page, 'Daten aktualisiert (1 Warnung)')).toBeVisible();
      // On a phone one goes before the other comes.
      await expect(page.locator('[data-slot=toast]')).toHaveCount(isMobile ? 1 : 2);
    }
  },
);

test('of five toasts a phone shows one and a desktop two, and none covers a bar [EXP-73, FRM-24, ERR-047]', async ({
  page,
  isMobile,
}) => {
  await advertiser(page);
  await page.clock.install();
  await page.goto('/inserate');
  await page.waitForLoadState('networkidle');
  await refuse(page, ...Object.keys(STORES));
  await freeze(page);
  await refresh(page);
  const missing = new Set([
    ...Object.values(STORES),
    `Daten aktualisiert (${Object.keys(STORES).length} Warnungen)`,
  ]);
  const shown = page.locator('[data-removed=false] [data-slot=toast]');
  await tickUntilVisible(page, shown.first());
  while (missing.size > 0) {
    await expect(shown).toHaveCount(Math.min(isMobile ? 1 : 2, missing.size));
    await page.clock.runFor(500);
    const boxes: Box[] = [];
    for (const one of await every(shown)) {
      await expect(one).toBeInViewport({ ratio: 1 });
      expect(missing.delete((await one.textContent())!), 'each is shown once').toBe(true);
      boxes.push((await one.boundingBox())!);
    }
    for (const bar of await every(page.locator('[data-keep-clear]').filter({ visible: true })))
      boxes.push((await bar.boundingBox())!);
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) expect(meet(one, other)).toBe(false);
    await page.clock.runFor(3_000);
  }
  await expect(shown).toHaveCount(0);
});

test(
  'when the account cannot be refreshed that is said alone, and what was there stays [FRM-25, ERR-048]',
  ONE_SIZE,
  async ({ page }) => {
    const { username } = await advertiser(page);
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(username);
    await page.waitForLoadState('networkidle');
    await refuse(page, 'state', ...Object.keys(STORES));
    await refresh(page);
    await expect(toast(page, 'Kritischer Fehler beim Aktualisieren der Daten')).toHaveAttribute(
      'role',
      'alert',
    );
    await expect(
      page.locator('[data-slot=toast]', { hasText: /aktualisiert|geladen/ }),
    ).toHaveCount(0);
    await expect(page).toHaveURL('/home');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(username);
    const known = page.getByRole('region', { name: 'Samtrot antwortet gerade nicht.' });
    await expect(known).toContainText(/Deine Daten sind sicher\. Stand \d\d:\d\d/);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await known.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(known).toHaveCount(0);
  },
);

test(
  'without an account the login page says why, keeps nothing and comes back by itself [FRM-29, FRM-31, ERR-042, ERR-043, ERR-044, EXP-65, EXP-66, EXP-67]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page);
    await page.clock.install();
    const json = (state?: unknown) => ({ json: { success: true, state } });
    const html = { contentType: 'text/html', body: '<p>Gateway</p>', headers: { [ORDERED]: '1' } };
    for (const [answer, words] of [
      [json({}), 'Keine Daten verfügbar'],
      [{ ...html, status: 502 }, 'Fehler beim Laden der Daten'],
      ['hang', 'Fehler beim Laden der Daten'],
    ] as const) {
      await page.route('**/api?action=state*', (route) =>
        answer === 'hang' ? new Promise(() => {}) : route.fulfill(answer),
      );
      await page.goto('/guthaben?seite=2');
      await skipPauses(page, page.getByRole('heading', { name: 'Anmelden' }));
      await expect(page).toHaveURL('/auth/login?weiter=%2Fguthaben%3Fseite%3D2');
      await expect(page.getByRole('alert')).toHaveText(
        `${words}Samtrot antwortet gerade nicht. Sobald es wieder geht, geht es hier weiter.`,
      );
      expect(
        await page.evaluate(() => [localStorage.getItem('session'), sessionStorage.length]),
      ).toEqual([null, 0]);
      if (answer === 'hang') await expectAccessible(page);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await skipPauses(page, page.getByRole('heading', { level: 1, name: 'Guthaben' }));
      await expect(page).toHaveURL('/guthaben?seite=2');
    }
  },
);

test(
  'a server that is back after a moment is noticed in the frame, without a login form [EXP-65, EXP-69]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page);
    await page.clock.install();
    let answer = Promise.withResolvers<void>();
    await page.route('**/api?action=state*', async (route) => {
      await answer.promise;
      await route.fulfill({ status: 503, body: '', headers: { [ORDERED]: '1' } });
    });
    await page.goto('/guthaben');
    const main = page.getByRole('main');
    await expect(main.locator('[aria-busy=true]')).toBeVisible();
    await expect(main.getByRole('status')).toHaveText('Wird geladen');
    await expect(page.locator('[data-slot=spinner]')).toHaveCount(0);
    answer.resolve();
    const card = main.getByRole('alert');
    await expect(card).toContainText('Samtrot antwortet gerade nicht.');
    await expect(card).toContainText('Deine Daten sind sicher.');
    await expect(page.getByRole('link', { name: /^Guthaben/ }).first()).toBeVisible();
    await expectAccessible(page);
    answer = Promise.withResolvers<void>();
    await card.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(card.getByRole('button')).toHaveAttribute('aria-busy', 'true');
    answer.resolve();
    await expect(card.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.clock.fastForward(5_000);
    await expect(page.getByRole('heading', { level: 1, name: 'Guthaben' })).toBeVisible();
    await expect(page).toHaveURL('/guthaben');
  },
);

test(
  'without a network pages stay readable and a press says so; its return is announced [EXP-64]',
  ONE_SIZE,
  async ({ page, context, isMobile }) => {
    await advertiser(page, { credits: 50 });
    await page.clock.install();
    await page.goto('/home');
    const visit = async (name: RegExp) => {
      if (isMobile) await page.getByRole('button', { name: 'Menü öffnen' }).click();
      const menu = isMobile
        ? page.getByRole('dialog', { name: 'Menü' })
        : page.getByRole('complementary', { name: 'Hauptmenü' });
      await menu.getByRole('link', { name }).click();
    };
    for (const [name, heading] of [
      [/^Inserate/, 'Inserate'],
      [/^Guthaben/, 'Guthaben'],
      [/^Home/, /^Guten /],
    ] as const) {
      await visit(name);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.locator('[data-slot=skeleton-region]')).toHaveCount(0);
    }
    await context.setOffline(true);
    const bar = page.locator('[data-slot=connection]');
    await expect(bar).toHaveText('Keine Verbindung. Deine Eingaben sind gesichert.');
    await expectAccessible(page);
    for (const [name, heading] of [
      [/^Inserate/, 'Inserate'],
      [/^Guthaben/, 'Guthaben'],
    ] as const) {
      await visit(name);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(bar).toBeVisible();
    }
    await page.clock.fastForward(6 * MINUTE_MS);
    await visit(/^Home/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Guten ');
    const needsNetwork = 'Geht wieder, sobald du online bist.';
    await page.getByRole('button', { name: 'Alle Daten aktualisieren' }).click();
    await expect(toast(page, needsNetwork)).toBeVisible();
    await visit(/^Guthaben/);
    await page
      .getByRole('button', { name: /Credits für CHF .* aufladen/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Zur Zahlung' }).click();
    await expect(page.getByText(needsNetwork).last()).toBeVisible();
    await freeze(page);
    await context.setOffline(false);
    await expect(bar).toHaveText('Wieder verbunden');
    await page.clock.runFor(3_100);
    await expect(bar).toBeEmpty();
  },
);

test(
  'a visitor is led to the login without a word of failure [FRM-29, ERR-044]',
  ONE_SIZE,
  async ({ page }) => {
    await page.goto('/home');
    await expect(page).toHaveURL('/auth/login');
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);
