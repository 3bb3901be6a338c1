import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BROWSER_STORAGE } from '@samtrot/shared/legal/browser-storage-rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';

const WEB = join(import.meta.dirname, '../../..');
const files = [
  ...readdirSync(WEB).filter((name) => /\.html$|^device\.js$/.test(name)),
  ...readdirSync(join(WEB, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map((name) => `src/${name}`),
].map((name) => ({ name, source: readFileSync(join(WEB, name), 'utf8') }));

/** Where the shell of the dashboard is kept (EXP-114). */
const SHELL = ['src/service-worker.ts', 'src/lib/page/shell-worker.ts'];

/**
 * The keys that a file reads, writes or removes: written out, or by the name of a text of the same
 * file.
 */
function keysOf({ name, source }: (typeof files)[number]): string[] {
  return [...source.matchAll(/\.(?:get|set|remove)Item\(\s*(?:'([^']+)'|(\w+))/g)].map(
    ([, text, named]) => {
      if (text !== undefined) return text;
      const value = new RegExp(`const ${named} = '([^']+)'`).exec(source)?.[1];
      expect(value, `${name}: the key ${named} stands in the same file`).toBeDefined();
      return value!;
    },
  );
}

test('the privacy page names every key that our pages put into a browser, and no other [FIX-42]', () => {
  const used = new Set(nonEmpty(files).flatMap(keysOf));
  const kept = BROWSER_STORAGE.filter(({ place }) => place.endsWith('Storage')).map(
    ({ key }) => key,
  );
  expect([...used].toSorted()).toEqual(kept.toSorted());
  for (const { key, place } of nonEmpty(BROWSER_STORAGE)) {
    if (!place.endsWith('Storage')) continue;
    const mine = nonEmpty(files.filter((file) => keysOf(file).includes(key)));
    expect(
      mine.some(({ source }) => source.includes(place)) || key === 'uploads',
      `${key} lies in ${place}`,
    ).toBe(true);
  }
});

test('the privacy page names what stays after logging out, and no other key stays [FIX-42]', () => {
  const { source } = files.find(({ name }) => name === 'src/lib/page/empty-storage.ts')!;
  const restored = [...source.matchAll(/localStorage\.setItem\('([^']+)'/g)].map(([, key]) => key!);
  const staying = BROWSER_STORAGE.filter(({ stays, place }) => stays && place !== 'Cookie');
  expect(nonEmpty(restored).toSorted()).toEqual(staying.map(({ key }) => key).toSorted());
  expect(staying.every(({ place }) => place === 'localStorage')).toBe(true);
});

test('no page of ours keeps anything in another place of the browser [FIX-42]', () => {
  for (const { name, source } of nonEmpty(files)) {
    expect(source, name).not.toMatch(/document\.cookie|cookieStore|indexedDB|localStorage\[/);
    if (!SHELL.includes(name)) expect(source, name).not.toMatch(/\bcaches\.|serviceWorker/);
  }
  const worker = readFileSync(join(WEB, 'src/service-worker.ts'), 'utf8');
  const opened = [...worker.matchAll(/caches\.open\(STORE\)/g)];
  const [, named] = /STORE = `(\w+)-\$\{BUILD\}`/.exec(worker)!;
  expect(nonEmpty(opened)).toHaveLength(worker.match(/caches\.open/g)!.length);
  expect(BROWSER_STORAGE.filter(({ place }) => place === 'Cache').map(({ key }) => key)).toEqual([
    named,
  ]);
  const source = readFileSync(join(WEB, '../server/src/app/session.ts'), 'utf8');
  const [, cookieNames] = /COOKIES = \{(.*)\}/.exec(source)!;
  const cookies = [...cookieNames!.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  expect(BROWSER_STORAGE.filter(({ place }) => place === 'Cookie').map(({ key }) => key)).toEqual(
    nonEmpty(cookies),
  );
});
