/**
 * `npm run trace`: the rows of docs/requirements.md covered by a passed test of the last `npm
 * test`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Result, readResults, reportFile } from './results.ts';

const ROOT = join(import.meta.dirname, '..');

export interface Section {
  name: string;
  title: string;
  rows: string[];
}

/** The sections of the catalogue with the IDs of their rows. */
export function readCatalogue(markdown: string): Section[] {
  const sections: Section[] = [];
  for (const line of markdown.split('\n')) {
    const heading = line.match(/^## ([A-Z]{3}) (.+)$/);
    if (heading) sections.push({ name: heading[1]!, title: heading[2]!, rows: [] });
    const row = line.match(/^\| ([A-Z]{3}-\d+) \|/)?.[1];
    if (row) sections.at(-1)?.rows.push(row);
  }
  return sections;
}

/**
 * The IDs in the brackets of a title, `[PRI-03..PRI-08]` expanded, and those outside of brackets.
 */
export function idsOf(
  title: string,
  sections: readonly Section[],
): { bracketed: string[]; loose: string[] } {
  const prefixes = sections.map(({ name }) => name).join('|');
  const id = new RegExp(
    `(?<![\\w-])(${prefixes})-(\\d{2,3})(?:\\.\\.(?:\\1-)?(\\d{2,3}))?(?![\\w-])`,
    'g',
  );
  const expand = (text: string) =>
    [...text.matchAll(id)].flatMap(([, prefix, first, last = first]) =>
      Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, n) => `${prefix}-${String(Number(first) + n).padStart(first!.length, '0')}`,
      ),
    );
  const groups = [...title.matchAll(/\[([^[\]]*)\]/g)].map(([, inner]) => inner!);
  return { bracketed: groups.flatMap(expand), loose: expand(title.replace(/\[[^[\]]*\]/g, '')) };
}

export interface Trace {
  sections: { name: string; title: string; rows: number; tested: number; untested: string[] }[];
  rows: number;
  tested: number;
  /** Titles with an unknown row or an ID outside of brackets. */
  problems: string[];
}

export function traceOf(sections: readonly Section[], results: readonly Result[]): Trace {
  const known = new Set(sections.flatMap(({ rows }) => rows));
  const tested = new Set<string>();
  const problems = new Set<string>();
  for (const { file, title, state } of results) {
    const { bracketed, loose } = idsOf(title, sections);
    for (const id of bracketed)
      if (!known.has(id)) problems.add(`${file}: ${id} is no row («${title}»)`);
    for (const id of loose) problems.add(`${file}: ${id} stands outside of brackets («${title}»)`);
    if (state === 'passed') for (const id of bracketed) tested.add(id);
  }
  const summary = sections.map(({ name, title, rows }) => {
    const untested = rows.filter((row) => !tested.has(row));
    return { name, title, rows: rows.length, tested: rows.length - untested.length, untested };
  });
  return {
    sections: summary,
    rows: known.size,
    tested: summary.reduce((sum, section) => sum + section.tested, 0),
    problems: [...problems],
  };
}

function print({ sections, rows, tested, problems }: Trace): void {
  for (const section of sections) {
    console.log(`${section.name}  ${section.tested}/${section.rows}  ${section.title}`);
    if (section.untested.length) console.log(`     not tested: ${section.untested.join(', ')}`);
  }
  console.log(`${tested} of ${rows} rows have a test that ran and passed.`);
  for (const problem of problems) console.error(problem);
}

if (import.meta.main) {
  const whole = ['rules', 'server', 'journeys'].map((name) => reportFile(name));
  if (!whole.every(existsSync))
    throw new Error('There are no reports of a whole run; `npm test` writes them.');
  // A test that passed at the second attempt counts, and one that the deep run measures by itself.
  const reports = [
    ...whole,
    ...['server-again', 'journeys-again', 'journeys-measured']
      .map((name) => reportFile(name))
      .filter(existsSync),
  ];
  const trace = traceOf(
    readCatalogue(readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8')),
    readResults(reports),
  );
  if (process.argv.includes('--json')) console.log(JSON.stringify(trace, null, 2));
  else print(trace);
  process.exitCode = trace.problems.length || trace.tested < trace.rows ? 1 : 0;
}
