import { expect, test } from 'vitest';
import { type DeepPart, deepReport } from './deep-report.ts';

const FACTS = { date: '2026-11-22', commit: 'abc1234', machine: '2 cores', time: '80 min 0 s' };
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

test('each part has a row with its test counts and a failure in bold', () => {
  const results = [result('passed'), result('passed'), result('failed'), result('skipped')];
  const report = deepReport(
    [part('checks'), part('server tests', { passed: false, results })],
    FACTS,
    () => '',
  );
  expect(report).toContain('| checks | passed |  |  | 5 s |');
  expect(report).toContain('| server tests | **failed** | 2 | 2 | 5 s |');
  expect(report).toContain('- Commit: abc1234');
});

test('the tables of chaos and mutation tests are copied without colours', () => {
  const logs: Record<string, string> = {
    chaos: 'x\nGetötet:\n  3  server\nVerletzungen: 0\ny',
    mutations:
      'shared/x survived\nmodule  score\n\u001b[32mcart    99.0\u001b[0m\nall     99.0\nend',
  };
  const report = deepReport([part('chaos'), part('mutations')], FACTS, ({ name }) => logs[name]!);
  expect(report).toContain('```\nGetötet:\n  3  server\nVerletzungen: 0\n```');
  expect(report).toContain('```\nmodule  score\ncart    99.0\nall     99.0\n```');
  expect(report).not.toContain('with a transaction split');
});
