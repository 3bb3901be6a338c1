import { sampleBanner, samplePicture } from '../web/src/features/banners/list-sample.ts';
import { dayFromNow } from './list-ads.ts';
import {
  accountOf,
  ask,
  cardOf,
  dialogOf,
  expectAsksAndActs,
  expectOffered,
  orderedBanner,
  pictureOf,
  showInstead,
} from './list-banners.ts';
import {
  advertiser,
  breakAction,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectStandsStill,
  SEEN_ELSEWHERE,
  test,
} from './support.ts';

const HIDE = {
  button: 'Ausblenden',
  type: 'BANNER_HIDE',
  tab: 'Entwürfe',
  status: 'ausgeblendet',
} as const;
const PLANNED = { publish_option: 'Planen', publish_date: dayFromNow(5), publish_time: '10:00' };

test('an active banner is hidden and shown again [BAN-11, BAN-12, BAN-18, BAN-19, BAN-22, BAN-24, BAN-25, BAN-26]', async ({
  page,
  isMobile,
}) => {
  await advertiser(page, { credits: 100 });
  const id = await orderedBanner(page);
  await page.goto('/banner');
  await expectOffered(page, isMobile, id, ['Duplizieren', 'Ausblenden', 'Löschen']);
  await expectAsksAndActs(page, isMobile, id, HIDE);
  await expect(cardOf(page, id)).toContainText('Ausgeblendet');
  await expectOffered(page, isMobile, id, ['Duplizieren', 'Löschen', 'Einblenden']);
  await expectAsksAndActs(page, isMobile, id, {
    button: 'Einblenden',
    type: 'BANNER_ACTIVATE',
    tab: 'Aktiv',
    status: 'aktiv',
  });
  await expect(page.getByRole('link', { name: /^Banner/ }).first()).toContainText('1');
});

test('a planned banner starts at once, another gives its price back [BAN-13, BAN-16, BAN-19, BAN-23, BAN-24, BAN-27]', async ({
  page,
  isMobile,
}) => {
  await advertiser(page, { credits: 150 });
  const first = await orderedBanner(page, PLANNED);
  const second = await orderedBanner(page, { ...PLANNED, text: 'Helle Morgen' });
  await page.goto('/banner?tab=geplant');
  await expect(cardOf(page, first)).toContainText('Geplant');
  await expectOffered(page, isMobile, first, ['Duplizieren', 'Löschen', 'Sofort aktivieren']);
  await expectAsksAndActs(page, isMobile, first, {
    button: 'Sofort aktivieren',
    type: 'BANNER_ACTIVATE',
    tab: 'Aktiv',
    status: 'aktiv',
  });
  await page.getByRole('tab', { name: 'Geplant' }).click();
  let dialog = await ask(page, isMobile, second, 'Löschen', 'BANNER_DELETE');
  await expect(dialog).toContainText('Du bekommst den ganzen Preis zurück: 60 Credits.');
  await expect(dialog).toContainText('Guthaben danach90 Credits');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Behalten' }).click();
  await expect(dialog).toBeHidden();
  expect((await accountOf(page)).Banners).toHaveLength(2);
  dialog = await ask(page, isMobile, second, 'Löschen', 'BANNER_DELETE');
  await dialog.getByRole('button', { name: 'Löschen' }).click();
  await expect(cardOf(page, second)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Keine Banner gefunden' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Geplant' })).toBeFocused();
  expect(await accountOf(page)).toMatchObject({ credits: 90, Banners: [{ ID: first }] });
});

test('a draft is copied with its picture and opened [BAN-14, BAN-15, BAN-17, BAN-20, BAN-21]', async ({
  page,
  isMobile,
}) => {
  await advertiser(page);
  await page.goto('/banner');
  const banner_bild = await pictureOf(page, 1248, 244);
  const id = await orderedBanner(page, { typ: 'a1', text: '', banner_bild }, 'save_banner');
  await page.goto('/banner?tab=entwurf');
  await expectOffered(page, isMobile, id, ['Duplizieren', 'Löschen']);
  await expect(cardOf(page, id)).toContainText('Leaderboard, studio-linde.example');
  await expect(cardOf(page, id)).toContainText('600 Credits');
  let dialog = await ask(page, isMobile, id, 'Duplizieren', 'BANNER_DUPLICATE');
  await dialog.getByRole('button', { name: 'Duplizieren' }).click();
  await expect(dialog).toBeHidden();
  const [copy] = (await accountOf(page)).Banners;
  expect(copy).toMatchObject({
    status: 'entwurf',
    typ: 'a1',
    banner_bild: { width: 1248, height: 244 },
  });
  expect(copy!.ID).toBeGreaterThan(id);
  await expect(cardOf(page, copy!.ID)).toBeFocused();
  dialog = await ask(page, isMobile, id, 'Ändern', 'BANNER_EDIT');
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/banner?tab=entwurf');
  dialog = await ask(page, isMobile, id, 'Ändern', 'BANNER_EDIT');
  await dialog.getByRole('button', { name: 'Ändern' }).click();
  await expect(page).toHaveURL(`/banner_edit/${id}`);
});

test(
  'nothing changes before the server says so [BAN-25, BAN-26, BAN-27]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page, { credits: 150 });
    const running = await orderedBanner(page);
    const planned = await orderedBanner(page, { ...PLANNED, text: 'Helle Morgen' });
    await page.goto('/banner');
    for (const [tab, id, button, type, action] of [
      ['Aktiv', running, 'Ausblenden', 'BANNER_HIDE', 'hide_banner'],
      ['Aktiv', running, 'Löschen', 'BANNER_DELETE', 'delete_banner**'],
      ['Aktiv', running, 'Duplizieren', 'BANNER_DUPLICATE', 'duplicate_banner'],
      ['Geplant', planned, 'Sofort aktivieren', 'BANNER_ACTIVATE', 'activate_banner'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await breakAction(page, action);
      const dialog = await ask(page, isMobile, id, button, type);
      await dialog.getByRole('button', { name: button }).click();
      await expect(dialog.getByRole('alert'), type).toHaveText(
        'Ein unbekannter Fehler ist aufgetreten.',
      );
      await dialog.getByRole('button').first().click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('tab', { name: tab })).toHaveText(`${tab}1`);
      await expect(cardOf(page, id)).toContainText(tab);
    }
    expect((await accountOf(page)).Banners.map(({ status }) => status)).toEqual([
      'geplant',
      'aktiv',
    ]);
  },
);

test(
  'what became of a banner elsewhere is said and shown [BAN-26]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page, { credits: 100 });
    const id = await orderedBanner(page);
    await page.goto('/banner');
    const dialog = await ask(page, isMobile, id, 'Ausblenden', 'BANNER_HIDE');
    await page.request.post('/api?action=hide_banner', { data: { banner_id: id } });
    await dialog.getByRole('button', { name: 'Ausblenden' }).click();
    await expect(page.getByRole('alert')).toContainText(
      'Das geht nicht: Dieser Banner ist ausgeblendet.',
    );
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('tab', { name: 'Entwürfe' })).toHaveText('Entwürfe1');
  },
);

test('when the banners do not come the page says so and tries again [BAN-30, ERR-040]', async ({
  page,
}) => {
  await advertiser(page, { credits: 100 });
  await orderedBanner(page);
  const mend = await breakAction(page, 'getBanners');
  await page.goto('/banner');
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'Banner-Daten konnten nicht geladen werden' });
  await expect(alert).toBeVisible();
  await expect(page.getByRole('article', { name: 'Ruhige Abende' })).toBeVisible();
  await expectAccessible(page);
  await mend();
  await alert.getByRole('button', { name: 'Erneut laden' }).click();
  await expect(alert).toHaveCount(0);
});

test(
  'thirteen banners stand on two pages, and the address says which [BAN-06, CON-04]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    await showInstead(page, {
      Banners: Array.from({ length: 13 }, (_, i) => sampleBanner({ ID: 500 + i })),
    });
    await page.goto('/banner');
    await expect(page.getByRole('article')).toHaveCount(12);
    await expect(page.getByText('1–12 von 13 Bannern')).toBeVisible();
    const pages = page.getByRole('navigation', { name: 'Seiten der Banner' });
    await expect(pages.getByRole('button', { name: /^Seite \d/ })).toHaveText(['1', '2']);
    await pages.getByRole('button', { name: 'Seite 2' }).click();
    await expect(page).toHaveURL('/banner?page=2');
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.reload();
    await expect(page.getByText('13–13 von 13 Bannern')).toBeVisible();
  },
);

test(
  'search by each field and every order; both stand in the address [BAN-03, BAN-04, BAN-05]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const text = { typ: 'a4', banner_bild: '', banner_credits: 60 } as const;
    await showInstead(page, {
      Banners: [
        sampleBanner({
          ...text,
          ID: 701,
          post_title: 'Erster',
          text: 'Erster',
          start_at: '2026-12-03T10:00:00.000Z',
        }),
        sampleBanner({
          ...text,
          ID: 702,
          post_title: 'Zweiter',
          url: 'https://garten.example/',
          text: 'Laube',
        }),
        sampleBanner({
          ID: 703,
          post_title: 'Dritter',
          typ: 'a3',
          start_at: '2026-10-03T10:00:00.000Z',
          banner_bild: samplePicture('/b/rosen.webp'),
        }),
      ],
    });
    await page.goto('/banner');
    const titles = page.getByRole('article').getByRole('heading');
    await expect(titles).toHaveText(['Dritter', 'Zweiter', 'Erster']);
    const search = page.getByRole('searchbox', { name: 'Banner suchen' });
    for (const [q, found] of [
      ...[
        ['GARTEN.ex', 'Zweiter'],
        ['erst', 'Erster'],
        ['laube', 'Zweiter'],
        ['A3', 'Dritter'],
        ['703', 'Dritter'],
      ],
      ['Rosen', 'Dritter'],
    ] as const) {
      await search.fill(q!);
      await expect(titles, q).toHaveText([found!]);
    }
    await search.fill('AKTIV');
    await expect(titles).toHaveCount(3);
    const sort = page.getByRole('combobox', { name: 'Sortieren' });
    for (const [label, order] of [
      ['Älteste zuerst', ['Erster', 'Zweiter', 'Dritter']],
      ['Startet zuletzt', ['Erster', 'Zweiter', 'Dritter']],
      ['Startet zuerst', ['Dritter', 'Zweiter', 'Erster']],
      ['Neueste zuerst', ['Dritter', 'Zweiter', 'Erster']],
    ] as const) {
      await sort.selectOption({ label });
      await expect(titles, label).toHaveText([...order]);
    }
    await sort.selectOption({ label: 'Startet zuerst' });
    await expect(page).toHaveURL('/banner?q=AKTIV&sort=date_asc');
    await page.reload();
    await expect(search).toHaveValue('AKTIV');
    await search.fill('gibt es nicht');
    await expect(page.getByRole('heading', { name: 'Keine Banner gefunden' })).toBeVisible();
    await page.getByRole('button', { name: 'Suche löschen' }).click();
    await expect(titles).toHaveCount(3);
  },
);

test('a card with its figures, for each website on request; nothing moves while it opens [BAN-07, BAN-09]', async ({
  page,
}) => {
  await advertiser(page);
  const [website] = (await accountOf(page)).webseiten;
  const zahlen = [{ website: website!.id, views: 1240, clicks: 31 }];
  await showInstead(page, {
    Banners: [
      sampleBanner({ ID: 801, webseiten: [website!.id], zahlen, monate: 3, auto_extend: true }),
    ],
  });
  await page.goto('/banner');
  const card = cardOf(page, 801);
  await expect(card).toContainText('3 Monate');
  await expect(card).toContainText('Leaderboard · 1248 × 244 px');
  await expect(card).toContainText(`studio-linde.example · ${website!.name}`);
  await expect(card).toContainText('Wird automatisch reaktiviert');
  await expectStandsStill(page);
  const fold = card.getByRole('button', { name: /1’240 Ansichten.*31 Klicks.*2\.5 % Klickrate/ });
  await expect(card.getByRole('table')).toBeHidden();
  await fold.press('Enter');
  await expect(card.getByRole('row', { name: `${website!.name} 1’240 31 2.5 %` })).toBeVisible();
  await expectAccessible(page);
  await fold.press('Enter');
  await expect(card.getByRole('table')).toBeHidden();
});

test('by keyboard: tabs by arrows; a dialog traps the focus and restores it [BAN-02, BAN-15]', async ({
  page,
}) => {
  await advertiser(page);
  await showInstead(page, {
    Banners: [sampleBanner({ ID: 901 }), sampleBanner({ ID: 902, status: 'geplant' })],
  });
  await page.goto('/banner');
  await page.getByRole('tab', { name: 'Aktiv' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Geplant' })).toBeFocused();
  await expect(cardOf(page, 902)).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'Abgelaufen' })).toBeFocused();
  await page.keyboard.press('Home');
  const copy = cardOf(page, 901).getByRole('button', { name: 'Duplizieren' });
  await copy.focus();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toHaveAttribute('data-type', 'BANNER_DUPLICATE');
  await expectAccessible(page, SEEN_ELSEWHERE);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(copy).toBeFocused();
});
