import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from './results.ts';
import { idsOf, readCatalogue, traceOf } from './trace.ts';

// Split, so that this file itself names no rows.
const P = 'PRI';
const E = 'ERR';

const sections = readCatalogue(
  [
    '# Title',
    '## PRI Pricing',
    '| ID | Requirement |',
    '|---|---|',
    `| ${P}-01 | One. |`,
    `| ${P}-02 | **GAP** Two, as ${P}-01. |`,
    `| ${P}-03 | Three. |`,
    '## ERR Messages',
    `| ${E}-001 | Text. |`,
  ].join('\n'),
);

test('the catalogue has a row for every line of its tables', () => {
  expect(sections).toEqual([
    { name: 'PRI', title: 'Pricing', rows: [`${P}-01`, `${P}-02`, `${P}-03`] },
    { name: 'ERR', title: 'Messages', rows: [`${E}-001`] },
  ]);
});

const ids = (title: string) => idsOf(title, sections);

test('brackets name rows, also within a parameterised title', () => {
  expect(ids(`it costs [${P}-01, ${E}-001]`).bracketed).toEqual([`${P}-01`, `${E}-001`]);
  expect(ids(`one day [${P}-02] costs its price [${P}-03]`).bracketed).toEqual([
    `${P}-02`,
    `${P}-03`,
  ]);
});

test('a range names every row in it', () => {
  expect(ids(`packages [${P}-01..${P}-03]`).bracketed).toEqual([`${P}-01`, `${P}-02`, `${P}-03`]);
  expect(ids(`packages [${P}-02..03]`).bracketed).toEqual([`${P}-02`, `${P}-03`]);
});

test('longer words are no IDs, and an ID outside of brackets is reported', () => {
  expect(ids(`x [T-${P}-01, X${P}-02, ${P}-1, ${P}-03a, T-RACE-01]`)).toEqual({
    bracketed: [],
    loose: [],
  });
  expect(ids(`${P}-01 comes first`)).toEqual({ bracketed: [], loose: [`${P}-01`] });
});

const result = (title: string, state: Result['state'] = 'passed'): Result => ({
  file: 'a.test.ts',
  title,
  state,
  ms: 1,
});

test('only tests that ran and passed cover a row [FIX-50]', () => {
  const trace = traceOf(sections, [
    result(`one [${P}-01]`),
    result(`two [${P}-02]`, 'failed'),
    result(`three [${P}-03]`, 'skipped'),
  ]);
  expect(trace).toEqual({
    sections: [
      { name: 'PRI', title: 'Pricing', rows: 3, tested: 1, untested: [`${P}-02`, `${P}-03`] },
      { name: 'ERR', title: 'Messages', rows: 1, tested: 0, untested: [`${E}-001`] },
    ],
    rows: 4,
    tested: 1,
    problems: [],
  });
});

test("an unknown row or an ID outside of brackets is a problem, whatever the test's result", () => {
  const { problems } = traceOf(sections, [
    result(`one [${P}-77]`),
    result(`${P}-01 first`, 'failed'),
  ]);
  expect(problems).toEqual([
    `a.test.ts: ${P}-77 is no row («one [${P}-77]»)`,
    `a.test.ts: ${P}-01 stands outside of brackets («${P}-01 first»)`,
  ]);
});

test('the committed catalogue has unique rows and no machine path', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/requirements.md'), 'utf8');
  const rows = readCatalogue(text).flatMap((section) => section.rows);
  expect(rows.length).toBeGreaterThanOrEqual(898);
  expect(new Set(rows).size).toBe(rows.length);
  expect(text).not.toContain(dirname(import.meta.dirname));
});

const ROOT = join(import.meta.dirname, '..');
const CATALOGUE = readCatalogue(readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8'));

/** The rows that the titles of these files name in brackets. */
const namedIn = (patterns: string) =>
  globSync([patterns], { cwd: ROOT, exclude: (name) => name === 'node_modules' }).map((file) => ({
    file,
    ids: [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(/\[[A-Z]{3}-\d[^[\]\n]*\]['"`]/g),
    ].flatMap(([ids]) => idsOf(ids, CATALOGUE).bracketed),
  }));
const TESTS = '{shared,server,web,partner-kit,partner-site,scripts}/**/*.test.{ts,tsx}';
const JOURNEYS = 'e2e/*.spec.ts';

// The trace itself runs after all tests; a wrong ID is cheaper to hear of before them.
test('every ID in brackets at the end of a title is a row of the catalogue', () => {
  const known = new Set(CATALOGUE.flatMap(({ rows }) => rows));
  const files = [...namedIn(TESTS), ...namedIn('e2e/*.ts')];
  expect(files.length).toBeGreaterThan(400);
  const unknown = files.flatMap(({ file, ids }) =>
    ids.filter((id) => !known.has(id)).map((id) => `${file}: ${id}`),
  );
  expect(unknown).toEqual([]);
});

test('every row of the back office is named by a test, its flows by a journey each [BOF-148]', () => {
  const { rows } = CATALOGUE.find(({ name }) => name === 'BOF')!;
  expect(rows.length).toBeGreaterThan(100);
  const journeys = namedIn(JOURNEYS);
  const named = new Set([...namedIn(TESTS), ...journeys].flatMap(({ ids }) => ids));
  expect(rows.filter((row) => !named.has(row))).toEqual([]);
  // Moderate; from a report to its decision; from a hold to its appeal; search and card; inbox; a
  // wrong amount; prices by two people; the people of a website.
  const flows = {
    ...{ moderate: 45, report: 61, appeal: 36, customer: 70, inbox: 83 },
    ...{ amount: 94, prices: 112, partner: 125 },
  };
  const walked = new Set(journeys.flatMap(({ ids }) => ids));
  for (const [flow, row] of Object.entries(flows)) expect(walked, flow).toContain(`BOF-${row}`);
});
