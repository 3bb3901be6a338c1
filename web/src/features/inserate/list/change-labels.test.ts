import type { PackageChange } from '@samtrot/shared/inserate/contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { expect, test } from 'vitest';
import { costOfChange } from '../editor/booking/editor-cost.ts';
import { changedLabel, changeLabels, priceLines } from './change-labels.ts';

const none = { count: 0, credits: 0, behind_end: true };
const again = { times: 0, count: 0, credits: 0 };
const bundle = (total: number) => ({
  key: 'package',
  label: '1 Woche Premium',
  note: '',
  quantity: 1,
  unit: total,
  total,
});
const change = (given: Partial<PackageChange & { credits: number }> = {}) => ({
  ...({ from: '1_month', to: '1_week', lost_ms: 15 * DAY_MS, lost_paid: true } as const),
  old_end_at: '2026-12-08T12:00:00.000Z',
  new_end_at: '2026-11-30T12:00:00.000Z',
  pushes: { daily: none, dated: none, again },
  stays: [],
  cut: [],
  items: [bundle(40)],
  credit: 0,
  total: 40,
  refund: 0,
  credits: 215,
  ...given,
});
const texts = (given: Partial<PackageChange>) =>
  changeLabels(change(given), 0).lines.map(({ text }) => text);

test('the question lists lost days, dropped pushes, kept extras, price and balance [EXP-58]', () => {
  const region = { key: 'region', label: 'Regionen', note: '', quantity: 1, unit: 5, total: 5 };
  const pushes = {
    daily: { count: 22, credits: 4, behind_end: true },
    dated: { count: 2, credits: 10, behind_end: true },
    again,
  };
  const given = change({
    pushes,
    stays: ['colour', 'topAd'],
    items: [bundle(40), region],
    total: 45,
    refund: 14,
  });
  expect(changeLabels(given, 0)).toEqual({
    lines: [
      {
        text: '15 bezahlte Tage fallen weg',
        note: 'Neues Ende 30.11., 13:00, bisher 08.12., 13:00',
      },
      { text: '2 Pushes nach dem 30.11. entfallen · 10 zurück' },
      { text: '22 tägliche Pushes nach dem 30.11. entfallen · 4 zurück' },
      { text: 'Farbe und TopAd bleiben' },
    ],
    keep: '1 Monat behalten',
    act: 'Wechseln für 45 Credits',
    after: 215 - 45 + 14,
    missing: 0,
    owed: 0,
  });
  expect(priceLines(given)).toEqual([
    { label: '1 Woche Premium', amount: '40 Credits' },
    { label: 'Regionen', amount: '5 Credits' },
    { label: 'Zurück für Pushes', amount: '+ 14 Credits' },
  ]);
});

test('a larger package within the hour costs the difference and loses no day [EXP-59]', () => {
  const larger = {
    from: '1_week',
    to: '1_month',
    lost_ms: 0,
    credit: 40,
    total: 65,
    items: [bundle(60)],
  } as const;
  expect(texts({ ...larger, items: [bundle(60)], stays: ['story'] })).toEqual([
    'Die Laufzeit beginnt neu',
    'Story bleibt',
    'Du zahlst nur den Unterschied: 60 Credits.',
  ]);
});

test('one day, hours, a free run, no price and too few credits have their own texts [EXP-58]', () => {
  expect(texts({ lost_ms: DAY_MS })).toEqual(['1 bezahlter Tag fällt weg']);
  expect(texts({ lost_ms: DAY_MS - HOUR_MS })).toEqual(['1 bezahlter Tag fällt weg']);
  expect(texts({ lost_ms: HOUR_MS })).toEqual(['1 bezahlte Stunde fällt weg']);
  expect(texts({ lost_ms: 5.9 * HOUR_MS })).toEqual(['5 bezahlte Stunden fallen weg']);
  expect(texts({ lost_ms: 29 * DAY_MS, lost_paid: false })).toEqual(['29 Gratis-Tage fallen weg']);
  expect(
    texts({
      stays: ['colour', 'topAd', 'story'],
      pushes: { daily: none, dated: { count: 1, credits: 5, behind_end: true }, again },
    }),
  ).toEqual([
    '15 bezahlte Tage fallen weg',
    '1 Push nach dem 30.11. entfällt · 5 zurück',
    'Farbe, TopAd und Story bleiben',
  ]);
  expect(changeLabels(change({ total: 0, from: 'free' }), 0)).toMatchObject({
    act: 'Kostenlos wechseln',
    keep: '30 Tage Gratis behalten',
  });
  expect(changeLabels(change({ total: 216 }), 0).missing).toBe(1);
  expect(changeLabels(change({ total: 216 }), 40).missing).toBe(41);
  expect(changeLabels(change({ total: 215 }), 40).missing).toBe(0);
  // What comes back is there before.
  expect(changeLabels(change({ total: 216, refund: 5 }), 0).missing).toBe(0);
});

test('pushes that are not all after the new end are dropped without a date [EXP-58]', () => {
  const pushes = {
    dated: { count: 1, credits: 5, behind_end: false },
    daily: { count: 2, credits: 1, behind_end: false },
    again,
  };
  expect(texts({ pushes }).slice(1)).toEqual([
    '1 Push entfällt · 5 zurück',
    '2 tägliche Pushes entfallen · 1 zurück',
  ]);
});

test('what the new run cuts off is shown with its end and its refund [EXP-58, EXP-62]', () => {
  const cut = [{ kind: 'topAd' as const, credits: 160 }];
  expect(texts({ cut, stays: ['colour'] }).slice(1)).toEqual([
    'TopAd läuft nur noch bis 30.11., 13:00 · dann 160 zurück',
    'Farbe bleibt',
  ]);
  const both = [...cut, { kind: 'story' as const, credits: 10 }];
  expect(texts({ cut: both })[1]).toBe(
    'TopAd und Story laufen nur noch bis 30.11., 13:00 · dann 170 zurück',
  );
  expect(texts({ cut: [{ kind: 'story', credits: 0 }] })[1]).toBe(
    'Story läuft nur noch bis 30.11., 13:00',
  );
});

test('daily pushes charged again are shown with their refund [EXP-58, FIX-06]', () => {
  const pushes = { daily: none, dated: none, again: { times: 1, count: 7, credits: 2 } };
  expect(texts({ pushes })[1]).toBe('Push täglich kostet wieder den ganzen Preis · 2 zurück');
  expect(texts({ pushes: { ...pushes, again: { times: 1, count: 0, credits: 0 } } })[1]).toBe(
    'Push täglich kostet wieder den ganzen Preis',
  );
});

test('the costs beside the question and the message afterwards match the question [EXP-58]', () => {
  const pushes = { daily: none, dated: { count: 2, credits: 10, behind_end: true }, again };
  const given = change({ pushes, stays: ['colour', 'topAd'], refund: 10, credit: 20 });
  const { lines, after, missing, owed } = changeLabels(given, 0);
  expect(costOfChange(given, 0)).toEqual({
    items: given.items,
    total: 40,
    refund: 10,
    after,
    missing,
    owed,
  });
  expect(after).toBe(215 - 40 + 10);
  const label = changedLabel(given, after);
  for (const { text } of lines) expect(label).toContain(text.replace(/\.$/, ''));
  expect(label).toBe(
    'Gewechselt für 40 Credits. 15 bezahlte Tage fallen weg: Neues Ende 30.11., 13:00, bisher 08.12., 13:00. 2 Pushes nach dem 30.11. entfallen · 10 zurück. Farbe und TopAd bleiben. Du zahlst nur den Unterschied: 40 Credits. Guthaben danach 185 Credits.',
  );
  expect(changedLabel(change({ total: 0 }), 215)).toMatch(/^Gewechselt kostenlos\. /);
});

test('with a debt, a refund settles it first, and the balance afterwards shows it [EXP-58, EXP-96]', () => {
  const owing = (refund: number, total: number) =>
    changeLabels(change({ credits: 0, refund, total }), 30);
  expect(owing(10, 0)).toMatchObject({ after: 0, missing: 0 });
  expect(owing(45, 0)).toMatchObject({ after: 15, missing: 0 });
  expect(owing(45, 15)).toMatchObject({ after: 0, missing: 0 });
  expect(owing(45, 40)).toMatchObject({ after: -25, missing: 25, owed: 0 });
  expect(owing(10, 40)).toMatchObject({ after: -40, missing: 60, owed: 20 });
  expect(costOfChange(change({ credits: 0, refund: 10, total: 40 }), 30)).toMatchObject({
    missing: 60,
    owed: 20,
  });
});
