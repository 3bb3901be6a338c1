import { expect, test } from 'vitest';
import { enqueue, onNextPage, type Queued, shownOf, withoutOf, withSeen } from './toast-queue.ts';

const said = (...texts: string[]): Queued[] => texts.map((text) => ({ text }));
const texts = (queue: Queued[]) => queue.map(({ text }) => text);

test('toasts wait in their order for one place or two; equal ones are merged [EXP-73]', () => {
  const queue = said('a', 'b', 'c', 'a').reduce<Queued[]>(enqueue, []);
  expect(texts(queue)).toEqual(['a', 'b', 'c']);
  expect([texts(shownOf(queue, 1)), texts(shownOf(queue, 2))]).toEqual([['a'], ['a', 'b']]);
});

test('a new error comes first, one seen before lets the others pass and returns [EXP-73]', () => {
  const error: Queued = { text: 'error', urgent: true };
  expect(texts(shownOf([...said('a', 'b'), error], 1))).toEqual(['error']);
  const seen = { ...error, seen: true };
  expect(texts(shownOf([seen, ...said('a', 'b')], 1))).toEqual(['a']);
  expect(texts(shownOf([seen], 1))).toEqual(['error']);
  expect(enqueue([seen], error)).toEqual([error]);
});

test('an action says only what its last try came to, and nothing once it went well [EXP-73]', () => {
  const failed = (text: string, of: string): Queued => ({ text, of, urgent: true });
  const queue = [failed('a', 'hold'), failed('b', 'release'), failed('c', 'hold')].reduce<Queued[]>(
    enqueue,
    said('d'),
  );
  expect(texts(queue)).toEqual(['d', 'b', 'c']);
  expect(texts(enqueue(queue, failed('c', 'hold')))).toEqual(['d', 'b', 'c']);
  expect(texts(withoutOf(queue, 'hold'))).toEqual(['d', 'b']);
});

test('an error goes with its page, after its time in sight; the rest stays [EXP-73]', () => {
  const error: Queued = { text: 'error', urgent: true };
  const fresh = { text: 'fresh', urgent: true };
  const next = onNextPage([...withSeen([error], 'error'), fresh, ...said('a')]);
  expect(texts(next)).toEqual(['fresh', 'a']);
  expect(texts(withSeen(next, 'fresh'))).toEqual(['a']);
  // What is said again belongs to the page where it is said.
  expect(texts(withSeen(enqueue(next, fresh), 'fresh'))).toEqual(['fresh', 'a']);
});
