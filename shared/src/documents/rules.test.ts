import { expect, test } from 'vitest';
import { documentPaths, MONTH, monthName } from './rules.ts';

test.each([
  ['2026-01', 'Januar 2026'],
  ['2026-02', 'Februar 2026'],
  ['2026-03', 'März 2026'],
  ['2026-04', 'April 2026'],
  ['2026-05', 'Mai 2026'],
  ['2026-06', 'Juni 2026'],
  ['2026-07', 'Juli 2026'],
  ['2026-08', 'August 2026'],
  ['2026-09', 'September 2026'],
  ['2026-10', 'Oktober 2026'],
  ['2027-11', 'November 2027'],
  ['2099-12', 'Dezember 2099'],
])('%s is a month and reads %s', (month, name) => {
  expect(MONTH.test(month)).toBe(true);
  expect(monthName(month)).toBe(name);
});

test.each([
  '2026-00',
  '2026-13',
  '2026-20',
  '1999-12',
  '2100-01',
  '2026-1',
  '2026-011',
  '12026-11',
  '2026-11 ',
  '20a6-11',
  '2026-0a',
])('%j is no month', (month) => {
  expect(MONTH.test(month)).toBe(false);
});

test('the year and the month are groups of their own', () => {
  expect(MONTH.exec('2026-11')?.slice(1)).toEqual(['2026', '11']);
});

test('each document has an address of its own', () => {
  expect([
    documentPaths.receipt('p'),
    documentPaths.correction('r'),
    documentPaths.statement('2026-11'),
    documentPaths.history,
  ]).toEqual([
    '/papers/receipt/p.pdf',
    '/papers/correction/r.pdf',
    '/papers/statement/2026-11.pdf',
    '/papers/history.csv',
  ]);
});
