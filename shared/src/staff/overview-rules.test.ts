import { expect, test } from 'vitest';
import { COUNTED_MOST } from '../moderation/review-rules.ts';
import { partsOf } from './overview-rules.ts';

test('a line of the overview names the parts that are there, bounded as its list [BOF-134]', () => {
  expect(partsOf({ hoch: 0, neu: 5, geändert: COUNTED_MOST })).toEqual(['5 neu', '999+ geändert']);
  expect(partsOf({ neu: 0 })).toEqual([]);
});
