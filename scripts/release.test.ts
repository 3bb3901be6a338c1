import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, onTestFinished, test } from 'vitest';
import { DEEP } from '../server/src/testing/process/deep.ts';
import { COMPONENTS, cleanComponents, listComponents, SUMS, sumsOf, tracesIn } from './release.ts';

const ROOT = join(import.meta.dirname, '..');

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-release-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const check = (folder: string, sums: string) =>
  execFileSync('sha256sum', ['--strict', '-c', sums], { cwd: folder, encoding: 'utf8' });

test('checksums of a release name every file, and one that changed is found [RUN-18]', () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'web/dist'), { recursive: true });
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  writeFileSync(join(folder, 'web/dist/index.html'), '<html>');
  writeFileSync(join(folder, SUMS), sumsOf(folder));
  expect(check(folder, SUMS)).toBe('package-lock.json: OK\nweb/dist/index.html: OK\n');
  writeFileSync(join(folder, 'web/dist/index.html'), '<html><!-- -->');
  expect(() => check(folder, SUMS)).toThrow('WARNING: 1 computed checksum did NOT match');
});

test('a file that names the machine is found, in bytes of any kind [RUN-18]', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'a.js'), 'import("/srv/build/samtrot/x.js")');
  writeFileSync(join(folder, 'b.bin'), Buffer.from([0, 255, ...Buffer.from('npm.intern.example')]));
  writeFileSync(join(folder, 'c.js'), 'import("./x.js")');
  expect(tracesIn(folder, ['/srv/build', 'npm.intern.example'])).toEqual([
    'a.js: /srv/build',
    'b.bin: npm.intern.example',
  ]);
});

test('the list of components names the product and no place of a package [RUN-18]', () => {
  const from = [{ type: 'distribution', url: 'https://npm.intern.example/zod.tgz' }];
  const list = {
    bomFormat: 'CycloneDX',
    metadata: {
      component: {
        type: 'library',
        name: 'checkout-7',
        version: '1.0.0',
        externalReferences: from,
      },
    },
    components: [{ name: 'zod', purl: 'pkg:npm/zod@4.0.0', externalReferences: from }],
  };
  expect(cleanComponents(list)).toEqual({
    bomFormat: 'CycloneDX',
    metadata: { component: { type: 'application', name: 'samtrot', version: '1.0.0' } },
    components: [{ name: 'zod', purl: 'pkg:npm/zod@4.0.0' }],
  });
});

test('the list of components has what the product ships and no tool of development [RUN-18]', () => {
  const names = new Set(listComponents(newFolder()).components.map(({ name }) => name));
  const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  const shipped = ['server', 'web'].flatMap((workspace) =>
    Object.keys(read(`${workspace}/package.json`).dependencies),
  );
  const libraries = shipped.filter((name) => !name.startsWith('@samtrot/'));
  expect(nonEmpty(libraries).filter((name) => !names.has(name))).toEqual([]);
  expect(['vitest', 'knip', 'kysely-codegen'].filter((name) => names.has(name))).toEqual([]);
});

test.runIf(DEEP)(
  'a release unpacks whole, and its command line runs [RUN-18]',
  {
    timeout: 600_000,
  },
  () => {
    const folder = newFolder();
    execFileSync('node', ['scripts/release.ts', '--target', folder, '--uncommitted'], {
      cwd: ROOT,
    });
    const [archive] = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
    expect(check(folder, `${archive}.sha256`)).toContain('OK');
    execFileSync('tar', ['-xf', archive!], { cwd: folder });
    const unpacked = join(folder, archive!.replace('.tar.gz', ''));
    const summed = check(unpacked, SUMS);
    for (const file of [
      'package-lock.json',
      'server/dist/start.js',
      'server/migrations/0001_base.sql',
      'web/dist/index.html',
      'partner-kit/dist/index.js',
      COMPONENTS,
    ])
      expect(summed, file).toContain(`${file}: OK`);
    const { components } = JSON.parse(readFileSync(join(unpacked, COMPONENTS), 'utf8'));
    expect(components.map(({ name }: { name: string }) => name)).toContain('fastify');
  },
);
