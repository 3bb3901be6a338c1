/**
 * `npm run test:times`: the slowest test files and journeys of the last `npm test`, with CPU
 * seconds.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { RESULTS, type Result, readResults, reportFile } from './results.ts';

const SHOWN = 40;
const ROOT = join(import.meta.dirname, '..');

interface Row {
  name: string;
  seconds: number;
  /** Undefined where the system does not report it. */
  cpuSeconds: number | undefined;
}

/** One row per file with the total time of its tests. */
export function byFile(results: readonly Result[], cpu: ReadonlyMap<string, number>): Row[] {
  const seconds = new Map<string, number>();
  for (const { file, ms } of results) seconds.set(file, (seconds.get(file) ?? 0) + ms / 1000);
  return [...seconds].map(([name, seconds]) => ({ name, seconds, cpuSeconds: cpu.get(name) }));
}

/** The most expensive first: by CPU if known, else by time. */
export const slowest = (rows: readonly Row[], count = SHOWN): Row[] =>
  rows
    .toSorted((a, b) => (b.cpuSeconds ?? b.seconds) - (a.cpuSeconds ?? a.seconds))
    .slice(0, count);

function readCpu(name: string): Map<string, number> {
  const file = join(RESULTS, name);
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').trim().split('\n').filter(Boolean);
  const entries = lines.map((line) => JSON.parse(line) as { file: string; cpuSeconds: number });
  return new Map(
    entries.map(({ file, cpuSeconds }) => [
      file.startsWith('/') ? relative(ROOT, file) : file,
      cpuSeconds,
    ]),
  );
}

function print(title: string, rows: readonly Row[]): void {
  const sum = (numbers: (number | undefined)[]) =>
    numbers.reduce<number>((total, value) => total + (value ?? 0), 0);
  const cell = (value: number | undefined) =>
    (value === undefined ? '–' : value.toFixed(1)).padStart(8);
  console.log(`\n${title}\n   CPU s       s`);
  for (const { name, seconds, cpuSeconds } of slowest(rows))
    console.log(`${cell(cpuSeconds)}${cell(seconds)}  ${name}`);
  const total = [sum(rows.map((row) => row.cpuSeconds)), sum(rows.map(({ seconds }) => seconds))];
  console.log(`${cell(total[0])}${cell(total[1])}  all ${rows.length}`);
}

if (import.meta.main) {
  const reports = ['server', 'journeys'].map((name) => reportFile(name, RESULTS));
  if (!reports.every(existsSync))
    throw new Error('There are no reports of a whole run; `npm test` writes them.');
  print('Server test files', byFile(readResults([reports[0]!]), readCpu('cpu.jsonl')));
  const journeys = readResults([reports[1]!]).map(({ file, title, ms }) => ({
    file: `${file} › ${title}`,
    ms,
  }));
  const rows = journeys.map(({ file, ms }) => ({ file, title: '', state: 'passed' as const, ms }));
  print('Journeys', byFile(rows, readCpu('journeys-cpu.jsonl')));
}
