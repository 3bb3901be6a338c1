import { expect, test } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import { BLANK_INSERAT } from './content-contract.ts';
import { holdsOnlyPackage, notedEnd } from './drafts.ts';

const START = new Date('2026-11-20T12:00:00Z');
const after = (days: number) => new Date(START.getTime() + days * DAY_MS);

test('the end of a draft is told from 14 days before it', () => {
  expect([165, 166, 179, 181].map((days) => notedEnd(START, after(days))?.toISOString())).toEqual([
    undefined,
    ...Array.from({ length: 3 }, () => '2027-05-19T12:00:00.000Z'),
  ]);
});

test('a package alone is nothing, any other field is something', () => {
  expect(holdsOnlyPackage(BLANK_INSERAT)).toBe(true);
  expect(holdsOnlyPackage({ ...BLANK_INSERAT, inserat_typ: '1_week' })).toBe(true);
  expect(holdsOnlyPackage({ inserat_typ: '1_day' })).toBe(true);
  expect(holdsOnlyPackage({ ...BLANK_INSERAT, cantons: ['ZH'] })).toBe(false);
  expect(holdsOnlyPackage({ ...BLANK_INSERAT, titel: 'R' })).toBe(false);
  expect(holdsOnlyPackage({ ...BLANK_INSERAT, adresse_anzeigen: true })).toBe(false);
});
