import { type ChildProcess, spawn } from 'node:child_process';
import type { Cluster } from '../../platform/postgres.ts';
import { shuffled } from '../process/random.ts';

/** How long a part has to reach its fail point before it is killed from outside. */
const GRACE_MS = 8_000;

export const BY_ITSELF = 'ended by itself';

const POINTS = [
  ...[
    'topup.after_insert',
    'topup.after_psp_create',
    'webhook.after_verify',
    'webhook.after_event_insert',
  ],
  ...['credit.before_commit', 'credit.after_commit_before_reply', 'coupon.after_claim'],
  ...['buy.after_debit', 'buy.after_feature'],
];

interface Options {
  /** Folder of the server's sources: ours, or a copy that was broken on purpose. */
  source: string;
  env: Record<string, string>;
  random: () => number;
}

/**
 * One part of the product that is started again whenever it dies, with another point to die at each
 * time.
 */
export interface Victim {
  kill(): void;
  /** No more points to die at: ends the process and starts a whole one. */
  spare(env: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

/** How often each thing was killed, and at which points processes killed themselves. */
export type Kills = Record<string, number>;

export function victim(
  part: 'server' | 'worker',
  { source, env, random }: Options,
  kills: Kills,
): Victim {
  let child: ChildProcess;
  let stopping = false;
  let spared: Record<string, string> | undefined;
  let plan: string | undefined;
  let ours = false;
  let startedAt = 0;
  let points: string[] = [];
  /** One after the other in changing order, so that a short run comes to each of them. */
  const nextPoint = (): string => {
    if (points.length === 0) points = shuffled(random, POINTS);
    return points.pop()!;
  };

  const start = (): void => {
    startedAt = performance.now();
    plan = spared || random() < 0.2 ? undefined : `${nextPoint()}:${1 + Math.floor(random() * 2)}`;
    const points = plan ? { TEST_FAIL_POINTS: plan } : {};
    child = spawn(process.execPath, [`${source}/start.ts`, `--only=${part}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, ...env, ...spared, ...points },
    });
    let words = '';
    child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
      words = (words + chunk).slice(-2000);
    });
    child.once('exit', (code, signal) => {
      if (stopping) return;
      const cause = ours
        ? part
        : signal === 'SIGKILL' && plan
          ? plan.split(':')[0]!
          : `${part} ${BY_ITSELF} (${code ?? signal})`;
      kills[cause] = (kills[cause] ?? 0) + 1;
      if (!ours && signal !== 'SIGKILL') console.error(`${part} ended: ${words}`);
      ours = false;
      start();
    });
  };
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((done) => {
      if (child.exitCode !== null || child.signalCode !== null) return done();
      child.once('exit', () => done());
      child.kill(signal);
    });
  start();
  return {
    kill() {
      if (plan && performance.now() - startedAt < GRACE_MS) return;
      ours = true;
      child.kill('SIGKILL');
    },
    async spare(more) {
      stopping = true;
      await end('SIGTERM');
      stopping = false;
      spared = more;
      start();
    },
    async stop() {
      stopping = true;
      await end('SIGKILL');
    },
  };
}

/** Kills the database server; the cluster restarts it. */
export function killDatabase(cluster: Cluster, kills: Kills): void {
  try {
    process.kill(cluster.pid, 'SIGKILL');
    kills.database = (kills.database ?? 0) + 1;
  } catch {
    // It is just being started again.
  }
}
