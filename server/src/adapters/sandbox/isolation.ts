import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where the worker finds its folder when it sees nothing else; there on every Linux, and in its own view only. */
const INSIDE = '/mnt';
/** Of the file to read, within the folder of the work. */
const SOURCE = 'source';
/** Of one file that is written; ten minutes at the highest rate are a third of it. */
const MAX_FILE_BYTES = 768 * 1024 * 1024;
const PROBE_MS = 5000;

/** The folder of the work moves to another place, the raw file into it, and over the data of the server lies an empty folder. */
const VIEW = `set -e
mount --bind "$1" "$2/${SOURCE}"
mount --rbind "$2" ${INSIDE}
mount -t tmpfs -o size=64k tmpfs "$3"
shift 3
exec "$@"`;

/** The same for a worker that needs no file of its own. */
const BARE_VIEW = `set -e
mount -t tmpfs -o size=64k tmpfs "$1"
shift
exec "$@"`;

/** How far the worker is kept from everything: 'closed' sees neither network, nor processes, nor the data of the server. */
export type Closeness = 'closed' | 'no network' | 'open';

interface Paths {
  source: string;
  /** Exists and is empty. */
  work: string;
  /** Everything that the server keeps. */
  data: string;
}

export interface Sandbox {
  closeness: Closeness;
  /** The programs that start the worker, and its files as it sees them. */
  around(paths: Paths): { before: string[]; source: string; folder: string };
  /** The programs that start a worker that gets and gives everything by messages. `data` exists. */
  alone(data: string): string[];
}

const tried = new Map<string, Sandbox>();

/** The closest that this system allows, tried out once. What it does not allow is left out. */
export function createSandbox(root: string): Sandbox {
  const known = tried.get(root) ?? tryOut(root);
  tried.set(root, known);
  return known;
}

function tryOut(root: string): Sandbox {
  const trial = mkdtempSync(join(tmpdir(), 'samtrot-confine-'));
  try {
    const paths = { source: join(trial, 'file'), work: join(trial, 'work'), data: join(trial, 'data') };
    writeFileSync(paths.source, '');
    for (const folder of [paths.work, paths.data]) mkdirSync(folder);
    const limits = [
      ...offered('setpriv', '--pdeathsig', 'KILL'),
      ...offered('prlimit', `--fsize=${MAX_FILE_BYTES}`, '--core=0'),
    ];
    const plain = (closeness: Closeness, ...before: string[]): Sandbox => ({
      closeness,
      around: ({ source, work }) => ({ before: [...before, ...limits], source, folder: work }),
      alone: () => [...before, ...limits],
    });
    const apart = plain('no network', ...program('unshare'), '--map-root-user', '--net');
    const spaces = ['--map-root-user', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
    const unshared = [...program('unshare'), ...spaces];
    // What it is made of would lie under what it may not see.
    const isWithin = (data: string) => resolve(root).startsWith(`${resolve(data)}/`);
    const closed: Sandbox = {
      closeness: 'closed',
      around(of) {
        if (isWithin(of.data)) return apart.around(of);
        writeFileSync(join(of.work, SOURCE), '');
        const view = ['/bin/sh', '-c', VIEW, 'sh', resolve(of.source), resolve(of.work), resolve(of.data)];
        return { before: [...unshared, ...view, ...limits], source: `${INSIDE}/${SOURCE}`, folder: INSIDE };
      },
      alone(data) {
        if (isWithin(data)) return apart.alone(data);
        return [...unshared, '/bin/sh', '-c', BARE_VIEW, 'sh', resolve(data), ...limits];
      },
    };
    return [closed, apart].find(({ around }) => runs(around(paths).before)) ?? plain('open');
  } finally {
    rmSync(trial, { recursive: true });
  }
}

const program = (name: string): string[] =>
  ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
    .map((folder) => `${folder}/${name}`)
    .filter(existsSync)
    .slice(0, 1);

function offered(name: string, ...args: string[]): string[] {
  const command = [...program(name), ...args];
  return command.length > args.length && runs(command) ? command : [];
}

function runs([command, ...args]: string[]): boolean {
  return (
    command?.startsWith('/') === true &&
    spawnSync(command, [...args, '/bin/true'], { env: {}, timeout: PROBE_MS }).status === 0
  );
}
