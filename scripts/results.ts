/** Reads the JSON reports of Vitest and Playwright into one list. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Reports of the last complete run; a run in progress has its own folder. */
export const RESULTS = join(ROOT, 'test-results');

export const reportFile = (name: string, folder = process.env.TEST_RESULTS ?? RESULTS): string =>
  join(folder, `${name}.json`);

export interface Result {
  /** Relative to the project. */
  file: string;
  /** Including the titles of its groups. */
  title: string;
  state: 'passed' | 'failed' | 'skipped';
  ms: number;
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; duration?: number | null }[];
  }[];
}

interface JourneySuite {
  title: string;
  file?: string;
  suites?: JourneySuite[];
  specs: {
    title: string;
    tests: { projectName: string; results: { status: string; duration: number }[] }[];
  }[];
}

const STATES: Record<string, Result['state']> = {
  passed: 'passed',
  skipped: 'skipped',
  pending: 'skipped',
};
const stateOf = (status: string) => STATES[status] ?? 'failed';

function vitestResults({ testResults }: VitestReport): Result[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(ROOT, name);
    const tests = assertionResults.map(({ fullName, status, duration }) => {
      return { file, title: fullName.trim(), state: stateOf(status), ms: duration ?? 0 };
    });
    // A file that failed outside of its tests: in a hook, or while loading.
    const whole = status !== 'passed' && tests.every(({ state }) => state !== 'failed');
    return whole
      ? [...tests, { file, title: '(the file itself)', state: 'failed' as const, ms: 0 }]
      : tests;
  });
}

function journeyResults(suites: readonly JourneySuite[], above: readonly string[] = []): Result[] {
  return suites.flatMap(({ title, file, suites = [], specs }) => {
    const titles = title === file || !title ? above : [...above, title];
    const own = specs.flatMap((spec) =>
      spec.tests.map(({ projectName, results }) => ({
        file: `e2e/${file ?? ''}`,
        title: [...titles, spec.title, `(${projectName})`].join(' '),
        state: stateOf(results.at(-1)?.status ?? 'skipped'),
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    );
    return [...own, ...journeyResults(suites, titles)];
  });
}

export function readResults(files: readonly string[]): Result[] {
  return files.flatMap((file) => {
    const json = JSON.parse(readFileSync(file, 'utf8')) as
      | VitestReport
      | { suites: JourneySuite[] };
    return 'suites' in json ? journeyResults(json.suites) : vitestResults(json);
  });
}
