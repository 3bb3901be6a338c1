import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildIfStale } from '../server/src/app/build.ts';
import { removeDataDir } from '../server/src/testing/process/process.ts';

/** What every account of the demo logs in with (README). */
export const DEMO_PASSWORD = 'Samt-und-Seide-24';
export const VETERAN = 'lena@samtrot.example';
export const NEWCOMER = 'neu@samtrot.example';

const READY_MS = 120_000;
const LOOK_MS = 50;

export interface DemoProduct extends AsyncDisposable {
  portal: string;
  partnerSite: string;
  /** Stops it as an operator does and restarts it with its data; resolves once it is ready. */
  restart(): Promise<void>;
  /** Ends it as a crash does, with SIGKILL; `comeBack` starts it again with what it keeps. */
  die(): Promise<void>;
  comeBack(): Promise<void>;
  /** Seconds that its clock is ahead; needs `settable`. */
  setAhead(seconds: number): void;
}

/**
 * The product as it starts for somebody who tries it: with the demo unless it shall be `empty`, on
 * its own ports and in a folder of its own. Its clock follows the file `clock` of that folder only
 * when `settable`; the partner website runs only with `partner`.
 */
export async function startDemo({
  settable = false,
  empty = false,
  partner = false,
  moderation = 'after',
  solo = false,
} = {}): Promise<DemoProduct> {
  await buildIfStale('server');
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const data = mkdtempSync(join(tmpdir(), 'samtrot-demo-'));
  const clock = join(data, 'clock');
  const { TEST_CLOCK_FILE: _, ...env } = process.env;
  const settings = {
    PORT: String(port),
    DATA_DIR: data,
    DEMO_DATA: empty ? '0' : '1',
    PARTNER_SITE: partner ? '1' : '0',
    LOG_LEVEL: 'error',
    TEST_CHEAP_HASHES: '1',
    TEST_VIDEOS_UNCHECKED: '1',
    MODERATION: moderation,
    ...(solo && { FOUR_EYES: 'solo' }),
    // Chosen by chance, a sample would wait where a journey expects nothing.
    MODERATION_SAMPLE: '0',
  };
  const start = () =>
    spawn(process.execPath, ['server/dist/start.js'], {
      cwd: join(import.meta.dirname, '..'),
      env: { ...env, ...settings, ...(settable && { TEST_CLOCK_FILE: clock }) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  let product = start();
  const end = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    if (product.exitCode !== null || product.signalCode !== null) return;
    const ended = new Promise((done) => product.once('exit', done));
    product.kill(signal);
    await ended;
  };
  // A run that is broken off runs no teardown.
  const abandon = () => product.kill('SIGTERM');
  process.once('exit', abandon);
  const demo: DemoProduct = {
    portal: `http://localhost:${port}`,
    partnerSite: `http://localhost:${port + 1}`,
    setAhead: (seconds) => writeFileSync(clock, String(seconds)),
    die: () => end('SIGKILL'),
    async comeBack() {
      product = start();
      await ready();
    },
    async restart() {
      await end();
      await demo.comeBack();
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', abandon);
      await end();
      await removeDataDir(data);
    },
  };
  const ready = async () => {
    const deadline = Date.now() + READY_MS;
    while (!(await isReady(demo.portal))) {
      if (product.exitCode !== null || Date.now() > deadline) {
        await demo[Symbol.asyncDispose]();
        throw new Error('the product with the demo did not start');
      }
      await wait(LOOK_MS);
    }
  };
  await ready();
  return demo;
}

const isReady = (portal: string): Promise<boolean> =>
  fetch(`${portal}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
