import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { sampleClub } from '../web/src/features/clubs/list-sample.ts';
import { sampleDelivery, sampleSite } from '../web/src/features/delivery-receipts/sample.ts';
import {
  sampleDay,
  sampleEffect,
  sampleStatistics,
} from '../web/src/features/statistics/sample.ts';
import { ago, daysAgo, stubDelivery, stubStatistics } from './delivery-receipts.ts';
import { listedAd } from './list-ads.ts';
import { cardOf, orderedBanner, showInstead } from './list-banners.ts';
import {
  advertiser,
  breakAction,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStandsStill,
  ONE_SIZE,
  test,
} from './support.ts';

const labelOf = (thing: string) => `Wo dein ${thing} steht`;
const LABEL = labelOf('Inserat');
const siteOf = (page: Page, name: string) =>
  page.locator('[data-slot=receipt-site]', { hasText: name });

/** From the card of a list to the page of its thing. */
async function openFrom(
  page: Page,
  isMobile: boolean,
  id: number,
  label: string = LABEL,
): Promise<void> {
  if (isMobile) {
    await cardOf(page, id).getByRole('button', { name: /^Mehr/ }).click();
    await page.locator('[data-slot=sheet]').getByRole('button', { name: label }).click();
  } else {
    await cardOf(page, id)
      .getByRole('link', { name: new RegExp(`^${label}`) })
      .click();
  }
  await expect(page.getByRole('heading', { level: 1, name: /^Wo dein/ })).toBeVisible();
}

test(
  'the card of an ad leads to what each website has done, step by step with times and links [decisions 7]',
  ONE_SIZE,
  async ({ page, isMobile }) => {
    await advertiser(page, { credits: 50 });
    const id = await listedAd(page, 'Ruhige Abende');
    const delivered = ago(10);
    await stubDelivery(page, () =>
      sampleDelivery({
        id,
        title: 'Ruhige Abende',
        online_since: ago(20),
        websites: [
          sampleSite({
            queued_at: ago(20),
            delivered_at: delivered,
            seen_at: ago(5),
            last_seen_at: ago(1),
          }),
          sampleSite({
            id: 2,
            name: 'abend.example',
            step: 'geliefert',
            delivered_at: delivered,
            views: 0,
          }),
          sampleSite({
            id: 3,
            name: 'nacht.example',
            step: 'bereit',
            url: 'https://nacht.example/',
            views: 0,
          }),
          sampleSite({ id: 4, name: 'tag.example', step: 'nie', accepted: false, views: 0 }),
          sampleSite({
            id: 5,
            name: 'ein-sehr-langer-name-einer-partner-webseite.example',
            step: 'gesehen',
            missed_days: [daysAgo(3), daysAgo(2)],
          }),
        ],
      }),
    );
    await page.goto('/inserate');
    await openFrom(page, isMobile, id);
    await expect(page).toHaveURL(`/zustellung/inserat/${id}`);
    await expect(page).toHaveTitle('Wo dein Inserat steht – Samtrot');
    await expect(page.getByText(`«Ruhige Abende» · Inserat Nr. ${id}`)).toBeVisible();
    await expect(
      page.getByRole('heading', {
        name: 'Auf 3 von 4 Webseiten angekommen, auf 2 schon angesehen.',
      }),
    ).toBeVisible();
    await expect(page.getByText(/^Zuletzt nachgesehen: \d\d:\d\d, alle 5 Sekunden$/)).toBeVisible();

    const way = siteOf(page, 'lust.example').getByRole('list', { name: 'lust.example: Angesehen' });
    await expect(way.getByRole('listitem')).toHaveText([
      /^Unterwegs, erledigt.*\d\d:\d\d$/,
      /^Angekommen, erledigt.*\d\d:\d\d$/,
      /^Angesehen, erledigt.*\d\d:\d\d$/,
    ]);
    await expect(siteOf(page, 'lust.example')).toContainText('12 Aufrufe, zuletzt ');
    const there = siteOf(page, 'lust.example').getByRole('link', { name: /^Ansehen/ });
    await expect(there).toHaveAttribute('href', 'https://lust.example/inserat/1');
    await expect(there).toHaveAttribute('target', '_blank');
    await expect(there).toHaveAttribute('rel', /noopener/);
    await expect(siteOf(page, 'abend.example').locator('[aria-current=step]')).toContainText(
      'noch kein Aufruf',
    );
    await expect(siteOf(page, 'nacht.example').locator('[aria-current=step]')).toContainText(
      'noch nicht abgeholt',
    );
    await expect(
      siteOf(page, 'nacht.example').getByRole('link', { name: /^Zur Webseite/ }),
    ).toBeVisible();
    await expect(siteOf(page, 'tag.example')).toContainText(
      'Zeigt dieses Inserat nicht: Die Einstufung',
    );

    const missed = siteOf(page, 'ein-sehr-langer').locator('details');
    await expect(missed.locator('p')).toBeHidden();
    await missed.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(missed.locator('p')).toBeVisible();
    await expect(missed).toContainText('An 2 Tagen nichts abgerufen');

    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('main').getByRole('link', { name: 'Inserate', exact: true }).click();
    await expect(page).toHaveURL('/inserate');
  },
);

test(
  'while a website has something to do the page looks again, and stops when all is done [decisions 7]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    let asked = 0;
    await stubDelivery(page, () => {
      asked++;
      return sampleDelivery({
        websites: [sampleSite({ step: asked === 1 ? 'bereit' : 'gesehen' })],
      });
    });
    await page.clock.install();
    await page.goto('/zustellung/inserat/20001');
    await expect(
      page.getByRole('heading', { name: 'Unterwegs zu 1 Webseite, noch nirgends angekommen.' }),
    ).toBeVisible();
    await page.clock.runFor(4_000);
    expect(asked).toBe(1);
    await page.clock.runFor(1_500);
    await expect(
      page.getByRole('heading', { name: 'Auf 1 von 1 Webseite angekommen und angesehen.' }),
    ).toBeVisible();
    await expect(page.getByText('alle 5 Sekunden')).toHaveCount(0);
    await page.clock.runFor(30_000);
    expect(asked).toBe(2);
  },
);

test(
  'banners and clubs have the page too; what was never online has none [decisions 7]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page, { credits: 100 });
    const banner = await orderedBanner(page);
    await stubDelivery(page, () => sampleDelivery({ kind: 'banner', id: banner, websites: [] }));
    await page.goto('/banner');
    await openFrom(page, isMobile, banner, labelOf('Banner'));
    await expect(page.getByText('Keine Webseiten', { exact: true })).toBeVisible();
    await expectAccessible(page);

    const coming = { start_at: '2098-01-01T11:00:00.000Z', end_at: '2098-02-01T11:00:00.000Z' };
    await showInstead(page, {
      Clubs: [
        sampleClub({ ID: 7, end_at: '2098-02-01T11:00:00.000Z' }),
        sampleClub({ ID: 8, club_name: 'Kommt', ...coming }),
      ],
    });
    await page.goto('/clubs');
    await expect(cardOf(page, 8)).toContainText('Geplant');
    await expect(cardOf(page, 8).getByRole('link', { name: /^Wo dein/ })).toHaveCount(0);
    if (isMobile) {
      await cardOf(page, 8).getByRole('button', { name: /^Mehr/ }).click();
      const sheet = page.locator('[data-slot=sheet]');
      await expect(sheet.getByRole('button', { name: 'Bearbeiten' })).toBeVisible();
      await expect(sheet.getByRole('button', { name: /^Wo dein/ })).toHaveCount(0);
      await sheet.getByRole('button', { name: 'Schliessen' }).click();
      await expect(sheet).toBeHidden();
    }
    await openFrom(page, isMobile, 7, labelOf('Club'));
    await expect(page).toHaveURL('/zustellung/club/7');
  },
);

test('a failed load can be retried; a missing item leads back', DEEP_ONLY, async ({ page }) => {
  await advertiser(page);
  const mend = await breakAction(page, 'getDelivery&*');
  await page.goto('/zustellung/banner/5');
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'Wo dein Banner steht, konnte nicht geladen werden.' });
  await expect(alert).toBeVisible();
  await expectAccessible(page);
  await mend();
  await stubDelivery(page, () => sampleDelivery({ kind: 'banner' }));
  await alert.getByRole('button', { name: 'Erneut laden' }).click();
  await expect(siteOf(page, 'lust.example')).toBeVisible();

  const gone = { success: false, code: 'CLUB_NOT_FOUND', message: 'Diesen Club gibt es nicht.' };
  for (const action of ['getDelivery', 'getStatistics'])
    await page.route(`**/api?action=${action}&*`, (route) =>
      route.fulfill({ status: 404, json: gone }),
    );
  for (const path of ['/zustellung/club/5', '/zustellung/club/5?teil=statistik']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Diesen Club gibt es nicht' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Zu deinen Clubs' })).toHaveAttribute(
      'href',
      '/clubs',
    );
  }
});

test(
  'statistics by day and website: sums, chart by keys, table, CSV, and what extras did [decisions 7]',
  ONE_SIZE,
  async ({ page, isMobile }) => {
    await advertiser(page);
    const ranges: number[] = [];
    await stubStatistics(page, (range) => {
      ranges.push(range);
      return sampleStatistics({
        from: daysAgo(range - 1),
        to: daysAgo(0),
        websites: [
          { id: 1, name: '=lust.example' },
          { id: 2, name: 'abend.example' },
        ],
        days: [
          sampleDay({ day: daysAgo(2), views: 30, phone: 2, whatsapp: 1 }),
          sampleDay({ day: daysAgo(2), website_id: 2, views: 10 }),
          sampleDay({ day: daysAgo(0), website_id: 2, views: 4, homepage: 1 }),
        ],
        effects: [
          sampleEffect({ from: ago(2 * 1440), until: ago(1440) }),
          sampleEffect({
            kind: 'push',
            from: ago(3 * 1440),
            until: ago(3 * 1440),
            factor: 0.8,
            views_per_hour: 4,
          }),
          sampleEffect({
            kind: 'story',
            from: ago(60),
            until: null,
            factor: null,
            usual_per_hour: null,
          }),
        ],
      });
    });
    await page.goto('/zustellung/inserat/20001');
    const tabs = page.getByRole('tablist', { name: 'Teile' });
    await tabs.getByRole('tab', { name: 'Webseiten' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL('/zustellung/inserat/20001?teil=statistik');

    const sums = page.getByRole('group', { name: /^Summen/ }).getByRole('button');
    await expect(sums).toHaveText(['Aufrufe44', 'Telefon2', 'WhatsApp1', 'SMS0', 'Homepage1']);
    const chart = page.getByRole('img', {
      name: /^Aufrufe vom .* bis heute: 44 insgesamt, am meisten am .* mit 40\.$/,
    });
    await expect(chart).toBeVisible();
    await expect(chart.locator('rect')).toHaveCount(30);
    const reader = page.getByRole('slider', { name: 'Tag im Diagramm' });
    await expect(reader).toHaveAttribute('aria-valuetext', /: 4 Aufrufe$/);
    await reader.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(reader).toHaveAttribute('aria-valuetext', /: 40 Aufrufe$/);
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveText([/^TagAufrufe/, /40001$/, /402100$/]);

    const effects = page.getByRole('region', { name: 'Was Extras gebracht haben' });
    await expect(effects.getByRole('listitem').nth(0)).toContainText(
      '2.4-mal so viele Aufrufe pro Stunde wie sonst',
    );
    await expect(effects.getByRole('listitem').nth(1)).toContainText(
      '0.8-mal so viele Aufrufe pro Stunde wie sonst',
    );
    await expect(effects.getByRole('listitem').nth(2)).toContainText('Noch zu wenig Vergleich');
    await expect(effects).toContainText('kein Versprechen');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole('combobox', { name: 'Webseite' }).selectOption('abend.example');
    await expect(sums).toHaveText(['Aufrufe14', 'Telefon0', 'WhatsApp0', 'SMS0', 'Homepage1']);
    await sums.nth(4).click();
    await expect(page.getByRole('img', { name: /^Homepage vom .*: 1 insgesamt/ })).toBeVisible();

    await page.getByRole('combobox', { name: 'Webseite' }).selectOption('');
    await page.getByRole('button', { name: '7 Tage' }).click();
    await expect(page).toHaveURL('/zustellung/inserat/20001?teil=statistik&tage=7');
    await expect(page.locator('[data-slot=chart] rect')).toHaveCount(7);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV herunterladen' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(
      `samtrot-inserat-20001-${daysAgo(6)}-bis-${daysAgo(0)}.csv`,
    );
    expect(readFileSync(await file.path(), 'utf8')).toBe(
      [
        '\uFEFFDatum;Webseite;Aufrufe;Telefon;WhatsApp;SMS;Homepage',
        `${daysAgo(2)};'=lust.example;30;2;1;0;0`,
        `${daysAgo(2)};abend.example;10;0;0;0;0`,
        `${daysAgo(0)};abend.example;4;0;0;0;1`,
        '',
      ].join('\r\n'),
    );
    await page.getByRole('button', { name: '1 Jahr' }).click();
    await expect(page.getByRole('slider', { name: 'Woche im Diagramm' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    expect(ranges).toEqual([30, 7, 365]);

    const box = (await page.locator('.chart-box').boundingBox())!;
    if (isMobile) await page.touchscreen.tap(box.x + 2, box.y + 20);
    else await page.mouse.move(box.x + 2, box.y + 20);
    await expect(page.getByRole('slider')).toHaveValue('0');
  },
);

test(
  'the statistics of a banner are views, clicks and their rate; nothing yet is said so [decisions 7]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    let days = [sampleDay({ day: daysAgo(1), views: 200, clicks: 5 })];
    await stubStatistics(page, (range) =>
      sampleStatistics({ kind: 'banner', id: 301, from: daysAgo(range - 1), to: daysAgo(0), days }),
    );
    await page.goto('/zustellung/banner/301?teil=statistik&tage=7');
    await expect(page.getByRole('group', { name: /^Summen/ })).toHaveText(
      'Aufrufe200Klicks5Klickrate2.5 %',
    );
    await expectStandsStill(page);
    await expect(page.getByRole('region', { name: 'Was Extras gebracht haben' })).toHaveCount(0);
    days = [];
    await page.reload();
    await expect(page.getByText('In diesem Zeitraum hat noch niemand nachgesehen.')).toBeVisible();
    await expect(page.getByRole('group', { name: /^Summen/ })).toHaveText(
      'Aufrufe0Klicks0Klickrate–',
    );
    await expectAccessible(page);
  },
);
