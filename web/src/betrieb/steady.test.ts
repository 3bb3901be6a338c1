import { expect, test } from 'vitest';
import { steady, without } from './steady.ts';

interface Item {
  id: number;
  text?: string;
}
const idOf = ({ id }: Item) => id;
const known: Item[] = [{ id: 1 }, { id: 2 }, { id: 3 }];

test('new items wait, known ones keep their place and show what they are now [BOF-146]', () => {
  const items = [{ id: 9 }, { id: 3 }, { id: 2, text: 'in Arbeit' }, { id: 1 }];
  expect(steady(known, items, idOf)).toEqual({
    shown: [{ id: 1 }, { id: 2, text: 'in Arbeit' }, { id: 3 }],
    fresh: [{ id: 9 }],
  });
});

test('what a colleague has decided stays where it is, an own deed takes it away [BOF-146]', () => {
  const items = [{ id: 2 }, { id: 3 }];
  expect(steady(known, items, idOf)).toEqual({ shown: known, fresh: [] });
  expect(without(known, items, idOf)).toEqual(items);
});
