import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import type { Compared, Rate } from './measure.ts';

/** A row of the table. */
export interface Row {
  what: string;
  figure: string;
  limit: string;
  ratio: string;
  budget: string;
  met: boolean | null;
}

const FILE = join(import.meta.dirname, '../../docs/BENCH.md');

export const number = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2 });

export const rateText = ({ perSecond, p99Ms }: Rate): string =>
  `${number(perSecond)}/s${p99Ms === undefined ? '' : `, p99 ${number(p99Ms)} ms`}`;

/** A row comparing a figure with its limit; `least` is the budget of the ratio, if any. */
export function compared(what: string, limitIs: string, result: Compared, least?: number): Row {
  return {
    what: result.restless ? `${what} (restless machine)` : what,
    figure: rateText(result.figure),
    limit: `${limitIs}: ${rateText(result.limit)}`,
    ratio: result.ratio.toFixed(2),
    budget: least === undefined ? '' : `at least ${number(least)}`,
    met: least === undefined ? null : result.ratio >= least,
  };
}

/** A row for a figure with a fixed maximum. */
export function bounded(what: string, value: number, most: number, unit: string): Row {
  return {
    what,
    figure: `${number(value)} ${unit}`,
    limit: '',
    ratio: (value / most).toFixed(2),
    budget: `at most ${number(most)} ${unit}`,
    met: value <= most,
  };
}

export function print(part: string, rows: Row[]): void {
  for (const row of rows) {
    console.log(
      `${verdict(row).padEnd(3)} ${part}: ${row.what} | ${row.figure} | ${row.limit} | ${row.ratio} | ${row.budget}`,
    );
  }
}

/** Rewrites the tables of the parts that ran and keeps the others. */
export function write(tables: Map<string, Row[]>, titles: Record<string, string>): void {
  const sections = new Map(previous());
  const stamp = `Measured ${new Date().toISOString().slice(0, 10)} at ${commit()} on ${machine()}.`;
  for (const [part, rows] of tables) sections.set(part, [stamp, '', ...table(rows)].join('\n'));
  const body = Object.entries(titles).flatMap(([part, title]) =>
    sections.has(part) ? [`## ${title}`, '', `<!-- ${part} -->`, '', sections.get(part)!, ''] : [],
  );
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${[INTRO, ...body].join('\n').trimEnd()}\n`);
}

const INTRO = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- delivery\` measures one part again, \`--full\` adds a million ads. \`--keep FOLDER\` keeps
the million of \`scale\`, which takes a few minutes to make, for the next time. Each figure is the median
of several runs beside its limit: what the same machine does in the same minute with nothing of the product in the way. The limit is
measured before and after each run; when the two differ by more than a fifth, the run is thrown away. Load comes from a process of
its own on the same cores. The ratio says more than the figures: they depend on the machine.
`;

function table(rows: Row[]): string[] {
  return [
    '| What | Figure | Limit in the same run | Ratio | Budget | Met |',
    '|---|---|---|---|---|---|',
    ...rows.map((row) =>
      ['', row.what, row.figure, row.limit || '–', row.ratio, row.budget || '–', verdict(row), '']
        .join(' | ')
        .trim(),
    ),
  ];
}

const verdict = ({ met }: Row) => (met === null ? '–' : met ? 'yes' : 'no');

function previous(): [string, string][] {
  let text = '';
  try {
    text = readFileSync(FILE, 'utf8');
  } catch {
    return [];
  }
  return [...text.matchAll(/<!-- (\w+) -->\n\n([\s\S]*?)(?=\n\n## |\s*$)/g)].map(
    ([, part, section]) => [part!, section!],
  );
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
  } catch {
    return 'an unknown commit';
  }
}

const machine = () =>
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB of memory, Node ${process.versions.node}`;
