import { expect, test } from 'vitest';
import { catalogueTexts, changesBetween, contentProblems, startProblem } from './list-rules.ts';
import { topupDescription } from './price-rules.ts';
import { CATALOGUE_LISTS, contentOf, LISTS, rowsOf } from './shape-rules.ts';

test('each list has its words: label, noun, fields and fixed rows [BOF-109]', () => {
  const words = CATALOGUE_LISTS.map((list) => {
    const { label, noun, fields, rows } = LISTS[list];
    return [
      label,
      noun,
      fields.map((one) => one.label).join('/'),
      Object.values(rows ?? {}).length,
    ];
  });
  expect(words).toEqual([
    ['Pakete', 'Paket', 'Credits', 6],
    ['Extras', 'Extra', 'Credits', 9],
    ['Banner', 'Banner', 'Credits', 5],
    ['Clubs', 'Club', 'Credits', 1],
    ['Aufladungen', 'Paket', 'CHF/Credits/Bonus', 0],
    ['Kategorien', 'Kategorie', 'Name/Im Angebot', 0],
    ['Angebote', 'Angebot', 'Name/Im Angebot', 0],
    ['Kantone', 'Kanton', 'Name', 26],
    ['Verbotene Angebote', 'Wendung', 'Wendung', 0],
    [
      'Gründe',
      'Grund',
      'Name für die Besitzerin/Satz an die Besitzerin/Satz bei einem ganzen Konto/Felder/Überarbeiten möglich/Endgültig möglich/Erstattet nicht genutzte Zeit',
      14,
    ],
    ['Gewichte', 'Hinweis', 'Punkte', 13],
  ]);
  expect(LISTS.extras.rows).toEqual({
    region: 'Weitere Region',
    category: 'Weitere Kategorie',
    image: 'Weiteres Bild',
    dailyPush: 'Push täglich, pro Zeit',
    datedPush: 'Push nach Datum',
    planned: 'Geplante Veröffentlichung',
    topAd: 'TopAd',
    colour: 'Farbe',
    story: 'Story',
  });
  expect(LISTS.banner_prices.rows).toMatchObject({
    website: 'Jede weitere Webseite, in Prozent',
  });
  expect(
    Object.values(LISTS.banner_prices.rows!).filter((row) => row.endsWith(', pro Monat')),
  ).toHaveLength(4);
  expect(LISTS.club_prices.rows).toEqual({ month: 'Club, pro Monat' });
  expect(
    Object.entries(LISTS.cantons.rows!).every(
      ([id, label]) => id === label && /^[A-Z]{2}$/.test(id),
    ),
  ).toBe(true);
});

test('a content becomes rows and rows become the content again', () => {
  const entries = [{ id: 7, phrase: 'eins' }];
  expect(rowsOf('forbidden_phrases', entries)).toEqual([
    { id: '7', label: 'Wendung 7', values: { phrase: 'eins' } },
  ]);
  expect(contentOf('forbidden_phrases', rowsOf('forbidden_phrases', entries))).toEqual(entries);
  expect(contentOf('club_prices', rowsOf('club_prices', { month: 50 }))).toEqual({ month: 50 });
  for (const none of [null, {}, 'x']) expect(rowsOf('forbidden_phrases', none)).toEqual([]);
  expect(rowsOf('club_prices', [1])).toEqual([
    { id: 'month', label: 'Club, pro Monat', values: { value: undefined } },
  ]);
});

test('entries with a number that is none, with one twice, or with unknown fields are refused [BOF-116]', () => {
  const problems = (...content: unknown[]) => contentProblems('forbidden_phrases', content);
  for (const id of [0, -1, 1.5, 1_000_000_000, '1x', 'x1', undefined])
    expect(problems({ id, phrase: 'ohne alles' }), String(id)).toEqual({
      '0.id': catalogueTexts.whole,
    });
  expect(problems({ id: 100_000_000, phrase: 'ohne alles' })).toEqual({});
  expect(problems({ id: 1, phrase: 'eins zwei' }, { id: 1, phrase: 'drei vier' })).toEqual({
    '1.id': catalogueTexts.twice,
  });
  expect(problems({ id: 1, phrase: 'ohne alles', mehr: 1 })).toEqual({
    '0.mehr': catalogueTexts.unknown,
  });
});

test('blanks around a text do not count; a price of nothing but one is taken [BOF-116]', () => {
  expect(contentProblems('forbidden_phrases', [{ id: 1, phrase: '  ab ' }])).toEqual({
    '0.phrase': expect.any(String),
  });
  expect(contentProblems('forbidden_phrases', [{ id: 1, phrase: `  ${'x'.repeat(60)} ` }])).toEqual(
    {},
  );
  expect(contentProblems('club_prices', { month: -1 })).toEqual({ month: catalogueTexts.negative });
});

test('only what is lower everywhere may begin today [BOF-110]', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const problem = (list: 'extras' | 'topup_packages', before: unknown, after: unknown) =>
    startProblem(new Date('2026-11-20T13:00:00Z'), {
      list,
      now,
      changes: changesBetween(list, before, after),
    });
  expect(problem('extras', { topAd: 80, story: 10 }, { topAd: 79, story: 10 })).toBeNull();
  expect(problem('extras', { topAd: 80, story: 10 }, { topAd: 79, story: 11 })).toBe(
    catalogueTexts.tomorrow,
  );
  expect(problem('extras', { topAd: 80 }, { topAd: 80, story: 1 })).toBe(catalogueTexts.tomorrow);
  const pack = { id: 1, francs: 50, credits: 50, bonus: 5 };
  expect(problem('topup_packages', [pack], [{ ...pack, credits: 51, bonus: 6 }])).toBeNull();
  expect(problem('topup_packages', [pack], [{ ...pack, francs: 49 }])).toBeNull();
  expect(problem('topup_packages', [pack], [{ ...pack, credits: 49 }])).toBe(
    catalogueTexts.tomorrow,
  );
  expect(problem('topup_packages', [pack], [])).toBe(catalogueTexts.tomorrow);
});

test('what is called by a name is named by it; blanks alone are no name', () => {
  const entry = (name: string, offered = true) => [{ id: 1, name, offered }];
  const label = (name: string) =>
    changesBetween('categories', entry(name), entry(name, false))[0]!.label;
  expect(label(' Massage ')).toBe('«Massage»: Im Angebot');
  expect(label('  ')).toBe('Kategorie 1: Im Angebot');
});

test('a package of credits is described with its bonus, if it has one', () => {
  expect(topupDescription({ credits: 100, bonus: 10 })).toBe('Guthaben 100 Credits + 10 Bonus');
  expect(topupDescription({ credits: 50, bonus: 0 })).toBe('Guthaben 50 Credits');
});
