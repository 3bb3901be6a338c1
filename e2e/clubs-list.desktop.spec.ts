import { sampleClub } from '../web/src/features/clubs/list-sample.ts';
import { dayFromNow } from './list-ads.ts';
import { accountOf, cardOf, dialogOf, orderedClub, showInstead } from './list-banners.ts';
import {
  advertiser,
  breakAction,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  test,
} from './support.ts';

const PAST = {
  start_at: '2026-01-01T11:00:00.000Z',
  end_at: '2026-02-01T11:00:00.000Z',
  end_zeit: '01.02.2026 12:00',
};
const COMING = {
  start_at: '2098-01-01T11:00:00.000Z',
  end_at: '2098-02-01T11:00:00.000Z',
  start_zeit: '01.01.2098 12:00',
};
const RUNNING = { end_at: '2099-01-01T11:00:00.000Z', end_zeit: '01.01.2099 12:00' };

test('where a club stands, the same on Home [CLU-02, CLU-03, CLU-12, CLU-13, CLU-14, CLU-15, CLU-16]', async ({
  page,
}) => {
  await advertiser(page);
  await showInstead(page, {
    newcomer: false,
    Clubs: [
      ...[
        sampleClub({ ID: 1, club_name: 'Läuft', ...RUNNING }),
        sampleClub({ ID: 2, club_name: 'Kommt', ...COMING }),
      ],
      sampleClub({ ID: 3, club_name: 'Bleibt', end_at: null, end_zeit: '' }),
      sampleClub({ ID: 4, club_name: 'Vorbei', ...PAST }),
    ],
  });
  await page.goto('/clubs');
  await expect(page.getByRole('tab')).toHaveText(['Aktiv2', 'Abgelaufen1']);
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([
    'Bleibt',
    'Kommt',
    'Läuft',
  ]);
  await expect(cardOf(page, 2)).toContainText('Geplant');
  await expect(cardOf(page, 2)).toContainText('Start am 01.01.2098, 12:00');
  await expect(cardOf(page, 3)).toContainText('Ohne Ende');
  await expect(cardOf(page, 1).getByRole('link', { name: 'Läuft verlängern' })).toBeVisible();
  await expect(cardOf(page, 3).getByRole('link', { name: 'Bleibt verlängern' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Abgelaufen' }).click();
  await expect(cardOf(page, 4)).toContainText('Abgelaufen am 01.02.2026, 12:00');
  await expect(page.getByRole('link', { name: /Clubs?, \d/ }).first()).toContainText('4');
  await page.goto('/home');
  const counts = page
    .locator('[data-slot=overview-card]')
    .filter({ hasText: 'Clubs' })
    .locator('dd');
  await expect(counts).toHaveText(['2', '1', '0', '1']);
});

/** As long as the beginning that a list has of a description. */
const EXCERPT = `${'Erste Zeile. '.repeat(12)}Mehr`;

test('the details show everything, closed by keyboard [CLU-04, CLU-05, CLU-08]', async ({
  page,
}) => {
  await advertiser(page);
  const whole = sampleClub({ beschreibung: `${EXCERPT}\nZweite Zeile.` });
  await page.route(
    '**/api?action=get_club*',
    (route) => route.fulfill({ json: { success: true, club: whole, unsaved: null } }),
    { times: 1 },
  );
  await showInstead(page, {
    Clubs: [
      sampleClub({
        ID: 7,
        ...RUNNING,
        homepage: 'https://haus-linde.example/',
        club_credits: 150,
        monate: 3,
        beschreibung: EXCERPT,
        oeffnungszeiten: [{ tag: 5, von: '18:00', bis: '02:00' }],
      }),
    ],
  });
  await page.goto('/clubs');
  const opener = cardOf(page, 7)
    .getByRole('button', { name: /^Angaben ansehen/ })
    .filter({ visible: true });
  await opener.press('Enter');
  const dialog = dialogOf(page);
  for (const text of [
    ...[
      'Haus Linde',
      'Bar und Räume in Zürich',
      'Erste Zeile.',
      'Zweite Zeile.',
      '079 000 02 00',
      'https://haus-linde.example/',
    ],
    ...[
      'Seeweg 1, 8000 Zürich',
      'Lena Linde',
      '21.11.2026, 12:00',
      '01.01.2099, 12:00',
      '150 Credits für 3 Monate',
    ],
  ])
    await expect(dialog).toContainText(text);
  await expect(dialog.getByRole('row', { name: 'Freitag 18:00 – 02:00' })).toBeVisible();
  await expect(dialog.getByRole('row', { name: 'Montag geschlossen' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await opener.click();
  await expect(dialog).toBeVisible();
  await expectNoSidewaysScroll(page);
  // The club is unknown to the server, whose answer leads back at once.
  const opened = page.waitForURL('/clubs_edit/7');
  await dialog.getByRole('button', { name: 'Bearbeiten' }).click();
  await opened;
});

test(
  'ten clubs stand on two pages; search by each field and every order [CLU-09, CLU-10, CLU-11, CON-05]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page);
    const more = Array.from({ length: 7 }, (_, i) =>
      sampleClub({ ID: 20 + i, ...RUNNING, club_name: `Weiterer ${i}`, titel: 'Weitere' }),
    );
    await showInstead(page, {
      Clubs: [
        ...more,
        sampleClub({
          ID: 11,
          club_name: 'Erster',
          titel: 'Garten',
          end_at: '2099-03-01T11:00:00.000Z',
        }),
        sampleClub({
          ID: 12,
          club_name: 'Zweiter',
          titel: 'Laube',
          end_at: '2099-01-01T11:00:00.000Z',
        }),
        sampleClub({
          ID: 13,
          club_name: 'Dritter',
          beschreibung: 'Mit Garten',
          end_at: '2099-02-01T11:00:00.000Z',
        }),
      ],
    });
    await page.goto('/clubs');
    await expect(page.getByRole('article')).toHaveCount(9);
    await expect(page.getByText('1–9 von 10 Clubs')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Seiten der Clubs' })
      .getByRole('button', { name: 'Seite 2' })
      .click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page).toHaveURL('/clubs?page=2');
    const titles = page.getByRole('article').getByRole('heading');
    const search = page.getByRole('searchbox', { name: 'Clubs suchen' });
    for (const [q, found] of [
      ['ZWEITER', ['Zweiter']],
      ['laube', ['Zweiter']],
      ['garten', ['Dritter', 'Erster']],
      ['dritter', ['Dritter']],
    ] as const) {
      await search.fill(q);
      await expect(titles, q).toHaveText([...found]);
    }
    await search.fill('er');
    const sort = page.getByRole('combobox', { name: 'Sortieren' });
    for (const [label, first] of [
      ['Älteste zuerst', 'Erster'],
      ['Endet zuletzt', 'Erster'],
      ['Endet zuerst', 'Weiterer 6'],
      ['Neueste zuerst', 'Weiterer 6'],
    ] as const) {
      await sort.selectOption({ label });
      await expect(titles.first(), label).toHaveText(first);
    }
  },
);

test('"Verlängern" of a club lands at its months, with their price, at both sizes [FIX-22]', async ({
  page,
}) => {
  await advertiser(page, { credits: 150 });
  const id = await orderedClub(page);
  const wide = page.viewportSize()!;
  for (const viewport of [wide, PHONE]) {
    await page.setViewportSize(viewport);
    await page.goto('/clubs');
    if (viewport === wide)
      await cardOf(page, id).getByRole('link', { name: 'Haus Linde verlängern' }).click();
    else {
      await cardOf(page, id).getByRole('button', { name: 'Mehr zu Haus Linde' }).click();
      await page.getByRole('button', { name: 'Verlängern', exact: true }).click();
    }
    const months = page.getByRole('slider', { name: 'Verlängern um' });
    await expect(months).toBeFocused();
    await expect(months).toBeInViewport();
    await expect(months).toHaveAccessibleDescription('Das kostet 50 Credits.');
    await expect(page.getByText('Das kostet 50 Credits.')).toBeInViewport();
    // Nothing was moved away again by the page that opened.
    await page.waitForTimeout(300);
    await expect(months).toBeInViewport();
  }
});

test(
  'a club is prolonged in its form, and deleted with what comes back [CLU-04, CLU-17]',
  DEEP_ONLY,
  async ({ page }) => {
    await advertiser(page, { credits: 150 });
    const planned = {
      publish_option: 'Planen',
      publish_date: dayFromNow(5),
      publish_time: '10:00',
    };
    const [running, coming] = [
      await orderedClub(page),
      await orderedClub(page, { club_name: 'Gartenlaube', ...planned }),
    ];
    await page.goto('/clubs');
    await cardOf(page, running).getByRole('link', { name: 'Haus Linde verlängern' }).click();
    await expect(page).toHaveURL(new RegExp(`/clubs_edit/${running}`));
    await page.goto('/clubs');
    const press = (id: number) => cardOf(page, id).getByRole('button', { name: 'Löschen' }).click();
    const dialog = dialogOf(page);
    await press(running);
    await expect(dialog).toHaveAttribute('data-type', 'CLUB_DELETE');
    await expect(dialog).toContainText('Für die restliche Laufzeit wird nichts erstattet.');
    await dialog.getByRole('button', { name: 'Behalten' }).click();
    await expect(dialog).toBeHidden();
    expect((await accountOf(page)).Clubs).toHaveLength(2);

    const mend = await breakAction(page, 'delete_club');
    await press(coming);
    await expect(dialog).toContainText('Du bekommst den ganzen Preis zurück: 50 Credits.');
    await expect(dialog).toContainText('Guthaben danach100 Credits');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Löschen' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Ein unbekannter Fehler ist aufgetreten.');
    await expect(cardOf(page, coming)).toHaveCount(1);
    await mend();
    await dialog.getByRole('button', { name: 'Löschen' }).click();
    await expect(cardOf(page, coming)).toHaveCount(0);
    await expect(cardOf(page, running)).toBeFocused();
    expect(await accountOf(page)).toMatchObject({ credits: 100, Clubs: [{ ID: running }] });
    await expect(page.getByRole('link', { name: /Clubs?, \d/ }).first()).toContainText('1');
  },
);
