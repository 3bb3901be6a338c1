import type { Locator, Page } from '@playwright/test';
import { type Box, meet } from './boxes.ts';
import { freeze, greeting, tickUntilVisible, toast } from './clock.ts';
import { openStep } from './editor.ts';
import { listedAd } from './list-ads.ts';
import { advertiser, breakAction, DEEP_ONLY, every, expect, test } from './support.ts';

const boxOf = async (what: Locator): Promise<Box> => (await what.boundingBox())!;

/** The buttons in it that a message lies upon. */
async function coveredIn(page: Page, place: Locator): Promise<string[]> {
  const message = await boxOf(toast(page, 'Wähle ein Bild oder ein Video.'));
  const covered: string[] = [];
  for (const button of await every(place.getByRole('button'))) {
    if (meet(message, await boxOf(button))) covered.push((await button.textContent()) ?? '');
  }
  return covered;
}

test('a toast on a phone covers no button of the cost bar or its sheet [EDI-25, X-16]', async ({
  page,
}) => {
  await advertiser(page);
  await page.clock.install();
  await page.goto('/rabota');
  await page.getByRole('radio', { name: '1 Woche Premium' }).check();
  await openStep(page, 'Extras und Start');
  await page.getByRole('button', { name: 'Story hinzufügen' }).tap();
  const wrong = { name: 'notiz.txt', mimeType: 'text/plain', buffer: Buffer.from('Notiz') };
  await page.getByLabel('Bild oder Video der Story auswählen').setInputFiles(wrong);
  const message = toast(page, 'Wähle ein Bild oder ein Video.');
  await expect(message).toBeVisible();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
  expect(await coveredIn(page, page.locator('[data-slot="cost-bar"]'))).toEqual([]);
  await page.getByRole('button', { name: /^Kosten anzeigen/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Kosten' });
  await expect(sheet.getByRole('button', { name: 'Als Entwurf Speichern' })).toBeVisible();
  await page.clock.runFor(400);
  await expect(message).toBeVisible();
  await expect.poll(() => coveredIn(page, sheet)).toEqual([]);
  const { y, height } = await boxOf(message);
  expect([y >= 0, y + height < (await boxOf(sheet)).y], 'in sight, above the sheet').toEqual([
    true,
    true,
  ]);
});

test(
  'a message on a phone lies neither upon the bar below nor upon the button that was pressed [X-16]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/profil');
    await page.getByRole('textbox', { name: 'Spitzname' }).fill('Lena aus der Altstadt');
    await breakAction(page, 'update_profile');
    const save = page.getByRole('button', { name: 'Profil speichern' });
    const bar = await boxOf(page.locator('[data-slot=tab-bar]'));
    for (const above of [24, 300]) {
      // The button stands right above the bar, and then in the middle of the page.
      await save.evaluate(
        (button, to) => scrollBy(0, button.getBoundingClientRect().bottom - to),
        bar.y - above,
      );
      await save.tap();
      await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).tap();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const message = toast(page, 'Fehler beim Speichern des Profils');
      await expect(message).toHaveAttribute('role', 'alert');
      await expect
        .poll(async () => meet(await boxOf(message), await boxOf(save)), `${above}`)
        .toBe(false);
      expect(meet(await boxOf(message), bar)).toBe(false);
      const close = message.getByRole('button', { name: 'Meldung schliessen' });
      expect(await boxOf(close)).toMatchObject({ width: 44, height: 44 });
      await close.tap();
      await expect(message).toHaveCount(0);
    }
  },
);

test(
  'an error on a phone waits behind what goes by itself and covers no dialog head [EXP-73]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.clock.install();
    await page.goto('/profil');
    await page.getByRole('textbox', { name: 'Spitzname' }).fill('Lena aus der Altstadt');
    const mend = await breakAction(page, 'update_profile');
    const save = async () => {
      await page.getByRole('button', { name: 'Profil speichern' }).tap();
      const question = page.getByRole('dialog', { name: 'Profil speichern?' });
      await expect(question).toBeVisible();
      await question.getByRole('button', { name: 'Speichern' }).tap();
    };
    await save();
    const failure = toast(page, 'Fehler beim Speichern des Profils');
    await expect(failure).toBeVisible();
    // The same failure again is the same toast.
    await save();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(failure).toHaveCount(1);
    await page.getByRole('button', { name: 'Profil speichern' }).tap();
    const question = page.getByRole('dialog', { name: 'Profil speichern?' });
    await expect(question.getByRole('button', { name: 'Speichern' })).toBeVisible();
    await expect
      .poll(async () => meet(await boxOf(failure), await boxOf(question)), 'beside the dialog')
      .toBe(false);
    await mend();
    await question.getByRole('button', { name: 'Speichern' }).tap();
    await expect(toast(page, 'Profil erfolgreich gespeichert')).toBeVisible();
    await expect(page.locator('[data-removed=false] [data-slot=toast]')).toHaveCount(1);
    await page.clock.runFor(4_000);
    await expect(failure).toBeVisible();
    await page.clock.runFor(60_000);
    await failure.getByRole('button', { name: 'Meldung schliessen' }).tap();
    await page.clock.runFor(500);
    await expect(page.locator('[data-slot=toast]')).toHaveCount(0);
  },
);

/** It lies upon nothing of the page that is seen. */
async function expectUponNothing(page: Page, what: Locator): Promise<void> {
  const said = await boxOf(what);
  const main = page.getByRole('main');
  for (const content of await every(main.locator('a, button, h1, h2, h3, p, dt, dd, svg'))) {
    if (!(await content.isVisible())) continue;
    const box = await content.evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x, y, width, height };
    });
    expect(meet(said, box), (await content.textContent())!).toBe(false);
  }
}

test(
  'the greeting on a phone stands above the tab bar, upon nothing and beside no panel [EXP-39]',
  DEEP_ONLY,
  async ({ page, context }) => {
    const { username } = await advertiser(page, { credits: 50 });
    await page.clock.install();
    await freeze(page);
    await page.goto('/home');
    await tickUntilVisible(page, greeting(page, username));
    const said = await boxOf(greeting(page, username));
    const bar = await boxOf(page.locator('[data-slot=tab-bar]'));
    expect(bar.y - said.y - said.height, 'between the greeting and the bar').toBeGreaterThan(11);
    const main = page.getByRole('main');
    await expect(main.getByRole('button', { name: 'Mail neu senden' })).toBeVisible();
    await expectUponNothing(page, greeting(page, username));

    await page.clock.resume();
    const ad = await listedAd(page, 'Ruhige Abende');
    const other = await context.newPage();
    await other.goto(`/home?aufgegeben=${ad}`);
    await expect(other.getByRole('heading', { name: 'Dein Inserat ist online.' })).toBeFocused();
    await expect(greeting(other, username)).toHaveCount(0);
    await other.getByRole('link', { name: 'Home', exact: true }).first().click();
    await expect(greeting(other, username)).toBeVisible();
  },
);

test('the greeting on a phone gives way to what comes in its place before that is painted [EXP-39]', async ({
  page,
}) => {
  const { username } = await advertiser(page, { credits: 50 });
  // So high that there is room, and that the page keeps its height.
  await page.setViewportSize({ width: 390, height: 2400 });
  await page.clock.install();
  await freeze(page);
  await page.goto('/home');
  await tickUntilVisible(page, greeting(page, username));
  await expect(page.getByRole('button', { name: 'Mail neu senden' })).toBeVisible();
  const boxes = await page.evaluate(async () => {
    const said = document.querySelector<HTMLElement>('.greeting-foot')!;
    const before = said.getBoundingClientRect();
    const seen = said.style.clipPath === '';
    // As large as the greeting, where it stands; the size of the page stays.
    const price = document.createElement('label');
    price.textContent = 'Preis pro Monat';
    const { left, top, width, height } = before;
    Object.assign(price.style, { position: 'fixed', left: `${left}px`, top: `${top}px` });
    Object.assign(price.style, { width: `${width}px`, height: `${height}px` });
    document.querySelector('#inhalt')!.append(price);
    // All that runs before the next frame.
    for (let n = 0; n < 20; n++) await Promise.resolve();
    const after = said.getBoundingClientRect();
    const clear = said.style.clipPath !== '' || after.bottom <= top || after.top >= before.bottom;
    return { seen, clear };
  });
  expect(boxes).toEqual({ seen: true, clear: true });
});
