import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster } from '../../server/src/platform/postgres.ts';
import {
  ended,
  flags,
  freePortPair,
  newDataFolder,
  ROOT,
  readProc,
  removeDataFolder,
  untilReady,
} from './product.ts';

const PARTS = ['server', 'second server', 'worker'] as const;
type Part = (typeof PARTS)[number] | 'website';

/** The processes that run in a house, by what they are. */
interface House {
  processes(): Record<Part, number>;
  stop(): Promise<void>;
}

/**
 * Two servers, a worker and a partner website on one database, each with the flags of its unit, as
 * on a machine of their own: Node is a copy, so that they share its pages with nobody else.
 */
export async function startHouse(): Promise<House> {
  const folder = newDataFolder();
  const node = join(folder, 'node');
  copyFileSync(process.execPath, node);
  const cluster = await startCluster(join(folder, 'postgres'), { announce: false });
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children.toReversed()) await ended(child);
    await cluster.stop();
    removeDataFolder(folder);
  };
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'development',
    DATABASE_URL: cluster.url,
    DATA_DIR: join(folder, 'data'),
    DATA_KEY: 'the data key of a house that is measured',
    SESSION_SECRET: 'the secret of a house that is measured',
    DEMO_DATA: '0',
    BUILD_PAGES: '0',
    LOG_LEVEL: 'error',
  };
  try {
    execFileSync(node, ['server/dist/cli.js', 'migrate'], { cwd: ROOT, env, stdio: 'ignore' });
    for (const part of PARTS) {
      const only = part === 'worker' ? 'worker' : 'server';
      const port = await freePortPair();
      const child = spawn(node, [...flags(only), 'server/dist/start.js', `--only=${only}`], {
        cwd: ROOT,
        env: {
          ...env,
          PORT: String(port),
          METRICS_PORT: String(await freePortPair()),
          PARTNER_SITE: part === 'server' ? '1' : '0',
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      children.push(child);
      if (only === 'server') await untilReady(child, `http://localhost:${port}/readyz`);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const [server, second, worker] = children.map(({ pid }) => pid!) as [number, number, number];
  return {
    processes() {
      const website = readdirSync('/proc').find(
        (pid) => readProc(pid, 'stat').split(') ')[1]?.split(' ')[1] === String(server),
      );
      return { server, 'second server': second, worker, website: Number(website) };
    },
    stop,
  };
}
