import type { Page } from '@playwright/test';
import { account, dayFromNow, listedAd } from './list-ads.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  keepFromNoticing,
  LOGIN_PAGE,
  test,
} from './support.ts';

const dialogOf = (page: Page) => page.locator('[data-slot=dialog]');
const press = (page: Page, name: string) =>
  page
    .getByRole('article')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();

/** What the action was called with, one entry for each call. */
function callsOf(page: Page, action: string) {
  const calls: { body: Record<string, unknown>; key: string | undefined }[] = [];
  page.on('request', (request) => {
    if (!request.url().includes(`action=${action}`)) return;
    calls.push({
      body: request.postDataJSON() as Record<string, unknown>,
      key: request.headers()['idempotency-key'],
    });
  });
  return calls;
}

test(
  'with too few credits the dialog says how many and leads to Guthaben [INS-33, ERR-097]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 60 });
    const id = await listedAd(page, 'Ruhige Abende', { inserat_typ: '3_days' }, true);
    await page.goto('/inserate');
    const calls = callsOf(page, 'top_inserat');
    await press(page, 'TopAd');
    await expect(dialogOf(page)).toContainText('Du hast 40 Credits. Es fehlen noch 40 Credits.');
    await expectAccessible(page);
    await dialogOf(page).getByRole('button', { name: 'Guthaben aufladen' }).click();
    await expect(page).toHaveURL('/guthaben');
    expect(calls).toEqual([]);

    // Spent elsewhere while the question is open, and a moment before the page notices.
    await keepFromNoticing(page);
    await page.goto('/inserate');
    await press(page, 'Story');
    await expect(dialogOf(page)).toContainText('Guthaben danach30 Credits');
    await api(page, 'color_inserat', { inserat_id: id });
    for (let push = 0; push < 3; push++)
      await api(page, 'push_inserat', { inserat_id: id, again: true });
    await dialogOf(page).getByRole('button', { name: 'Story buchen für 10 Credits' }).click();
    await expect(dialogOf(page)).toContainText('Du hast 5 Credits. Es fehlen noch 5 Credits.');
    await expect(dialogOf(page).getByRole('button', { name: 'Guthaben aufladen' })).toBeVisible();
    expect((await account(page)).ads[0]).toMatchObject({ inserat_story: false });
  },
);

test(
  'what became of the ad elsewhere is said and shown [INS-31, INS-36]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 50 });
    const id = await listedAd(page, 'Ruhige Abende');
    await page.goto('/inserate');
    await press(page, 'Push');
    await expect(dialogOf(page)).toBeVisible();
    await api(page, 'hide_inserat', { inserat_id: id });
    await dialogOf(page).getByRole('button', { name: 'Push buchen für 5 Credits' }).click();
    await expect(page.getByRole('alert')).toContainText(
      'Das geht nicht: Dieses Inserat ist ausgeblendet.',
    );
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.getByRole('tab', { name: 'Entwürfe' })).toContainText('1');
    expect((await account(page)).credits).toBe(40);
  },
);

test(
  'another price is named before it is charged, and the next order expects it [INS-32]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 50 });
    await listedAd(page, 'Ruhige Abende');
    await page.goto('/inserate');
    const calls = callsOf(page, 'color_inserat');
    const url = '**/api?action=color_inserat';
    const message = 'Der Preis hat sich geändert. Bitte prüfe den neuen Betrag.';
    await page.route(url, (route) =>
      route.fulfill({
        status: 409,
        json: { success: false, code: 'PRICE_CHANGED', message, total: 25 },
      }),
    );
    await press(page, 'Farbe');
    await dialogOf(page).getByRole('button', { name: 'Farbe buchen für 20 Credits' }).click();
    await expect(dialogOf(page).getByRole('alert')).toHaveText(message);
    await expect(dialogOf(page)).toContainText('Preis 25 Credits');
    await expect(dialogOf(page)).toContainText('Guthaben danach15 Credits');
    await dialogOf(page).getByRole('button', { name: 'Farbe buchen für 25 Credits' }).click();
    await expect.poll(() => calls.map(({ body }) => body.expected_total)).toEqual([20, 25]);
  },
);

test(
  'a story without a picture or a title, and what the server refuses, lead to the editor [INS-34, MED-23, MED-24]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 50 });
    const id = await listedAd(page, 'Ruhige Abende');
    await page.goto('/inserate');
    await press(page, 'Story');
    await expect(dialogOf(page)).toContainText(
      'Für eine Story braucht das Inserat mindestens ein Bild.',
    );
    await dialogOf(page).getByRole('button', { name: 'Bilder hinzufügen' }).click();
    await expect(page).toHaveURL(`/rabota/${id}#story`);
    await expect(page.getByRole('button', { name: 'Bild oder Video wählen' })).toBeFocused();

    const untitled = await listedAd(
      page,
      'Ohne Titel der Story',
      { inserat_typ: '1_day', story_title: '' },
      true,
    );
    await page.goto('/inserate?q=Story');
    await press(page, 'Story');
    await expect(dialogOf(page)).toContainText('Eine Story braucht einen Titel.');
    await expect(dialogOf(page)).not.toContainText('Kostenlos');
    await dialogOf(page).getByRole('button', { name: 'Titel eingeben' }).click();
    await expect(page).toHaveURL(`/rabota/${untitled}#story`);
    await expect(page.getByRole('textbox', { name: 'Titel der Story' })).toBeFocused();

    await page.goto('/inserate?q=Ruhige');
    await api(page, 'hide_inserat', { inserat_id: id });
    await page.goto('/inserate?tab=entwurf&q=Ruhige');
    const text = 'Dieser Text ist so nicht erlaubt.';
    await page.route('**/api?action=activate_inserat', (route) =>
      route.fulfill({
        status: 422,
        json: {
          success: false,
          code: 'INVALID_INPUT',
          message: 'Bitte überprüfe deine Angaben.',
          errors: { titel: text },
        },
      }),
    );
    await press(page, 'Einblenden');
    await dialogOf(page).getByRole('button', { name: 'Einblenden' }).click();
    await expect(dialogOf(page).getByRole('alert')).toHaveText(text);
    await dialogOf(page).getByRole('button', { name: 'Inserat bearbeiten' }).click();
    await expect(page).toHaveURL(`/rabota/${id}`);
  },
);

test(
  'without an answer the dialog stays, and pressing again means the same order [INS-31]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 50 });
    await listedAd(page, 'Ruhige Abende');
    await page.goto('/inserate');
    const calls = callsOf(page, 'push_inserat');
    // The order arrives, its answer does not.
    await page.route(
      '**/api?action=push_inserat',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await press(page, 'Push');
    const act = dialogOf(page).getByRole('button', { name: 'Push buchen für 5 Credits' });
    await act.click();
    await expect(dialogOf(page).getByRole('alert')).toContainText('Keine Verbindung zum Server.');
    await act.click();
    await expect(page.getByText('Dein Inserat steht wieder ganz oben.')).toBeVisible();
    expect(calls).toHaveLength(2);
    expect(calls[0]!.key).toBeTruthy();
    expect(calls[1]!.key).toBe(calls[0]!.key);
    expect((await account(page)).credits).toBe(35);
  },
);

test('while it is being booked nothing is booked twice [INS-31]', DEEP_ONLY, async ({ page }) => {
  await advertiser(page, { credits: 50 });
  await listedAd(page, 'Ruhige Abende');
  await page.goto('/inserate');
  const calls = callsOf(page, 'push_inserat');
  await press(page, 'Push');
  await dialogOf(page).getByRole('button', { name: 'Push buchen für 5 Credits' }).dblclick();
  await expect(page.getByText('Dein Inserat steht wieder ganz oben.')).toBeVisible();
  expect(calls).toHaveLength(1);
  await expect(page.getByRole('article').getByRole('button', { name: /^Push/ })).toBeFocused();
});

test('an ended session leads to the login [FRM-29, INS-17]', DEEP_ONLY, async ({ page }) => {
  await advertiser(page, { credits: 50 });
  await listedAd(page, 'Ruhige Abende');
  await page.goto('/inserate');
  await press(page, 'Push');
  await page.context().clearCookies();
  await dialogOf(page).getByRole('button', { name: 'Push buchen für 5 Credits' }).click();
  await expect(page).toHaveURL(LOGIN_PAGE);
});

test(
  'deleting a planned ad names what comes back, and that comes back [INS-14, INS-37]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 200 });
    const id = await listedAd(page, 'Geplante Tage', {
      publish_option: 'Planen',
      publish_date: dayFromNow(5),
      publish_time: '10:00',
      color_enabled: true,
      inserat_typ: '3_days',
      push_times: ['09:00'],
    });
    // 20 package, 5 planned, 20 colour, 5 daily push, 80 TopAd, 5 push.
    await api(page, 'top_inserat', { inserat_id: id });
    await api(page, 'push_inserat', { inserat_id: id });
    expect((await account(page)).credits).toBe(65);
    await page.goto('/inserate?tab=geplant');
    await press(page, 'Löschen');
    await expect(dialogOf(page)).toContainText('Du bekommst den ganzen Preis zurück: 135 Credits.');
    await expect(dialogOf(page)).toContainText('Guthaben danach200 Credits');
    await dialogOf(page).getByRole('button', { name: 'Löschen' }).click();
    await expect(page.getByText('135 Credits sind wieder auf deinem Konto.')).toBeVisible();
    await expect(page.getByRole('tab', { selected: true })).toBeFocused();
    expect(await account(page)).toEqual({ credits: 200, ads: [] });
  },
);
