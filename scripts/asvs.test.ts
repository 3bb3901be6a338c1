import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nonEmpty } from '../shared/src/testing/non-empty.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const STATES = ['met', 'not applicable', 'open'];
const MAX_LABELS = 12;

interface Line {
  id: string;
  level: string;
  words: string;
  state: string;
  why: string;
}

/** The lines of the tables in docs/SECURITY.md that name a requirement. */
const lines: Line[] = read('docs/SECURITY.md')
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const cells = line.slice(2, -2).split(' | ');
    expect(cells, line).toHaveLength(5);
    const [id, level, words, state, why] = cells as [string, string, string, string, string];
    return { id, level, words, state, why };
  });

/** A named file from the root, or a linked one from `docs/`, and the quoted words of a title. */
const EVIDENCE =
  /`((?:[\w@.-]+\/)*[\w.-]+\.(?:tsx?|md|json|sql))`(?: «([^»]+)»)?|\]\((?!https?:)([^)#]+)(?:#[\w-]+)?\)/g;

const evidenceOf = ({ why }: Line) =>
  [...why.matchAll(EVIDENCE)].map(([, file, title, link]) => ({
    file: file ?? join('docs', link!),
    title,
  }));

/** The literals that stand before a function, as titles do. */
const titlesIn = (source: string): string[] =>
  [
    ...source.matchAll(
      /(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`),\s*(?:\{[^{}]*\},\s*)?(?:async\s*)?(?:\(|\w+\s*=>)/g,
    ),
  ].map(([, single, double, template]) => single ?? double ?? template!);

const withoutIds = (title: string) => title.replace(/ \[[^[\]]*\]$/, '');

test('each requirement of ASVS 5.0 levels 1 and 2 has one line with its level [ACC-58]', () => {
  const standard = read('scripts/asvs-5.0.0.txt').split(/\s+/).filter(Boolean);
  expect(standard).toHaveLength(253);
  expect(lines.map(({ id, level }) => `${id}:${level}`)).toEqual(standard);
});

test('each line paraphrases its requirement in few words and has one of three states [ACC-58]', () => {
  for (const { id, words, state } of nonEmpty(lines)) {
    expect(words.split(' ').length, id).toBeLessThanOrEqual(MAX_LABELS);
    expect(words, id).toMatch(/\S/);
    expect(STATES, id).toContain(state);
  }
});

test('what is met names a file or a test, everything else a reason [ACC-58]', () => {
  const without = lines.filter((line) => {
    if (line.state === 'met') return evidenceOf(line).length === 0;
    return !/\p{L}{2,}.*\s.*\p{L}{2,}/u.test(line.why.replace(EVIDENCE, ''));
  });
  expect(without.map(({ id, state }) => `${id} ${state}`)).toEqual([]);
  for (const state of STATES) nonEmpty(lines.filter((line) => line.state === state));
});

test('the files named there exist, and their tests have these titles [ACC-58]', () => {
  const wrong = nonEmpty(lines).flatMap((line) =>
    evidenceOf(line).flatMap(({ file, title }) => {
      if (!existsSync(join(ROOT, file))) return `${line.id}: ${file} does not exist`;
      if (title === undefined)
        return /\.(test|spec)\.tsx?$/.test(file) ? `${line.id}: ${file} names no test` : [];
      const titles = titlesIn(read(file));
      const found = titles.filter((each) => each.includes(title));
      const exact = titles.filter((each) => withoutIds(each) === title);
      return found.length === 1 || exact.length === 1
        ? []
        : `${line.id}: ${found.length} titles in ${file} have «${title}»`;
    }),
  );
  expect(wrong).toEqual([]);
});
