import type { Page } from '@playwright/test';
import { shownWire } from '@samtrot/shared/kernel/format.ts';
import { DEMO_STAFF, DEMO_TOTP_SECRET } from '../server/src/seed/demo-logins.ts';
import { DEEP } from '../server/src/testing/process/deep.ts';
import { DEMO_PASSWORD, type DemoProduct, startDemo, VETERAN } from './demo.ts';
import { account, listedAd } from './list-ads.ts';
import { weigh } from './page-weight.ts';
import { codeOf } from './security.ts';
import {
  api,
  test as base,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PARTNER_URL,
  SMALLEST,
} from './support.ts';

const STAFF = DEMO_STAFF[0]!.email;

/** Longer than any ad runs, shorter than a session that is remembered. */
const AHEAD_S = 62 * 86_400;

// One product for all of them; the last moves its clock.
base.describe.configure({ mode: 'default' });

/**
 * A product of its own: the clock of the other one is shared by all journeys, and their sessions
 * would end.
 */
const test = base.extend<object, { demo: DemoProduct }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the first argument
    async ({}, use) => {
      await using demo = await startDemo({ settable: true });
      await use(demo);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.portal),
});

test('the menu counts active banners and all clubs, Home what waits and what is over [FRM-08, FRM-10, HOM-17, HOM-18, HOM-19, HOM-20]', async ({
  page,
}) => {
  await page.request.post('/api?action=login', { data: { log: VETERAN, pwd: DEMO_PASSWORD } });
  const { Banners, Clubs } = (await api(page, 'state')).state as {
    Banners: { status: string }[];
    Clubs: unknown[];
  };
  const banners = (...statuses: string[]) =>
    Banners.filter(({ status }) => statuses.includes(status)).length;
  const active = banners('aktiv');
  // Fewer active ones than banners, otherwise the badge could count anything.
  expect([active > 0, active < Banners.length, Clubs.length > 1]).toEqual([true, true, true]);

  await page.goto('/home');
  const figures = {
    Banner: [active, banners('geplant'), banners('entwurf', 'ausgeblendet'), banners('abgelaufen')],
    // Of the demo; they carry no status on the wire.
    Clubs: [1, 1, 0, 1],
  };
  for (const [name, [shown, planned, draft, over]] of Object.entries(figures)) {
    const card = page.getByRole('main').getByRole('region', { name, exact: true });
    await expect(card.locator('dl')).toHaveText(
      `aktiv${shown}geplant${planned}Entwürfe${draft}abgelaufen${over}`,
    );
    await expect(card.getByRole('link', { name: `${name}: Verwalten` })).toHaveAttribute(
      'href',
      `/${name.toLowerCase()}`,
    );
  }
  for (const [role, menu] of [
    ['complementary', 'Hauptmenü'],
    ['dialog', 'Menü'],
  ] as const) {
    if (role === 'dialog') {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Menü öffnen' }).click();
    }
    const nav = page.getByRole(role, { name: menu }).getByRole('navigation');
    for (const [name, path] of [
      [new RegExp(`^Banner\\s*${active}$`), '/banner'],
      [new RegExp(`^${Clubs.length} Clubs, \\d aktiv$`), '/clubs'],
    ] as const)
      await expect(nav.getByRole('link', { name })).toHaveAttribute('href', path);
  }
  await page
    .getByRole('dialog', { name: 'Menü' })
    .getByRole('link', { name: /Clubs,/ })
    .click();
  await expect(page).toHaveURL('/clubs');
  await expect(page.getByRole('heading', { level: 1, name: 'Clubs' })).toBeVisible();
});

/** The most requests and kilobytes of a first visit. */
const WEIGHTS: [path: string, requests: number, kilobytes: number, as?: string][] = [
  ['/', 9, 120],
  ['/auth/login', 15, 190],
  ['/auth/register', 13, 190],
  ['/home', 14, 250, VETERAN],
  ['/inserate', 14, 250, VETERAN],
  ['/rabota/AD', 18, 300, VETERAN],
  ['/guthaben', 22, 300, VETERAN],
  ['/profil/sicherheit', 22, 280, VETERAN],
  ['/betrieb', 20, 240, STAFF],
];

test('a first visit of each page takes few requests and bytes [EXP-07]', async ({
  browser,
  demo,
}) => {
  test.slow();
  for (const [path, requests, kilobytes, as] of WEIGHTS) {
    const context = await browser.newContext({ baseURL: demo.portal });
    const page = await context.newPage();
    if (as === STAFF) await logInToHouse(page);
    else if (as)
      await page.request.post('/api?action=login', { data: { log: as, pwd: DEMO_PASSWORD } });
    const address = path.endsWith('AD')
      ? path.replace('AD', String((await account(page)).ads[0]!.ID))
      : path;
    const state = as === VETERAN && page.waitForResponse(/action=state$/);
    const weight = await weigh(page, address);
    if (state) {
      const response = await state;
      expect(response.headers()['content-encoding']).toMatch(/^(br|gzip)$/);
      expect((await response.request().sizes()).responseBodySize).toBeLessThan(20_000);
    }
    expect(new URL(page.url()).pathname.replace(/(.)\/$/, '$1')).toBe(address);
    expect.soft(weight.requests, `requests of ${path}`).toBeLessThanOrEqual(requests);
    expect.soft(weight.kilobytes, `kilobytes of ${path}`).toBeLessThanOrEqual(kilobytes);
    await context.close();
  }
  const page = await browser.newPage();
  const list = await weigh(page, PARTNER_URL);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /^http:\/\/localhost/);
  expect(list.requests).toBeLessThanOrEqual(20);
  expect(list.kilobytes).toBeLessThanOrEqual(110);
  await page.close();
});

test('each page of the back office opens and is accessible [BOF-17, BOF-143, BOF-144]', async ({
  page,
}) => {
  test.slow();
  await logInToHouse(page, 1);
  await page.goto('/betrieb');
  const entries = page.getByRole('navigation').first().getByRole('link');
  await expect(entries.filter({ hasText: 'Partner' })).toBeVisible();
  const paths = await entries.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href')),
  );
  expect(paths.length).toBeGreaterThan(12);
  for (const path of paths) {
    await page.goto(path!);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Hier ist etwas schiefgelaufen'), path!).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, DEEP ? [SMALLEST, 390, 768, 1440] : [SMALLEST, 1440]);
  }
  await page.goto('/betrieb/partner');
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Schlüssel' })).toBeVisible();
});

test(
  'what has run out is booked again for its price, a free ad once a day [INS-16, INS-27, INS-39, INS-46, INS-47]',
  DEEP_ONLY,
  async ({ page, demo }) => {
    demo.setAhead(AHEAD_S);
    await page.clock.install({ time: Date.now() + AHEAD_S * 1000 });
    await page.request.post('/api?action=login', { data: { log: VETERAN, pwd: DEMO_PASSWORD } });
    const expired = async () =>
      (await account(page)).ads.filter(({ inserat_status }) => inserat_status === 'abgelaufen');
    await expect.poll(async () => (await expired()).length, { timeout: 60_000 }).toBeGreaterThan(1);
    const ads = await expired();
    const premium = ads.find(({ inserat_typ }) => inserat_typ !== 'free')!;
    const price = Number(premium.renewal_price);
    expect(price).toBeGreaterThan(0);

    await page.goto('/inserate?tab=abgelaufen');
    const card = page.locator(`#karte-${premium.ID}`);
    await expect(card.locator('.item-foot button')).toHaveCount(4);
    await expect(card.getByRole('switch')).toHaveCount(0);
    await expect(card).toContainText(`Abgelaufen am ${shownWire(String(premium.end_zeit))}`);
    // What renews itself at the new time has been charged once nothing changes any more.
    let before = Number.NaN;
    const settled = async () => {
      const last = before;
      before = (await account(page)).credits;
      return before === last;
    };
    await expect.poll(settled, { intervals: [1_500] }).toBe(true);
    await card.getByRole('button', { name: 'Reaktivieren' }).click();
    const dialog = page.locator('[data-slot=dialog]');
    await expect(dialog).toHaveAttribute('data-type', 'AD_REACTIVATE');
    await dialog.getByRole('button', { name: 'Abbrechen' }).click();
    await expect(dialog).toBeHidden();
    expect((await account(page)).credits).toBe(before);
    await card.getByRole('button', { name: 'Reaktivieren' }).click();
    await dialog.getByRole('button', { name: `Reaktivieren für ${price} Credits` }).click();
    await expect(page.getByText('Dein Inserat ist wieder online.')).toBeVisible();
    await expect(page.getByRole('tab', { selected: true })).toContainText('Aktiv');
    await expect(card).toBeFocused();
    const after = await account(page);
    expect(after.credits).toBe(before - price);
    expect(after.ads.find(({ ID }) => ID === premium.ID)).toMatchObject({
      inserat_status: 'aktiv',
    });

    const free = ads.find(({ inserat_typ }) => inserat_typ === 'free')!;
    await listedAd(page, 'Das von heute', { inserat_typ: 'free' });
    await page.getByRole('tab', { name: 'Abgelaufen' }).click();
    await page.locator(`#karte-${free.ID}`).getByRole('button', { name: 'Reaktivieren' }).click();
    await dialog.getByRole('button', { name: 'Kostenlos reaktivieren' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'Du hast heute bereits ein Gratis-Inserat aufgegeben.',
    );
    await dialog.getByRole('button', { name: 'Inserat bearbeiten' }).click();
    await expect(page).toHaveURL(`/rabota/${free.ID}`);
  },
);

/** A code counts once; `steps` takes a later one. */
async function logInToHouse(page: Page, steps = 0): Promise<void> {
  const post = (action: string, data: object) =>
    page.request.post(`/betrieb/api?action=${action}`, { data });
  const first = await post('staff_login', { email: STAFF, password: DEMO_PASSWORD });
  const { pending } = (await first.json()) as { pending: string };
  const code = codeOf(DEMO_TOTP_SECRET, steps);
  expect((await post('staff_second_factor', { pending, code })).status()).toBe(200);
}
