import { expect, test } from 'vitest';
import { nonEmpty } from '../testing/non-empty.ts';
import {
  after,
  INSERAT_TABS,
  type InseratEvent,
  type InseratStatus,
  inseratLife,
  STATUS_LABELS,
  tabOf,
} from './status.ts';

const statuses = Object.keys(inseratLife) as InseratStatus[];
const events = [
  ...new Set(statuses.flatMap((status) => Object.keys(inseratLife[status]))),
] as InseratEvent[];
const from = (event: InseratEvent) => statuses.filter((status) => after(status, event));
const offered = (status: InseratStatus) =>
  events.filter((event) => after(status, event)).toSorted();

test('every state of an ad is reached from the blank draft by this table [INS-48, EDI-19]', () => {
  const reached = new Set<InseratStatus>(['leer']);
  for (const status of reached) {
    for (const event of events) {
      const next = after(status, event);
      if (next) reached.add(next);
    }
  }
  expect([...reached].toSorted()).toEqual(statuses.toSorted());
});

test('what an owner may do in each state, and nothing else [INS-13, INS-14, INS-15, INS-16]', () => {
  const clock: InseratEvent[] = ['starten', 'ablaufen', 'erneuern'];
  const byOwner = (status: InseratStatus) =>
    offered(status).filter((event) => !clock.includes(event));
  const always: InseratEvent[] = ['autoreaktivieren', 'duplizieren', 'loeschen'];
  const extras: InseratEvent[] = ['pushen', 'faerben', 'topad', 'story'];
  expect(byOwner('aktiv')).toEqual(
    [...always, ...extras, 'ausblenden', 'zurueckziehen'].toSorted(),
  );
  expect(byOwner('geplant')).toEqual([...always, ...extras, 'aktivieren', 'schalten'].toSorted());
  expect(byOwner('entwurf')).toEqual([...always, 'entwerfen', 'planen', 'schalten'].toSorted());
  expect(byOwner('abgelaufen')).toEqual(
    [...always, 'planen', 'reaktivieren', 'schalten'].toSorted(),
  );
  expect(byOwner('ausgeblendet')).toEqual([...always, 'aktivieren'].toSorted());
  expect(byOwner('leer')).toEqual(['entwerfen', 'loeschen', 'planen', 'schalten']);
  expect(offered('geloescht')).toEqual([]);
});

test('a deleted ad stays deleted, and every other one can be deleted [INS-37]', () => {
  expect(from('loeschen')).toEqual(statuses.filter((status) => status !== 'geloescht'));
  expect(new Set(from('loeschen').map((status) => after(status, 'loeschen')))).toEqual(
    new Set(['geloescht']),
  );
});

test('an ad that was placed never becomes a draft again [EDI-21, INS-48]', () => {
  expect(from('entwerfen')).toEqual(['leer', 'entwurf']);
});

test('the job starts only planned ads, ends shown or hidden ones, and renews only shown ones [INS-48, INS-47]', () => {
  expect([from('starten'), from('ablaufen'), from('erneuern')]).toEqual([
    ...[['geplant'], ['aktiv', 'ausgeblendet'], ['aktiv']],
  ]);
});

test('what is bought, copied or switched changes no state [INS-31, INS-40]', () => {
  for (const event of [
    'pushen',
    'topad',
    'faerben',
    'story',
    'autoreaktivieren',
    'duplizieren',
  ] as const) {
    for (const status of nonEmpty(from(event)))
      expect([event, after(status, event)]).toEqual([event, status]);
  }
});

test('hidden and planned ads come online by one action, expired ones by another [INS-36, INS-38, INS-39]', () => {
  expect([from('aktivieren'), from('reaktivieren'), from('ausblenden')]).toEqual([
    ...[['geplant', 'ausgeblendet'], ['abgelaufen'], ['aktiv']],
  ]);
});

test('a refusal can name every state [INS-17]', () => {
  expect(Object.keys(STATUS_LABELS).toSorted()).toEqual(statuses.toSorted());
  for (const word of Object.values(STATUS_LABELS)) expect(word).toMatch(/^[a-zäöü]/);
});

test('the four tabs, with hidden ads among the drafts and nothing of blank or deleted ones [INS-02]', () => {
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
