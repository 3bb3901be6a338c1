import { expect, test } from 'vitest';
import { enqueue, type Queued, shownOf } from './toast-queue.ts';

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
