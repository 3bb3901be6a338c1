import { expect, test } from 'vitest';
import { stillShown } from './shown-errors.ts';

const shown = ['ort', 'land'];
const after = (changes: Partial<Parameters<typeof stillShown>[1]>) => [
  ...stillShown(shown, { touched: [], before: {}, after: {}, checked: true, ...changes }),
];

test('an error stays until it is put right', () => {
  const wrong = { ort: 'Zu kurz' };
  expect(after({ touched: ['ort'], before: wrong, after: wrong })).toEqual(['ort']);
  expect(after({ touched: ['ort'], before: wrong, after: {} })).toEqual([]);
});

test('a field that had no error shows none while it is typed in', () => {
  expect(after({ touched: ['ort'], before: {}, after: { ort: 'Zu kurz' } })).toEqual([]);
});

test('a field left before the rules are loaded keeps its mark while another one is typed in', () => {
  expect(after({ touched: ['land'], checked: false })).toEqual(['ort']);
  expect(after({ touched: ['land'], checked: true })).toEqual([]);
});
