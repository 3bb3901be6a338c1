import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';
import { barAt, barsOf, namedBars, scaleTop } from './chart-geometry.ts';
import { csvField, csvName, csvOf } from './csv.ts';
import { decimal, effectText, effectTime, isComparable } from './effect-text.ts';
import { chartText, figureText, ofWebsite, rateOf, spansOf, sumOf } from './figures.ts';
import { sampleDay as day, sampleEffect as effect, sampleStatistics } from './sample.ts';

const NOW = new Date('2026-11-21T13:10:00Z');
const days = [
  day({ day: '2026-11-19', views: 3, phone: 1 }),
  day({ day: '2026-11-19', website_id: 2, views: 4, whatsapp: 2 }),
  day({ day: '2026-11-21', views: 5, homepage: 1 }),
];
const week = sampleStatistics({ days });

test('every day of the range stands in the chart, all websites together or one alone [decisions 7]', () => {
  const views = (website: number | null) =>
    spansOf(week, ofWebsite(days, website), NOW).map((span) => span.views);
  expect(views(null)).toEqual([0, 0, 0, 0, 7, 0, 5]);
  expect(views(2)).toEqual([0, 0, 0, 0, 4, 0, 0]);
  expect(sumOf(days)).toEqual({ views: 12, phone: 1, whatsapp: 2, sms: 0, homepage: 1, clicks: 0 });
});

test('a year is shown in weeks, of which none loses a day', () => {
  const year = { from: '2025-11-22', to: '2026-11-21' };
  const spans = spansOf(year, [day({ day: '2025-11-22', views: 1 }), day({ views: 2 })], NOW);
  expect(spans).toHaveLength(53);
  expect(spans[0]).toMatchObject({ name: 'Woche vom 22.11.2025', views: 1 });
  expect(spans.at(-1)).toMatchObject({ name: 'Woche vom 15.11.', short: '15.11.', views: 2 });
  expect(spansOf({ from: '2026-08-24', to: '2026-11-21' }, [], NOW)).toHaveLength(90);
});

test('the chart is said in one sentence', () => {
  expect(chartText(spansOf(week, days, NOW), 'views')).toBe(
    'Aufrufe vom 15.11. bis heute: 12 insgesamt, am meisten am 19.11. mit 7.',
  );
  expect(chartText(spansOf(week, [], NOW), 'phone')).toBe(
    'Telefon vom 15.11. bis heute: noch keine.',
  );
  expect(figureText('views', 1)).toBe('1 Aufruf');
  expect(figureText('clicks', 1200)).toBe('1’200 Klicks');
  expect(figureText('phone', 3)).toBe('3-mal Telefon');
  expect(rateOf({ views: 0, clicks: 0 })).toBe('–');
  expect(rateOf({ views: 200, clicks: 5 })).toBe('2.5 %');
});

test('bars fit their box and what is not zero is seen', () => {
  for (const most of [0, 1, 2, 3, 7, 11, 49, 50, 51, 99, 100, 101, 12_345]) {
    const top = scaleTop(most);
    expect(top).toBeGreaterThanOrEqual(most);
    expect(top / 2).toBe(Math.floor(top / 2));
    if (most > 2) expect(top).toBeLessThanOrEqual(most * 2.1);
  }
  const bars = barsOf([0, 1, 1000], 1000);
  expect(bars[0]?.height).toBe(0);
  expect(bars[1]?.height).toBe(1.5);
  expect(bars[2]).toMatchObject({ y: 0, height: 100 });
  for (const [index, { x, width }] of nonEmpty(bars.entries())) {
    expect(x).toBeGreaterThanOrEqual(index);
    expect(x + width).toBeLessThanOrEqual(index + 1);
  }
  expect([barAt(-1, 7), barAt(0, 7), barAt(0.999, 7), barAt(1, 7)]).toEqual([0, 0, 6, 6]);
  expect(namedBars(30, 4)).toEqual([0, 10, 19, 29]);
  expect(namedBars(3, 4)).toEqual([0, 1, 2]);
});

test('an extra is measured against the ad itself; gains, drops and too little are said plainly [decisions 7]', () => {
  expect(effectText(effect())).toBe('2.4-mal so viele Aufrufe pro Stunde wie sonst');
  expect(effectText(effect({ factor: 0.8 }))).toBe('0.8-mal so viele Aufrufe pro Stunde wie sonst');
  expect(effectText(effect({ factor: 1.02 }))).toBe('Gleich viele Aufrufe pro Stunde wie sonst');
  expect(effectText(effect({ factor: 0, views_per_hour: 0 }))).toBe(
    'Keine Aufrufe in dieser Zeit.',
  );
  expect(effectText(effect({ factor: null, usual_per_hour: null }))).toBe(
    'Noch zu wenig Vergleich: Dein Inserat braucht mindestens 24 Stunden ohne Zusatz.',
  );
  expect(effectText(effect({ factor: null, usual_per_hour: 0 }))).toContain(
    'keine Zahl zum Vergleichen',
  );
  expect(effectText(effect({ factor: null, usual_per_hour: 0, views_per_hour: 0 }))).toContain(
    'wie sonst auch',
  );
  const short = effect({ factor: null, usual_per_hour: 9.7, views_per_hour: 0.6 });
  expect(effectText(short)).toBe('Noch zu kurz: Verglichen wird ab 1 Stunde.');
  expect([short, effect(), effect({ factor: null, usual_per_hour: 0 })].map(isComparable)).toEqual([
    false,
    true,
    true,
  ]);
  expect(decimal(0.04)).toBe('0.04');
  expect(decimal(12)).toBe('12');
});

test('an extra has its time, and one that lasts says since when', () => {
  expect(effectTime(effect(), NOW)).toBe('19.11., 14:03 bis gestern, 14:03');
  expect(effectTime(effect({ until: null }), NOW)).toBe('seit 19.11., 14:03');
  expect(effectTime(effect({ until: '2026-11-22T13:03:00Z' }), NOW)).toBe('seit 19.11., 14:03');
  expect(effectTime(effect({ kind: 'push' }), NOW)).toBe('19.11., 14:03, gemessen über 6 Stunden');
});

test('the file has a mark, semicolons and ISO days, and says the same as the page [decisions 7]', () => {
  expect(csvOf(week, null)).toBe(
    [
      '\uFEFFDatum;Webseite;Aufrufe;Telefon;WhatsApp;SMS;Homepage',
      '2026-11-19;lust.example;3;1;0;0;0',
      '2026-11-19;abend.example;4;0;2;0;0',
      '2026-11-21;lust.example;5;0;0;0;1',
      '',
    ].join('\r\n'),
  );
  expect(csvOf({ ...week, kind: 'banner' }, 2)).toBe(
    '\uFEFFDatum;Webseite;Aufrufe;Klicks\r\n2026-11-19;abend.example;4;0\r\n',
  );
  expect(csvName(week)).toBe('samtrot-inserat-20001-2026-11-15-bis-2026-11-21.csv');
});

test.each([
  ['=1+1', "'=1+1"],
  ['+41', "'+41"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['a;b', '"a;b"'],
  ['a"b', '"a""b"'],
  ['=A;"B"', '"\'=A;""B"""'],
  ['lust.example', 'lust.example'],
])('the name of a website %j is text in a spreadsheet, never a formula', (name, field) => {
  expect(csvField(name)).toBe(field);
});
