import { expect, test } from 'vitest';
import { after, INSERAT_TABS, type InseratEvent, type InseratStatus, inseratLife, tabOf } from './status.ts';

const statuses = Object.keys(inseratLife) as InseratStatus[];
const events: InseratEvent[] = ['entwerfen', 'schalten', 'planen', 'starten', 'ablaufen', 'loeschen'];

test('INS-48 EDI-19 every state of an ad but the hidden one is reached from the blank draft by this table', () => {
  const reached = new Set<InseratStatus>(['leer']);
  for (const status of reached) {
    for (const event of events) {
      const next = after(status, event);
      if (next) reached.add(next);
    }
  }
  expect(statuses.filter((status) => !reached.has(status))).toEqual(['ausgeblendet']);
});

test('INS-48 a deleted ad stays deleted, and every other one can be deleted', () => {
  expect(events.map((event) => after('geloescht', event)).every((next) => next === null)).toBe(true);
  for (const status of statuses) {
    if (status !== 'geloescht') expect(after(status, 'loeschen'), status).toBe('geloescht');
  }
});

test('EDI-21 INS-48 an ad that was placed never becomes a draft again', () => {
  for (const status of ['geplant', 'aktiv', 'ausgeblendet', 'abgelaufen'] as const) {
    expect(after(status, 'entwerfen'), status).toBeNull();
  }
});

test('INS-48 only a planned ad is started by the clock, only a shown or hidden one ends', () => {
  expect(statuses.filter((status) => after(status, 'starten'))).toEqual(['geplant']);
  expect(statuses.filter((status) => after(status, 'ablaufen'))).toEqual(['aktiv', 'ausgeblendet']);
});

test('INS-02 the four tabs, with hidden ads among the drafts and nothing of blank or deleted ones', () => {
  expect(statuses.map((status) => [status, tabOf(status)])).toEqual([
    ['leer', null],
    ['entwurf', 'entwurf'],
    ['geplant', 'geplant'],
    ['aktiv', 'aktiv'],
    ['ausgeblendet', 'entwurf'],
    ['abgelaufen', 'abgelaufen'],
    ['geloescht', null],
  ]);
  expect(INSERAT_TABS).toHaveLength(4);
});
