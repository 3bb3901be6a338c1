import { expect, test } from 'vitest';
import { MODE_LABELS, MODE_TEXTS, switchTexts, waitingWords } from './mode-rules.ts';
import { MODERATION_MODES } from './review-rules.ts';

test('each mode has a name and a sentence of its own [BOF-52]', () => {
  for (const texts of [MODE_LABELS, MODE_TEXTS])
    expect(new Set(MODERATION_MODES.map((mode) => texts[mode])).size).toBe(3);
});

test.each([
  [0, 0, ''],
  [1, 0, '1 neues'],
  [2, 1, '2 neue und 1 Änderung'],
  [0, 3, '3 Änderungen'],
])('%i things and %i changes that wait are named as %j [BOF-52]', (things, changes, words) => {
  expect(waitingWords({ things, changes })).toBe(words);
});

test('a switch says what becomes of what waits and of what is online [BOF-52]', () => {
  const waiting = { things: 2, changes: 0 };
  expect(switchTexts('after', waiting).join(' ')).toBe(
    'Das gilt sofort für alles, was ab jetzt aufgegeben oder geändert wird. Nichts wird dadurch ungesehen freigegeben. Es warten schon 2 neue. Darüber wird weiter unter «Prüfen» entschieden.',
  );
  expect(switchTexts('before', { things: 0, changes: 0 })).toEqual([
    'Das gilt sofort für alles, was ab jetzt aufgegeben oder geändert wird.',
    'Was schon online ist, bleibt online.',
  ]);
});
