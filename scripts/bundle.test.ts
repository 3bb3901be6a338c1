import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { ascii, lightMaps } from './bundle.ts';

const OWN = `
import { fail } from './node_modules/library/index.js';

export const begin = (texts: string[]) =>
  texts
    .map((text) => text.trim())
    .map((text) =>
      fail(text),
    );
begin(['out']);
`;
const LIBRARY = `
export function fail(text) {
  throw new Error(text);
}
`;

test('a trace of the bundle names the line of each source, and for libraries that of the bundle', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules/library'), { recursive: true });
  writeFileSync(join(folder, 'own.ts'), OWN);
  writeFileSync(join(folder, 'node_modules/library/index.js'), LIBRARY);

  const bundle = await rolldown({
    input: join(folder, 'own.ts'),
    platform: 'node',
    plugins: [lightMaps],
  });
  await bundle.write({ dir: join(folder, 'dist'), sourcemap: true });
  const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', 'dist/own.js'], {
    cwd: folder,
    encoding: 'utf8',
  });

  const built = readFileSync(join(folder, 'dist/own.js'), 'utf8').split('\n');
  const thrown = 1 + built.findIndex((line) => line.includes('throw new Error'));
  const places = [...stderr.matchAll(/at .*?([a-z/]+\.(?:js|ts):\d+):\d+/g)].map(([, at]) =>
    at!.split('/').slice(-2).join('/'),
  );
  expect(places.slice(0, 3)).toEqual([
    `dist/own.js:${thrown}`,
    expect.stringMatching(/own\.ts:8$/),
    expect.stringMatching(/own\.ts:7$/),
  ]);
  const map = JSON.parse(readFileSync(join(folder, 'dist/own.js.map'), 'utf8'));
  expect(map).not.toHaveProperty('sourcesContent');
});

test('texts of the bundle are escaped, in tagged templates too, and read the same [RUN-15]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const build = async (code: string) => {
    writeFileSync(join(folder, 'own.ts'), code);
    const bundle = await rolldown({ input: join(folder, 'own.ts'), plugins: [ascii] });
    const { output } = await bundle.write({ dir: join(folder, 'dist'), charset: 'ascii' });
    return output[0].code;
  };
  const code = await build(
    "const sql = (parts: TemplateStringsArray) => parts.join('');\n" +
      "console.log('Grüsse …', sql`Prüfung 😀`, /ü+/u.test('üü'));",
  );
  expect(code).toMatch(/^[\0-\x7f]*$/);
  const { stdout } = spawnSync(process.execPath, ['dist/own.js'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout).toBe('Grüsse … Prüfung 😀 true\n');
  await expect(build('console.log(String.raw`ü`);')).rejects.toThrow('raw template');
});
