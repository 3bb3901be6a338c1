import { expect, test } from 'vitest';
import { refreshMessages } from './refresh-messages.ts';

test('FRM-23 ERR-045 everything loaded', () => {
  expect(refreshMessages({ critical: false, failed: [] })).toEqual([
    { tone: 'success', text: 'Alle Daten wurden erfolgreich aktualisiert' },
  ]);
});

test('FRM-24 ERR-046 ERR-047 one warning for each failed store and one for the whole', () => {
  expect(refreshMessages({ critical: false, failed: ['Aufladepakete'] }).map(({ text }) => text)).toEqual([
    'Aufladepakete konnten nicht geladen werden',
    'Daten aktualisiert (1 Warnung)',
  ]);
  expect(refreshMessages({ critical: false, failed: ['A', 'B'] }).at(-1)).toEqual({
    tone: 'warning',
    text: 'Daten aktualisiert (2 Warnungen)',
  });
});

test('FRM-25 ERR-048 the account could not be loaded', () => {
  expect(refreshMessages({ critical: true, failed: ['A'] })).toEqual([
    { tone: 'error', text: 'Kritischer Fehler beim Aktualisieren der Daten' },
  ]);
});
