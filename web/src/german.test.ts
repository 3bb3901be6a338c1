import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishWords } from '@samtrot/shared/testing/english.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** The one English message of the specification, and the name of a label. */
const ERR_023 = 'Server returned invalid response format. Please try again later.';
const NAMES = /Restricted to\s+Adults/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"])\/\/.*$/gm;
/** Strings that begin like a sentence, but not those of errors for developers. */
const STRING = /(?<!Error\()(['"`])((?=[^'"`]*[a-zäöü])[A-ZÄÖÜ«][^\n]*?)\1/g;
const MARKUP_TEXT = /(?<!=)>\s*(?![\s(])([^<>{}=;&|?']*[a-zäöü][^<>{}=;&|?']*?)\s*[<{]/g;
const PLACES = /\$\{[^}]*\}|%[A-Z_]+%/g;

/** What a reader of the page meets, wherever it stands in the source. */
function texts(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
    .replace(COMMENT, '')
    .replace(/<script>.*<\/script>/g, '');
  const strings = [...source.matchAll(STRING)].map(([, , text]) => text!.replace(PLACES, ' '));
  const markup = [...(/\.(tsx|html)$/.test(file) ? source.matchAll(MARKUP_TEXT) : [])].map(
    ([, text]) => text!,
  );
  return [...strings, ...markup].map((text) => text.replace(NAMES, ''));
}

const sources = [
  ...readdirSync(join(ROOT, 'web'))
    .filter((name) => name.endsWith('.html'))
    .map((name) => `web/${name}`),
  ...readdirSync(join(ROOT, 'web/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => `web/src/${name}`),
  ...readdirSync(join(ROOT, 'shared/src'), { recursive: true, encoding: 'utf8' })
    // The wire has its own words for what the history shows.
    .filter((name) => /(rules|limits|errors|html)\.ts$/.test(name) && !name.startsWith('history'))
    .map((name) => `shared/src/${name}`),
];

test('an English sentence in a source is found [PUB-01]', () => {
  expect(englishWords('Bitte versuche es später noch einmal.')).toEqual([]);
  expect(englishWords('Please try again.')).toEqual(['Please', 'try', 'again']);
  expect(texts('web/src/features/auth/messages.ts')).toContain(ERR_023);
});

test('no source of the pages has an English text, but for one of the specification [PUB-01, ERR-024]', () => {
  const found = nonEmpty(sources).flatMap((file) =>
    texts(file)
      .filter((text) => text !== ERR_023 && englishWords(text).length > 0)
      .map((text) => `${file}: ${text}`),
  );
  expect(nonEmpty(sources.flatMap(texts)).length).toBeGreaterThan(2000);
  expect(found).toEqual([]);
});
