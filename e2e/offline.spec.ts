import type { Page } from '@playwright/test';
import { toast } from './clock.ts';
import { fillAd, openStep, placeAd } from './editor.ts';
import { listedAd } from './list-ads.ts';
import { dialogOf } from './list-banners.ts';
import { begun, confirmAll, holdSwitch } from './offline.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ONE_SIZE,
  test,
} from './support.ts';

const card = (page: Page) => page.locator('[data-slot=offline-card]');
const theSwitch = (page: Page) => card(page).getByRole('switch', { name: 'Überall offline' });
const bar = (page: Page) => page.locator('[data-slot=offline-bar]');
const receipts = (page: Page) => card(page).getByRole('listitem');

/** Somebody who has placed an ad before, and has nothing online. */
async function regular(page: Page): Promise<void> {
  await advertiser(page, { credits: 50 });
  const inserat_id = await listedAd(page, 'Vorbei');
  await api(page, 'delete_inserat', { inserat_id });
}

test(
  'one switch on Home takes everything off after one question, with a receipt of each website [T-DEL-04, decisions 7]',
  ONE_SIZE,
  async ({ page }) => {
    await advertiser(page, { credits: 50 });
    await listedAd(page, 'Ruhige Abende');
    const held = await holdSwitch(page);
    await page.goto('/home');
    await expect(theSwitch(page)).not.toBeChecked();
    await theSwitch(page).click();
    const question = page.getByRole('dialog', { name: 'Alles sofort von allen Webseiten nehmen?' });
    await expect(question).toContainText('1 Inserat verschwindet sofort.');
    await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused();
    await expectAccessible(page, { within: '[role=dialog]' });
    await question.getByRole('button', { name: 'Abbrechen' }).click();
    await expect(question).toBeHidden();
    await expect(theSwitch(page)).not.toBeChecked();
    await expect(theSwitch(page)).toBeFocused();
    expect(held.thrown).toEqual([]);

    await theSwitch(page).click();
    await question.getByRole('button', { name: 'Offline gehen' }).click();
    await expect(theSwitch(page)).toBeChecked();
    await expect(toast(page, 'Du bist überall offline.')).toBeVisible();
    expect(held.thrown).toEqual(['offline']);
    await expect(bar(page)).toContainText(
      /^Du bist überall offline seit \d\d:\d\d\. Eine Webseite hat es noch nicht bestätigt\./,
    );
    await expect(card(page)).toContainText(
      '1 Inserat heruntergenommen. 1 von 2 Webseiten bestätigt.',
    );
    await expect(receipts(page)).toHaveText([
      'lust.exampleentfernt nach 0.8 Sekunden',
      'abend.examplenoch nicht bestätigt',
      'tag.examplehatte nichts von dir',
    ]);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    confirmAll(held);
    await expect(receipts(page).nth(1)).toHaveText('abend.exampleentfernt nach 42 Sekunden');
    await expect(card(page)).toContainText('Alle 2 Webseiten haben es bestätigt.');
  },
);

test(
  'every page says that all is offline, with the way back, and then what did not come back [T-DEL-04, decisions 7]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await listedAd(page, 'Noch ein Entwurf', { post_status: 'draft' });
    const held = await holdSwitch(page, { offline: true, run: begun() });
    confirmAll(held);
    for (const path of ['/inserate', '/guthaben', '/profil']) {
      await page.goto(path);
      await expect(bar(page)).toContainText('Nichts von dir ist zu sehen.');
      if (path === '/inserate')
        await expect(page.getByRole('main')).toContainText(
          'Was online war, kommt wieder, sobald du online gehst.',
        );
    }
    await bar(page).getByRole('button', { name: 'Wieder online gehen' }).click();
    const back = page.getByRole('dialog', { name: 'Wieder online gehen?' });
    await back.getByRole('button', { name: 'Online gehen' }).click();
    await expect(bar(page)).toHaveCount(0);
    await expect(toast(page, 'Du bist wieder online.')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    expect(held.thrown).toEqual(['online']);
    const left = page.locator('[data-slot=offline-left]');
    await expect(left).toContainText('«Ruhige Abende»: Die Laufzeit ist inzwischen abgelaufen.');
    await expectAccessible(page);
    await left.getByRole('button', { name: 'Hinweis ausblenden' }).click();
    await expect(left).toHaveCount(0);
  },
);

test(
  'without an answer nothing is shown as done, and the switch can be thrown again [T-DEL-04]',
  DEEP_ONLY,
  async ({ page }) => {
    await regular(page);
    const held = await holdSwitch(page);
    const url = '**/api?action=goOffline';
    await page.route(url, (route) => route.abort(), { times: 1 });
    await page.goto('/home');
    await theSwitch(page).click();
    const question = dialogOf(page);
    await expect(question).toContainText('Zurzeit ist nichts von dir online.');
    await question.getByRole('button', { name: 'Offline gehen' }).click();
    await expect(question.getByRole('alert')).toContainText(
      'Nicht bestätigt: Deine Sachen können noch zu sehen sein. Der Server ist nicht erreichbar.',
    );
    await expect(page.locator('[data-slot=offline-card] [role=switch]')).not.toBeChecked();
    await expect(bar(page)).toHaveCount(0);
    await expectAccessible(page, { within: '[role=dialog]' });
    expect(held.thrown).toEqual([]);
    await question.getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await expect(theSwitch(page)).toBeChecked();
    await expect(question).toBeHidden();
    expect(held.thrown).toEqual(['offline']);
  },
);

test(
  'an answer that is lost on its way back is found by the account itself [T-DEL-04]',
  DEEP_ONLY,
  async ({ page }) => {
    await regular(page);
    const held = await holdSwitch(page);
    await page.route('**/api?action=goOffline', (route) => {
      held.now = { offline: true, run: begun() };
      return route.abort();
    });
    await page.goto('/home');
    await theSwitch(page).click();
    await dialogOf(page).getByRole('button', { name: 'Offline gehen' }).click();
    await expect(bar(page)).toContainText('Du bist überall offline seit');
    await expect(dialogOf(page)).toBeHidden();
    await expect(theSwitch(page)).toBeChecked();
  },
);

test(
  'receipts that cannot be loaded are said so, and the bar stays [T-DEL-04]',
  DEEP_ONLY,
  async ({ page }) => {
    await regular(page);
    const held = await holdSwitch(page, { offline: true, run: begun() });
    const url = '**/api?action=getOffline';
    await page.route(url, (route) => route.abort());
    await page.goto('/home');
    await expect(card(page)).toContainText(
      'Die Bestätigungen der Webseiten konnten nicht geladen werden.',
    );
    await expect(bar(page)).toContainText('Du bist überall offline seit');
    await page.unroute(url);
    await page.route(url, (route) => route.fulfill({ json: { success: true, ...held.now } }));
    await card(page).getByRole('button', { name: 'Erneut laden' }).click();
    await expect(receipts(page).first()).toContainText('entfernt nach 0.8 Sekunden');
  },
);

test(
  'what cannot be ordered while offline says why, in the list and in the editor [T-DEL-04]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page, { credits: 50 });
    await listedAd(page, 'Ruhige Abende');
    const message = 'Du bist überall offline. Schalte auf der Startseite zuerst wieder online.';
    for (const action of ['push_inserat', 'saveInserat'])
      await page.route(`**/api?action=${action}`, (route) =>
        route.fulfill({ status: 409, json: { success: false, code: 'ACCOUNT_OFFLINE', message } }),
      );
    await page.goto('/inserate');
    const article = page.getByRole('article');
    if (isMobile) await article.getByRole('button', { name: /^Mehr/ }).click();
    await (isMobile ? page.locator('[data-slot=sheet]') : article)
      .getByRole('button', { name: /^Push/ })
      .click();
    await dialogOf(page)
      .getByRole('button', { name: /^Push buchen/ })
      .click();
    await expect(dialogOf(page).getByRole('alert')).toHaveText(message);

    await page.goto('/rabota');
    await fillAd(page, { title: 'Noch ein Abend', package: '1 Tag Premium' });
    await placeAd(page);
    await expect(toast(page, message)).toBeVisible();
    await openStep(page, 'Text');
    await expect(page.getByRole('textbox', { name: 'Titel', exact: true })).toHaveValue(
      'Noch ein Abend',
    );
  },
);
