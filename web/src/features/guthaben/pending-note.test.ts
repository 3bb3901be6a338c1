import { expect, test } from 'vitest';
import { noteFrom, noteText } from './pending-note.ts';

const note = { paymentId: '0b5b0f4c-5f5e-4b5e-9f0e-5d4b1f6f2a11', at: 1_000_000 };

test('GUT-17 the note holds the payment and the time, and nothing about the money', () => {
  expect(Object.keys(JSON.parse(noteText({ ...note, amount: 100 } as typeof note)))).toEqual(['paymentId', 'at']);
  expect(noteFrom(noteText(note), note.at)).toEqual(note);
});

test('GUT-18 CON-22 the note is valid for ten minutes', () => {
  expect(noteFrom(noteText(note), note.at + 600_000)).toEqual(note);
  expect(noteFrom(noteText(note), note.at + 600_001)).toBeNull();
});

test.each([null, '', 'x', 'null', '1', '{}', '{"paymentId":1,"at":2}', '{"paymentId":"a","at":"2"}'])(
  'GUT-20 a note that is not ours counts as none: %s',
  (text) => expect(noteFrom(text, 3)).toBeNull(),
);

test('GUT-18 a note from the future counts as none', () => {
  expect(noteFrom(noteText(note), note.at - 1)).toBeNull();
});
