import { expect, test } from 'vitest';
import { STORE_WARNINGS } from '../lib/page/store-warnings.ts';
import { refreshMessages } from './refresh-messages.ts';

test('everything loaded [FRM-23, ERR-045]', () => {
  expect(refreshMessages({ critical: false, failed: [] })).toEqual([
    { tone: 'success', text: 'Alle Daten wurden erfolgreich aktualisiert' },
  ]);
});

test('one warning for the store that failed and one for the whole [FRM-24, ERR-046, ERR-047]', () => {
  expect(refreshMessages({ critical: false, failed: ['topupOptions'] })).toEqual([
    { tone: 'warning', text: 'Aufladepakete konnten nicht geladen werden' },
    { tone: 'warning', text: 'Daten aktualisiert (1 Warnung)' },
  ]);
});

test.each([
  ['banners', 'Banner-Daten konnten nicht geladen werden'],
  ['cart', 'Warenkorb konnte nicht geladen werden'],
  ['transactions', 'Transaktionen konnten nicht geladen werden'],
] as const)('%s: "%s" [ERR-040, ERR-047]', (store, text) => {
  expect(refreshMessages({ critical: false, failed: [store] })[0]).toEqual({
    tone: 'warning',
    text,
  });
});

test('when every store failed each says so in its own words, and the whole comes last [FRM-24, ERR-046, ERR-047]', () => {
  const failed = Object.keys(STORE_WARNINGS) as (keyof typeof STORE_WARNINGS)[];
  const messages = refreshMessages({ critical: false, failed });
  expect(new Set(messages.map(({ text }) => text)).size).toBe(failed.length + 1);
  expect(messages.every(({ tone }) => tone === 'warning')).toBe(true);
  expect(messages.at(-1)?.text).toBe(`Daten aktualisiert (${failed.length} Warnungen)`);
});

test('the account could not be loaded; the rest is not worth a word then [FRM-25, ERR-048]', () => {
  expect(refreshMessages({ critical: true, failed: ['topupOptions'] })).toEqual([
    { tone: 'error', text: 'Kritischer Fehler beim Aktualisieren der Daten' },
  ]);
});
