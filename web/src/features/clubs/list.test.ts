import type { Club } from '@samtrot/shared/clubs/contract.ts';
import { expect, test } from 'vitest';
import { factsOf, openingDays, townOf } from './card-facts.ts';
import { CLUB_LIST, type ClubView, clubsAt, type ListedClub } from './list.ts';
import { questionOf } from './list-questions.ts';
import { sampleClub } from './list-sample.ts';

const now = new Date('2026-12-01T11:00:00Z');
const { listed, tabCounts, defaultView, sorts } = CLUB_LIST;
const view = (change: Partial<ClubView> = {}) => ({ ...defaultView, ...change });
const ids = (clubs: readonly ListedClub[]) => clubs.map(({ ID }) => ID);
const one = (given: Partial<Club> = {}) => clubsAt([sampleClub(given)], now, false)[0]!;

test('a club is under Aktiv until its end, also planned or endless; the rule of Home [CLU-02, CLU-15, CLU-16, X-24]', () => {
  expect(Object.values(CLUB_LIST.tabLabels)).toEqual(['Aktiv', 'Abgelaufen']);
  const all = clubsAt(
    [
      sampleClub({ ID: 1, end_at: '2026-12-02T11:00:00Z' }),
      sampleClub({ ID: 2, end_at: '2026-11-30T11:00:00Z' }),
      sampleClub({ ID: 3, end_at: null }),
      sampleClub({ ID: 4, start_at: '2026-12-05T11:00:00Z', end_at: '2027-01-05T11:00:00Z' }),
    ],
    now,
    false,
  );
  expect(ids(listed(all, view()).items)).toEqual([4, 3, 1]);
  expect(all.map(({ status }) => status)).toEqual(['aktiv', 'abgelaufen', 'aktiv', 'geplant']);
  expect(ids(listed(all, view({ tab: 'abgelaufen' })).items)).toEqual([2]);
  // The planned one has a chip of its own (EXP-118).
  expect(tabCounts(all)).toEqual({ aktiv: 2, abgelaufen: 1 });
  expect(CLUB_LIST.partsOf(all, view())).toEqual([{ status: 'geplant', count: 1 }]);
});

test('a search names the tab of a planned club, and a chip without any narrows nothing [EXP-118]', () => {
  const times = { start_at: '2026-12-05T11:00:00Z', end_at: '2027-01-05T11:00:00Z' };
  const all = [one({ ID: 1, ...times }), one({ ID: 2 })];
  expect(CLUB_LIST.otherTabs(all.slice(0, 1), view({ tab: 'abgelaufen' }))).toEqual(['aktiv']);
  expect(CLUB_LIST.otherTabs(all, view())).toEqual([]);
  expect(CLUB_LIST.otherTabs(all, view({ tab: 'abgelaufen', q: 'gibt es nicht' }))).toEqual([]);
  expect(ids(listed(all, view({ only: 'geplant' })).items)).toEqual([1]);
  expect(ids(listed(all.slice(1), view({ only: 'geplant' })).items)).toEqual([2]);
});

test('while the account is offline no club is shown as online, and its time is paused [T-DEL-04]', () => {
  const all = clubsAt(
    [
      sampleClub({ ID: 1 }),
      sampleClub({ ID: 2, end_at: '2026-11-30T11:00:00Z' }),
      sampleClub({ ID: 3, start_at: '2026-12-05T11:00:00Z', end_at: '2027-01-05T11:00:00Z' }),
      sampleClub({ ID: 4, end_at: null }),
    ],
    now,
    true,
  );
  expect(all.map(({ status }) => status)).toEqual([
    'ausgeblendet',
    'abgelaufen',
    'geplant',
    'ausgeblendet',
  ]);
  expect(ids(listed(all, view()).items)).toEqual([4, 3, 1]);
  const still = all.filter((club) =>
    factsOf(club).some(({ text }) => text === 'Laufzeit steht still'),
  );
  expect(ids(still)).toEqual([1]);
});

test.each([
  ['club_name', 'LINDE'],
  ['titel', 'räume'],
  ['beschreibung', 'ÖL'],
] as const)('the search finds a part of %s whatever the case [CLU-09]', (field, q) => {
  const given = {
    club_name: 'Haus Linde',
    titel: 'Bar und Räume',
    beschreibung: 'Mit Öl und Zeit',
  };
  const other = { club_name: 'Garten', titel: 'Ruhe', beschreibung: 'Sonst nichts' };
  const all = [one({ ID: 1, ...other, [field]: given[field] }), one({ ID: 2, ...other })];
  expect(ids(listed(all, view({ q })).items)).toEqual([1]);
});

test('the newest come first by default; by end, an endless one comes last [CLU-10]', () => {
  const all = [
    one({ ID: 1, end_at: '2026-12-30T10:00:00Z' }),
    one({ ID: 3, end_at: null }),
    one({ ID: 2, end_at: '2026-12-20T10:00:00Z' }),
  ];
  const order = (sort: ClubView['sort']) => ids(listed(all, view({ sort })).items);
  expect(sorts).toEqual(['id_desc', 'id_asc', 'end_date_desc', 'end_date_asc']);
  expect(ids(listed(all, defaultView).items)).toEqual([3, 2, 1]);
  expect(order('id_asc')).toEqual([1, 2, 3]);
  expect(order('end_date_desc')).toEqual([1, 2, 3]);
  expect(order('end_date_asc')).toEqual([2, 1, 3]);
});

test('nine clubs a page [CLU-11, CON-05]', () => {
  const all = Array.from({ length: 10 }, (_, i) => one({ ID: i + 1 }));
  expect(listed(all, view())).toMatchObject({ total: 10, pages: 2, from: 1, to: 9 });
  expect(listed(all, view({ page: 2 }))).toMatchObject({ page: 2, from: 10, to: 10 });
});

test('deleting shows the refund: all before the start, nothing afterwards [CLU-17]', () => {
  const planned = one({ start_at: '2026-12-05T11:00:00Z', planned_refund: 150 });
  expect(questionOf('CLUB_DELETE', planned)).toMatchObject({
    text: expect.stringContaining('Du bekommst den ganzen Preis zurück: 150 Credits.'),
    refund: { atLeast: 150, more: false },
  });
  expect(questionOf('CLUB_DELETE', one()).text).toContain('nichts erstattet');
  // Months that were bought ahead have not begun.
  expect(questionOf('CLUB_DELETE', one({ planned_refund: 50 })).text).toContain(
    'Für Laufzeiten, die noch nicht begonnen haben, bekommst du 50 Credits zurück. Für die restliche Laufzeit wird nichts',
  );
  expect(questionOf('CLUB_DELETE', one({ end_at: '2026-11-30T11:00:00Z' })).text).toBe(
    'Texte und Bilder werden endgültig gelöscht.',
  );
});

test('a card shows start, months, price and town [CLU-08]', () => {
  const facts = (given: Partial<Club>) => factsOf(one(given)).map(({ text }) => text);
  expect(facts({ monate: 3, club_credits: 150 })).toEqual([
    'Start 21.11.2026, 12:00',
    '3 Monate',
    '150 Credits',
  ]);
  expect(
    facts({ end_at: null, end_zeit: '', start_at: null, start_zeit: '', club_credits: 0 }),
  ).toEqual(['Ohne Ende']);
  const cantons = new Map([
    ['ZH', 'Zürich'],
    ['AG', 'Aargau'],
  ]);
  expect(townOf(one(), cantons)).toBe('8000 Zürich');
  expect(townOf(one({ postleitzahl: '5000', ort: 'Aarau', canton: 'AG' }), cantons)).toBe(
    '5000 Aarau, Aargau',
  );
});

test('opening hours by day, over midnight, twice a day and around the clock [CLU-05]', () => {
  const hours = [
    { tag: 1, von: '18:00', bis: '02:00' },
    { tag: 1, von: '11:00', bis: '14:00' },
    { tag: 6, von: '00:00', bis: '00:00' },
  ];
  const days = openingDays(hours);
  expect(days.map(({ day }) => day)).toEqual([
    ...['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'],
  ]);
  expect(days[0]?.times).toBe('11:00 – 14:00, 18:00 – 02:00');
  expect(days[1]?.times).toBe('geschlossen');
  expect(days[5]?.times).toBe('rund um die Uhr');
  expect(openingDays([])).toEqual([]);
});
