import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { namedIds, readCatalogue, traceOf } from './trace.ts';

// Written in pieces, so that this file itself names no rows.
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

const ids = (source: string) => [...namedIds(source, sections)].sort();
test('titles and rows of tables name rows, in any quotes', () => {
  expect(ids(`test('${P}-01 ${E}-001 costs', run)`)).toEqual([`${E}-001`, `${P}-01`]);
  expect(ids(`test.each([["${P}-02 x", 5]])(\`%s and ${P}-03\`, run)`)).toEqual([`${P}-02`, `${P}-03`]);
});

test('a range names every row in it', () => {
  expect(ids(`'${P}-01..${P}-03 packages'`)).toEqual([`${P}-01`, `${P}-02`, `${P}-03`]);
  expect(ids(`'${P}-02..03 packages'`)).toEqual([`${P}-02`, `${P}-03`]);
});

test('comments, other names and longer words name nothing', () => {
  expect(ids(`// ${P}-01\n/* '${P}-02' */ const x = 5; // it's ${P}-03`)).toEqual([]);
  expect(ids(`'T-${P}-01 X${P}-02 ${P}-1 ${P}-03a T-RACE-01'`)).toEqual([]);
});

test('what is tested and what is not is counted by section, and an unknown row is told with its file', () => {
  const trace = traceOf(sections, [
    { file: 'a.test.ts', source: `test('${P}-01', run)` },
    { file: 'b.test.ts', source: `test('${P}-01 ${P}-77', run)` },
  ]);
  expect(trace).toEqual({
    sections: [
      { name: 'PRI', title: 'Pricing', rows: 3, tested: 1, untested: [`${P}-02`, `${P}-03`] },
      { name: 'ERR', title: 'Messages', rows: 1, tested: 0, untested: [`${E}-001`] },
    ],
    rows: 4,
    tested: 1,
    unknown: [{ id: `${P}-77`, file: 'b.test.ts' }],
  });
});

test('the committed catalogue holds the 849 rows, each once, and names no machine', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/requirements.md'), 'utf8');
  const rows = readCatalogue(text).flatMap((section) => section.rows);
  expect(rows).toHaveLength(849);
  expect(new Set(rows).size).toBe(849);
  expect(text).not.toContain(dirname(import.meta.dirname));
});
