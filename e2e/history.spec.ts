import type { Page, Route } from '@playwright/test';
import { fillAd, PLACED, placeAd } from './editor.ts';
import {
  advertiser,
  api,
  breakAction,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStandsStill,
  ONE_SIZE,
  SEEN_ELSEWHERE,
  test,
  topUp,
} from './support.ts';

const LIST = '**/api?action=get_detailed_transactions*';

const history = (page: Page) => page.getByRole('region', { name: 'Verlauf' });
const rows = (page: Page) => history(page).locator('[data-slot=history-row]');
const filter = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Verlauf filtern' }).getByRole('button', { name, exact: true });
const open = (page: Page, n: number) => rows(page).nth(n).getByRole('button').click();
const detail = (page: Page) => history(page).locator('[data-slot=history-detail]');

/** Sorts by a column as the screen at hand does it: by its head, or by the list of the phone. */
async function sortBy(
  page: Page,
  isMobile: boolean,
  column: string,
  choice: string,
): Promise<void> {
  if (isMobile) {
    await history(page).getByRole('button', { name: 'Sortieren' }).click();
    await page.getByRole('radio', { name: choice }).click();
  } else
    await history(page).getByRole('columnheader').getByRole('button', { name: column }).click();
}

test(
  'a top-up and an order stand there at once, each under its filter [GUT-01, GUT-46, GUT-47, GUT-58, FIX-09, FRM-22]',
  ONE_SIZE,
  async ({ page, isMobile }) => {
    await advertiser(page);
    await topUp(page);
    await page.goto('/guthaben');
    await expect(rows(page)).toHaveCount(1);
    for (const title of ['Dein Guthaben', 'Guthaben aufladen', 'Verlauf'])
      await expect(page.getByRole('region', { name: title })).toBeVisible();
    const header = page.getByRole('banner').filter({ visible: true });
    await header
      .getByRole('link', { name: isMobile ? 'Neues Inserat' : 'Inserat aufgeben' })
      .click();
    await fillAd(page, { title: 'Ruhige Stunden', package: '1 Woche Premium' });
    await placeAd(page);
    await expect(page).toHaveURL(PLACED);
    await header.getByRole('link', { name: /aufladen/ }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText(/Inserat \d+: 1 Woche Premium/);
    await expect(rows(page).first()).toContainText(/−\s40/);
    await expect(rows(page).first()).toContainText('Kauf');
    await expect(rows(page).first()).toContainText('Abbuchung');
    const today = new Date().toLocaleDateString('de-DE', {
      dateStyle: 'medium',
      timeZone: 'Europe/Zurich',
    });
    for (const text of ['Aufladung 50 Credits', 'CHF 50.-', 'Aufladung', 'Abgeschlossen', today])
      await expect(rows(page).nth(1)).toContainText(text);

    const buttons = page.getByRole('group', { name: 'Verlauf filtern' }).getByRole('button');
    await expect(buttons).toHaveText([
      ...['Alle', 'Käufe', 'Aufladungen', 'Bonus', 'Gutscheine', 'Rückerstattungen', 'Korrekturen'],
    ]);
    for (const [name, value, shown] of [
      ['Käufe', 'order', /Inserat/],
      ['Aufladungen', 'wallet', /Aufladung/],
      ['Bonus', 'bonus', null],
      ['Gutscheine', 'coupons', null],
      ['Rückerstattungen', 'refund', null],
      ['Korrekturen', 'correction', null],
    ] as const) {
      await filter(page, name).click();
      await expect(page).toHaveURL(`/guthaben?filter=${value}`);
      await expect(filter(page, name)).toHaveAttribute('aria-pressed', 'true');
      if (shown) {
        await expect(rows(page)).toHaveCount(1);
        await expect(rows(page)).toContainText(shown);
      } else
        await expect(
          history(page).getByRole('heading', { name: 'Keine Transaktionen gefunden' }),
        ).toBeVisible();
    }
    await page.goBack();
    await expect(filter(page, 'Rückerstattungen')).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await page.goBack();
    await expect(filter(page, 'Bonus')).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(filter(page, 'Bonus')).toHaveAttribute('aria-pressed', 'true');
    await filter(page, 'Alle').click();
    await expect(page).toHaveURL('/guthaben');
  },
);

test(
  'a line opens to its items, what paid it and what was left [GUT-49, GUT-54, GUT-55, GUT-56]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await topUp(page);
    await page.goto('/rabota');
    await fillAd(page, { title: 'Ruhige Stunden', package: '1 Woche Premium' });
    await placeAd(page);
    await expect(page).toHaveURL(PLACED);
    await page.goto('/guthaben');
    await open(page, 0);
    await expect(rows(page).first().getByRole('button')).toHaveAttribute('aria-expanded', 'true');
    // 40 credits contain 40 x 8.1 / 108.1 francs of tax.
    for (const text of ['1 Woche Premium', 'package', '40', 'inkl. MwSt. CHF 3.-'])
      await expect(detail(page)).toContainText(text);
    const fact = (name: string) => detail(page).locator('dl > div', { hasText: name });
    await expect(fact('Zahlungsart')).toContainText('Guthaben');
    await expect(fact('Bezahlt mit')).toContainText(/40 Credits, gekauft am \d\d\.\d\d\.\d{4}/);
    await expect(fact('Guthaben danach')).toContainText('10 Credits');
    await expect(fact('Bestellnummer')).toContainText('I-');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await open(page, 0);
    await expect(detail(page)).toHaveCount(0);
  },
);

test(
  'a top-up that waits says so and leads back to its payment page [GUT-57, GUT-49, X-35]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const { payment_url } = await api(page, 'wallet_topup', { topup_option_id: 1 });
    await page.goto('/guthaben');
    for (const text of ['Ausstehend', 'wartet auf Zahlung', 'CHF 50.-'])
      await expect(rows(page).first()).toContainText(text);
    await open(page, 0);
    await expect(detail(page).getByRole('link', { name: 'Zur Zahlung' })).toHaveAttribute(
      'href',
      String(payment_url),
    );
    await expectAccessible(page, SEEN_ELSEWHERE);
  },
);

test(
  'every column sorts both ways, and every status has a German label [GUT-48, GUT-52, GUT-57]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page);
    await page.route(LIST, (route) => route.fulfill({ json: everyStatus() }));
    await page.goto('/guthaben');
    await expect(rows(page)).toHaveCount(10);
    for (const word of [
      ...['Abgeschlossen', 'Gutschrift', 'In Bearbeitung', 'Ausstehend', 'Abbuchung'],
      ...['Abgelehnt', 'Abgebrochen', 'Fehlgeschlagen', 'Rückerstattet', 'Zurückgebucht'],
    ])
      await expect(rows(page).filter({ hasText: word })).toHaveCount(1);
    for (const [column, sort, choice, first] of [
      ['Datum', 'date_asc', 'Älteste zuerst', 'Lauf 10'],
      ['Betrag', 'amount_desc', 'Grösster Betrag zuerst', 'Lauf 3'],
      ['Betrag', 'amount_asc', 'Kleinster Betrag zuerst', 'Lauf 2'],
      ['Status', 'status_asc', 'Status A–Z', 'Abbuchung'],
      ['Status', 'status_desc', 'Status Z–A', 'Zurückgebucht'],
      ['Typ', 'type_asc', 'Typ A–Z', 'Aufladung'],
      ['Typ', 'type_desc', 'Typ Z–A', 'Kauf'],
      ['Beschreibung', 'description_asc', 'Beschreibung A–Z', 'Lauf 1'],
      ['Beschreibung', 'description_desc', 'Beschreibung Z–A', 'Lauf 10'],
    ] as const) {
      await sortBy(page, isMobile, column, choice);
      await expect(page).toHaveURL(`/guthaben?sort=${sort}`);
      await expect(rows(page).first()).toContainText(first);
      if (!isMobile)
        await expect(history(page).getByRole('columnheader', { name: column })).toHaveAttribute(
          ...(['aria-sort', sort.endsWith('asc') ? 'ascending' : 'descending'] as const),
        );
    }
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test(
  'ten lines a page without a request, and the whole history is reached page by page [GUT-50, GUT-51, GUT-52, GUT-53, CON-06, CON-07, X-17]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page);
    const asked = await serve(page, 63);
    await page.goto('/guthaben');
    await expect(rows(page)).toHaveCount(10);
    await expect(history(page)).toContainText('1–10 von 50 geladenen');
    expect(asked).toEqual(['limit=50']);
    const to = (n: number) =>
      history(page).getByRole('button', { name: `Seite ${n}`, exact: true });
    await to(2).click();
    await expect(page).toHaveURL('/guthaben?page=2');
    await expect(rows(page).first()).toContainText('Gutschein 53');
    await expect(history(page)).toContainText('11–20 von 50 geladenen');
    expect(asked).toHaveLength(1);
    const next = history(page).getByRole('button', { name: 'Nächste Seite' });
    for (let n = 0; n < 4; n++) await next.click();
    await expect(rows(page).first()).toContainText('Gutschein 13');
    expect(asked).toEqual(['limit=50', 'limit=50&before=13']);
    await expect(history(page)).toContainText(/51–60 von 63$|51–60 von 63/);
    await next.click();
    await expect(rows(page)).toHaveCount(3);
    await expect(next).toBeDisabled();
    await page.goBack();
    await expect(rows(page).first()).toContainText('Gutschein 13');
    await page.reload();
    await expect(rows(page).first()).toContainText('Gutschein 13');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test(
  'a filter says that it covers only what is loaded, and one press loads everything [GUT-53]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const asked = await serve(page, 163, (before) => (before === 63 ? held : undefined));
    await page.goto('/guthaben');
    await filter(page, 'Gutscheine').click();
    await expect(history(page)).toContainText('nur die 50 neuesten Bewegungen');
    await expectAccessible(page);
    const all = history(page).getByRole('button', { name: 'Ganzen Verlauf laden' });
    await all.click();
    await expect(history(page).getByText('100 geladen …')).toBeVisible();
    release();
    await expect(all).toBeHidden();
    await expect(history(page)).toContainText('1–10 von 163');
    expect(asked).toHaveLength(4);
  },
);

test(
  'older movements that cannot be loaded can be asked for again [GUT-53]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    let works = false;
    await serve(page, 63, (before) => {
      if (before !== undefined && !works) throw new Error('ordered');
    });
    await page.goto('/guthaben?page=6');
    await expect(history(page).getByRole('alert')).toContainText(
      'Ältere Bewegungen konnten nicht geladen werden.',
    );
    await expectAccessible(page);
    works = true;
    await history(page).getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(rows(page)).toHaveCount(10);
    await expect(rows(page).first()).toContainText('Gutschein 13');
  },
);

test(
  'the history is announced while it loads, and can be asked for again when that failed [GUT-53]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route(LIST, async (route) => {
      await released;
      await route.fulfill({ status: 422, json: { success: false, code: 'PROVOKED', message: '' } });
    });
    await page.goto('/guthaben');
    await expect(history(page).locator('[aria-busy=true]')).toBeAttached();
    const waiting = page.locator('[data-slot=waiting-status]');
    await expect(waiting).toHaveText('Wird geladen');
    release();
    await expect(history(page).getByRole('alert')).toContainText(
      'Dein Verlauf konnte nicht geladen werden.',
    );
    await expect(waiting).toBeEmpty();
    await expectAccessible(page, SEEN_ELSEWHERE);
    await page.unroute(LIST);
    await history(page).getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(history(page)).toContainText('Keine Transaktionen gefunden');
    await expectStandsStill(page);
  },
);

test(
  'sums that cannot be loaded are said once, and the history stands all the same [GUT-62]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 50 });
    await breakAction(page, 'get_bonus_transactions');
    await page.goto('/guthaben');
    await expect(
      page.getByText('Bonus/Gutschein-Daten konnten nicht geladen werden'),
    ).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
  },
);

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, -minute)).toISOString();

const movement = (id: number, part: object = {}) => ({
  transaction_id: id,
  type: 'credit',
  kind: 'coupon',
  amount: id,
  balance: 5000 + id,
  details: `Gutschein ${id}`,
  date: at(1000 - id),
  paid_by: [],
  order_id: null,
  ...part,
});

/**
 * Serves that many movements in pages of 50 and records the requests; `meanwhile` delays or, when
 * it throws, fails.
 */
async function serve(
  page: Page,
  total: number,
  meanwhile?: (before?: number) => Promise<void> | undefined | void,
) {
  const asked: string[] = [];
  await page.route(LIST, async (route: Route) => {
    const query = new URL(route.request().url()).searchParams;
    query.delete('action');
    asked.push(query.toString());
    const before = query.has('before') ? Number(query.get('before')) : undefined;
    try {
      await meanwhile?.(before);
    } catch {
      return route.fulfill({
        status: 422,
        json: { success: false, code: 'PROVOKED', message: '' },
      });
    }
    const first = before ?? total;
    const count = Math.min(50, first);
    await route.fulfill({
      json: {
        success: true,
        transactions: [],
        wallet_transactions: Array.from({ length: count }, (_, index) => movement(first - index)),
        next: first > count ? String(first - count) : null,
      },
    });
  });
  return asked;
}

/** One line of every status; the number in its words is its age. */
function everyStatus() {
  const statuses = [
    'Completed',
    'Processing',
    'Pending',
    'Declined',
    'Cancelled',
    'Failed',
    'Refunded',
    'ChargedBack',
  ];
  return {
    success: true,
    next: null,
    wallet_transactions: [
      movement(2, { date: at(1), amount: 25, details: 'Lauf 1' }),
      movement(1, {
        date: at(2),
        type: 'debit',
        kind: 'order',
        amount: 190,
        details: `Lauf 2 ${'Verlängerung'.repeat(6)}`,
      }),
    ],
    transactions: statuses.map((status_label, index) => ({
      order_id: `b${index}`,
      date: at(index + 3),
      timestamp: 0,
      is_wallet_topup: true,
      status_label,
      total: 900 - index * 10,
      currency: 'CHF',
      description: `Lauf ${index + 3}`,
      payment_method_title: 'twint',
      items: [],
      billing_address: null,
      order_notes: [],
    })),
  };
}
