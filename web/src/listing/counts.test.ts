import { expect, test } from 'vitest';
import { clubText, countsOf, statusCounts } from './counts.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const DAY = 86_400_000;
const iso = (days: number) => new Date(NOW.getTime() + days * DAY).toISOString();

test('a hidden one counts as draft, and nothing counts twice [HOM-16, HOM-17, EXP-118]', () => {
  expect(
    statusCounts(['aktiv', 'aktiv', 'geplant', 'entwurf', 'ausgeblendet', 'abgelaufen']),
  ).toEqual({ aktiv: 2, geplant: 1, entwurf: 2, abgelaufen: 1, ausgeblendet: 1 });
  expect(statusCounts(['geloescht', 'leer'])).toEqual(statusCounts([]));
});

const club = (ID: number, start: number, end: number | null) => ({
  ID,
  start_at: iso(start),
  end_at: end === null ? null : iso(end),
});
type Lists = Parameters<typeof countsOf>[0];
const account = (change: object = {}) =>
  ({
    Inserats: [
      { ID: 1, inserat_status: 'aktiv' },
      { ID: 2, inserat_status: 'aktiv' },
    ],
    Banners: [{ ID: 1, status: 'aktiv' }],
    Clubs: [club(1, -5, 5), club(2, 3, 9), club(3, -9, -1)],
    holds: [],
    offline_at: null,
    ...change,
  }) as unknown as Lists;

test('all clubs are counted, and apart how many are shown [FRM-10, HOM-18, EXP-118]', () => {
  const { clubs } = countsOf(account(), NOW);
  expect(clubs).toMatchObject({ all: 3, aktiv: 1, geplant: 1, abgelaufen: 1, entwurf: 0 });
  expect(clubText(clubs)).toBe('3 Clubs, 1 aktiv');
  expect(clubText({ all: 1, aktiv: 0 })).toBe('1 Club, 0 aktiv');
});

test('while everything is offline no club is active, and none is lost [EXP-118]', () => {
  const { clubs } = countsOf(account({ offline_at: iso(0) }), NOW);
  expect(clubs).toMatchObject({ all: 3, aktiv: 0, geplant: 1, abgelaufen: 1, ausgeblendet: 1 });
  expect(clubs.entwurf).toBe(0);
});

test('what is held counts nowhere, what was released counts again [EXP-93, EXP-118]', () => {
  const hold = (type: string, id: number, released_at: string | null = null) => ({
    object: { type, id },
    released_at,
  });
  const holds = [hold('inserat', 1), hold('club', 1), hold('banner', 1, iso(-1))];
  const counts = countsOf(account({ holds }), NOW);
  expect(counts.inserate).toMatchObject({ aktiv: 1 });
  expect(counts.banner).toMatchObject({ aktiv: 1 });
  expect(counts.clubs).toMatchObject({ all: 2, aktiv: 0, geplant: 1 });
});
