import { randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { listedAd } from './list-ads.ts';
import { advertiser, DEEP_ONLY, expect, PARTNER_URL, test } from './support.ts';

// Nothing is answered in the place of the server here: portal, worker and partner website as they
// run.
test.setTimeout(300_000);

const SITE = 'Mondgarten';
/** A program is not counted, and the browser of these journeys says that it is one. */
const VISITOR =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

async function visitorOf(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ userAgent: VISITOR, locale: 'de-CH' })).newPage();
  await page.goto(PARTNER_URL);
  await page.getByRole('button', { name: 'Ja, ich bin 18 oder älter' }).click();
  return page;
}

const search = (page: Page, word: string) => page.goto(`${PARTNER_URL}/?suche=${word}`);
const found = (page: Page) => page.getByRole('article');

test('what a visitor sees and presses arrives at the advertiser, as proof and as figures [T-DEL-01, T-DEL-11, decisions 7]', async ({
  page,
  browser,
}) => {
  const word = `Abend${randomBytes(5).toString('hex')}`;
  await advertiser(page, { credits: 50 });
  const id = await listedAd(page, word, {
    inserat_typ: '1_week',
    whatsapp_erlaubt: true,
    whatsapp: '+41795550143',
  });
  const visitor = await visitorOf(browser);
  await expect(async () => {
    await search(visitor, word);
    await expect(found(visitor)).toHaveCount(1, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });

  await page.goto(`/zustellung/inserat/${id}`);
  const site = page.locator('[data-slot=receipt-site]', { hasText: SITE });
  await expect(site.getByRole('list', { name: `${SITE}: Angekommen` })).toBeVisible({
    timeout: 60_000,
  });

  await found(visitor).getByRole('link', { name: 'Lena', exact: true }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Lena' })).toBeVisible();
  await visitor.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
  await visitor.getByRole('link', { name: '079 555 01 42' }).press('Enter');
  // The address of the page also says from which list it was opened.
  const { origin, pathname } = new URL(visitor.url());
  await visitor.request.get(`${origin}${pathname}/whatsapp`, { maxRedirects: 0 });
  // The page polls.
  await expect(site.getByRole('list', { name: `${SITE}: Angesehen` })).toBeVisible({
    timeout: 60_000,
  });

  await expect(async () => {
    const answer = await page.request.get(`/api?action=getStatistics&kind=inserat&id=${id}`);
    expect((await answer.json()).total).toEqual({
      views: 1,
      phone: 1,
      whatsapp: 1,
      sms: 0,
      homepage: 0,
      clicks: 0,
    });
  }).toPass({ timeout: 60_000 });
});

test(
  'pausing removes an ad from the partner website, which confirms it; resuming restores it [T-DEL-04, decisions 7]',
  DEEP_ONLY,
  async ({ page, browser }) => {
    const word = `Abend${randomBytes(5).toString('hex')}`;
    await advertiser(page, { credits: 50 });
    await listedAd(page, word, { inserat_typ: '1_week' });
    const visitor = await visitorOf(browser);
    const seen = (count: number) =>
      expect(async () => {
        await search(visitor, word);
        await expect(found(visitor)).toHaveCount(count, { timeout: 1_000 });
      }).toPass({ timeout: 60_000 });
    await seen(1);
    // What was fetched is written down within a second.
    await expect(async () => {
      const inserat = (
        (await (await page.request.get('/api?action=state')).json()).state.Inserats as {
          ID: number;
        }[]
      )[0]!;
      const answer = await page.request.get(
        `/api?action=getDelivery&kind=inserat&id=${inserat.ID}`,
      );
      const sites = (await answer.json()).websites as {
        name: string;
        delivered_at: string | null;
      }[];
      expect(sites.find(({ name }) => name === SITE)?.delivered_at).toEqual(expect.any(String));
    }).toPass({ timeout: 60_000 });

    await page.goto('/home');
    const card = page.locator('[data-slot=offline-card]');
    await card.getByRole('switch', { name: 'Überall offline' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Offline gehen' }).click();
    await expect(page.locator('[data-slot=offline-bar]')).toContainText(
      'Du bist überall offline seit',
    );
    await seen(0);
    await expect(card.getByRole('listitem').filter({ hasText: SITE })).toHaveText(
      /entfernt nach [\d.’]+ (Sekunden?|Minuten?)$/,
      {
        timeout: 60_000,
      },
    );

    await page
      .locator('[data-slot=offline-bar]')
      .getByRole('button', { name: 'Wieder online gehen' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Online gehen' }).click();
    await expect(page.locator('[data-slot=offline-bar]')).toHaveCount(0);
    await seen(1);
  },
);
