/** `npm run trace`: which rows of docs/requirements.md the titles of tests name. `--json` for programs; an unknown ID is an error. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TESTED_FOLDERS = ['shared/src', 'server/src', 'web/src', 'partner-site/src', 'e2e', 'scripts', 'bench'];

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

const LITERAL = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/**
 * The IDs that the texts of a test file name: titles, and the rows of tables that become titles. Comments do not count.
 * `PRI-03..PRI-08` names them all.
 */
export function namedIds(source: string, sections: readonly Section[]): Set<string> {
  const prefixes = sections.map(({ name }) => name).join('|');
  const id = new RegExp(`(?<![\\w-])(${prefixes})-(\\d{2,3})(?:\\.\\.(?:\\1-)?(\\d{2,3}))?(?![\\w])`, 'g');
  const found = new Set<string>();
  for (const [text] of source.matchAll(LITERAL)) {
    if (text.startsWith('/')) continue;
    for (const [, prefix, first, last = first] of text.matchAll(id)) {
      for (let n = Number(first); n <= Number(last); n++)
        found.add(`${prefix}-${String(n).padStart(first!.length, '0')}`);
    }
  }
  return found;
}

export interface Trace {
  sections: { name: string; title: string; rows: number; tested: number; untested: string[] }[];
  rows: number;
  tested: number;
  /** IDs that tests name and the catalogue does not have, with their files. */
  unknown: { id: string; file: string }[];
}

export function traceOf(sections: readonly Section[], files: readonly { file: string; source: string }[]): Trace {
  const named = files.map(({ file, source }) => ({ file, ids: namedIds(source, sections) }));
  const tested = new Set(named.flatMap(({ ids }) => [...ids]));
  const known = new Set(sections.flatMap(({ rows }) => rows));
  const summary = sections.map(({ name, title, rows }) => {
    const untested = rows.filter((row) => !tested.has(row));
    return { name, title, rows: rows.length, tested: rows.length - untested.length, untested };
  });
  return {
    sections: summary,
    rows: known.size,
    tested: summary.reduce((sum, section) => sum + section.tested, 0),
    unknown: named.flatMap(({ file, ids }) => [...ids].filter((id) => !known.has(id)).map((id) => ({ id, file }))),
  };
}

function testFiles(): { file: string; source: string }[] {
  return TESTED_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name) && !/node_modules/.test(entry.parentPath),
      )
      .map((entry) => join(entry.parentPath, entry.name)),
  ).map((path) => ({ file: relative(ROOT, path), source: readFileSync(path, 'utf8') }));
}

function print({ sections, rows, tested, unknown }: Trace): void {
  for (const section of sections) {
    console.log(`${section.name}  ${section.tested}/${section.rows}  ${section.title}`);
    if (section.untested.length) console.log(`     not tested: ${section.untested.join(', ')}`);
  }
  console.log(`${tested} of ${rows} rows are named by a test.`);
  for (const { id, file } of unknown) console.error(`${file} names ${id}, which is no row of docs/requirements.md`);
}

if (import.meta.main) {
  const trace = traceOf(readCatalogue(readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8')), testFiles());
  if (process.argv.includes('--json')) console.log(JSON.stringify(trace, null, 2));
  else print(trace);
  process.exitCode = trace.unknown.length ? 1 : 0;
}
