import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readResults } from './results.ts';

const folder = mkdtempSync(join(tmpdir(), 'samtrot-results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROOT = dirname(import.meta.dirname);
function read(report: object) {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return readResults([file]);
}

test('Vitest tests have their state, and a file failing outside of its tests is a failure', () => {
  const assertionResults = [
    { fullName: 'group adds', status: 'passed', duration: 4 },
    { fullName: 'waits', status: 'skipped', duration: null },
  ];
  const files = [
    { name: join(ROOT, 'a.test.ts'), status: 'passed', message: '', assertionResults },
    { name: join(ROOT, 'b.test.ts'), status: 'failed', message: 'no', assertionResults: [] },
  ];
  expect(read({ testResults: files })).toEqual([
    { file: 'a.test.ts', title: 'group adds', state: 'passed', ms: 4 },
    { file: 'a.test.ts', title: 'waits', state: 'skipped', ms: 0 },
    { file: 'b.test.ts', title: '(the file itself)', state: 'failed', ms: 0 },
  ]);
});

test('Playwright tests are read at every depth, one result per project; the last attempt counts', () => {
  const spec = (title: string, ...statuses: string[]) => ({
    title,
    tests: [{ projectName: 'phone', results: statuses.map((status) => ({ status, duration: 5 })) }],
  });
  const suite = {
    title: 'x.spec.ts',
    file: 'x.spec.ts',
    specs: [spec('one', 'passed')],
    suites: [{ title: 'group', file: 'x.spec.ts', specs: [spec('two', 'failed', 'timedOut')] }],
  };
  expect(read({ suites: [suite] })).toEqual([
    { file: 'e2e/x.spec.ts', title: 'one (phone)', state: 'passed', ms: 5 },
    { file: 'e2e/x.spec.ts', title: 'group two (phone)', state: 'failed', ms: 10 },
  ]);
});
