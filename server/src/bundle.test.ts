import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const TEXT = 'Samtrot läuft: ';

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

test('the shipped server holds what libraries are in production, not in development', () => {
  const dist = join(ROOT, 'server/dist');
  const files = readdirSync(dist).filter((name) => name.endsWith('.js'));
  const code = files.map((name) => readFileSync(join(dist, name), 'utf8')).join('\n');
  expect(code).toContain('react.production.js');
  expect(code).not.toContain('react.development.js');
});
