import type { Page } from '@playwright/test';
import { fillAd, PLACED, placeAd, savedAd } from './editor.ts';
import {
  advertiser,
  api,
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  phonePhoto,
  SEEN_ELSEWHERE,
  test,
} from './support.ts';
import { rateFirst } from './uploads.ts';

const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const inDays = (days: number) => {
  const day = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' }).format(day);
};
const swiss = (date: string) => date.split('-').reverse().join('.');

/** The lines of the costs, beside the form or in the sheet of a phone. */
async function costs(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole('button', { name: 'Kosten anzeigen' }).click();
  const lines = page.locator('[data-slot=cost-list]').filter({ visible: true }).last();
  await expect(lines).toBeVisible();
  const texts = await lines.locator(':scope > div').allInnerTexts();
  const total = Number(
    await page.locator('.cost-total .sum').filter({ visible: true }).textContent(),
  );
  if (isMobile) await page.keyboard.press('Escape');
  return { lines: texts.map((text) => text.replace(/\s+/g, ' ')), total };
}

test('the five promotions in their order, each with price and figure [EDI-84, EDI-86, EDI-87, EDI-88, EDI-90, EDI-91, EDI-95, CON-51, CON-73, PRI-01]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  const section = page.getByRole('region', { name: 'Hervorheben' });
  await expect(section.getByRole('heading', { level: 3 })).toHaveText([
    'Push täglich',
    'Push nach Datum',
    'TopAd',
    'Farbe',
    'Story',
  ]);
  for (const [name, price, figure] of [
    ['Push täglich', '5 Credits pro Zeit', '10x sichtbarer'],
    ['Push nach Datum', '5 Credits pro Push', '10x sichtbarer'],
    ['TopAd', '80 Credits', '8x sichtbarer'],
    ['Farbe', '20 Credits', '5x sichtbarer'],
    ['Story', '10 Credits', '6x sichtbarer'],
  ] as const) {
    await expect(row(page, name)).toContainText(price);
    await expect(row(page, name)).toContainText(figure);
  }

  const daily = row(page, 'Push täglich');
  const time = daily.getByLabel('Zeit', { exact: true });
  const addTime = daily.getByRole('button', { name: 'Tägliche Zeit hinzufügen' });
  await daily.getByRole('button', { name: 'Tägliche Zeit wählen' }).click();
  await expect(time).toBeFocused();
  await expect(time).toHaveValue('12:00');
  const times = daily.getByRole('listitem');
  await addTime.click();
  await addTime.click();
  await expect(times).toHaveText(['12:00']);
  await time.fill('');
  await addTime.click();
  await expect(time).toHaveAccessibleDescription('Wähle zuerst eine Zeit.');
  await time.fill('08:15');
  await addTime.click();
  await expect(times).toHaveText(['08:15', '12:00']);
  await daily.getByRole('button', { name: '12:00 entfernen' }).click();
  await expect(times).toHaveText(['08:15']);

  const dated = row(page, 'Push nach Datum');
  const date = dated.getByLabel('Datum', { exact: true });
  const add = dated.getByRole('button', { name: 'Termin hinzufügen' });
  await dated.getByRole('button', { name: 'Termin wählen' }).click();
  await expect(date).toHaveAttribute('min', inDays(0));
  await add.click();
  await expect(date).toHaveAccessibleDescription('Wähle zuerst ein Datum.');
  await date.fill(inDays(-1));
  await add.click();
  await expect(date).toHaveAccessibleDescription('Dieser Zeitpunkt ist schon vorbei');
  await expect(dated.getByRole('listitem')).toHaveCount(0);
  await date.fill(inDays(3));
  await add.click();
  await add.click();
  await expect(dated.getByRole('listitem')).toHaveText([`${swiss(inDays(3))}, 12:00`]);
  await date.fill(inDays(40));
  await add.click();
  await expect(dated).toContainText('Dieser Push läge nach dem Ende des Inserats');
  await dated.getByRole('button', { name: `${swiss(inDays(40))}, 12:00 entfernen` }).click();
  await expect(dated).not.toContainText('Dieser Push läge');
  await date.fill('2027-03-28');
  await dated.getByLabel('Zeit', { exact: true }).fill('02:30');
  await expect(dated.getByLabel('Zeit', { exact: true })).toHaveAccessibleDescription(
    'Wegen der Zeitumstellung um 03:30.',
  );
  await add.click();
  await expect(dated.getByRole('listitem').last()).toContainText('28.03.2027, 03:30');
});

test('every line is named, and the total is charged once [EDI-92, EDI-93, EDI-94, EDI-14, EDI-85, EDI-89, EDI-96, PRI-02, PRI-14, PRI-16, PRI-17, PRI-18, PRI-19, PRI-20, PRI-21, PRI-22]', async ({
  page,
  isMobile,
}) => {
  await advertiser(page, { credits: 200 });
  await page.goto('/rabota');
  await fillAd(page, { title: 'Mit allem', package: '1 Woche Premium' });
  await page.getByLabel('Bilder auswählen').setInputFiles([await phonePhoto(page)]);
  await rateFirst(page);
  await expect(page.getByRole('img', { name: 'Bild 1', exact: true })).toBeVisible();
  await row(page, 'Push täglich').getByRole('button', { name: 'Tägliche Zeit wählen' }).click();
  await row(page, 'Push täglich').getByRole('button', { name: 'Tägliche Zeit hinzufügen' }).click();
  const dated = row(page, 'Push nach Datum');
  await dated.getByRole('button', { name: 'Termin wählen' }).click();
  await dated.getByLabel('Datum', { exact: true }).fill(inDays(3));
  await dated.getByRole('button', { name: 'Termin hinzufügen' }).click();
  for (const name of ['TopAd', 'Farbe'])
    await page.getByRole('switch', { name, exact: true }).check();
  const story = row(page, 'Story');
  await story.getByRole('button', { name: 'Story hinzufügen' }).click();
  const title = page.getByRole('textbox', { name: 'Titel der Story' });
  await title.fill('x'.repeat(60));
  await expect(title).toHaveValue('x'.repeat(50));
  await story.getByRole('button', { name: 'Story posten' }).click();
  await story.getByRole('button', { name: 'Story entfernen' }).click();
  const remove = page.getByRole('dialog', { name: 'Story entfernen?' });
  await remove.getByRole('button', { name: 'Behalten' }).click();
  await expect(title).toBeVisible();
  await page.getByRole('radio', { name: 'Planen' }).check();
  await page
    .getByRole('region', { name: 'Veröffentlichung' })
    .getByLabel('Datum', { exact: true })
    .fill(inDays(1));
  await page
    .getByRole('region', { name: 'Veröffentlichung' })
    .getByLabel('Zeit', { exact: true })
    .fill('08:30');
  expect(await costs(page, isMobile)).toEqual({
    lines: [
      '1 Woche Premium 40',
      'Regionen 1 von 3 inbegriffen 0',
      'Kategorien 1 von 3 inbegriffen 0',
      'Push täglich 12:00, ganze Laufzeit 5',
      'Push nach Datum 1 Termin 5',
      'Geplante Veröffentlichung 5',
      'TopAd 80',
      'Farbe 20',
      'Story 10',
    ],
    total: 165,
  });
  await page.getByRole('switch', { name: 'TopAd', exact: true }).uncheck();
  await page.getByRole('switch', { name: 'Farbe', exact: true }).uncheck();
  expect((await costs(page, isMobile)).total).toBe(65);
  await story.getByRole('button', { name: 'Story entfernen' }).click();
  await remove.getByRole('button', { name: 'Entfernen' }).click();
  await expect(title).toHaveCount(0);
  expect((await costs(page, isMobile)).total).toBe(55);
  await page.getByRole('switch', { name: 'Farbe', exact: true }).check();
  await expectNoSidewaysScroll(page);
  if (!isMobile) await expectAccessible(page);
  await placeAd(page);
  await expect(page).toHaveURL(PLACED);
  const { state } = (await api(page, 'state')) as unknown as {
    state: { credits: number; Inserats: Record<string, unknown>[] };
  };
  expect(state.credits).toBe(125);
  expect(state.Inserats[0]).toMatchObject({
    inserat_status: 'geplant',
    push_times: ['12:00'],
    top_ad_enabled: false,
    color_enabled: true,
    date_time_pushes: [{ date: inDays(3), time: '12:00' }],
    story_posted: false,
    story_title: '',
    publish_option: 'Planen',
    publish_date: inDays(1),
    publish_time: '08:30',
  });
});

test('a free ad starts at once and does not renew itself, a premium one may [EDI-97, EDI-98, EDI-99, EDI-100, EDI-101, EDI-102, CON-62]', async ({
  page,
}) => {
  await advertiser(page);
  await page.goto('/rabota');
  const start = page.getByRole('region', { name: 'Veröffentlichung' });
  const renew = start.getByRole('switch', { name: 'Automatisch reaktivieren' });
  await expect(start.getByRole('radio', { name: 'Sofort' })).toBeChecked();
  for (const name of ['Sofort', 'Planen'])
    await expect(start.getByRole('radio', { name })).toBeDisabled();
  await expect(renew).toBeDisabled();
  await expect(start).toContainText('Ein Gratis-Inserat startet sofort. Planen gehört zu Premium.');
  await expect(start).toContainText(`Läuft bis ${swiss(inDays(30))}`);
  await page.getByRole('radio', { name: '1 Woche Premium' }).check();
  for (const name of ['Sofort', 'Planen'])
    await expect(start.getByRole('radio', { name })).toBeEnabled();
  await renew.check();
  await expect(start).toContainText(
    `Am ${swiss(inDays(7))} startet das Inserat neu und kostet wieder 40 Credits.`,
  );
  await start.getByRole('radio', { name: 'Planen' }).check();
  await expect(start.getByLabel('Datum', { exact: true })).toHaveAttribute('min', inDays(0));
  await page.getByRole('radio', { name: '30 Tage Gratis' }).check();
  await expect(start.getByRole('radio', { name: 'Sofort' })).toBeChecked();
  await expect(renew).not.toBeChecked();
  await expect(start).not.toContainText('Am ');
});

test(
  'what the running booking has paid for says so and until when, and costs nothing again [EDI-29, PRI-21]',
  DEEP_ONLY,
  async ({ page, isMobile }) => {
    await advertiser(page, { credits: 100 });
    const id = await savedAd(page, { titel: 'Mit Farbe' });
    const { state } = await api(page, 'state');
    const categories = [(state as { categories: { id: number }[] }).categories[0]!.id];
    await api(page, 'saveInserat', {
      inserat_id: id,
      inserat_typ: '1_week',
      name: 'Lena',
      titel: 'Mit Farbe',
      telefon: '+41795550142',
      beschreibung: '<p>Ich nehme mir Zeit.</p>',
      cantons: ['ZH'],
      categories,
      push_times: ['12:00'],
      color_enabled: true,
    });
    await page.goto(`/rabota/${id}`);
    await expect(row(page, 'Farbe')).toContainText(`Läuft bis ${swiss(inDays(7))}`);
    await expect(row(page, 'Farbe')).toContainText('Bezahlt');
    await expect(page.getByRole('switch', { name: 'Farbe', exact: true })).toHaveCount(0);
    await expect(row(page, 'Push täglich')).toContainText('1 Zeit in dieser Laufzeit bezahlt');
    const start = page.getByRole('region', { name: 'Veröffentlichung' });
    await expect(start).toContainText(`bis ${swiss(inDays(7))}`);
    await expect(start.getByRole('radio')).toHaveCount(0);
    await row(page, 'Push täglich').getByLabel('Zeit', { exact: true }).fill('18:30');
    await row(page, 'Push täglich')
      .getByRole('button', { name: 'Tägliche Zeit hinzufügen' })
      .click();
    expect((await costs(page, isMobile)).total).toBe(5);
    if (!isMobile) await expectAccessible(page, SEEN_ELSEWHERE);
  },
);
