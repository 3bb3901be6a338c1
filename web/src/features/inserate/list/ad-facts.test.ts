import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { expect, test } from 'vitest';
import { factsOf } from './ad-facts.ts';
import { sampleInserat } from './sample.ts';

const facts = (given: Partial<Inserat>) => factsOf(sampleInserat(given)).map(({ text }) => text);
const noon = '2026-11-22T11:00:00.000Z';
const paid = {
  package: '1_week',
  regions: 3,
  categories: 3,
  images: 10,
  dailyPushes: 0,
  datedPushes: 0,
  planned: false,
  topAd: false,
  colour: false,
  story: false,
} as const satisfies Inserat['paid'];

test('the card of a draft that nobody changes says when it is deleted [EXP-46]', () => {
  const draft = { inserat_status: 'entwurf', start_zeit: '' } as const;
  expect(facts({ ...draft, deletes_at: null })).toEqual([]);
  expect(facts({ ...draft, deletes_at: '2027-05-19T12:00:00.000Z' })).toEqual([
    'Wird am 19.05.2027 gelöscht, wenn du ihn nicht mehr änderst',
  ]);
});

test('a card shows start, pushes and how long the ad is highlighted [INS-06]', () => {
  expect(facts({})).toEqual(['Start 21.11.2026, 12:00']);
  const all = {
    last_push_at: '2026-11-21T17:30:00.000Z',
    next_push_at: noon,
    topad_until: noon,
    story_until: noon,
    inserat_farbe: true,
    reaktivierung: true,
    paid,
  };
  expect(facts({ ...all, inserat_typ: '1_week' })).toEqual([
    'Start 21.11.2026, 12:00',
    'Letzter Push 21.11.2026, 18:30',
    'Nächster Push 22.11.2026, 12:00',
    'TopAd bis 22.11.2026, 12:00',
    'Story bis 22.11.2026, 12:00',
    'Farbe gebucht',
    'Wird automatisch reaktiviert',
  ]);
});

test('a draft has no facts; a planned ad shows its start in its bar [INS-06]', () => {
  expect(facts({ inserat_status: 'entwurf', start_zeit: '' })).toEqual([]);
  expect(facts({ inserat_status: 'geplant' })).toEqual([]);
});

test('a hidden ad shows since when, and how long its time may be paused [INS-36, INS-44]', () => {
  const hidden = {
    inserat_status: 'ausgeblendet',
    hidden_at: noon,
    inserat_typ: '1_week',
  } as const;
  expect(facts({ ...hidden, hidden_days_left: 28 }).slice(0, 2)).toEqual([
    'Ausgeblendet seit 22.11.2026, 12:00',
    'Laufzeit steht still, noch höchstens 28 Tage',
  ]);
  expect(facts({ ...hidden, hidden_days_left: 1 })[1]).toBe(
    'Laufzeit steht still, noch höchstens 1 Tag',
  );
  expect(facts({ ...hidden, hidden_days_left: 0 })[1]).toBe('Laufzeit läuft weiter');
  expect(facts({ ...hidden, inserat_typ: 'free' })[1]).toBe('Laufzeit läuft weiter');
});
