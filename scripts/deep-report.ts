/** Writes docs/TESTS.md: results of the last `npm run test:deep`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Result } from './results.ts';

export interface DeepPart {
  name: string;
  passed: boolean;
  time: string;
  /** Empty for parts that are not test suites. */
  results: readonly Result[];
  /** The part's output. */
  log: string;
}

export interface RunFacts {
  date: string;
  commit: string;
  machine: string;
  time: string;
}

const ROOT = join(import.meta.dirname, '..');
const count = (results: readonly Result[], state: Result['state']) =>
  results.filter((result) => result.state === state).length;

/** The log lines between the first and the last match, without colours. */
function excerpt(log: string, first: RegExp, last: RegExp): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes of a terminal
  const lines = log.replace(/\u001b\[[\d;]*m/g, '').split('\n');
  const [begin, end] = [
    lines.findIndex((line) => first.test(line)),
    lines.findLastIndex((line) => last.test(line)),
  ];
  return begin < 0 || end < begin ? [] : lines.slice(begin, end + 1).map((line) => line.trimEnd());
}

const block = (title: string, lines: readonly string[]) =>
  lines.length ? [`## ${title}`, '', '```', ...lines, '```', ''] : [];

export function deepReport(
  parts: readonly DeepPart[],
  facts: RunFacts,
  readLog: (part: DeepPart) => string,
): string {
  const row = ({ name, passed, time, results }: DeepPart) => {
    const tests = results.length ? String(count(results, 'passed')) : '';
    const others = results.length ? String(results.length - count(results, 'passed')) : '';
    return `| ${name} | ${passed ? 'passed' : '**failed**'} | ${tests} | ${others} | ${time} |`;
  };
  const logOf = (name: string) => {
    const part = parts.find((part) => part.name === name);
    return part ? readLog(part) : '';
  };
  return [
    '# Tests',
    '',
    'Written by `npm run test:deep`: the tests of `npm test` with every count in full, both sizes and both themes, then mirrors, chaos and mutations.',
    '',
    `- Date: ${facts.date}`,
    `- Commit: ${facts.commit}`,
    `- Machine: ${facts.machine}`,
    `- Time: ${facts.time}`,
    '',
    '| Part | Result | Tests passed | Failed or skipped | Time |',
    '|---|---|---|---|---|',
    ...parts.map(row),
    '',
    ...block(
      'Mirrors of partners',
      excerpt(logOf('mirrors of partners'), /^\d+ operations/, / others$/),
    ),
    ...block('Chaos', excerpt(logOf('chaos'), /^Getötet/, /^Verletzungen/)),
    ...block(
      'Chaos, with a transaction split on purpose',
      excerpt(logOf('chaos, control'), /^Getötet/, /^Verletzungen/),
    ),
    ...block('Mutations', excerpt(logOf('mutations'), /^module /, /^all /)),
  ].join('\n');
}

export function writeDeepReport(parts: readonly DeepPart[], time: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const facts = {
    date: new Date().toISOString().slice(0, 10),
    commit: `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') ? ' with changes' : ''}`,
    machine: `${cpus().length} cores, Node ${process.version}, ${process.platform}`,
    time,
  };
  const readLog = ({ log }: DeepPart) => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  writeFileSync(join(ROOT, 'docs/TESTS.md'), `${deepReport(parts, facts, readLog).trimEnd()}\n`);
}
