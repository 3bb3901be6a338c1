import type { Page } from '@playwright/test';
import { inside } from './boxes.ts';
import { tickUntilVisible } from './clock.ts';
import { advertiser, DEEP_ONLY, every, expect, expectAccessible, test } from './support.ts';

const METHODS = [
  ...[
    { id: 'twint', name: 'TWINT' },
    { id: 'visa', name: 'Visa' },
    { id: 'mastercard', name: 'Mastercard' },
    { id: 'postfinance', name: 'PostFinance' },
  ],
  ...[
    { id: 'bank_transfer', name: 'Banküberweisung' },
    { id: 'samsung_pay', name: 'Samsung Pay' },
  ],
];

const offerMethods = (page: Page) =>
  page.route('**/api?action=getTopupOptions*', async (route) => {
    const response = await route.fetch();
    const options = await response.json();
    await route.fulfill({ response, json: { ...options, payment_methods: METHODS } });
  });

test('the top-up sheet begins at its title, keeps the price in view and breaks no word [EXP-99]', async ({
  page,
}) => {
  await advertiser(page);
  await offerMethods(page);
  await page.goto('/guthaben');
  const sheet = page.getByRole('dialog');
  const radios = sheet.getByRole('radio');
  // A phone, and a window of 1440 × 900 px at 200 % zoom.
  for (const size of [
    { width: 360, height: 640 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size);
    await page
      .getByRole('button', { name: /Credits für CHF .* aufladen/ })
      .last()
      .click();
    const head = [
      sheet.getByRole('heading', { name: /^[\d’]+ Credits aufladen\?$/ }),
      sheet.getByText(/^Du zahlst CHF \S+$/),
    ];
    await expect(head[1]!).toBeFocused();
    expect(await sheet.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    await expect(radios).toHaveCount(5);
    await sheet.getByRole('button', { name: 'Weitere' }).click();
    await expect(radios).toHaveCount(1 + METHODS.length);
    await expect(sheet.getByRole('radio', { name: 'Banküberweisung' })).toBeFocused();
    const left = await radios.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    expect(new Set(left).size, 'one column').toBe(1);

    await sheet.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    expect(await sheet.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    const frame = (await sheet.boundingBox())!;
    for (const part of [...head, ...(await every(sheet.getByRole('button', { name: /Zahlung$/ })))])
      expect(inside((await part.boundingBox())!, frame), (await part.textContent())!).toBe(true);
    expect(
      await sheet.evaluate((box) => {
        const words = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
        const broken: string[] = [];
        while (words.nextNode()) {
          const { currentNode: node } = words;
          for (const { 0: word, index } of node.textContent!.matchAll(/[\p{L}\d]+/gu)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (new Set([...range.getClientRects()].map(({ y }) => y)).size > 1) broken.push(word);
          }
        }
        return { broken, wider: box.scrollWidth - box.clientWidth };
      }),
    ).toEqual({ broken: [], wider: 0 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    await expectAccessible(page, { within: '[data-slot=dialog]' });
    await sheet.getByRole('button', { name: 'Abbrechen' }).click();
    await expect(sheet).toHaveCount(0);
  }
});

test(
  'the sheet and its chosen payment method are there again once the server answers [EXP-65, GUT-11]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.clock.install();
    await offerMethods(page);
    await page.goto('/guthaben');
    const choose = () =>
      page.getByRole('button', { name: '50 Credits für CHF 50.- aufladen' }).tap();
    const sheet = page.getByRole('dialog');
    const chosen = sheet.getByRole('radio', { name: 'TWINT' });
    await choose();
    await sheet.getByText('TWINT').tap();
    await expect(chosen).toBeChecked();
    // Nothing known is younger than five minutes: the page goes, too.
    await page.route('**/api?**', (route) => route.abort());
    await page.route('**/auth/login', (route) => route.abort());
    await page.clock.fastForward('06:00');
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    for (let time = 0; time < 6; time++) await page.clock.runFor(10_000);
    await expect(page.locator('[data-slot=server-away]')).toBeVisible();
    await page.unroute('**/api?**');
    await tickUntilVisible(page, chosen);
    await expect(chosen).toBeChecked();
    await expect(sheet).toContainText('CHF 50.-');
    // Looked at and closed, it is what stands there the next time.
    await sheet.getByRole('button', { name: 'Abbrechen' }).tap();
    await expect(sheet).toHaveCount(0);
    await choose();
    await expect(chosen).toBeChecked();
  },
);
