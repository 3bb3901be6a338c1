/**
 * `npm run build -w partner-kit`: the package as partners install it, in `dist`: one file of
 * JavaScript, its types and its README. `npm pack ./partner-kit/dist` makes the archive.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const KIT = join(import.meta.dirname, '..');

/** Writes the package into this folder. */
export async function buildKit(target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  const bundle = await rolldown({ input: join(KIT, 'src/index.ts'), platform: 'node' });
  await bundle.write({ file: join(target, 'index.js'), minify: true });
  execFileSync(
    process.execPath,
    [
      join(KIT, '../node_modules/typescript/bin/tsc'),
      ...['--project', join(KIT, 'tsconfig.types.json'), '--outDir', target],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const own = JSON.parse(readFileSync(join(KIT, 'package.json'), 'utf8'));
  const { name, version, license, description, type, sideEffects, engines } = own;
  const published = {
    ...{ name, version, license, description, type, sideEffects, engines },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  cpSync(join(KIT, 'README.md'), join(target, 'README.md'));
}

if (import.meta.main) await buildKit(join(KIT, 'dist'));
