import { advertiser, expect, test } from './support.ts';

test('the keyboard alone fills the chips, and the button to place is 30 Tabs away at most [EXP-74]', async ({
  page,
}) => {
  await advertiser(page, { confirmed: true });
  await page.goto('/rabota');
  const group = page.getByRole('group', { name: 'Regionen' });
  await group.getByRole('button').first().focus();
  await page.keyboard.type('zz');
  const zurich = group.getByRole('button', { name: 'Zürich' });
  await expect(zurich).toBeFocused();
  await page.keyboard.press(' ');
  await expect(zurich).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Home');
  await expect(group.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(group.getByRole('button').last()).toBeFocused();
  await expect(group.getByRole('button').first()).toHaveAttribute('tabindex', '-1');
  expect(await group.locator('[tabindex="0"]').count()).toBe(1);

  await page.evaluate(() => document.getElementById('inhalt')!.focus());
  const path: string[] = [];
  const name = () =>
    page.evaluate(() => {
      const { ariaLabel, id, textContent } = document.activeElement!;
      return ariaLabel ?? (id || textContent);
    });
  while (!path.at(-1)?.startsWith('Inserat Aufgeben') && path.length < 60) {
    await page.keyboard.press('Tab');
    path.push((await name()) ?? '');
  }
  expect(path.length, path.join(' · ')).toBeLessThanOrEqual(30);
});
