import { DEEP_ONLY, expect, expectAccessible, expectStandsStill, test } from './support.ts';
import { openWebsite, type Shown, websiteAd, websiteClub } from './website.ts';

test('on a desktop: banner boxes, TopAd row, order by keyboard, a club alone, a gone ad [EXP-101, EXP-103, EXP-111]', async ({
  page,
}) => {
  const ads = Array.from({ length: 12 }, (_, n) => websiteAd({ name: `Mira ${n}`, topad: n < 6 }));
  const shown: Shown = { ads, clubs: [websiteClub('Haus Linde')], banners: true };
  const site = await openWebsite(shown);
  await page.context().addCookies([{ name: 'alter', value: '18', url: site.url }]);
  await page.goto(site.url);
  // Each has its box although no picture has come.
  for (const [slot, ratio] of [
    ['a1.wide', 1248 / 244],
    ['a2', 715 / 244],
  ] as const) {
    const box = (await page.locator(`.ad-${slot} .ph`).boundingBox())!;
    expect(box.width / box.height, slot).toBeCloseTo(ratio, 1);
  }
  await expect(page.locator('.ad-a1.narrow')).toBeHidden();
  for (const name of ['Inserat ansehen', 'Anrufen'])
    await expect(
      page.getByRole('link', { name: new RegExp(`^${name}: Mira \\d+, Entspannte`) }),
    ).toHaveText(name);
  const row = page.locator('.swipe');
  await expect(row.getByRole('article')).toHaveCount(5);
  await expect(row.getByText('TopAd')).toHaveCount(5);
  await row.getByRole('link').last().focus();
  await expect(row.getByRole('article').last()).toBeInViewport({ ratio: 0.9 });
  await expectStandsStill(page);

  const order = page.locator('summary', { hasText: 'Sortierung' });
  await order.press('Enter');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(order).toBeFocused();
  await order.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?sortierung=aktualisiert$/);
  await expect(order).toContainText('Zuletzt aktualisiert');

  await page.goto(`${site.url}/clubs`);
  const list = page.getByRole('region', { name: 'Clubs' });
  const width = async () => (await list.getByRole('article').first().boundingBox())!.width;
  expect(await width()).toBe((await list.boundingBox())!.width);
  shown.clubs!.push(websiteClub('Haus Rose'));
  await page.reload();
  expect(await width()).toBeLessThan((await list.boundingBox())!.width / 2);

  await page.goto(`${site.url}/inserat/${crypto.randomUUID()}`);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Dieses Inserat ist nicht mehr online.' }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ähnliche' }).getByRole('article')).toHaveCount(4);
  await expectAccessible(page);
  await site.close();
});

test(
  'the arrow keys go through the pictures of an ad, on its page and over it [EXP-107]',
  DEEP_ONLY,
  async ({ page }) => {
    const [image] = websiteAd().images;
    const images = Array.from({ length: 5 }, (_, n) => ({
      ...image!,
      urls: { 640: `http://localhost:9/${n}.webp` },
    }));
    const lena = websiteAd({ images });
    const site = await openWebsite({ ads: [lena], banners: false });
    await page.context().addCookies([{ name: 'alter', value: '18', url: site.url }]);
    await page.goto(`${site.url}/inserat/${lena.id}`);
    const open = (number: number) =>
      page.getByRole('button', { name: `Bild ${number} von 5 gross zeigen` });
    await expect(open(3)).toBeVisible();
    await expect(open(4)).toBeHidden();
    await open(1).focus();
    await page.keyboard.press('ArrowRight');
    await expect(open(2)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(open(1)).toBeFocused();
    const all = page.getByRole('button', { name: 'Alle 5 Bilder' });
    await all.press('Enter');
    const large = page.getByRole('dialog', { name: 'Bilder von Lena' });
    for (const number of [1, 2, 3]) {
      await expect(large.locator('li').nth(number - 1)).toBeInViewport({ ratio: 0.9 });
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Escape');
    await expect(large).toBeHidden();
    await expect(all).toBeFocused();
    await expect(page).toHaveURL(`${site.url}/inserat/${lena.id}`);
    await expectStandsStill(page);
    await expectAccessible(page);
    await site.close();
  },
);
