import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MODULES } from './mutation-modules.ts';

// A renamed file fails the import; the mutations themselves run in the deep run alone.
test('every module that is mutated has files and tests that exist', () => {
  expect(MODULES.length).toBeGreaterThan(30);
  for (const { mutate, tests } of MODULES) {
    for (const file of mutate) expect(existsSync(join(import.meta.dirname, '..', file))).toBe(true);
    expect(tests.length).toBeGreaterThan(0);
  }
});
