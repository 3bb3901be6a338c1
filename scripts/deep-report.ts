/**
 * docs/TESTS.md: what `npm run test:deep` and `npm run test:mutation -- --record` measured last.
 * What did not run keeps its row, with the commit it was measured at.
 */
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

export interface MutationRow {
  /** A file of `shared`, a module of the server. */
  name: string;
  mutants: number;
  killed: number;
  timeout: number;
  survived: number;
  uncovered: number;
  /** In percent. */
  score: number;
  threshold: number;
}

/** When and where something was measured. */
export interface Stamp {
  date: string;
  commit: string;
}

/** Tables by the first cell of their rows, excerpts of output by the part's name. */
interface Page {
  parts: Map<string, string>;
  excerpts: Map<string, string>;
  mutations: Map<string, string>;
}

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'docs/TESTS.md');
const INTRO = `# Tests

Written by \`npm run test:deep\`: the tests of \`npm test\` with every count in full, both sizes and both themes, then mirrors, chaos
and mutations. \`npm run test:deep -- chaos mirrors\` runs the parts with these beginnings and keeps the figures of the others;
\`npm run test:mutation -- --record shared/cart\` measures the mutations of one module again. Machine: {machine}.
`;
const PARTS_HEAD = '| Part | Result | Tests passed | Failed or skipped | Time | Date | Commit |';
const MUTATIONS_HEAD =
  '| File or module | Mutants | Killed | Timeout | Survived | No coverage | Score | Least | Date | Commit |';
/** The first and the last line to quote from a part's output. */
const EXCERPTS: Record<string, [RegExp, RegExp]> = {
  'mirrors of partners': [/^\d+ operations/, / others$/],
  chaos: [/^Getötet/, /^Verletzungen/],
  'chaos, control': [/^Getötet/, /^Verletzungen/],
};

const count = (results: readonly Result[], state: Result['state']) =>
  results.filter((result) => result.state === state).length;

/** The log lines between the first and the last match, without colours. */
function excerpt(log: string, [first, last]: [RegExp, RegExp]): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes of a terminal
  const lines = log.replace(/\u001b\[[\d;]*m/g, '').split('\n');
  const [begin, end] = [
    lines.findIndex((line) => first.test(line)),
    lines.findLastIndex((line) => last.test(line)),
  ];
  const quoted = begin < 0 ? [] : lines.slice(begin, end + 1).map((line) => line.trimEnd());
  return quoted.length ? ['```', ...quoted, '```'].join('\n') : '';
}

function readTable(text: string, head: string): Map<string, string> {
  const lines = text.slice(text.indexOf(head)).split('\n').slice(2);
  const rows = text.includes(head) ? lines.slice(0, lines.indexOf('')) : [];
  return new Map(rows.map((row) => [row.split(' | ')[0]!.replace('| ', ''), row]));
}

function readPage(text: string): Page {
  const quoted = text.matchAll(/<!-- (.+) -->\n\n(```[\s\S]*?\n```)/g);
  return {
    parts: readTable(text, PARTS_HEAD),
    excerpts: new Map([...quoted].map(([, part, lines]) => [part!, lines!])),
    mutations: readTable(text, MUTATIONS_HEAD),
  };
}

const table = (head: string, rows: Iterable<string>) => [
  head,
  head.replace(/[^|]+/g, '---'),
  ...rows,
  '',
];

function writePage({ parts, excerpts, mutations }: Page, machine: string): string {
  return [
    INTRO.replace('{machine}', machine),
    ...table(PARTS_HEAD, parts.values()),
    ...[...excerpts].flatMap(([part, lines]) => [
      `## Output of ${part}`,
      '',
      `<!-- ${part} -->`,
      '',
      lines,
      '',
    ]),
    '## Mutations',
    '',
    ...table(
      MUTATIONS_HEAD,
      [...mutations].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
    ),
  ].join('\n');
}

const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

/**
 * @param text the page as it is, empty at first
 * @param names of all parts in their order; a row of another name is left out
 * @param ran the parts of this run
 * @returns the page with the rows and the output of these parts
 */
export function withParts(
  text: string,
  names: readonly string[],
  ran: readonly DeepPart[],
  { date, commit, machine }: Stamp & { machine: string },
  readLog: (part: DeepPart) => string,
): string {
  const page = readPage(text);
  for (const part of ran) {
    const { name, passed, time, results } = part;
    const tests = results.length ? String(count(results, 'passed')) : '–';
    const others = results.length ? String(results.length - count(results, 'passed')) : '–';
    page.parts.set(
      name,
      row(name, passed ? 'passed' : '**failed**', tests, others, time, date, commit),
    );
    const lines = EXCERPTS[name];
    if (lines) page.excerpts.set(name, excerpt(readLog(part), lines));
  }
  const kept = (map: Map<string, string>) =>
    new Map(names.flatMap((name) => (map.get(name) ? [[name, map.get(name)!]] : [])));
  return writePage({ ...page, parts: kept(page.parts), excerpts: kept(page.excerpts) }, machine);
}

/**
 * @param names of all files and modules that are mutated; a row of another name is left out
 * @param measured the rows of this run
 */
export function withMutations(
  text: string,
  names: readonly string[],
  measured: readonly MutationRow[],
  { date, commit, machine }: Stamp & { machine: string },
): string {
  const page = readPage(text);
  for (const { name, score, threshold, ...mutants } of measured) {
    const { mutants: all, killed, timeout, survived, uncovered } = mutants;
    const shown = score < threshold ? `**${score.toFixed(1)}**` : score.toFixed(1);
    page.mutations.set(
      name,
      row(name, all, killed, timeout, survived, uncovered, shown, threshold, date, commit),
    );
  }
  const mutations = new Map([...page.mutations].filter(([name]) => names.includes(name)));
  return writePage({ ...page, mutations }, machine);
}

function facts(): Stamp & { machine: string } {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', ':!docs/TESTS.md', ':!docs/BENCH.md');
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`,
    machine: `${cpus().length} cores, Node ${process.version}, ${process.platform}`,
  };
}

const current = () => (existsSync(FILE) ? readFileSync(FILE, 'utf8') : '');
const write = (text: string) => writeFileSync(FILE, `${text.trimEnd()}\n`);

export const writeDeepReport = (names: readonly string[], ran: readonly DeepPart[]): void =>
  write(
    withParts(current(), names, ran, facts(), ({ log }) =>
      existsSync(log) ? readFileSync(log, 'utf8') : '',
    ),
  );

export const writeMutations = (names: readonly string[], measured: readonly MutationRow[]): void =>
  write(withMutations(current(), names, measured, facts()));
