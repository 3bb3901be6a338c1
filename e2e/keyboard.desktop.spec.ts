import { advertiser, api, DEEP_ONLY, expect, expectAccessible, test } from './support.ts';

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

test(
  'keys lead through the portal, never while typing, until they are switched off [EXP-75]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { confirmed: true });
    await page.goto('/home');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('?');
    const list = page.getByRole('dialog', { name: 'Tastenkürzel' });
    await expect(list).toContainText('Inserat als Entwurf speichern');
    await expectAccessible(page);
    await press('n');
    await press('Escape');
    await expect(list).toHaveCount(0);
    await expect(page).toHaveURL('/home');
    await press('/');
    const search = page.getByRole('searchbox', { name: 'Inserate suchen' });
    await expect(search).toBeFocused();
    await expect(page).toHaveURL('/inserate');
    await press('n', '?', 'g', 'h');
    await expect(search).toHaveValue('n?gh');
    await search.blur();
    await press('g', 'g');
    await expect(page).toHaveURL('/guthaben');
    await press('g', 'h');
    await expect(page).toHaveURL('/home');
    await press('g', 'i');
    await expect(page).toHaveURL(/inserate/);
    await press('n');
    await expect(page).toHaveURL('/rabota');

    const title = page.getByRole('textbox', { name: 'Titel', exact: true });
    await title.fill('Mit Tasten');
    await press('Control+Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Angaben fehlen' })).toBeFocused();
    await title.focus();
    await press('Control+s');
    const question = page.getByRole('dialog', { name: 'Als Entwurf speichern?' });
    await question.getByRole('button', { name: 'Speichern', exact: true }).click();
    await expect(page).toHaveURL('/inserate?tab=entwurf');

    await page.goto('/profil');
    const shortcuts = page.getByRole('switch', { name: 'Tastenkürzel' });
    await shortcuts.click();
    await expect(shortcuts).not.toBeChecked();
    await expect
      .poll(
        async () => ((await api(page, 'state')).state as { switched_off: string[] }).switched_off,
      )
      .toEqual(['shortcuts']);
    await shortcuts.blur();
    await press('?', 'n', 'g', 'h');
    await expect(list).toHaveCount(0);
    await expect(page).toHaveURL('/profil');
  },
);
