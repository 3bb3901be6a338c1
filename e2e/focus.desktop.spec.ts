import type { Page } from '@playwright/test';
import { placeButton, savedAd } from './editor.ts';
import { invited, signedIn } from './house.ts';
import { listedAd } from './list-ads.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  newPerson,
  PASSWORD,
  phonePhoto,
  test,
} from './support.ts';
import { rateFirst } from './uploads.ts';
import { openWebsite, websiteAd } from './website.ts';

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('the skip link of the registration leads to its form and keeps what was typed [AUT-17, EXP-74]', async ({
  page,
}) => {
  await page.goto('/auth/register');
  await field(page, 'Benutzername').fill('lena1998');
  await page.getByRole('link', { name: 'Zum Inhalt springen' }).press('Enter');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Benutzername')).toBeFocused();
  await expect(field(page, 'Benutzername')).toHaveValue('lena1998');
});

test('Enter in an unfinished form leads to the first field that it lacks [AUT-57, EXP-74]', async ({
  page,
}) => {
  const first = { login: 'E-Mail', register: 'Benutzername', forgot: 'E-Mail' };
  for (const [path, name] of Object.entries(first)) {
    await page.goto(`/auth/${path}`);
    const button = page.locator('button[type=submit]');
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(field(page, name), path).toBeFocused();
    await expect(field(page, name), path).toHaveAttribute('aria-invalid', 'true');
  }
});

test(
  'the log-in after a registration begins at its heading [AUT-26, EXP-68]',
  DEEP_ONLY,
  async ({ page }) => {
    const { username, email } = newPerson();
    await page.goto('/auth/register');
    await field(page, 'Benutzername').fill(username);
    await field(page, 'E-Mail').fill(email);
    await field(page, 'Passwort').fill(PASSWORD);
    await field(page, 'Passwort bestätigen').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Zur Anmeldung' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeFocused();
  },
);

test('a page of the menu begins with the focus on its content, in the portal and in the house [EXP-74]', async ({
  page,
}) => {
  await advertiser(page, { confirmed: true });
  await page.goto('/home');
  const menu = page.getByRole('navigation', { name: 'Bereiche' });
  await menu.getByRole('link', { name: 'Guthaben' }).press('Enter');
  await expect(page).toHaveURL('/guthaben');
  await expect(page.getByRole('main')).toBeFocused();

  await signedIn(page, (await invited(page, 'Tina Taste', 'owner')).link);
  await page.goto('/betrieb');
  const house = page.getByRole('navigation', { name: 'Betrieb' });
  await house.getByRole('link', { name: 'Kundinnen' }).press('Enter');
  // A page that asks for something at once has the focus in its field.
  await expect(page.getByRole('main').locator('input')).toBeFocused();
  await house.getByRole('link', { name: 'Zustand' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Zustand' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('also a page that is chosen before the first one has come begins on its content [EXP-74]', async ({
  page,
}) => {
  await advertiser(page, { confirmed: true });
  // It never comes.
  await page.route('**/assets/home-*.js', () => {});
  await page.goto('/home', { waitUntil: 'commit' });
  const menu = page.getByRole('navigation', { name: 'Bereiche' });
  await menu.getByRole('link', { name: 'Guthaben' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Guthaben' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('in the editor the focus is never lost nor under the index [EXP-49, EXP-74]', async ({
  page,
}) => {
  await advertiser(page, { confirmed: true });
  await page.goto('/rabota');
  const code = page.getByRole('combobox', { name: 'Landesvorwahl', exact: true });
  await code.press('Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(field(page, 'Telefon')).toBeFocused();

  // Backwards each control comes in from above, where the index stands.
  const index = page.getByRole('navigation', { name: 'Abschnitte' });
  await page.getByRole('button', { name: 'Formular leeren' }).focus();
  const under: string[] = [];
  for (let n = 0; n < 45; n++) {
    await page.keyboard.press('Shift+Tab');
    const covered = await index.evaluate((bar) => {
      const focused = document.activeElement!;
      if (!focused.closest('.editor-main') || bar.contains(focused)) return null;
      const edge = bar.getBoundingClientRect().bottom;
      return focused.getBoundingClientRect().top < edge - 1 ? focused.outerHTML : null;
    });
    if (covered !== null) under.push(covered.slice(0, 100));
  }
  expect(under).toEqual([]);

  // A free ad starts at once: nothing of this section can be chosen.
  await index.getByRole('link', { name: 'Veröffentlichung' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Veröffentlichung' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(placeButton(page)).toBeFocused();
});

test('the search for a canton says how many it finds; Enter chooses the only one [EXP-50]', async ({
  page,
}) => {
  await advertiser(page, { confirmed: true });
  await page.goto('/rabota');
  const regions = page.getByRole('region', { name: 'Regionen' });
  const search = regions.getByRole('searchbox', { name: 'Kanton suchen' });
  await search.fill('b');
  await expect(regions.getByRole('status')).toHaveText(/^\d+ Treffer$/);
  await search.press('Enter');
  await expect(regions.getByRole('button', { pressed: true })).toHaveCount(0);
  await search.fill('zür');
  await expect(regions.getByRole('status')).toHaveText('1 Treffer');
  await search.press('Enter');
  await expect(regions.getByRole('button', { name: 'Zürich', pressed: true })).toBeVisible();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
});

test(
  'uncovering a picture and adding the last one leave the focus with the pictures [EXP-55, EXP-74]',
  DEEP_ONLY,
  async ({ page }) => {
    test.slow();
    await advertiser(page, { confirmed: true });
    await page.goto('/rabota');
    const choose = page.getByLabel('Bilder auswählen');
    await choose.setInputFiles(
      await Promise.all(
        [1, 2].map(async (n) => ({ ...(await phonePhoto(page)), name: `${n}.jpg` })),
      ),
    );
    await rateFirst(page);
    const show = page.getByRole('button', { name: 'Bild 2 kurz zeigen' });
    await show.press('Enter', { timeout: 60_000 });
    await expect(page.getByRole('img', { name: 'Bild 2', exact: true })).toBeFocused();

    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Bild zuerst bearbeiten' }).press('Enter');
    await (await chooser).setFiles({ ...(await phonePhoto(page)), name: '3.jpg' });
    const tools = page.getByRole('dialog', { name: 'Bild bearbeiten' });
    await tools.getByRole('button', { name: 'Bild zeigen' }).press('Enter');
    await expect(tools.getByRole('img', { name: 'Bild in Bearbeitung' })).toBeFocused();
    await tools.getByRole('button', { name: 'Übernehmen' }).press('Enter');
    await expect(tools).toHaveCount(0);
    await expect(page.locator('.imgs')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^Bild 1 / }).first()).toBeFocused();
    // Opened again it is full from the beginning, and begins at its top.
    const last = page.getByRole('img', { name: 'Bild 3', exact: true });
    await expect(last).toBeAttached({ timeout: 60_000 });
    await expect(page).toHaveURL(/\/rabota\/\d+/);
    await page.reload();
    await expect(last).toBeAttached();
    await expect(page.locator('body')).toBeFocused();
  },
);

test(
  'the overlay after a top-up gives its button the focus, and Tab the balance behind it [GUT-29]',
  DEEP_ONLY,
  async ({ page }) => {
    // It goes by itself after three seconds, in which a busy machine presses no key.
    await page.addInitScript(() => {
      const later = window.setTimeout;
      window.setTimeout = ((work: TimerHandler, ms?: number) =>
        later(work, ms === 3000 ? 60_000 : ms)) as typeof setTimeout;
    });
    await advertiser(page, { confirmed: true });
    const arrived = page.getByRole('status').filter({ hasText: 'gutgeschrieben' });
    const arrive = async () => {
      const { payment_id, payment_url } = await api(page, 'wallet_topup', { topup_option_id: 1 });
      await page.request.post(String(payment_url), { form: { result: 'paid' }, maxRedirects: 0 });
      await page.goto(`/guthaben?status=success&payment=${payment_id}`);
      await expect(arrived).toBeVisible();
    };
    await arrive();
    await page.keyboard.press('Tab');
    await expect(arrived).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Dein Guthaben' })).toBeFocused();

    const id = await listedAd(page, 'Helle Stunden', {
      inserat_typ: '1_month',
      post_status: 'draft',
    });
    await page.goto(`/rabota/${id}`);
    await expect(placeButton(page)).toBeVisible();
    await page.getByRole('link', { name: 'Guthaben aufladen' }).first().click();
    await expect(page.getByRole('region', { name: 'Wartet auf Credits' })).toBeVisible();
    await arrive();
    await expect(arrived.getByRole('link', { name: 'Weiter mit deinem Inserat' })).toBeFocused();
    // It leads to the section in which the draft was left, near the button that places it.
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/rabota/${id}#hervorheben`);
    await expect(page.getByRole('region', { name: 'Hervorheben' }).locator(':focus')).toBeVisible();
  },
);

test('a paid ad is placed without a word about a balance that it changes itself [EXP-63]', async ({
  page,
}) => {
  await advertiser(page, { credits: 100, confirmed: true });
  const id = await listedAd(page, 'Helle Stunden', { post_status: 'draft' });
  await page.goto(`/rabota/${id}`);
  // The page learns of the balance before it learns that the ad is placed.
  await page.route('**/api?action=saveInserat*', async (route) => {
    const response = await route.fetch();
    await expect(page.locator('.sidebar')).toContainText('90 Credits');
    await route.fulfill({ response });
  });
  await placeButton(page).click();
  await page.evaluate(`
    globalThis.said = [];
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role=dialog] [role=alert]'))
        globalThis.said.push(textContent);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  `);
  await page
    .getByRole('dialog', { name: 'Inserat aufgeben?' })
    .getByRole('button', { name: 'Aufgeben', exact: true })
    .click();
  await expect(page).toHaveURL(/\/home\?aufgegeben=/);
  expect(await page.evaluate('globalThis.said')).toEqual([]);
});

test(
  'security leads to the field of the password, and back to the button that asked [EXP-70, EXP-79]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { confirmed: true });
    await page.goto('/profil/sicherheit');
    const best = page.getByRole('button', { name: 'Passkey hinzufügen' });
    await best.press('Enter');
    await expect(field(page, 'Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(best).toBeFocused();
    await page.getByRole('link', { name: 'Passwort ändern' }).press('Enter');
    await expect(page).toHaveURL('/profil#passwort');
    await expect(page.getByLabel('Neues Passwort')).toBeFocused();
  },
);

test('the list of keys names those of messages, and Alt+T leads to the button of one [EXP-72, EXP-75]', async ({
  page,
}) => {
  await advertiser(page, { confirmed: true });
  await savedAd(page, { titel: 'Noch ein Entwurf', post_status: 'draft' });
  await page.goto('/inserate?tab=entwurf');
  await page.getByRole('button', { name: /^Löschen: / }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Entwurf löschen?' });
  await question.getByRole('button', { name: 'Löschen' }).press('Enter');
  const undo = page.getByRole('button', { name: 'Rückgängig' });
  await expect(undo).toBeVisible();
  // Until it has gone the question keeps the focus.
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Alt+t');
  await expect(undo).toBeFocused();
  await press(page, 'Enter');
  await expect(page.getByRole('article')).toHaveCount(1);

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Tastenkürzel' });
  for (const keys of ['Strg Z', 'Alt T', 'Esc Esc Esc'])
    await expect(list.getByRole('term').filter({ hasText: keys })).toBeVisible();
});

test('on the partner site a link skips search and filters, and the gallery says which picture [EXP-74, EXP-107]', async ({
  page,
}) => {
  const [image] = websiteAd().images;
  const images = [1, 2, 3].map((n) => ({
    ...image!,
    urls: { 640: `http://localhost:9/${n}.webp` },
  }));
  const lena = websiteAd({ images, topad: false });
  const site = await openWebsite({ ads: [lena], banners: true });
  await page.context().addCookies([{ name: 'alter', value: '18', url: site.url }]);
  await page.goto(site.url);
  await press(page, 'Tab', 'Enter', 'Tab');
  await expect(page.getByRole('link', { name: 'Zu den Inseraten springen' })).toBeFocused();
  await press(page, 'Enter', 'Tab');
  await expect(page.getByRole('article').first().locator(':focus')).toHaveCount(1);

  await page.goto(`${site.url}/inserat/${lena.id}`);
  await page.getByRole('button', { name: 'Bild 1 von 3 gross zeigen' }).press('Enter');
  const large = page.getByRole('dialog', { name: /^Bilder von / });
  await expect(large.getByRole('status')).toHaveText('Bild 1 von 3');
  await page.keyboard.press('ArrowRight');
  await expect(large.getByRole('status')).toHaveText('Bild 2 von 3');
  await site.close();
});
