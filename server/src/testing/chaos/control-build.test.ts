import { expect, test } from 'vitest';
import { occurrences, SPLITS } from './control-build.ts';

test.each(SPLITS)(
  'the text that the control build replaces stands exactly once in $file: $from',
  (split) => {
    expect(occurrences(split)).toBe(1);
  },
);
