import { expect, test } from 'vitest';
import { QUESTION_KINDS, QUESTION_LABELS } from './preferences.ts';

test('the profile lists each question that can be switched off by what it asks about [EXP-71]', () => {
  expect(QUESTION_KINDS.map((kind) => QUESTION_LABELS[kind])).toEqual([
    'Gratis-Inserat aufgeben',
    'Bearbeiten',
    'Als Entwurf speichern',
    'Duplizieren',
    'Ausblenden',
    'Einblenden',
    'Automatische Reaktivierung ausschalten',
    'Entwurf löschen',
    'Bild löschen',
  ]);
});
