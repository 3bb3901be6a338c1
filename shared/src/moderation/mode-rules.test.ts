import { expect, test } from 'vitest';
import { MODE_LABELS, MODE_TEXTS, switchTexts, waitingText } from './mode-rules.ts';
import { MODERATION_MODES } from './review-rules.ts';

test('each mode has a name and a sentence of its own [BOF-52]', () => {
  expect(MODERATION_MODES.map((mode) => [mode, MODE_LABELS[mode], MODE_TEXTS[mode]])).toEqual([
    [
      'after',
      'Sofort online',
      'Neues und Geändertes geht sofort online und steht danach zum Prüfen an.',
    ],
    [
      'first',
      'Das Erste wartet',
      'Das erste Inserat, der erste Banner und der erste Club eines Kontos warten auf die Freigabe. Alles andere geht sofort online.',
    ],
    [
      'before',
      'Alles wartet',
      'Neues wartet auf die Freigabe, auch geänderte Namen, Texte, Kontaktangaben, Bilder und Videos. Besucher sehen bis dahin die freigegebene Fassung.',
    ],
  ]);
});

test.each([
  [0, 0, ''],
  [1, 0, '1 neues'],
  [2, 1, '2 neue und 1 Änderung'],
  [0, 3, '3 Änderungen'],
])('%i things and %i changes that wait are named as %j [BOF-52]', (things, changes, words) => {
  expect(waitingText({ things, changes })).toBe(words);
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
