import { expect, test } from 'vitest';
import {
  CORRECTION_KINDS,
  DELETION_CAUSES,
  HELP_OPERATIONS,
  isAboveLimit,
  RECOGNISED,
  runningText,
  VIEW_MS,
  viewPath,
} from './help-rules.ts';

test('«Helfen» has three operations that act at once [BOF-73]', () => {
  expect(Object.values(HELP_OPERATIONS)).toEqual([
    'Alle Anmeldungen beenden',
    'Wartezeit aufheben',
    'Link zum Zurücksetzen senden',
  ]);
});

test('recognition, deletion and correction each name one of three reasons [BOF-74, BOF-79, BOF-80]', () => {
  expect(Object.values(RECOGNISED)).toEqual(['Rückruf', 'Ausweis gesehen', 'Zahlung bekannt']);
  expect(Object.values(DELETION_CAUSES)).toEqual(['Wunsch der Kundin', 'Missbrauch', 'Tod']);
  expect(Object.values(CORRECTION_KINDS)).toEqual(['Kulanz', 'Fehler', 'Sonstiges']);
});

test('«Ansicht der Kundin» has an address of its own and ends after 15 minutes [BOF-78]', () => {
  expect([viewPath(10007), VIEW_MS]).toEqual(['/betrieb/ansicht/10007', 900_000]);
});

test.each([
  [0, 0, 0, 'nichts'],
  [1, 0, 0, '1 Inserat'],
  [2, 0, 0, '2 Inserate'],
  [0, 1, 0, '1 Banner'],
  [0, 3, 0, '3 Banner'],
  [0, 0, 1, '1 Club'],
  [0, 0, 2, '2 Clubs'],
  [2, 1, 1, '2 Inserate, 1 Banner, 1 Club'],
])('%i ads, %i banners and %i clubs that run are named «%s» [BOF-79]', (...row) => {
  const [inserate, banner, clubs, text] = row;
  expect(runningText({ inserate, banner, clubs })).toBe(text);
});

test.each([
  [0, 200, false],
  [0, 201, true],
  [150, 50, false],
  [150, 150, true],
  [200, 1, true],
])('after %i credits in 24 hours %i more are above the limit of 200: %s [BOF-22]', (...row) => {
  const [moved, credits, above] = row;
  expect(isAboveLimit(moved, credits, 200)).toBe(above);
});
