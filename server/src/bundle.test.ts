import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const TEXT = 'Partner-Webseite Mondgarten: ';

test('a place in the shipped server leads to the line of its source', () => {
  const [shipped, source, map] = ['dist/start.js', 'src/start.ts', 'dist/start.js.map'].map(
    (name) => readFileSync(join(ROOT, 'server', name), 'utf8'),
  ) as [string, string, string];
  const lineOf = (text: string) => text.split('\n').findIndex((line) => line.includes(TEXT));
  const at = lineOf(shipped);
  const column = shipped.split('\n')[at]!.indexOf('console.log');
  const entry = new SourceMap(JSON.parse(map)).findEntry(at, column);
  expect(entry).toMatchObject({ originalSource: '../src/start.ts', originalLine: lineOf(source) });
});

const shippedCode = () => {
  const dist = join(ROOT, 'server/dist');
  const files = nonEmpty(readdirSync(dist).filter((name) => name.endsWith('.js')));
  return files.map((name) => [name, readFileSync(join(dist, name), 'utf8')] as const);
};

const filesWith = (pattern: RegExp) =>
  shippedCode().flatMap(([name, code]) => (pattern.test(code) ? [name] : []));

test('Node can hold the text of the shipped server in one byte a character [RUN-15]', () => {
  expect(filesWith(/[^\0-\x7f]/)).toEqual([]);
});

test('nothing of the shipped server unfolds its maps as it starts [RUN-15]', () => {
  expect(filesWith(/getCallSites/)).toEqual([]);
});

test('the shipped server holds what libraries are in production, not in development', () => {
  const code = shippedCode()
    .map(([, text]) => text)
    .join('\n');
  expect(code).toContain('react.production.js');
  expect(code).not.toContain('react.development.js');
});
