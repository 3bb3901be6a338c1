import { expect, test } from 'vitest';
import { hoursOf, hoursText, hoursTexts } from './hours-rules.ts';
import { textProblem } from './rules.ts';

test('office hours are read by day, from Monday on [SUP-12, BOF-127]', () => {
  const noon = [
    [540, 720],
    [780, 1020],
  ];
  expect(hoursOf('Montag bis Freitag\n: 09:00–12:00 und 13:00–17:00')).toEqual([
    ...[noon, noon, noon, noon, noon],
    ...[[], []],
  ]);
  const two = 'Dienstag\n: 18:00-20:30\n\nDienstag bis Mittwoch\n: 00:00–01:00';
  expect(hoursOf(two)).toEqual([
    [],
    [
      [0, 60],
      [1080, 1230],
    ],
    [[0, 60]],
    ...[[], [], [], []],
  ]);
  expect(hoursOf('Sonntag\n: 00:00–24:00')![6]).toEqual([[0, 1440]]);
  expect(hoursOf('**Montag **\n: 09:30–10:15 und  11:00–12:00')![0]).toEqual([
    [570, 615],
    [660, 720],
  ]);
});

test.each([
  ...['Montag', 'Montag\n: ab 9', 'Mo bis Fr\n: 09:00–12:00', 'Montag\n: 09:00–12:00 13:00–17:00'],
  ...['Freitag bis Montag\n: 09:00–12:00', 'Montag\n: 12:00–09:00', 'Montag\n: 09:00–09:00'],
  ...['Montag\n: 09:00–24:01', 'Montag\n: 25:00–26:00', 'Montag\n: 09:60–10:00', '{firma}'],
  ...[
    'Montag\n: 09:00–12:00 und 11:59–13:00',
    '# Titel\n\nMontag\n: 09:00–12:00',
    'Montag bis\n: 09:00–12:00',
    'Mittwoch\n: 09:00–12:00\n\nFreitag bis Montag\n: 09:00–12:00',
    'Mittwoch\n: 09:00–12:00\n\nMo\n: 13:00–14:00',
  ],
])('the office hours %j are refused with their shape [BOF-127]', (typed) => {
  expect(hoursOf(typed)).toBeNull();
  expect(textProblem('hours', typed)).toBeTruthy();
});

test('office hours that touch each other are taken, and read as a sentence [BOF-127]', () => {
  const typed = 'Montag\n: 09:00–12:00 und 12:00–13:00\n\nSamstag\n: 10:00–11:00';
  expect(textProblem('hours', typed)).toBeNull();
  expect(hoursText(typed)).toBe('Montag, 09:00–12:00 und 12:00–13:00; Samstag, 10:00–11:00');
  expect([hoursText('# Titel'), hoursText('{firma}')]).toEqual(['', '']);
  expect(textProblem('hours', 'Montag\n: neun bis zwölf')).toBe(hoursTexts.shape);
});
