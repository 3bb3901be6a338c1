import { expect, test } from 'vitest';
import { notedPayment, type PendingNote } from './pending-note.ts';

const note: PendingNote = {
  type: 'credit_purchase',
  paymentId: '0b5b0f4c-5f5e-4b5e-9f0e-5d4b1f6f2a11',
  amount: 100,
  bonus: 10,
  total: 110,
  timestamp: 1_000_000,
};
const text = JSON.stringify(note);

test('the note is valid for ten minutes [GUT-18, CON-22]', () => {
  expect(notedPayment(text, note.timestamp)).toBe(note.paymentId);
  expect(notedPayment(text, note.timestamp + 600_000)).toBe(note.paymentId);
  expect(notedPayment(text, note.timestamp + 600_001)).toBeNull();
});

test.each([
  null,
  '',
  'x',
  'null',
  '1',
  '{}',
  '{"type":"credit_purchase","paymentId":1,"timestamp":2}',
  '{"type":"credit_purchase","paymentId":"a","timestamp":"2"}',
  '{"type":"other","paymentId":"a","timestamp":2}',
])('a note that is not ours counts as none: %s [GUT-20]', (other) =>
  expect(notedPayment(other, 3)).toBeNull(),
);

test('a note from the future counts as none [GUT-18]', () => {
  expect(notedPayment(text, note.timestamp - 1)).toBeNull();
});
