import { expect, test } from 'vitest';
import { stagesOf } from './stages.ts';

const part = (name: string, beside = {}): { name: string; beside?: true } => ({ name, ...beside });
const checks = part('checks');
const tests = part('tests');
const journeys = part('journeys', { beside: true });
const trace = part('trace');

test('a part beside another begins with it, and the next waits for both', () => {
  expect(stagesOf([checks, tests, journeys, trace])).toEqual([
    [checks],
    [tests, journeys],
    [trace],
  ]);
});

test('a part that is chosen alone runs alone', () => {
  expect(stagesOf([journeys])).toEqual([[journeys]]);
});
