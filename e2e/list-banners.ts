import type { Locator, Page } from '@playwright/test';
import type { Banner } from '@samtrot/shared/banners/contract.ts';
import type { Club } from '@samtrot/shared/clubs/contract.ts';
import { api, expect } from './support.ts';

interface Account {
  credits: number;
  Banners: Banner[];
  Clubs: Club[];
  webseiten: { id: number; name: string }[];
}

/** The account as the server has it now. */
export async function accountOf(page: Page): Promise<Account> {
  const { state } = await api(page, 'state');
  return state as Account;
}

/**
 * Orders a banner of the current account by API calls: a text link on the first website for a
 * month; `fields` are those of order_banner.
 */
export async function orderedBanner(
  page: Page,
  fields: object = {},
  action = 'order_banner',
): Promise<number> {
  const { webseiten } = await accountOf(page);
  const { banner } = await api(page, action, {
    typ: 'a4',
    text: 'Ruhige Abende',
    url: 'https://studio-linde.example/',
    monate: 1,
    webseiten: [webseiten[0]!.id],
    ...fields,
  });
  return (banner as Banner).ID;
}

/** Orders a club for the current account by API calls; `fields` are those of save_club. */
export async function orderedClub(page: Page, fields: object = {}): Promise<number> {
  const { club } = await api(page, 'save_club', {
    club_name: 'Haus Linde',
    titel: 'Bar und Räume',
    beschreibung: 'Ruhige Bar mit sechs Räumen am See.',
    vollstaendiger_name: 'Lena Linde',
    telefon: '+41795550142',
    strasse_und_nummer: 'Seeweg 1',
    postleitzahl: '8000',
    ort: 'Zürich',
    canton: 'ZH',
    monate: 1,
    ...fields,
  });
  return (club as { ID: number }).ID;
}

/** A picture that is exactly as large as its place, as data URL. */
export const pictureOf = (page: Page, width: number, height: number): Promise<string> =>
  page.evaluate(
    ([w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const context = canvas.getContext('2d')!;
      const gradient = context.createLinearGradient(0, 0, w!, h!);
      gradient.addColorStop(0, '#8e2f45');
      gradient.addColorStop(1, '#e9c7a4');
      context.fillStyle = gradient;
      context.fillRect(0, 0, w!, h!);
      return canvas.toDataURL('image/jpeg', 0.8);
    },
    [width, height],
  );

/** From here on the account shows these banners or clubs instead of its own. */
export async function showInstead(
  page: Page,
  shown: { Banners?: readonly Banner[]; Clubs?: readonly Club[]; newcomer?: boolean },
) {
  await page.route('**/api?action=state', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { state: object };
    await route.fulfill({ response, json: { ...json, state: { ...json.state, ...shown } } });
  });
  if (!shown.Banners) return;
  await page.route('**/api?action=getBanners', (route) =>
    route.fulfill({ json: { success: true, Banners: shown.Banners } }),
  );
}

export const cardOf = (page: Page, id: number): Locator => page.locator(`#karte-${id}`);
export const dialogOf = (page: Page): Locator => page.locator('[data-slot=dialog]');

/**
 * Presses a button of a card, or the item of its sheet on a phone; returns the confirmation dialog.
 */
export async function ask(
  page: Page,
  isMobile: boolean,
  id: number,
  button: string,
  type: string,
): Promise<Locator> {
  if (isMobile && button !== 'Ändern') {
    await cardOf(page, id).getByRole('button', { name: /^Mehr/ }).click();
    await page
      .locator('[data-slot=sheet]')
      .getByRole('button', { name: button, exact: true })
      .click();
  } else {
    const name = button === 'Ändern' ? /^Banner \d+ ändern$/ : `${button}: Banner ${id}`;
    await cardOf(page, id).getByRole('button', { name }).filter({ visible: true }).click();
  }
  const dialog = dialogOf(page);
  await expect(dialog).toHaveAttribute('data-type', type);
  // The safe choice has the focus.
  await expect(
    dialog.locator('[data-slot=dialog-actions]').getByRole('button').first(),
  ).toBeFocused();
  return dialog;
}

/** The buttons of the only card, exactly these in this order; on a phone the items of its sheet. */
export async function expectOffered(
  page: Page,
  isMobile: boolean,
  id: number,
  labels: string[],
): Promise<void> {
  const card = cardOf(page, id);
  await expect(
    card.getByRole('button', { name: `Banner ${id} ändern` }).filter({ visible: true }),
  ).toHaveText('Ändern');
  if (!isMobile) {
    const buttons = card.locator('.item-foot button');
    await expect(buttons).toHaveCount(labels.length);
    for (const [index, name] of labels.entries())
      await expect(buttons.nth(index)).toHaveAccessibleName(`${name}: Banner ${id}`);
    return;
  }
  await card.getByRole('button', { name: /^Mehr/ }).click();
  const sheet = page.locator('[data-slot=sheet]');
  const online = labels.filter((label) => ['Sofort aktivieren', 'Einblenden'].includes(label));
  const rest = labels.filter((label) => !online.includes(label));
  await expect(sheet.locator('[data-slot=sheet-item]')).toHaveText(['Ändern', ...online, ...rest]);
  await sheet.getByRole('button', { name: 'Schliessen' }).click();
  await expect(sheet).toBeHidden();
}

interface Asked {
  button: string;
  type: string;
  /** The button of the dialog, when it does not say the same. */
  act?: string;
  /** Where the card stands afterwards. */
  tab: string;
  status: Banner['status'];
}

/**
 * Cancelled, it sends nothing; confirmed, it sends one call, and the card shows it where it then
 * stands.
 */
export async function expectAsksAndActs(
  page: Page,
  isMobile: boolean,
  id: number,
  asked: Asked,
): Promise<void> {
  const { button, type, act = button, tab, status } = asked;
  const before = await accountOf(page);
  const sent: string[] = [];
  const watch = (request: { method(): string; url(): string }) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).searchParams.get('action')!);
  };
  page.on('request', watch);
  let dialog = await ask(page, isMobile, id, button, type);
  await expect(dialog).not.toContainText('Kostenlos');
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog).toBeHidden();
  await expect(
    cardOf(page, id).getByRole('button').or(cardOf(page, id)).and(page.locator(':focus')),
  ).toHaveCount(1);
  expect(sent, `${type} cancelled`).toEqual([]);
  dialog = await ask(page, isMobile, id, button, type);
  await dialog.getByRole('button', { name: act, exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(sent, `${type} confirmed`).toHaveLength(1);
  page.off('request', watch);
  const after = await accountOf(page);
  expect(after.credits).toBe(before.credits);
  expect(after.Banners.find(({ ID }) => ID === id)?.status).toBe(status);
  if (type === 'BANNER_HIDE') {
    // The list keeps its place, for who undoes it.
    await expect(cardOf(page, id)).toHaveCount(0);
    await page.getByRole('tab', { name: tab }).click();
    return;
  }
  await expect(page.getByRole('tab', { selected: true })).toContainText(tab);
  await expect(cardOf(page, id)).toBeFocused();
}
