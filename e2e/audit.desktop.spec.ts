import { readFileSync } from 'node:fs';
import { enrolled, expectSound, houseTitle, invited, signedIn } from './house.ts';
import { DEEP_ONLY, every, expect, PHONE, test } from './support.ts';

test('the log is searched by person, kind and object, and downloaded [BOF-140, BOF-141, BOF-143, BOF-144]', async ({
  page,
}) => {
  const { link, email } = await invited(page, 'Olga Hirt', 'owner');
  await enrolled(page, link);
  await page.getByRole('link', { name: 'Protokoll' }).click();
  await expect(page).toHaveTitle(houseTitle('Protokoll'));
  const lines = page.getByRole('table', { name: 'Protokoll' }).getByRole('row');
  await expect(lines.filter({ hasText: 'Zugang eingerichtet' }).first()).toBeVisible();
  await expectSound(page);
  await page.setViewportSize(PHONE);
  // A label stands beside what it names, or not at all.
  const labelled = page.locator('td[data-label=Warum], td[data-label=Recht]');
  for (const cell of await every(labelled.filter({ visible: true })))
    expect(await cell.evaluate((it) => [it.childNodes.length, it.children.length])).toEqual([1, 0]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('Art').selectOption('Ins Team aufgenommen');
  await expect(lines.filter({ hasText: 'Zugang eingerichtet' })).toHaveCount(0);
  const mine = lines.filter({ hasText: 'Rolle: Inhaberin' }).first();
  const object = (await mine.getByRole('link').textContent())!;
  await page.getByLabel('Art').selectOption('Alle');
  await page.getByLabel('Worum').fill(object);
  await page.keyboard.press('Enter');
  await expect(lines.filter({ hasText: 'Ins Team aufgenommen' })).toHaveCount(1);
  await page.getByLabel('Von').fill('2020-01-02');
  await page.getByLabel('Bis').fill('2020-01-01');
  await expect(page.getByText('Keine Zeilen.')).toBeVisible();

  await page.getByRole('button', { name: 'Herunterladen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Von').fill('2020-01-02');
  await dialog.getByLabel('Bis').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Herunterladen' }).click();
  await expect(dialog.getByText('Das Ende liegt vor dem Anfang.')).toBeVisible();
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Zurich' });
  await dialog.getByLabel('Von').fill(today);
  await dialog.getByLabel('Bis').fill(today);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Herunterladen' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`protokoll-${today}-${today}.csv`);
  const text = readFileSync((await file.path())!, 'utf8');
  expect(text).toContain('Zugang eingerichtet');
  expect(text).not.toContain(email);
  await expect(dialog).toBeHidden();
});

test(
  'from the third page «Neuere» leads to the second, and from there to the first [BOF-144]',
  DEEP_ONLY,
  async ({ page }) => {
    const { link } = await invited(page, 'Paula Seiten', 'owner');
    // Three pages of the same lines, each with its number.
    await page.route('**/betrieb/api?action=get_audit_log*', async (route) => {
      const url = new URL(route.request().url());
      const number = Number(url.searchParams.get('cursor') ?? 1);
      url.searchParams.delete('cursor');
      const response = await route.fetch({ url: url.href });
      const body = await response.json();
      body.lines[0].reason = `Seite ${number} von 3`;
      body.cursor = number < 3 ? String(number + 1) : null;
      await route.fulfill({ response, json: body });
    });
    await enrolled(page, link);
    await page.getByRole('link', { name: 'Protokoll' }).click();
    const shows = (number: number) => expect(page.getByText(`Seite ${number} von 3`)).toBeVisible();
    const [older, newer] = ['Ältere', 'Neuere'].map((name) => page.getByRole('button', { name }));
    await shows(1);
    await older!.click();
    await shows(2);
    await older!.click();
    await shows(3);
    await expect(older!).toHaveCount(0);
    await newer!.click();
    await shows(2);
    await newer!.click();
    await shows(1);
    await expect(newer!).toHaveCount(0);
  },
);

test(
  'a head sorts the whole log, not its page; the address keeps it over reload and back [BOF-144]',
  DEEP_ONLY,
  async ({ page }) => {
    const { link } = await invited(page, 'Rita Reihe', 'owner');
    await signedIn(page, link);
    // More than a page of one kind, and the newest.
    for (let n = 0; n < 60; n++) {
      const response = await page.request.post('/betrieb/api?action=search', {
        data: { q: `gibt-es-nicht-${n}` },
        headers: { 'x-portal': '1' },
      });
      expect(response.status(), await response.text()).toBe(200);
    }
    await page.goto('/betrieb/protokoll');
    const first = page.locator('td[data-label=Was]').first();
    const head = page.getByRole('columnheader', { name: 'Was' });
    // Other journeys write lines, too.
    const words = () => page.locator('td[data-label=Was]').allTextContents();
    await expect.poll(async () => (await words()).join()).toContain('Gesucht');
    await expect(first).not.toContainText(/^Z/);
    // A filter that is set and taken away again leads to the newest ones.
    const newer = page.getByRole('button', { name: 'Neuere' });
    await page.getByRole('button', { name: 'Ältere' }).click();
    await expect(newer).toBeVisible();
    await page.getByLabel('Art').selectOption({ label: 'Zugang eingerichtet' });
    await expect.poll(async () => (await words()).join()).not.toContain('Gesucht');
    await page.getByLabel('Art').selectOption({ label: 'Alle' });
    await expect.poll(async () => (await words()).join()).toContain('Gesucht');
    await expect(newer).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Ältere' })).toBeVisible();
    await head.getByRole('button').click();
    await expect(page).toHaveURL(/\?sort=kind$/);
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect(head.getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?sort=-kind$/);
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(first).toContainText(/^Z/);
    await expectSound(page);
    // The second page goes on where the first one ended.
    const before = await words();
    await page.getByRole('button', { name: 'Weiter' }).click();
    await expect.poll(words).not.toEqual(before);
    await page.getByRole('button', { name: 'Zurück' }).click();
    await expect(page.getByRole('button', { name: 'Zurück' })).toHaveCount(0);
    await page.reload();
    await expect(page).toHaveURL(/\?sort=-kind$/);
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(first).toContainText(/^Z/);
    await page.goBack();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect(first).not.toContainText(/^Z/);
    await page.goBack();
    await expect(page).toHaveURL(/\/betrieb\/protokoll$/);
    await expect(head).toHaveAttribute('aria-sort', 'none');
    await expect(first).not.toContainText(/^Z/);
  },
);
