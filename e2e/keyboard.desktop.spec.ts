import { some } from '../server/src/testing/process/deep.ts';
import {
  advertiser,
  api,
  breakAction,
  DEEP_ONLY,
  expect,
  expectAccessible,
  PARTNER_URL,
  test,
} from './support.ts';

test(
  'the keyboard alone fills the chips, and the button to place is 30 Tabs away at most [EXP-74]',
  DEEP_ONLY,
  async ({ page }) => {
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
  },
);

/** What has the focus, unless a ring is drawn around it or around the frame that it fills. */
function withoutRing(): string | null {
  const focused = document.activeElement!;
  const isRing = (element: Element, part?: string) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, part);
    const isSeen = !/transparent|[,/] 0\)$/.test(outlineColor);
    return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 && isSeen;
  };
  const field = focused.closest('.input, .textarea, .select, .rte');
  const frame = focused.closest('.focus-frame');
  const shows =
    focused === document.body ||
    isRing(focused) ||
    isRing(focused, '::after') ||
    (frame !== null && isRing(frame)) ||
    (field !== null && getComputedStyle(field).boxShadow !== 'none');
  return shows ? null : `${focused.className}: ${focused.ariaLabel ?? focused.textContent}`;
}

test('whatever Tab reaches shows that it has the focus [EXP-74]', async ({ page }) => {
  const unseen: string[] = [];
  const walk = async (path: string, times: number) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(`
      globalThis.focused = [];
      addEventListener('focusin', () => globalThis.focused.push((${withoutRing})()));
    `);
    for (let n = 0; n < times; n++) await page.keyboard.press('Tab');
    const focused = await page.evaluate<(string | null)[]>('globalThis.focused');
    expect(focused.length, path).toBeGreaterThan(times / 2);
    for (const found of focused) if (found !== null) unseen.push(`${path} ${found}`);
  };
  for (const path of some(['/', '/auth/login', PARTNER_URL, '/auth/register'], 2))
    await walk(path, 12);
  await advertiser(page, { confirmed: true });
  for (const path of some(['/home', '/guthaben', '/rabota', '/banner_neu', '/profil'], 3))
    await walk(path, 35);
  expect(unseen).toEqual([]);
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

test('Tab goes past a toast, and closing it returns the focus [EXP-73]', async ({ page }) => {
  await advertiser(page);
  await page.goto('/profil');
  await breakAction(page, 'update_profile');
  await page.getByRole('textbox', { name: 'Spitzname' }).fill('Lena aus der Altstadt');
  await page.getByRole('button', { name: 'Profil speichern' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  const close = page.getByRole('button', { name: 'Meldung schliessen' });
  await expect(close).toBeVisible();
  const imprint = page.getByRole('link', { name: 'Impressum' });
  const last = page.getByRole('button', { name: 'Nach oben' });
  await imprint.focus();
  await last.focus();
  await page.keyboard.press('Tab');
  await expect(close).toBeFocused();
  // Past the end of the page, where a browser has its own controls, and to its start.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused();

  await imprint.focus();
  await last.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(close).toHaveCount(0);
  await expect(last).toBeFocused();
});
