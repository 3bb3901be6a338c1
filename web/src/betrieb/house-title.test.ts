import { expect, test } from 'vitest';
import { houseTitle } from './house-title.ts';

test.each([
  ['Prüfen', 0, 'Prüfen – Betrieb'],
  ['Prüfen', 1, '(1) Dringend · Prüfen – Betrieb'],
  ['Meldungen', 0, 'Meldungen – Betrieb'],
  ['Meldungen', 1, '(1) Dringend – Betrieb'],
  ['Meldungen', 12, '(12) Dringend – Betrieb'],
])('the title of «%s» with %i urgent reports is «%s» [BOF-57, BOF-145]', (title, urgent, shown) =>
  expect(houseTitle(title, urgent)).toBe(shown),
);
