import type { Locator, Page } from '@playwright/test';
import { toast } from './clock.ts';
import { newAdAt } from './editor.ts';
import { dragFinger, placesIn } from './photo-journey.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  phonePhoto,
  test,
} from './support.ts';
import { rateFirst } from './uploads.ts';

/** The touch target has the required 44 px, however small the control is drawn. */
async function expectInReach(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const reached = await control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const [middle, centre] = [x + width / 2, y + height / 2];
    return [-21, 21].flatMap((by) =>
      [
        document.elementFromPoint(middle + by, centre),
        document.elementFromPoint(middle, centre + by),
      ].map((hit) => element.contains(hit)),
    );
  });
  expect(reached).toEqual([true, true, true, true]);
}

const saved = (page: Page) => page.getByRole('img', { name: /^Bild \d+$/ });

async function openWith(page: Page, count: number): Promise<void> {
  await advertiser(page);
  await page.goto(newAdAt('Bilder'));
  const photo = await phonePhoto(page);
  const files = Array.from({ length: count }, (_, index) => ({
    ...photo,
    name: `bild-${index + 1}.jpg`,
  }));
  await page.getByLabel('Bilder auswählen').setInputFiles(files);
  await rateFirst(page);
  // They are worked on one after the other.
  await expect(saved(page)).toHaveCount(count, { timeout: 60_000 });
  await expect(page.getByRole('progressbar')).toHaveCount(0);
}

/**
 * The numbers in the names of the files, in the order that the server knows; `!` is the main
 * picture.
 */
async function order(page: Page): Promise<string> {
  const { state } = await api(page, 'state');
  const [ad] = (state as { Inserats: { imageSources: { name: string; mainImage: boolean }[] }[] })
    .Inserats;
  return ad!.imageSources
    .map(({ name, mainImage }) => name.replace(/\D/g, '') + (mainImage ? '!' : ''))
    .join(' ');
}

test('on a phone pictures are added, put in order by finger and by menu, and deleted [MED-06, MED-07, MED-12, MED-13]', async ({
  page,
}) => {
  await openWith(page, 3);
  await expect(page.getByRole('region', { name: 'Bilder' })).toContainText('3 von 3');
  expect(await order(page)).toBe('1! 2 3');
  await expectNoSidewaysScroll(page);

  const grip = (n: number) => page.getByRole('button', { name: `Bild ${n} verschieben` });
  for (const control of [grip(1), page.getByRole('button', { name: 'Optionen von Bild 1' })])
    await expectInReach(control);
  // Neither below a message nor below the bar, and far from the edges, which would scroll the page.
  await grip(3).evaluate((element) => scrollBy(0, element.getBoundingClientRect().y - 600));
  const [from] = await placesIn(grip(3), [[0.5, 0.5]]);
  const [to] = await placesIn(grip(1), [[0.5, 0.5]]);
  const steps = [0.2, 0.4, 0.6, 0.8, 1].map((share) => ({
    x: from!.x + (to!.x - from!.x) * share,
    y: from!.y + (to!.y - from!.y) * share,
  }));
  const before = await page.evaluate(() => scrollY);
  // A finger rests a moment before it is lifted; the place below it is found with the next frame.
  await dragFinger(page, [from!, ...steps], () =>
    expect(page.getByText('Das Bild liegt an Stelle 1 von 3.')).toBeAttached(),
  );
  await expect.poll(() => order(page)).toBe('3! 1 2');
  // The finger has moved the picture, not the page.
  expect(await page.evaluate(() => scrollY)).toBe(before);

  await page.getByRole('button', { name: 'Optionen von Bild 2' }).click();
  const sheet = page.getByRole('dialog', { name: 'Bild 2' });
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Als Hauptbild' }).click();
  await expect.poll(() => order(page)).toBe('1! 3 2');
  await expect(page.getByText('Hauptbild', { exact: true })).toHaveCount(1);

  await page.getByRole('button', { name: 'Optionen von Bild 3' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bild löschen' }).click();
  const question = page.getByRole('dialog', { name: 'Bild löschen?' });
  await question.getByRole('button', { name: 'Löschen' }).click();
  await expect(toast(page, 'Bild erfolgreich aus WordPress und CDN gelöscht')).toBeVisible();
  await expect(saved(page)).toHaveCount(2);
  expect(await order(page)).toBe('1! 3');
});

test(
  'on a phone an upload shows its progress and is cancelled by touch [MED-06, MED-09]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto(newAdAt('Bilder'));
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(/\/media\/uploads/, async (route) => {
      if (route.request().method() === 'PATCH') await held;
      await route.continue().catch(() => {});
    });
    await page
      .getByLabel('Bilder auswählen')
      .setInputFiles({ ...(await phonePhoto(page)), name: 'bild-1.jpg' });
    await rateFirst(page);
    await expect(
      page.getByRole('progressbar', { name: 'bild-1.jpg wird hochgeladen' }),
    ).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const back = page.getByRole('button', { name: /^Vorschau von .* entfernen$/ });
    await expectInReach(back);
    await back.tap();
    await expect(toast(page, 'Vorschau entfernt')).toBeVisible();
    await expect(page.getByRole('img', { name: /^Vorschau von / })).toHaveCount(0);
    release();
    await expect(saved(page)).toHaveCount(0);
  },
);
