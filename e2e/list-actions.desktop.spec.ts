import type { Locator, Page } from '@playwright/test';
import { account, dayFromNow, listedAd } from './list-ads.ts';
import { advertiser, DEEP_ONLY, expect, expectNoSidewaysScroll, test } from './support.ts';

interface Asked {
  /** Label of the button and of the item in the sheet of a phone. */
  button: string;
  type: string;
  act: string;
  /** Negative: that much comes back. */
  price?: number;
  /** Where the card stands afterwards. */
  tab?: string;
  state: Record<string, unknown>;
}

const PUSH = { button: 'Push', type: 'AD_PUSH', act: 'Push buchen für 5 Credits', price: 5 };
const COLOUR = { button: 'Farbe', type: 'AD_COLOR', act: 'Farbe buchen für 20 Credits', price: 20 };
const TOP = { button: 'TopAd', type: 'AD_TOP', act: 'TopAd buchen für 80 Credits', price: 80 };
const STORY = { button: 'Story', type: 'AD_STORY', act: 'Story buchen für 10 Credits', price: 10 };
const HIDE = { button: 'Ausblenden', type: 'AD_HIDE', act: 'Ausblenden' };
const ON = {
  button: 'Automatisch reaktivieren',
  type: 'AD_AUTO_REACTIVATE_ON',
  act: 'Einschalten',
};
const OFF = {
  button: 'Automatisch reaktivieren',
  type: 'AD_AUTO_REACTIVATE_OFF',
  act: 'Ausschalten',
};
const PLANNED = { publish_option: 'Planen', publish_date: dayFromNow(5), publish_time: '10:00' };

test('an active ad: each action is confirmed first, does nothing when cancelled, and acts [INS-10, INS-13, INS-17, INS-22, INS-23, INS-24, INS-25, INS-28, INS-29, INS-31, INS-32, INS-33, INS-34, INS-40, INS-41, INS-44]', async ({
  page,
  isMobile,
}) => {
  await advertiser(page, { credits: 150 });
  const id = await listedAd(page, 'Ruhige Abende', { inserat_typ: '3_days' }, true);
  await page.goto('/inserate');
  await expectOffered(page, isMobile, [
    'Push',
    'Farbe',
    'TopAd',
    'Story',
    'Duplizieren',
    'Ausblenden',
    'Löschen',
  ]);
  for (const asked of [
    { ...PUSH, state: { inserat_status: 'aktiv' } },
    { ...COLOUR, state: { inserat_farbe: true } },
    { ...TOP, state: { inserat_topad: true } },
    { ...STORY, state: { inserat_story: true } },
    { ...ON, state: { reaktivierung: true } },
    { ...OFF, state: { reaktivierung: false } },
  ])
    await expectAsksAndActs(page, isMobile, id, asked);
});

test(
  'a planned ad: highlighted for later, then started at once [INS-14, INS-26, INS-38]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page, { credits: 150 });
    const id = await listedAd(page, 'Geplante Tage', { inserat_typ: '3_days', ...PLANNED }, true);
    await page.goto('/inserate?tab=geplant');
    await expectOffered(page, isMobile, [
      ...['Push', 'Farbe', 'TopAd', 'Story'],
      ...['Sofort aktivieren', 'Duplizieren', 'Löschen'],
    ]);
    for (const asked of [
      { ...PUSH, state: { next_push_at: expect.any(String) } },
      { ...TOP, state: { inserat_topad: true } },
      { ...ON, state: { reaktivierung: true } },
      {
        button: 'Sofort aktivieren',
        // The push was booked for a day that the run does not reach any more.
        type: 'AD_ACTIVATE',
        act: 'Sofort aktivieren',
        price: -5,
        tab: 'Aktiv',
        state: { inserat_status: 'aktiv' },
      },
    ])
      await expectAsksAndActs(page, isMobile, id, asked);
  },
);

test(
  'a hidden ad stands under the drafts until it is shown again [INS-21, INS-36, INS-44]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page, { credits: 50 });
    const id = await listedAd(page, 'Helle Morgen');
    await page.goto('/inserate');
    await expectAsksAndActs(page, isMobile, id, {
      ...HIDE,
      state: { inserat_status: 'ausgeblendet' },
    });
    // The list keeps its place, for who undoes it.
    await expect(page).toHaveURL('/inserate');
    await page.goto('/inserate?tab=entwurf');
    const card = cardOf(page, id);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(card).toContainText(/Ausgeblendet seit \d\d\.\d\d\.\d{4}, \d\d:\d\d/);
    await expect(card).toContainText('Laufzeit steht still, noch höchstens 30 Tage');
    await expect(card).toContainText(
      /bis \d\d\.\d\d\.\d{4}, \d\d:\d\d, wenn du es jetzt einblendest/,
    );
    await expectOffered(page, isMobile, ['Einblenden', 'Duplizieren', 'Löschen']);
    await expectAsksAndActs(page, isMobile, id, { ...ON, state: { reaktivierung: true } });
    await expectAsksAndActs(page, isMobile, id, {
      button: 'Einblenden',
      type: 'AD_ACTIVATE',
      act: 'Einblenden',
      tab: 'Aktiv',
      state: { inserat_status: 'aktiv' },
    });
  },
);

test('a draft is copied, deleted and opened in the editor [INS-15, INS-18, INS-19, INS-20, INS-30, INS-35, INS-37]', async ({
  page,
  isMobile,
}) => {
  await advertiser(page);
  const id = await listedAd(page, 'Erster Entwurf', { post_status: 'draft' });
  await page.goto('/inserate?tab=entwurf');
  await expectOffered(page, isMobile, ['Duplizieren', 'Löschen']);
  const duplicate = { button: 'Duplizieren', type: 'AD_DUPLICATE', act: 'Duplizieren' };
  await expectAsksAndActs(page, isMobile, id, {
    ...duplicate,
    state: { inserat_status: 'entwurf' },
  });
  const copy = (await account(page)).ads[0]!;
  expect(copy.ID).toBeGreaterThan(id);
  await expect(cardOf(page, copy.ID)).toBeFocused();

  let dialog = await ask(page, isMobile, copy.ID, { button: 'Löschen', type: 'AD_DELETE' });
  await dialog.getByRole('button', { name: 'Behalten' }).click();
  await expect(dialog).toBeHidden();
  expect((await account(page)).ads).toHaveLength(2);
  dialog = await ask(page, isMobile, copy.ID, { button: 'Löschen', type: 'AD_DELETE' });
  await dialog.getByRole('button', { name: 'Löschen' }).click();
  await expect(cardOf(page, copy.ID)).toHaveCount(0);
  await expect(cardOf(page, id)).toBeFocused();
  expect((await account(page)).ads.map(({ ID }) => ID)).toEqual([id]);

  await page
    .getByRole('button', { name: `Inserat ${id} bearbeiten` })
    .filter({ visible: true })
    .click();
  dialog = page.getByRole('dialog', { name: 'Inserat bearbeiten?' });
  await expect(dialog).toHaveAttribute('data-type', 'AD_EDIT');
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/inserate?tab=entwurf');
  await page
    .getByRole('button', { name: `Inserat ${id} bearbeiten` })
    .filter({ visible: true })
    .click();
  await dialog.getByRole('button', { name: 'Bearbeiten' }).click();
  await expect(page).toHaveURL(`/rabota/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Inserat bearbeiten' })).toBeVisible();
});

/**
 * The buttons of the only card besides "Bearbeiten" and "Vorschau", exactly these; on a phone the
 * items of its sheet.
 */
async function expectOffered(page: Page, isMobile: boolean, labels: string[]): Promise<void> {
  const card = page.getByRole('article');
  await expect(
    card.getByRole('button', { name: /^Inserat \d+ bearbeiten$/ }).filter({ visible: true }),
  ).toHaveCount(1);
  if (!isMobile) {
    const buttons = card.locator('.item-foot button');
    await expect(buttons).toHaveCount(labels.length + 1);
    for (const name of ['Vorschau', ...labels])
      await expect(
        card.getByRole('button', { name: new RegExp(`^${name}.* Inserat \\d+$`) }),
      ).toBeVisible();
    return;
  }
  await card.getByRole('button', { name: /^Mehr/ }).click();
  const sheet = page.getByRole('dialog');
  const items = sheet.locator('button[data-slot=sheet-item]:not([role=switch])');
  await expect(items).toHaveText(
    ['Bearbeiten', ...inSheet(labels)].map((label) => new RegExp(`^${label}`)),
  );
  await sheet.getByRole('button', { name: 'Schliessen' }).click();
  await expect(sheet).toBeHidden();
}

/** The sheet begins with what puts an ad online. */
const inSheet = (labels: string[]) => {
  const first = labels.filter((label) =>
    ['Sofort aktivieren', 'Einblenden', 'Reaktivieren'].includes(label),
  );
  return [...first, 'Vorschau', ...labels.filter((label) => !first.includes(label))];
};

const cardOf = (page: Page, id: number): Locator => page.locator(`#karte-${id}`);

/** Presses a button of the card, or the item of its sheet; returns the confirmation dialog. */
async function ask(
  page: Page,
  isMobile: boolean,
  id: number,
  { button, type }: Pick<Asked, 'button' | 'type'>,
) {
  const role = button === 'Automatisch reaktivieren' ? 'switch' : 'button';
  const name = new RegExp(`^${button}`);
  if (isMobile) {
    await cardOf(page, id).getByRole('button', { name: /^Mehr/ }).click();
    await page.locator('[data-slot=sheet]').getByRole(role, { name }).click();
  } else await cardOf(page, id).getByRole(role, { name }).click();
  const dialog = page.locator('[data-slot=dialog]');
  await expect(dialog).toHaveAttribute('data-type', type);
  await expect(dialog.getByRole('button').first()).toBeFocused();
  return dialog;
}

/**
 * Cancelled, it sends nothing; confirmed, it charges what it said, and the card shows it where it
 * then stands.
 */
async function expectAsksAndActs(
  page: Page,
  isMobile: boolean,
  id: number,
  asked: Asked,
): Promise<void> {
  const { type, act, price = 0, tab, state } = asked;
  const before = (await account(page)).credits;
  const sent: string[] = [];
  const watch = (request: { method(): string; url(): string }) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).searchParams.get('action')!);
  };
  page.on('request', watch);
  let dialog = await ask(page, isMobile, id, asked);
  if (price === 0) await expect(dialog).not.toContainText(/Preis|Guthaben danach/);
  else {
    await expect(dialog).toContainText(price < 0 ? 'Kostenlos' : `${price} Credits`);
    await expect(dialog).toContainText(`Guthaben danach${before - price} Credits`);
  }
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog).toBeHidden();
  expect(sent, `${type} cancelled`).toEqual([]);
  dialog = await ask(page, isMobile, id, asked);
  await dialog.getByRole('button', { name: act, exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(sent, `${type} confirmed`).toHaveLength(1);
  page.off('request', watch);
  const { credits, ads } = await account(page);
  expect(credits).toBe(before - price);
  expect(ads.find(({ ID }) => ID === id)).toMatchObject(state);
  if (tab) {
    await expect(page.getByRole('tab', { selected: true })).toContainText(tab);
    await expect(cardOf(page, id)).toBeFocused();
  }
  if (!isMobile)
    await expect(page.getByRole('link', { name: /^Guthaben/ }).first()).toContainText(
      String(credits),
    );
}
