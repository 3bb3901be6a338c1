import { expect, test } from 'vitest';
import { MINUTE_MS } from '../kernel/time.ts';
import { CARD_TABS, CONTACT_CAUSES, COUNTED_TABS, contactReason, needsText } from './card-rules.ts';
import {
  CORRECTION_KINDS,
  DELETION_CAUSES,
  dueBackText,
  EXPORT_OPEN_MS,
  HELP_OPERATIONS,
  houseExportPath,
  isAboveLimit,
  RECOGNISED,
  runningText,
  VIEW_MS,
  viewPath,
  whyNotTaken,
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

test('an account is deleted after its money went back [BOF-79]', () => {
  expect(dueBackText([])).toBeNull();
  const due = [
    { payment: '70213', francs: 99.95 },
    { payment: '70214', francs: null },
  ];
  expect(dueBackText(due)).toBe(
    'Zahle zuerst zurück: CHF 99.95 (Zahlung 70213), fremde Währung (Zahlung 70214).',
  );
});

test('a correction takes what is there and no more [BOF-80]', () => {
  expect([whyNotTaken(10, -10), whyNotTaken(0, 0), whyNotTaken(0, 5)]).toEqual([null, null, null]);
  expect(whyNotTaken(10, -11)).toBe('Das Guthaben ist 10 Credits; mehr lässt sich nicht abziehen.');
});

test('a copy for the house has an address of its own and is open for five minutes [BOF-75]', () => {
  expect([houseExportPath(10007), EXPORT_OPEN_MS]).toEqual([
    ...['/betrieb/export/10007', 5 * MINUTE_MS],
  ]);
});

test('contact data is uncovered for a cause; «Anderes» in own words [BOF-76]', () => {
  expect(CONTACT_CAUSES).toEqual({
    request: 'Anfrage der Kundin',
    payment: 'Zahlung klären',
    report: 'Meldung prüfen',
    security: 'Sicherheit des Kontos',
    other: 'Anderes',
  });
  expect([needsText('other'), needsText('report')]).toEqual([true, false]);
  expect([
    contactReason('payment', ''),
    contactReason('payment', 'Beleg fehlt'),
    contactReason('other', 'Rückruf'),
    contactReason('other', ''),
  ]).toEqual(['Zahlung klären', 'Zahlung klären: Beleg fehlt', 'Rückruf', 'Anderes']);
});

test('the card has eight tabs, six of them counted [BOF-70]', () => {
  expect(Object.values(CARD_TABS)).toEqual([
    ...['Inserate', 'Banner und Clubs', 'Zahlungen', 'Verlauf', 'Nachrichten'],
    ...['Meldungen und Sperren', 'Anmeldungen', 'Protokoll'],
  ]);
  expect(COUNTED_TABS).toEqual([
    ...['inserate', 'banner-und-clubs', 'zahlungen', 'nachrichten'],
    ...['meldungen-und-sperren', 'anmeldungen'],
  ]);
});
