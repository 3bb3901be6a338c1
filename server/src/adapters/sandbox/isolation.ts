/** The sandbox of worker processes that decode untrusted files. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Mount point of the work folder inside the sandbox; exists on every Linux. */
const INSIDE = '/mnt';
/** Name of the source file in the work folder. */
const SOURCE = 'source';
/** Size limit of a written file, three times the largest expected one. */
const MAX_FILE_BYTES = 768 * 1024 * 1024;
const PROBE_MS = 5000;

/** Mounts the work folder with the source, and hides the server's data by an empty folder. */
const MOUNT_SCRIPT = `set -e
mount --bind "$1" "$2/${SOURCE}"
mount --rbind "$2" ${INSIDE}
mount -t tmpfs -o size=64k tmpfs "$3"
shift 3
exec "$@"`;

/** The same for a worker without files. */
const MOUNT_SCRIPT_WITHOUT_FILES = `set -e
mount -t tmpfs -o size=64k tmpfs "$1"
shift
exec "$@"`;

/** Isolation level of a worker: 'closed' has no network, no processes and no server data. */
export type IsolationLevel = 'closed' | 'no network' | 'open';

interface Paths {
  source: string;
  /** Exists and is empty. */
  work: string;
  /** The server's data. */
  data: string;
}

export interface Sandbox {
  level: IsolationLevel;
  /** The command prefix that starts the worker, and its paths inside the sandbox. */
  wrap(paths: Paths): { before: string[]; source: string; folder: string };
  /**
   * The command prefix of a worker without files, which communicates by messages. `data` exists.
   */
  withoutFiles(data: string): string[];
}

const tried = new Map<string, Sandbox>();

/** The strictest isolation this system permits, determined once by a trial run. */
export function createSandbox(root: string): Sandbox {
  const known = tried.get(root) ?? trialRun(root);
  tried.set(root, known);
  return known;
}

function trialRun(root: string): Sandbox {
  const trial = mkdtempSync(join(tmpdir(), 'samtrot-sandbox-'));
  try {
    const paths = {
      source: join(trial, 'file'),
      work: join(trial, 'work'),
      data: join(trial, 'data'),
    };
    writeFileSync(paths.source, '');
    for (const folder of [paths.work, paths.data]) mkdirSync(folder);
    const limits = [
      ...offered('setpriv', '--pdeathsig', 'KILL'),
      ...offered('prlimit', `--fsize=${MAX_FILE_BYTES}`, '--core=0'),
    ];
    const plain = (level: IsolationLevel, ...before: string[]): Sandbox => ({
      level,
      wrap: ({ source, work }) => ({ before: [...before, ...limits], source, folder: work }),
      withoutFiles: () => [...before, ...limits],
    });
    const apart = plain('no network', ...program('unshare'), '--map-root-user', '--net');
    const spaces = ['--map-root-user', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
    const unshared = [...program('unshare'), ...spaces];
    // An installation inside the hidden folder would be hidden, too.
    const isWithin = (data: string) => resolve(root).startsWith(`${resolve(data)}/`);
    const closed: Sandbox = {
      level: 'closed',
      wrap(of) {
        if (isWithin(of.data)) return apart.wrap(of);
        writeFileSync(join(of.work, SOURCE), '');
        const view = [
          '/bin/sh',
          '-c',
          MOUNT_SCRIPT,
          'sh',
          resolve(of.source),
          resolve(of.work),
          resolve(of.data),
        ];
        return {
          before: [...unshared, ...view, ...limits],
          source: `${INSIDE}/${SOURCE}`,
          folder: INSIDE,
        };
      },
      withoutFiles(data) {
        if (isWithin(data)) return apart.withoutFiles(data);
        return [
          ...unshared,
          '/bin/sh',
          '-c',
          MOUNT_SCRIPT_WITHOUT_FILES,
          'sh',
          resolve(data),
          ...limits,
        ];
      },
    };
    return [closed, apart].find(({ wrap }) => runs(wrap(paths).before)) ?? plain('open');
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
