import { expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import { alarmStep } from './alarm-rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const at = (ms: number) => ({ repeatAt: new Date(NOW.getTime() + ms) });

test('an alarm is raised once, repeated after its hour and ended once [BOF-138]', () => {
  const step = (raised: { repeatAt: Date | null } | undefined, wrong: boolean) =>
    alarmStep({ raised, wrong }, NOW);
  expect(step(undefined, true)).toBe('raise');
  expect(step(at(HOUR_MS), true)).toBeNull();
  expect(step(at(1), true)).toBeNull();
  expect(step(at(0), true)).toBe('repeat');
  expect(step({ repeatAt: null }, true)).toBeNull();
  expect([step(at(1), false), step({ repeatAt: null }, false)]).toEqual(['end', 'end']);
  expect(step(undefined, false)).toBeNull();
});
