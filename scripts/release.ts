/**
 * `npm run release [-- --target FOLDER]`: the committed state as an archive with built server and
 * pages, lock file, list of components (CycloneDX) and checksums (RUN-18). The same commit makes
 * the same files, but for the time and number in the list of components.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../server/src/app/build.ts';

const ROOT = join(import.meta.dirname, '..');
export const SUMS = 'SHA256SUMS';
export const COMPONENTS = 'sbom.cdx.json';
const BUILT = ['server', 'web', 'partner-site', 'partner-kit'] as const;

/** All files below a folder, sorted, with slashes. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** As `sha256sum -c` reads them. */
export const sumsOf = (folder: string): string =>
  filesIn(folder)
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex')}  ${file}\n`,
    )
    .join('');

/** Files that name this machine, with what they name. */
export function tracesIn(folder: string, words: readonly string[]): string[] {
  return filesIn(folder).flatMap((file) => {
    const bytes = readFileSync(join(folder, file));
    return words.filter((word) => bytes.includes(word)).map((word) => `${file}: ${word}`);
  });
}

interface Components {
  bomFormat: string;
  metadata: { component: Record<string, unknown> };
  components: Record<string, unknown>[];
}

/** Named after the product, not after the folder; without places that packages came from. */
export function cleanComponents(list: Components): Components {
  const cleaned = list.components.map(({ externalReferences: _, ...component }) => component);
  const { externalReferences: _, ...own } = list.metadata.component;
  const component = { ...own, type: 'application', name: 'samtrot' };
  return { ...list, metadata: { ...list.metadata, component }, components: cleaned };
}

const run = (command: string, args: string[], cwd = ROOT): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });

interface Lock {
  packages: Record<string, { dev?: boolean; devDependencies?: Record<string, string> }>;
}

/** The lock without what only development needs. */
const shippedPart = ({ packages, ...lock }: Lock): Lock => ({
  ...lock,
  packages: Object.fromEntries(
    Object.entries(packages).flatMap(([path, { devDependencies: _, ...entry }]) =>
      entry.dev ? [] : [[path, entry]],
    ),
  ),
});

/**
 * By npm, from a lock without development: `--omit dev` of npm 11 also leaves out what one
 * workspace needs for development and another one ships.
 */
export function listComponents(folder: string): Components {
  const bare = mkdtempSync(join(folder, 'components-'));
  const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  const { devDependencies: _, ...own } = read('package.json');
  writeFileSync(join(bare, 'package.json'), JSON.stringify(own));
  writeFileSync(
    join(bare, 'package-lock.json'),
    JSON.stringify(shippedPart(read('package-lock.json'))),
  );
  const list = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  return JSON.parse(run('npm', list, bare));
}

/** Folders and hosts of this machine that nobody else has to know. */
function wordsOfThisMachine(): string[] {
  const { host } = new URL(run('npm', ['config', 'get', 'registry']).trim());
  const own = [ROOT, homedir() === '/root' ? '' : homedir(), hostname()];
  return [...own, host === 'registry.npmjs.org' ? '' : host].filter((word) => word.length > 3);
}

/** @returns the path of the archive */
async function release(target: string, uncommitted: boolean): Promise<string> {
  if (!uncommitted && run('git', ['status', '--porcelain']).trim() !== '')
    throw new Error('There are changes that are not committed; a release is a commit.');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const name = `samtrot-${version}`;
  for (const workspace of BUILT) await buildIfStale(workspace);
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-release-'));
  try {
    const stage = join(folder, name);
    mkdirSync(stage);
    const sources = join(folder, 'sources.tar');
    run('git', ['archive', '--output', sources, 'HEAD']);
    run('tar', ['-xf', sources, '-C', stage]);
    // The stamp speaks of the times of files on this machine.
    for (const workspace of BUILT)
      cpSync(join(ROOT, workspace, 'dist'), join(stage, workspace, 'dist'), {
        recursive: true,
        filter: (path) => !path.endsWith('.stamp'),
      });
    const listed = listComponents(folder);
    const components = `${JSON.stringify(cleanComponents(listed), null, 2)}\n`;
    writeFileSync(join(stage, COMPONENTS), components);
    const traces = tracesIn(stage, wordsOfThisMachine());
    if (traces.length > 0) throw new Error(`This names the machine:\n${traces.join('\n')}`);
    writeFileSync(join(stage, SUMS), sumsOf(stage));

    mkdirSync(target, { recursive: true });
    const archive = join(target, `${name}.tar.gz`);
    const time = `--mtime=@${run('git', ['log', '-1', '--format=%ct']).trim()}`;
    const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
    const packed = join(folder, `${name}.tar`);
    run('tar', ['--sort=name', time, ...owner, '-C', folder, '-cf', packed, name]);
    run('gzip', ['-n', '-9', packed]);
    cpSync(`${packed}.gz`, archive);
    writeFileSync(join(target, `${name}.${COMPONENTS}`), components);
    const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
    writeFileSync(`${archive}.sha256`, `${sum}  ${name}.tar.gz\n`);
    return archive;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', default: 'dist' },
      // For its test: packs the commit although there are other changes.
      uncommitted: { type: 'boolean', default: false },
    },
  });
  console.log(await release(resolve(ROOT, values.target), values.uncommitted));
}
