import { expect, test } from 'vitest';
import {
  hasArrived,
  isOpen,
  missedText,
  noWayText,
  runText,
  stationsOf,
  sumText,
  viewsText,
} from './labels.ts';
import { sampleDelivery, sampleSite } from './sample.ts';

const NOW = new Date('2026-11-21T13:10:00Z');
const AT = '2026-11-21T13:03:00.000Z';
const site = sampleSite;

test('an item online is ready, delivered, seen, each with its time [decisions 7]', () => {
  expect(stationsOf(site({ step: 'bereit', delivered_at: null, seen_at: null }), NOW)).toEqual([
    { label: 'Unterwegs', state: 'done', note: 'heute, 14:00' },
    { label: 'Angekommen', state: 'now', note: 'noch nicht abgeholt' },
    { label: 'Angesehen', state: 'open', note: '' },
  ]);
  expect(stationsOf(site({ step: 'bereit', told_at: AT }), NOW)[1]?.note).toBe(
    'benachrichtigt, noch nicht abgeholt',
  );
  expect(stationsOf(site({ step: 'geliefert' }), NOW)[2]?.note).toBe('seither kein Aufruf');
  expect(stationsOf(site({ step: 'geliefert', views: 0 }), NOW)).toEqual([
    { label: 'Unterwegs', state: 'done', note: 'heute, 14:00' },
    { label: 'Angekommen', state: 'done', note: 'heute, 14:01' },
    { label: 'Angesehen', state: 'now', note: 'noch kein Aufruf' },
  ]);
  expect(stationsOf(site({ step: 'gesehen' }), NOW)[2]).toEqual({
    label: 'Angesehen',
    state: 'done',
    note: 'heute, 14:03',
  });
});

test('a taken-down item shows until when it waits, and how it was confirmed [T-DEL-04]', () => {
  expect(stationsOf(site({ step: 'entfernung_offen' }), NOW)[1]).toEqual({
    label: 'Wird entfernt',
    state: 'now',
    note: 'noch nicht bestätigt',
  });
  const ways = [
    ['webhook', 'auf unsere Meldung'],
    ['since', 'beim Abgleich'],
    ['asked', 'bei der Nachfrage'],
    ['live', 'sofort'],
  ] as const;
  for (const [gone_by, words] of ways)
    expect(stationsOf(site({ step: 'entfernt', gone_at: AT, gone_by }), NOW)[1]?.note).toBe(
      `heute, 14:03, ${words}`,
    );
});

test('a website that does not show it says why, and has no way', () => {
  expect(stationsOf(site({ step: 'nie', accepted: false }), NOW)).toEqual([]);
  expect(noWayText({ accepted: false, views: 0 }, 'inserat')).toContain(
    'Zeigt dieses Inserat nicht: Die Einstufung',
  );
  expect(noWayText({ accepted: true, views: 0 }, 'club')).toBe('Hat diesen Club nie abgeholt.');
  // It was seen there before anybody wrote down when.
  expect(noWayText({ accepted: true, views: 31 }, 'club')).toBe(
    'Hier sind keine Zeiten aufgezeichnet.',
  );
});

test('one sentence sums up all websites [decisions 7]', () => {
  const sum = (
    steps: Parameters<typeof site>[0][],
    of: Parameters<typeof sampleDelivery>[0] = {},
  ) => sumText(sampleDelivery({ ...of, websites: steps.map((given) => site(given)) }));
  const [seen, delivered, ready] = [
    { step: 'gesehen' },
    { step: 'geliefert' },
    { step: 'bereit' },
  ] as const;
  const not = { step: 'nie', accepted: false } as const;
  expect(sum([seen, seen, seen, delivered, ready])).toBe(
    'Auf 4 von 5 Webseiten angekommen, auf 3 schon angesehen.',
  );
  expect(sum([seen, not])).toBe('Auf 1 von 1 Webseite angekommen und angesehen.');
  expect(sum([delivered, ready])).toBe(
    'Auf 1 von 2 Webseiten angekommen, noch nirgends angesehen.',
  );
  expect(sum([ready])).toBe('Unterwegs zu 1 Webseite, noch nirgends angekommen.');
  expect(sum([not])).toBe('Keine Webseite zeigt dieses Inserat.');
  expect(sum([])).toBe('Zurzeit ist keine Webseite dafür da.');
  const off = { online: false, ended_at: AT };
  const [open, gone] = [{ step: 'entfernung_offen' }, { step: 'entfernt' }] as const;
  expect(sum([open, gone, not], off)).toBe(
    'Auf 1 von 2 Webseiten entfernt, auf 1 noch nicht bestätigt.',
  );
  expect(sum([gone, gone], off)).toBe('Alle 2 Webseiten haben es entfernt.');
  expect(sum([gone], off)).toBe('Die Webseite hat es entfernt.');
  expect(sum([{ step: 'nie' }], { ...off, online_since: null, ended_at: null })).toContain(
    'Sobald dein Inserat online ist',
  );
});

test('it has arrived where a website got it while it is online [decisions 7]', () => {
  const arrived = (step: Parameters<typeof site>[0], online = true) =>
    hasArrived({ online, websites: [site(step)] });
  expect(
    (['geliefert', 'gesehen', 'bereit', 'nie'] as const).map((step) => arrived({ step })),
  ).toEqual([...[true, true, false, false]]);
  expect(arrived({ step: 'gesehen' }, false)).toBe(false);
});

test('it looks again only while something is to come', () => {
  const open = (step: Parameters<typeof site>[0], online = true) =>
    isOpen({ online, websites: [site(step)] });
  expect(open({ step: 'bereit' })).toBe(true);
  expect(open({ step: 'geliefert' })).toBe(true);
  expect(open({ step: 'gesehen' })).toBe(false);
  expect(open({ step: 'bereit', accepted: false })).toBe(false);
  expect(open({ step: 'entfernung_offen' }, false)).toBe(true);
  expect(open({ step: 'entfernt' }, false)).toBe(false);
});

test('times, views and missed days are said in words', () => {
  expect(runText(sampleDelivery({}), NOW)).toBe('Online seit 14:00');
  expect(runText(sampleDelivery({ online: false, ended_at: '2026-11-20T13:03:00Z' }), NOW)).toBe(
    'Offline seit gestern, 14:03',
  );
  expect(runText(sampleDelivery({ online: false, online_since: null }), NOW)).toBe(
    'Noch nie online',
  );
  expect(viewsText(site({ views: 0 }), NOW)).toBeNull();
  expect(viewsText(site({ views: 1, last_seen_at: AT }), NOW)).toBe(
    '1 Aufruf, zuletzt heute, 14:03',
  );
  expect(viewsText(site({ step: 'bereit', views: 1, last_seen_at: null }), NOW)).toBe(
    'zuvor 1 Aufruf',
  );
  expect(viewsText(site({ views: 2544, last_seen_at: null }), NOW)).toBe('2’544 Aufrufe');
  expect(missedText({ missed_days: [] }, NOW)).toBeNull();
  expect(missedText({ missed_days: ['2026-11-04', '2026-11-03'] }, NOW)).toEqual({
    title: 'An 2 Tagen nichts abgerufen',
    days: '03.11. und 04.11.',
  });
  expect(missedText({ missed_days: ['2026-11-04'] }, NOW)?.title).toBe(
    'An einem Tag nichts abgerufen',
  );
});
