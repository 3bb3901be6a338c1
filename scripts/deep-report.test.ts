import { expect, test } from 'vitest';
import { type DeepPart, type MutationRow, withMutations, withParts } from './deep-report.ts';

const FACTS = { date: '2026-11-22', commit: 'abc1234', machine: '2 cores' };
const NAMES = ['checks', 'server tests', 'chaos', 'chaos, control'];
const part = (name: string, more: Partial<DeepPart> = {}): DeepPart => ({
  name,
  passed: true,
  time: '5 s',
  results: [],
  log: '',
  ...more,
});
const result = (state: 'passed' | 'failed' | 'skipped') => ({
  file: 'a',
  title: 't',
  state,
  ms: 1,
});
const measured = (name: string, score: number): MutationRow => ({
  ...{ name, score, threshold: 95 },
  ...{ mutants: 10, killed: 8, timeout: 1, survived: 1, uncovered: 0 },
});
const CHAOS = 'x\n\u001b[32mGetötet:\u001b[0m\n  3  server\nVerletzungen: 0\ny';

test('each part has a row with its test counts and a failure in bold', () => {
  const results = [result('passed'), result('passed'), result('failed'), result('skipped')];
  const ran = [part('checks'), part('server tests', { passed: false, results })];
  const page = withParts('', NAMES, ran, FACTS, () => '');
  expect(page).toContain('| checks | passed | – | – | 5 s | 2026-11-22 | abc1234 |');
  expect(page).toContain('| server tests | **failed** | 2 | 2 | 5 s | 2026-11-22 | abc1234 |');
});

test('the figures of chaos are copied without colours', () => {
  const page = withParts('', NAMES, [part('chaos')], FACTS, () => CHAOS);
  expect(page).toContain('<!-- chaos -->\n\n```\nGetötet:\n  3  server\nVerletzungen: 0\n```');
  expect(page).not.toContain('control');
});

test('parts that did not run keep their rows, output and order, renamed ones go', () => {
  const before = withParts('', ['old', ...NAMES], [part('old'), part('chaos')], FACTS, () => CHAOS);
  const later = { ...FACTS, commit: 'def5678' };
  const page = withParts(before, NAMES, [part('checks')], later, () => '');
  const rows = page.split('\n').filter((line) => /passed/.test(line) && line.startsWith('| '));
  expect(rows.map((row) => row.slice(2, 8))).toEqual(['Part |', 'checks', 'chaos ']);
  expect(rows[1]).toContain('def5678');
  expect(rows[2]).toContain('abc1234');
  expect(page).toContain('Verletzungen: 0');
});

test('mutations of one module replace its row alone; what is too weak is bold', () => {
  const names = ['shared/a.ts', 'server/b'];
  const first = withMutations(
    '',
    names,
    [measured('shared/a.ts', 90), measured('server/b', 97)],
    FACTS,
  );
  expect(first).toContain('| shared/a.ts | 10 | 8 | 1 | 1 | 0 | **90.0** | 95 |');
  const later = { ...FACTS, commit: 'def5678' };
  const second = withMutations(first, names, [measured('shared/a.ts', 100)], later);
  expect(second).toContain('| 100.0 | 95 | 2026-11-22 | def5678 |');
  expect(second).toContain('| 97.0 | 95 | 2026-11-22 | abc1234 |');
  expect(second).not.toContain('90.0');
  const parts = withParts(second, NAMES, [part('checks')], later, () => '');
  expect(parts).toContain('| 97.0 | 95 | 2026-11-22 | abc1234 |');
  expect(withMutations(second, ['server/b'], [], later)).not.toContain('shared/a.ts');
});
