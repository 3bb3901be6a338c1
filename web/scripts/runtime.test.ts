import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkImports, foldRuntime } from './runtime.ts';

const RUNTIME = 'import{n as e}from"./rolldown-runtime-Xy1.js";';
const BASE = 'import{t as a}from"./rolldown-runtime-Xy1.js";var b=a();export{b as r};';

let dist: string;
const put = (file: string, text: string) => writeFileSync(join(dist, 'assets', file), text);
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'samtrot-dist-'));
  mkdirSync(join(dist, 'assets'));
  mkdirSync(join(dist, '.vite'));
  writeFileSync(join(dist, '.vite/manifest.json'), '{}');
  put('rolldown-runtime-Xy1.js', 'var i=()=>1,o=()=>2;export{i as n,o as t};');
});
afterEach(() => rmSync(dist, { recursive: true }));

test.each([BASE, 'var b=2;export{b as r};'])(
  'a page finds in the base what of the runtime the base does not use itself: %s [BOF-118]',
  async (base) => {
    put('base-Zz2.js', base);
    put('page-Aa3.js', `${RUNTIME}import{r as b}from"./base-Zz2.js";export const sum=e()+b;`);
    foldRuntime(dist);
    checkImports(dist);
    const { sum } = (await import(join(dist, 'assets/page-Aa3.js'))) as { sum: number };
    expect(sum).toBe(3);
    expect(readFileSync(join(dist, 'assets/base-Zz2.js'), 'utf8')).not.toContain('rolldown-');
  },
);

test('a build in which a name is not exported fails', () => {
  put('base-Zz2.js', BASE);
  put('page-Aa3.js', 'import{x as b}from"./base-Zz2.js";');
  foldRuntime(dist);
  expect(() => checkImports(dist)).toThrow('page-Aa3.js: base-Zz2.js exports no x');
});
