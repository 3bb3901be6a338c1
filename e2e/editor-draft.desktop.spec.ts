import type { Page } from '@playwright/test';
import { freeze, SAVED } from './clock.ts';
import { savedAd } from './editor.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  PASSWORD,
  SEEN_ELSEWHERE,
  test,
} from './support.ts';

const title = (page: Page) => page.getByRole('textbox', { name: 'Titel', exact: true });
const kept = (page: Page) => page.getByText(SAVED);
const adOf = async (page: Page, inserat_id: number) =>
  (await api(page, `getInserat&inserat_id=${inserat_id}`)) as unknown as {
    inserat: { titel: string; inserat_status: string; version: number };
    unsaved: { titel: string } | null;
  };
const idOf = (page: Page) => Number(new URL(page.url()).pathname.split('/').at(-1));

/** The calls that keep the draft, as they leave the page. */
function keepCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('action=keepInserat')) calls.push(request.postData() ?? '');
  });
  return calls;
}

test('input in a new ad is autosaved as a draft; address, scroll position and focus stay [EDI-04, EDI-28]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  await expect(page.getByRole('heading', { name: 'Neues Inserat aufgeben' })).toBeVisible();
  await expect(page.getByText(/Gesichert/)).toHaveCount(0);
  await title(page).pressSequentially('Stille Stunden');
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  await expect(kept(page)).toBeVisible();
  await expect(page).toHaveURL(/\/rabota\/\d+$/);
  await expect(title(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.keyboard.type(' am See');
  await expect(title(page)).toHaveValue('Stille Stunden am See');
  await expect
    .poll(async () => (await adOf(page, idOf(page))).inserat.titel)
    .toBe('Stille Stunden am See');
  await expectAccessible(page, SEEN_ELSEWHERE);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Inserat bearbeiten' })).toBeVisible();
  await expect(title(page)).toHaveValue('Stille Stunden am See');
  await expect(kept(page)).toBeVisible();
  await page.getByRole('link', { name: 'Inserat aufgeben' }).first().click();
  await expect(page).toHaveURL('/rabota');
  await expect(title(page)).toHaveValue('');
});

test('an untouched new ad stays blank and is not listed [EDI-04]', DEEP_ONLY, async ({ page }) => {
  await advertiser(page);
  const calls = keepCalls(page);
  await page.goto('/rabota');
  await title(page).focus();
  await page.getByRole('link', { name: 'Samtrot, Home' }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL('/home');
  const { state } = await api(page, 'state');
  expect([calls, (state as { Inserats: unknown[] }).Inserats]).toEqual([[], []]);
});

test('what was typed a moment before the page is reloaded or left is there again [EDI-28]', async ({
  page,
}) => {
  await advertiser(page);
  const id = await savedAd(page, { titel: 'Zum Anfang', post_status: 'draft' });
  await page.goto(`/rabota/${id}`);
  await title(page).fill('Kurz vor dem Neuladen');
  await page.reload();
  await expect.poll(async () => (await adOf(page, id)).inserat.titel).toBe('Kurz vor dem Neuladen');
  await page.goto(`/rabota/${id}`);
  await title(page).fill('Kurz vor dem Gehen');
  await page.getByRole('link', { name: 'Samtrot, Home' }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL('/home');
  expect((await adOf(page, id)).inserat.titel).toBe('Kurz vor dem Gehen');
});

test(
  'two windows: the second one reports the conflict, and either version can be kept [EDI-28]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const id = await savedAd(page, { titel: 'Fassung null', post_status: 'draft' });
    const other = await page.context().newPage();
    await page.goto(`/rabota/${id}`);
    await other.goto(`/rabota/${id}`);
    await title(page).fill('Fassung eins');
    await expect.poll(async () => (await adOf(page, id)).inserat.titel).toBe('Fassung eins');
    await title(other).fill('Fassung zwei');
    const dialog = other.getByRole('dialog', { name: 'Welche Fassung soll gelten?' });
    await expect(dialog).toContainText(/um \d\d:\d\d in einem anderen Fenster geändert/);
    await expectAccessible(other, { within: '[role=dialog]' });
    await other.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    expect((await adOf(page, id)).inserat.titel).toBe('Fassung eins');
    await dialog.getByRole('button', { name: 'Diese Fassung behalten' }).click();
    await expect.poll(async () => (await adOf(page, id)).inserat.titel).toBe('Fassung zwei');
    await title(page).fill('Fassung drei');
    await page.getByRole('dialog').getByRole('button', { name: 'Andere Fassung laden' }).click();
    await expect(title(page)).toHaveValue('Fassung zwei');
    await title(page).fill('Fassung vier');
    await expect.poll(async () => (await adOf(page, id)).inserat.titel).toBe('Fassung vier');
  },
);

test(
  'two windows save a running ad: the version kept goes on to the question of saving [EDI-28]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const id = await savedAd(page, { titel: 'Fassung null' });
    const other = await page.context().newPage();
    for (const window of [page, other]) {
      await window.goto(`/rabota/${id}`);
      await expect(title(window)).toHaveValue('Fassung null');
    }
    const save = async (window: Page) => {
      await window.getByRole('button', { name: 'Änderungen speichern' }).first().click();
      const question = window.getByRole('dialog', { name: 'Änderungen speichern?' });
      await question.getByRole('button', { name: 'Speichern' }).click();
    };
    // Only saving finds the conflict.
    await other.route('**/api?action=keepInserat*', (route) => route.abort());
    await title(page).fill('Fassung eins');
    await save(page);
    await expect.poll(async () => (await adOf(page, id)).inserat.titel).toBe('Fassung eins');
    await title(other).fill('Fassung zwei');
    await save(other);
    const dialog = other.getByRole('dialog', { name: 'Welche Fassung soll gelten?' });
    await expect(dialog).toBeVisible();
    await other.unroute('**/api?action=keepInserat*');
    await dialog.getByRole('button', { name: 'Diese Fassung behalten' }).click();
    await other
      .getByRole('dialog', { name: 'Änderungen speichern?' })
      .getByRole('button', { name: 'Speichern' })
      .click();
    await expect.poll(async () => (await adOf(page, id)).inserat.titel).toBe('Fassung zwei');
  },
);

test(
  'two windows begin the same new ad: the second may load what the first has typed [EDI-04, EDI-28]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const other = await page.context().newPage();
    await page.goto('/rabota');
    await other.goto('/rabota');
    await expect(title(other)).toBeVisible();
    await title(page).fill('Aus dem ersten Fenster');
    await expect(kept(page)).toBeVisible();
    await title(other).fill('Aus dem zweiten Fenster');
    const dialog = other.getByRole('dialog', { name: 'Welche Fassung soll gelten?' });
    await dialog.getByRole('button', { name: 'Andere Fassung laden' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(title(other)).toHaveValue('Aus dem ersten Fenster');
    expect(idOf(other)).toBe(idOf(page));
  },
);

test(
  'with an ended session the password is asked for in place, and nothing typed is lost [FRM-29, EDI-28]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const id = await savedAd(page, { titel: 'Vor dem Ende', post_status: 'draft' });
    await page.goto(`/rabota/${id}`);
    await expect(title(page)).toHaveValue('Vor dem Ende');
    await page.context().clearCookies();
    await title(page).fill('Nach dem Ende');
    const notice = page.getByRole('alert').filter({ hasText: 'Deine Sitzung ist abgelaufen.' });
    await expect(notice).toBeVisible();
    await expectAccessible(page, { within: '[role=alert]' });
    await notice.getByRole('button', { name: 'Anmelden' }).click();
    const dialog = page.getByRole('dialog', { name: 'Anmelden' });
    await dialog.getByRole('textbox', { name: 'Passwort' }).fill('falsch');
    await dialog.getByRole('button', { name: 'Anmelden' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Passwort' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await expectAccessible(page, { within: '[role=dialog]' });
    await dialog.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
    await dialog.getByRole('textbox', { name: 'Passwort' }).press('Enter');
    await expect(notice).toHaveCount(0);
    await expect(page).toHaveURL(`/rabota/${id}`);
    await expect(title(page)).toHaveValue('Nach dem Ende');
    await expect.poll(async () => (await adOf(page, id)).inserat.titel).toBe('Nach dem Ende');
  },
);

test('offline the editor says so, retries, confirms leaving, and saves everything once online [EDI-28]', async ({
  page,
}) => {
  await advertiser(page);
  const id = await savedAd(page, { titel: 'Mit Netz', post_status: 'draft' });
  await page.goto(`/rabota/${id}`);
  await expect(title(page)).toHaveValue('Mit Netz');
  await title(page).press('End');
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await title(page).fill('Ohne Netz');
  await expect(page.getByText('Keine Verbindung. Deine Eingaben sind gesichert.')).toBeVisible();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Nur auf dieser Seite gesichert' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Samtrot, Home' }).filter({ visible: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await page.context().setOffline(false);
  await expect(kept(page)).toBeVisible();
  expect((await adOf(page, id)).inserat.titel).toBe('Ohne Netz');
});

test(
  'back online the editor saves at once, before its next try [EDI-28]',
  DEEP_ONLY,
  async ({ page }) => {
    await page.clock.install();
    await advertiser(page);
    const id = await savedAd(page, { titel: 'Mit Netz', post_status: 'draft' });
    await page.goto(`/rabota/${id}`);
    await expect(title(page)).toHaveValue('Mit Netz');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await title(page).fill('Ohne Netz');
    await expect(page.getByText('Keine Verbindung. Deine Eingaben sind gesichert.')).toBeVisible();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Nur auf dieser Seite gesichert' }),
    ).toBeVisible();
    // No timer of the page fires any more.
    await freeze(page);
    await page.context().setOffline(false);
    await expect.poll(async () => (await adOf(page, id)).inserat.titel).toBe('Ohne Netz');
  },
);

test('autosave over a running ad publishes nothing; the stored edit is offered or discarded [EDI-10, EDI-28]', async ({
  page,
}) => {
  await advertiser(page);
  const id = await savedAd(page, { titel: 'Veröffentlicht' });
  await page.goto(`/rabota/${id}`);
  await title(page).fill('Noch nicht veröffentlicht');
  await expect(page.getByText(/^Gesichert .*\d\d:\d\d, noch nicht veröffentlicht$/)).toBeVisible();
  expect(await adOf(page, id)).toMatchObject({
    inserat: { titel: 'Veröffentlicht', inserat_status: 'aktiv' },
    unsaved: { titel: 'Noch nicht veröffentlicht' },
  });
  await page.reload();
  await expect(
    page.getByText(/Deine ungespeicherten Änderungen von \d\d:\d\d sind noch da\./),
  ).toBeVisible();
  await expect(title(page)).toHaveValue('Noch nicht veröffentlicht');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Verwerfen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).click();
  await expect(title(page)).toHaveValue('Veröffentlicht');
  await expect(page.getByText('Deine ungespeicherten Änderungen')).toHaveCount(0);
  expect((await adOf(page, id)).unsaved).toBeNull();
  await title(page).fill('Neu veröffentlicht');
  await page.getByRole('button', { name: 'Änderungen speichern' }).click();
  await page
    .getByRole('dialog', { name: 'Änderungen speichern?' })
    .getByRole('button', { name: 'Speichern', exact: true })
    .click();
  await expect(page).toHaveURL('/inserate');
  expect(await adOf(page, id)).toMatchObject({
    inserat: { titel: 'Neu veröffentlicht' },
    unsaved: null,
  });
});

test(
  'a title that is too long hinders nothing else from being kept [EDI-48]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const id = await savedAd(page, { titel: 'Passt', post_status: 'draft' });
    await page.goto(`/rabota/${id}`);
    await title(page).fill('a'.repeat(101));
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mara');
    await expect(
      page.getByText('Nicht alles gesichert. Prüfe die markierten Felder.'),
    ).toBeVisible();
    expect((await adOf(page, id)).inserat).toMatchObject({ titel: 'Passt', name: 'Mara' });
    await title(page).fill('Passt wieder');
    await expect(kept(page)).toBeVisible();
    expect((await adOf(page, id)).inserat.titel).toBe('Passt wieder');
  },
);

test('the form is really emptied, after a question [EDI-13, EDI-15]', async ({ page }) => {
  await advertiser(page);
  const id = await savedAd(page, { titel: 'Wird geleert', post_status: 'draft' });
  await page.goto(`/rabota/${id}`);
  await page.getByRole('button', { name: 'Formular leeren' }).click();
  await page
    .getByRole('dialog', { name: 'Formular leeren?' })
    .getByRole('button', { name: 'Behalten' })
    .click();
  await expect(title(page)).toHaveValue('Wird geleert');
  await page.getByRole('button', { name: 'Formular leeren' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leeren' }).click();
  await expect(title(page)).toHaveValue('');
  await expect(
    page.getByRole('group', { name: 'Regionen' }).getByRole('button', { pressed: true }),
  ).toHaveCount(0);
  await expect.poll(async () => (await adOf(page, id)).inserat.titel).toBe('');
});

test(
  'a server failing while a new ad gets its address redirects nobody to the login [EDI-28, FRM-29]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await page.goto('/rabota');
    await expect(title(page)).toBeVisible();
    let asked = 0;
    await page.route('**/api?action=state*', async (route) => {
      asked++;
      // Long enough for the new address to wait for it.
      await new Promise((done) => setTimeout(done, 300));
      return route.abort('connectionrefused');
    });
    await title(page).pressSequentially('Stille Stunden');
    await expect(page).toHaveURL(/\/rabota\/\d+$/);
    await expect.poll(() => asked).toBeGreaterThan(1);
    await title(page).press('End');
    await title(page).pressSequentially(' am See');
    await expect(kept(page)).toBeVisible();
    await expect(page).toHaveURL(/\/rabota\/\d+$/);
    await expect(title(page)).toHaveValue('Stille Stunden am See');
  },
);
