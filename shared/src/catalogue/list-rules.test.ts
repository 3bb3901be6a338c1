import { expect, test } from 'vitest';
import { fieldTexts } from '../kernel/text.ts';
import { DAY_MS } from '../kernel/time.ts';
import { HOLD_REASONS } from '../testing/hold-reasons.ts';
import { PRICES, TOPUP_PACKAGES } from '../testing/prices.ts';
import { RISK_WEIGHTS } from '../testing/risk-weights.ts';
import {
  catalogueTexts,
  changesBetween,
  contentProblems,
  goneProblem,
  hitsTooMuch,
  startProblem,
  transferred,
} from './list-rules.ts';
import { PRICE_LISTS } from './price-rules.ts';
import { CATALOGUE_LISTS, LISTS, listsOf, valueText } from './shape-rules.ts';

const { packages } = PRICES;

test('owner and finance change prices, owner and moderators phrases, others nothing', () => {
  expect(listsOf('owner')).toEqual(CATALOGUE_LISTS);
  expect(listsOf('finance')).toEqual(PRICE_LISTS);
  expect(listsOf('moderator')).toEqual(['forbidden_phrases']);
  for (const role of ['partner_manager', 'reader'] as const) expect(listsOf(role)).toEqual([]);
});

test.each([
  ['below 0', -1, catalogueTexts.negative],
  ['above 10,000', 10_001, catalogueTexts.most(10_000)],
  ['with decimals', 9.5, catalogueTexts.whole],
  ['as text', '10', catalogueTexts.whole],
  ['missing', undefined, catalogueTexts.whole],
  ['not a number', Number.NaN, catalogueTexts.whole],
])('a price %s is refused at its field [BOF-116]', (_title, price, text) => {
  expect(contentProblems('packages', { ...packages, '1_day': price })).toEqual({ '1_day': text });
});

test('prices of 0 and 10,000 are taken, free stays free, unknown keys are refused', () => {
  expect(contentProblems('packages', { ...packages, '1_day': 0, '1_month': 10_000 })).toEqual({});
  expect(contentProblems('packages', { ...packages, free: 1 })).toEqual({
    free: catalogueTexts.free,
  });
  expect(contentProblems('club_prices', { month: 50, year: 500 })).toEqual({
    year: catalogueTexts.unknown,
  });
  for (const content of [null, 'x', [], 7])
    expect(contentProblems('club_prices', content)).toEqual({ month: catalogueTexts.whole });
});

test('packages of credits: none, two of one price, and nothing for money are refused', () => {
  const [one, two] = TOPUP_PACKAGES as [(typeof TOPUP_PACKAGES)[0], (typeof TOPUP_PACKAGES)[0]];
  expect(contentProblems('topup_packages', TOPUP_PACKAGES)).toEqual({});
  expect(contentProblems('topup_packages', [])).toEqual({ content: catalogueTexts.empty });
  expect(contentProblems('topup_packages', [one, { ...two, francs: 50 }])).toEqual({
    '1.francs': catalogueTexts.twice,
  });
  expect(contentProblems('topup_packages', [{ ...one, credits: 0 }])).toEqual({
    '0.credits': catalogueTexts.positive,
  });
});

test('reasons: names of their own, sentences of a length or none, fields that exist, each refused at its field [BOF-116, BOF-25]', () => {
  const problems = (more: object) =>
    contentProblems('hold_reasons', {
      ...HOLD_REASONS,
      betrug: { ...HOLD_REASONS.betrug, ...more },
    });
  expect(problems({})).toEqual({});
  expect(problems({ sentence: ' ', account_sentence: '' })).toEqual({});
  expect(problems({ sentence: 'Das ist Betrug.' })).toEqual({
    'betrug.sentence': fieldTexts.tooShort(20),
  });
  expect(problems({ account_sentence: 'x'.repeat(301) })).toEqual({
    'betrug.account_sentence': fieldTexts.tooLong(300),
  });
  expect(problems({ label: 'ZWANG ' })).toEqual({ 'betrug.label': catalogueTexts.twice });
  expect(problems({ label: 'ab' })).toEqual({ 'betrug.label': fieldTexts.tooShort(3) });
  for (const fields of [['titel', 'titel'], ['farbe'], [7], [['titel']], 'titel', undefined])
    expect(problems({ fields }), String(fields)).toEqual({
      'betrug.fields': catalogueTexts.choices,
    });
  expect(problems({ final: 'ja' })).toEqual({ 'betrug.final': catalogueTexts.flag });
  expect(problems({ discreet: false })).toEqual({ 'betrug.discreet': catalogueTexts.unknown });
  expect(contentProblems('hold_reasons', { ...HOLD_REASONS, neu: HOLD_REASONS.betrug })).toEqual({
    neu: catalogueTexts.unknown,
  });
  const { zwang: _, ...missing } = HOLD_REASONS;
  expect(Object.keys(contentProblems('hold_reasons', missing))).toContain('zwang.label');
});

test('a changed reason reads in words, and the same fields are no change [BOF-111]', () => {
  const changes = (more: object) =>
    changesBetween('hold_reasons', HOLD_REASONS, {
      ...HOLD_REASONS,
      doppelt: { ...HOLD_REASONS.doppelt, ...more },
    });
  expect(changes({ fields: [] })).toEqual([]);
  expect(changes({ fields: ['titel', 'bild'], final: false })).toEqual([
    { key: 'doppelt.fields', label: 'Doppelt: Felder', before: '', after: 'Titel, Bilder' },
    { key: 'doppelt.final', label: 'Doppelt: Endgültig möglich', before: true, after: false },
  ]);
  expect(valueText('')).toBe('leer');
});

/** 23:00 in Zurich. */
const NOW = new Date('2026-11-20T22:00:00Z');
const at = (iso: string) => new Date(iso);
const higher = changesBetween('packages', packages, { ...packages, '1_day': 11 });
const lower = changesBetween('packages', packages, { ...packages, '1_day': 9 });

test('a version begins 5 minutes ahead, a higher price not before midnight [BOF-110]', () => {
  const problem = (iso: string, changes = lower) =>
    startProblem(at(iso), { list: 'packages', now: NOW, changes });
  expect(problem('2026-11-20T22:00:00Z')).toBe(catalogueTexts.past);
  expect(problem('2026-11-20T22:04:59Z')).toBe(catalogueTexts.soon);
  expect(problem('2026-11-20T22:05:00Z')).toBeNull();
  expect(problem('2026-11-20T22:59:59Z', higher)).toBe(catalogueTexts.tomorrow);
  expect(problem('2026-11-20T23:00:00Z', higher)).toBeNull();
  const less = TOPUP_PACKAGES.map((one) => ({ ...one, bonus: 0 }));
  const changes = changesBetween('topup_packages', TOPUP_PACKAGES, less);
  expect(problem('2026-11-20T22:30:00Z', changes)).toBe(catalogueTexts.tomorrow);
});

test('less refund than the terms say begins no sooner than new terms [BOF-110, BOF-129]', () => {
  const problem = (days: number, more: object) =>
    startProblem(new Date(NOW.getTime() + days * DAY_MS), {
      ...{ list: 'hold_reasons', now: NOW },
      changes: changesBetween('hold_reasons', HOLD_REASONS, {
        ...HOLD_REASONS,
        bilder_regeln: { ...HOLD_REASONS.bilder_regeln, ...more },
      }),
    });
  expect(problem(29.9, { refunds: false })).toBe(catalogueTexts.refunds);
  expect(problem(30, { refunds: false })).toBeNull();
  expect(problem(1, { final: true })).toBe(catalogueTexts.refunds);
  expect(problem(1, { label: 'Bilder', refunds: false })).toBe(catalogueTexts.refunds);
  expect(problem(1, { label: 'Bilder', revise: false })).toBeNull();
  const more = HOLD_REASONS.bilder_regeln;
  for (const [field, from, to] of [
    ['refunds', false, true],
    ['final', true, false],
    ['revise', false, true],
  ] as const) {
    const changes = changesBetween(
      'hold_reasons',
      { ...HOLD_REASONS, bilder_regeln: { ...more, [field]: from } },
      { ...HOLD_REASONS, bilder_regeln: { ...more, [field]: to } },
    );
    expect(changes).toHaveLength(1);
    const tomorrow = new Date(NOW.getTime() + DAY_MS);
    expect(startProblem(tomorrow, { list: 'hold_reasons', now: NOW, changes }), field).toBeNull();
  }
});

test('a package of credits that comes or goes is no lower price [BOF-110]', () => {
  const soon = at('2026-11-20T22:30:00Z');
  const problem = (change: { key: string; before: number | null; after: number | null }) =>
    startProblem(soon, {
      ...{ list: 'topup_packages', now: NOW },
      changes: [{ ...change, label: 'Paket 3' }],
    });
  expect(problem({ key: '3.francs', before: 50, after: null })).toBe(catalogueTexts.tomorrow);
  expect(problem({ key: '3.credits', before: null, after: 50 })).toBe(catalogueTexts.tomorrow);
  expect(problem({ key: '3.francs', before: 50, after: 49 })).toBeNull();
  expect(problem({ key: '3.credits', before: 50, after: 51 })).toBeNull();
});

test('the difference names each changed figure with its old and new value', () => {
  expect(higher).toEqual([{ key: '1_day', label: '1 Tag Premium', before: 10, after: 11 }]);
  expect(changesBetween('topup_packages', TOPUP_PACKAGES, TOPUP_PACKAGES.slice(1))).toMatchObject([
    { label: 'Paket 1: CHF', before: 50, after: null },
    { key: '1.credits', after: null },
    { key: '1.bonus', after: null },
  ]);
});

test('a draft goes over to a newer version with what it changes alone [BOF-110]', () => {
  const draft = { ...packages, '1_day': 12 };
  const latest = { ...packages, '1_month': 95, '1_day': 11 };
  expect(transferred('packages', packages, draft, latest)).toEqual({ ...latest, '1_day': 12 });
  const mine = TOPUP_PACKAGES.map((one) => (one.id === 2 ? { ...one, bonus: 20 } : one));
  const newer = TOPUP_PACKAGES.filter(({ id }) => id !== 1);
  expect(transferred('topup_packages', TOPUP_PACKAGES, mine, newer)).toEqual(mine.slice(1));
  const added = { id: 99, francs: 77, credits: 77, bonus: 0 };
  const replaced = [...TOPUP_PACKAGES.slice(1), added];
  expect(transferred('topup_packages', TOPUP_PACKAGES, replaced, TOPUP_PACKAGES)).toEqual(replaced);
});

test('phrases: too short, twice and none are refused at their field [BOF-116]', () => {
  const phrases = (...all: unknown[]) => all.map((phrase, n) => ({ id: n + 1, phrase }));
  const problems = (content: unknown) => contentProblems('forbidden_phrases', content);
  expect(problems(phrases('ohne alles', 'natur pur'))).toEqual({});
  expect(problems(phrases('ab', 'x'.repeat(61), 7))).toEqual({
    '0.phrase': expect.any(String),
    '1.phrase': expect.any(String),
    '2.phrase': expect.any(String),
  });
  expect(problems(phrases('ohne alles', 'Ohne Alles '))).toEqual({
    '1.phrase': catalogueTexts.twice,
  });
  expect(problems([])).toEqual({ content: catalogueTexts.empty });
  expect([hitsTooMuch(20, 100), hitsTooMuch(21, 100), hitsTooMuch(0, 0)]).toEqual([
    false,
    true,
    false,
  ]);
  expect(catalogueTexts.hits(412, 1904)).toBe('Das trifft 412 von 1’904 Inseraten.');
});

test('a phrase may begin on the same day, five minutes ahead [BOF-110]', () => {
  const changes = changesBetween('forbidden_phrases', [], [{ id: 1, phrase: 'ohne alles' }]);
  const problem = (iso: string) =>
    startProblem(at(iso), { list: 'forbidden_phrases', now: NOW, changes });
  expect(problem('2026-11-20T22:04:59Z')).toBe(catalogueTexts.soon);
  expect(problem('2026-11-20T22:05:00Z')).toBeNull();
});

const CHOICES = [
  { id: 1, name: 'Begleitung', offered: true },
  { id: 2, name: 'Massage', offered: true },
];

test('a choice is switched off and never removed; one at least stays offered [BOF-115]', () => {
  const [one, two] = CHOICES as [(typeof CHOICES)[0], (typeof CHOICES)[0]];
  const off = { ...two, offered: false };
  expect(contentProblems('categories', [one, off])).toEqual({});
  expect(contentProblems('offerings', [{ ...one, offered: false }, off])).toEqual({
    content: catalogueTexts.noneOffered,
  });
  expect(contentProblems('categories', [one, { ...two, offered: 'ja' }])).toEqual({
    '1.offered': catalogueTexts.flag,
  });
  expect(goneProblem('categories', CHOICES, [one, off])).toEqual({});
  expect(goneProblem('offerings', CHOICES, [one])).toEqual({ content: catalogueTexts.gone });
  // Of packages of credits one may go.
  expect(goneProblem('topup_packages', TOPUP_PACKAGES, TOPUP_PACKAGES.slice(1))).toEqual({});
  expect(changesBetween('categories', CHOICES, [one, off])).toEqual([
    { key: '2.offered', label: '«Massage»: Im Angebot', before: true, after: false },
  ]);
  expect([valueText(true), valueText(false), valueText(7), valueText(null)]).toEqual([
    ...['ja', 'nein', '7', '–'],
  ]);
});

test('two choices of one name, none, and a gap in the cantons are refused [BOF-116]', () => {
  const twice = CHOICES.map((one) => ({ ...one, name: one.id === 1 ? 'Massage' : ' massage' }));
  expect(contentProblems('categories', twice)).toEqual({ '1.name': catalogueTexts.twice });
  expect(contentProblems('offerings', [])).toEqual({ content: catalogueTexts.empty });
  const codes = Object.keys(LISTS.cantons.rows!);
  const cantons = Object.fromEntries(codes.map((id) => [id, `Kanton ${id}`]));
  expect(codes).toHaveLength(26);
  expect(contentProblems('cantons', cantons)).toEqual({});
  const { ZH: _gap, ...others } = cantons;
  expect(contentProblems('cantons', others)).toEqual({ ZH: expect.any(String) });
  expect(contentProblems('cantons', { ...cantons, XX: 'Anderswo' })).toEqual({
    XX: catalogueTexts.unknown,
  });
  expect(contentProblems('cantons', { ...cantons, ZH: 'Kanton AG' })).toEqual({
    ZH: catalogueTexts.twice,
  });
});

test('weights are whole numbers from −100 to 100, one for each signal [BOF-109, BOF-116]', () => {
  const problems = (changes: object) =>
    contentProblems('risk_weights', { ...RISK_WEIGHTS, ...changes });
  expect(problems({})).toEqual({});
  expect(problems({ good_history: -100, word_age: 100, report: 0 })).toEqual({});
  expect(problems({ good_history: -101, word_age: 101, report: 0.5, other: 1 })).toEqual({
    good_history: catalogueTexts.least(-100),
    word_age: 'Höchstens 100',
    report: catalogueTexts.whole,
    other: catalogueTexts.unknown,
  });
  expect(problems({ report: undefined })).toEqual({ report: catalogueTexts.whole });
});
