import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';

/** A price in code, or in a text; a credit is a franc by definition. */
const PRICE = /\b(?:price|unit|bonus|francs)\w*'?\s*[:=]\s*[1-9]\d*\b|(?!1 )[1-9][\d’]* Credits\b/;

test('neither the code of the product nor its texts hold a price [BOF-117]', () => {
  const root = join(import.meta.dirname, '..');
  const files = [
    'shared/src',
    'server/src',
    'web/src',
    'partner-kit/src',
    'partner-site/src',
    'ad-view/src',
  ].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => !/\.test\.|\.generated\.|(^|\/)(testing|seed)\/|sample\./.test(file))
      .map((file) => join(folder, file)),
  );
  const found = nonEmpty(files).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\/\*)?\*|^\s*\/\//.test(line) && PRICE.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
  expect(PRICE.test("'1_day': { title: '1 Tag Premium', price: 10, days: 1 }")).toBe(true);
});
