import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';

const REAL = new Date('2026-11-20T12:00:00Z');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'samtrot-clock-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: REAL });
});
afterEach(() => {
  vi.useRealTimers();
});

const ahead = (clock: { now(): Date }) => (clock.now().getTime() - Date.now()) / 1000;

test("without an offset file the clock is the machine's", () => {
  expect(systemClock().now()).toEqual(REAL);
});

test('the offset file moves a running clock both ways, and removing it resets the clock', () => {
  const file = join(folder, 'offset');
  const clock = systemClock(file);
  expect(ahead(clock)).toBe(0);
  for (const [written, seconds] of [
    ['3600', 3600],
    [' -90\n', -90],
    ['86400.5', 86_400.5],
    ['morgen', 0],
    ['', 0],
    ['5', 5],
  ] as const) {
    writeFileSync(file, written);
    vi.setSystemTime(Date.now() + 100);
    expect(ahead(clock), `offset "${written}"`).toBe(seconds);
  }
  rmSync(file);
  vi.setSystemTime(Date.now() + 100);
  expect(ahead(clock)).toBe(0);
});
