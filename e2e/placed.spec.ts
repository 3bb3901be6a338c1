import type { Page } from '@playwright/test';
import { freeze, tickUntilVisible } from './clock.ts';
import { fillAd, PLACED, placeAd, savedAd } from './editor.ts';
import { account } from './list-ads.ts';
import {
  advertiser,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ONE_SIZE,
  test,
} from './support.ts';

const SITES = ['Mondgarten', 'Seerose', 'Nordstern'];

/** Three websites, of which those have the ad that the test says, after so many seconds. */
async function websites(page: Page) {
  const arrived = new Map<string, number>();
  let asked = 0;
  let answered = 0;
  await page.route('**/api?action=get_placed*', async (route) => {
    asked += 1;
    const response = await route.fetch();
    const list = SITES.map((name, index) => ({
      id: index + 1,
      name,
      url: `https://${name.toLowerCase()}.example/inserat/7`,
      arrived_after: arrived.get(name) ?? null,
      without_pictures: false,
    }));
    const answer = { ...((await response.json()) as object), websites: list };
    await route.fulfill({ response, json: answer });
    answered += 1;
  });
  const settled = () => expect.poll(() => asked - answered).toBe(0);
  return { arrived, asked: () => asked, settled };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const sites = (page: Page) => page.getByRole('region', { name: 'Wo dein Inserat steht' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const idea = (page: Page) => page.locator('[data-slot=suggestion]');

test(
  'after placing: where it stands, the link, one suggestion; withdrawn it is a draft [EXP-20, EXP-21, EXP-22, EXP-23, EXP-25, EXP-26, EXP-28]',
  ONE_SIZE,
  async ({ page, context, isMobile }) => {
    await page.clock.install();
    await advertiser(page, { credits: 20 });
    const { arrived } = await websites(page);
    await page.goto('/rabota');
    await fillAd(page, { title: 'Ruhige Massage am Abend' });
    await placeAd(page);
    await expect(page).toHaveURL(PLACED);
    await expect(heading(page, 'Dein Inserat ist online.')).toBeFocused();
    await expect(
      page.getByText(/^Online bis \d\d\.\d\d\.\d{4}, \d\d:\d\d\. Kosten: 0 Credits\.$/),
    ).toBeVisible();
    await expect(button(page, 'Gleich zu sehen …')).toHaveAttribute('aria-disabled', 'true');
    await expect(page.locator('.toast')).toHaveCount(0);
    await expect(sites(page)).toContainText('0 von 3 angekommen');
    await expect(sites(page).getByText('unterwegs')).toHaveCount(3);
    const line = sites(page).getByRole('listitem').first();
    const icon = (await line.locator('svg').boundingBox())!;
    const name = (await line.locator('span').first().boundingBox())!;
    expect(icon.x + icon.width, 'before the name').toBeLessThan(name.x);
    expect(Math.abs(icon.y - name.y), 'on its line').toBeLessThan(6);

    arrived.set('Seerose', 3);
    await page.clock.runFor(4_000);
    const see = page.getByRole('link', { name: 'Ansehen auf Seerose' }).first();
    await expect(see).toHaveAttribute('href', 'https://seerose.example/inserat/7');
    await expect(sites(page)).toContainText('nach 3 Sekunden');
    await expect(page.getByRole('status').filter({ hasText: '1 von 3 angekommen' })).toBeAttached();
    await expect(button(page, 'Teilen')).toHaveCount(0);
    if (isMobile) {
      const bar = (await page.getByRole('navigation', { name: 'Bereiche' }).boundingBox())!;
      for (const part of [see, button(page, 'Link kopieren'), page.locator('.placed-card')]) {
        const box = (await part.boundingBox())!;
        expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
      }
    }
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Link kopieren').click();
    await expect(button(page, 'Link kopiert')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'https://seerose.example/inserat/7',
    );
    await page.clock.runFor(3_000);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      navigator.share = async (data) => {
        document.title = String(data?.url);
      };
    });
    await button(page, 'Link kopieren').click();
    await expect(page.getByRole('textbox', { name: /^Adresse zum Kopieren/ })).toBeFocused();

    await page.clock.runFor(60_000);
    await expect(sites(page).getByText('noch nicht abgeholt')).toHaveCount(2);
    for (const [index, name] of SITES.entries()) arrived.set(name, 3 + index);
    await sites(page).getByRole('button', { name: 'Aktualisieren' }).click();
    await expect(sites(page)).toContainText('3 von 3 angekommen');
    await expect(sites(page).getByRole('button')).toHaveCount(0);
    await button(page, 'Teilen').click();
    await expect(page).toHaveTitle('https://mondgarten.example/inserat/7');

    await expect(idea(page)).toContainText('0 Credits · du hast 20');
    await expect(idea(page).getByRole('link', { name: 'Bild hinzufügen' })).toBeVisible();
    await idea(page).getByRole('button', { name: 'Nein danke' }).click();
    await expect(idea(page)).toHaveCount(0);
    await page.reload();
    await expect(heading(page, 'Dein Inserat ist online.')).toBeFocused();
    await expect(sites(page)).toBeVisible();
    await expect(idea(page)).toHaveCount(0);

    await button(page, 'Zurückziehen').click();
    const question = page.getByRole('dialog', { name: 'Inserat zurückziehen?' });
    await expectAccessible(page);
    const withdrawn: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('action=withdraw_inserat')) withdrawn.push(request.url());
    });
    await question.getByRole('button', { name: 'Zurückziehen' }).dblclick();
    await expect(page).toHaveURL(/\/inserate\?tab=entwurf/);
    expect(withdrawn).toHaveLength(1);
    expect((await account(page)).ads).toMatchObject([{ inserat_status: 'entwurf' }]);
  },
);

test(
  'nowhere after a minute, and a draft: what Home opens with [EXP-22, EXP-23, EXP-27]',
  DEEP_ONLY,
  async ({ page }) => {
    await page.clock.install();
    await advertiser(page, { credits: 20 });
    const { asked, settled } = await websites(page);
    const online = await savedAd(page, { titel: 'Abend' });
    // Frozen before the page opens: within one jump of the time questions would follow each other
    // before the first has left.
    await freeze(page);
    await page.goto(`/home?aufgegeben=${online}`);
    await tickUntilVisible(page, sites(page).getByRole('listitem').first());
    await expect(heading(page, 'Dein Inserat ist online.')).toBeFocused();
    // At once, and after 1, 2, 4, 8, 16, 32 and 60 seconds, each with its answer.
    for (let step = 0; step < 100 && asked() < 8; step++) {
      await page.clock.runFor(900);
      await settled();
    }
    expect(asked()).toBe(8);
    await page.clock.runFor(120_000);
    expect(asked()).toBe(8);
    await expect(
      page.getByText('Noch auf keiner Webseite. Wir versuchen es weiter.'),
    ).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Support' })).toBeVisible();
    await expect(sites(page)).toContainText('Jede Webseite holt neue Inserate selbst ab');
    // The rules of axe need a clock that goes.
    await page.clock.resume();
    await expectAccessible(page);

    const draft = await savedAd(page, { titel: 'Entwurf', post_status: 'draft' });
    await page.goto(`/home?aufgegeben=${draft}`);
    await expect(heading(page, 'Dein Inserat')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Nächste Schritte' })).toBeVisible();
  },
);
