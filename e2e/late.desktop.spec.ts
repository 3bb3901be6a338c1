import type { Browser, Page } from '@playwright/test';
import { totpCode } from '../server/src/testing/world/totp.ts';
import { type DemoProduct, startDemo } from './demo.ts';
import { enrolled, expectSound, invited } from './house.ts';
import { listedAd } from './list-ads.ts';
import { failingWebhook, type PartnerWebsite, partnerWebsite, stepOn } from './partner-websites.ts';
import { advertiser, api, DEEP_ONLY, expect, expectStandsStill, test } from './support.ts';

// A product of its own: its clock moves, and nobody but these websites reads it.
test.describe.configure({ mode: 'default' });
let product: DemoProduct;
let ahead = 0;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startDemo({ empty: true, settable: true });
});
test.afterAll(() => product[Symbol.asyncDispose]());

const code = (secret: string) => totpCode(secret.replaceAll(' ', ''), Date.now() + ahead * 1000);
const elsewhere = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ baseURL: product.portal })).newPage();

/** Somebody of the house with this role, and an advertiser with an ad that these websites have. */
async function placed(
  browser: Browser,
  { name, websites }: { name: string; websites: [name: string, webhook?: string][] },
) {
  const page = await elsewhere(browser);
  const titel = `Abend am Fluss ${name}`;
  await advertiser(page, { credits: 200, confirmed: true });
  const id = await listedAd(page, titel, { inserat_typ: '1_week' });
  const partner = await elsewhere(browser);
  await enrolled(partner, (await invited(page, name, 'partner_manager')).link, code);
  const sites: PartnerWebsite[] = [];
  let publicId = '';
  for (const [its, webhook] of websites) {
    const site = await partnerWebsite(partner, its, webhook);
    publicId = await site.fetchAd(page, { id, titel });
    sites.push(site);
  }
  return { page, id, publicId, sites };
}

const receiptOf = (page: Page, name: string) =>
  page.locator('[data-slot=receipt-site]', { hasText: name });

test(
  'websites that do not confirm within a minute, or fail, turn the count amber until they do [BOF-27]',
  DEEP_ONLY,
  async ({ browser }) => {
    test.slow();
    await using hook = await failingWebhook();
    const { page, id, sites } = await placed(browser, {
      name: 'Paula Partner',
      websites: [['Puenktlich'], ['Still'], ['Kaputt', hook.url]],
    });
    const [punctual, silent, failing] = sites as [PartnerWebsite, PartnerWebsite, PartnerWebsite];
    const house = await elsewhere(browser);
    await enrolled(house, (await invited(page, 'Ambra Amsel', 'moderator')).link, code);
    const answer = await house.request.post('/betrieb/api?action=hold', {
      headers: { 'x-portal': '1' },
      data: { object: { type: 'inserat', id }, kind: 'blocked', reason: 'doppelt' },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    await expect.poll(hook.asked).toBeGreaterThan(0);

    await house.goto('/betrieb/gesperrt');
    const row = house.getByRole('listitem').filter({ hasText: `Inserat ${id}` });
    const count = row.locator('summary .badge');
    await expect(count).toHaveText('Von 3 Webseiten hat noch keine bestätigt');
    await expect(count).toHaveClass('badge');
    await punctual.catchUp();
    await expect(async () => {
      await house.reload();
      await expect(count).toHaveText('Von 3 Webseiten bestätigt, 2 offen', { timeout: 1_000 });
    }).toPass();
    await expect(count).toHaveClass('badge');

    ahead += 61;
    product.setAhead(ahead);
    await house.reload();
    await expect(count).toHaveText('Von 3 Webseiten bestätigt, 2 offen');
    await expect(count).toHaveClass('badge badge-warning');
    await row.locator('summary').click();
    const line = (name: string) => row.getByRole('listitem').filter({ hasText: name });
    await expect(line(punctual.name)).toHaveText(/: benachrichtigt .*, bestätigt /);
    for (const { name } of [silent, failing])
      await expect(line(name)).toHaveText(/: benachrichtigt .*, offen$/);
    await expectSound(house);

    // What fails at messages still reads the changes.
    for (const late of [silent, failing]) await late.catchUp();
    await expect(async () => {
      await house.reload();
      await expect(count).toHaveText('Von 3 Webseiten bestätigt', { timeout: 1_000 });
    }).toPass();
    await expect(count).toHaveClass('badge');
  },
);

test(
  'an ad taken down waits for a website that is late, and shows how another confirmed it [T-DEL-04]',
  DEEP_ONLY,
  async ({ browser }) => {
    test.slow();
    await using hook = await failingWebhook();
    const { page, id, sites } = await placed(browser, {
      name: 'Petra Partner',
      websites: [['Morgen'], ['Abend', hook.url]],
    });
    const [punctual, failing] = sites as [PartnerWebsite, PartnerWebsite];
    await api(page, 'hide_inserat', { inserat_id: id });
    await expect.poll(hook.asked).toBeGreaterThan(0);
    await punctual.catchUp();
    await expect.poll(() => stepOn(page, id, punctual.name)).toBe('entfernt');

    await page.goto(`/zustellung/inserat/${id}`);
    await expect(
      page.getByRole('heading', {
        name: 'Auf 1 von 2 Webseiten entfernt, auf 1 noch nicht bestätigt.',
      }),
    ).toBeVisible();
    await expect(receiptOf(page, failing.name).locator('[aria-current=step]')).toContainText(
      'Wird entfernt',
    );
    await expect(receiptOf(page, punctual.name)).toContainText('beim Abgleich');
    await expect(page.getByRole('link', { name: /^Ansehen/ })).toHaveCount(0);
    await expectStandsStill(page);
    await expectSound(page);
  },
);

test(
  'after «Überall offline» each website confirms by itself, and the late one last [T-DEL-04]',
  DEEP_ONLY,
  async ({ browser }) => {
    test.slow();
    await using hook = await failingWebhook();
    const { page, sites } = await placed(browser, {
      name: 'Paola Partner',
      websites: [['Frueh'], ['Spaet', hook.url]],
    });
    const [punctual, failing] = sites as [PartnerWebsite, PartnerWebsite];
    await page.goto('/home');
    const card = page.locator('[data-slot=offline-card]');
    await card.getByRole('switch', { name: 'Überall offline' }).click();
    const question = page.getByRole('dialog', { name: 'Alles sofort von allen Webseiten nehmen?' });
    await question.getByRole('button', { name: 'Offline gehen' }).click();
    await expect(card).toContainText('1 Inserat heruntergenommen. 0 von 2 Webseiten bestätigt.');
    const receipt = (name: string) => card.getByRole('listitem').filter({ hasText: name });
    for (const { name } of sites)
      await expect(receipt(name)).toHaveText(`${name}noch nicht bestätigt`);
    await expect.poll(hook.asked).toBeGreaterThan(0);
    await punctual.catchUp();
    await expect(receipt(punctual.name)).toHaveText(/entfernt nach /);
    await expect(receipt(failing.name)).toHaveText(`${failing.name}noch nicht bestätigt`);
    const bar = page.locator('[data-slot=offline-bar]');
    await expect(bar).toContainText('Eine Webseite hat es noch nicht bestätigt.');
    await expectSound(page);
    ahead += 90;
    product.setAhead(ahead);
    await failing.catchUp();
    await expect(receipt(failing.name)).toHaveText(/entfernt nach /);
    await expect(card).toContainText('Alle 2 Webseiten haben es bestätigt.');
  },
);

test(
  'the clock of an urgent report turns amber in its last quarter, then says how late it is [BOF-59]',
  DEEP_ONLY,
  async ({ browser }) => {
    test.slow();
    const { page, publicId } = await placed(browser, {
      name: 'Pia Partner',
      websites: [['Mittag']],
    });
    const data = { object: { type: 'inserat', id: publicId }, reason: 'zwang' };
    const answer = await page.request.post('/api?action=report', { data });
    const { number } = (await answer.json()) as { number: string };
    for (const [name, minutes, text, tone] of [
      ['Rosa Ruhig', 0, /^Noch 1 Std\. 5\d Min\.$/, 'badge'],
      ['Berta Bald', 95, /^Noch 2\d Min\.$/, 'badge badge-warning'],
      ['Selma Spaet', 30, /^Frist überschritten seit \d Min\.$/, 'badge badge-danger'],
    ] as const) {
      ahead += minutes * 60;
      product.setAhead(ahead);
      const house = await elsewhere(browser);
      await enrolled(house, (await invited(page, name, 'moderator')).link, code);
      await house.goto('/betrieb/meldungen');
      const row = house.getByRole('listitem').filter({ hasText: number });
      const clock = row.locator('.badge').filter({ hasText: text });
      await expect(clock).toHaveClass(tone);
      await expectSound(house);
    }
  },
);
