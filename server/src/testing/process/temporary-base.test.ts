import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryBase } from './temporary-base.ts';

afterEach(() => void vi.unstubAllEnvs());

test('a temporary folder that is set wins over the one in memory', () => {
  vi.stubEnv('TMPDIR', '/var/tmp');
  expect(temporaryBase()).toBe('/var/tmp');
});

test('the base exists, in memory or where the system has its temporary files', () => {
  vi.stubEnv('TMPDIR', undefined);
  const base = temporaryBase();
  expect(existsSync(base)).toBe(true);
  expect(['/dev/shm', tmpdir()]).toContain(base);
});
