import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { addAccount } from '../../modules/accounts/service.ts';
import { createCoupon } from '../../modules/coupons/service.ts';
import { orderRefund } from '../../modules/topups/service.ts';
import { hashPassword } from '../../platform/crypto.ts';
import { dataKeys } from '../../platform/data-key.ts';
import { connect, type Database } from '../../platform/db.ts';
import { setDataKeys } from '../../platform/encryption.ts';
import { freePort } from '../../platform/free-port.ts';
import { migrate } from '../../platform/migrate.ts';
import { startCluster } from '../../platform/postgres.ts';
import { DATA_KEY } from '../process/data-key.ts';
import { pick, pseudoRandom } from '../process/random.ts';
import { PASSWORD } from '../world/world.ts';
import { controlBuild } from './control-build.ts';
import { advertise, type Load, type Story } from './load.ts';
import { unsettled, violations } from './verify.ts';
import { BY_ITSELF, type Kills, killDatabase, victim } from './victims.ts';

interface Options {
  seconds: number;
  advertisers: number;
  seed: number;
  /** Against a copy of the server whose credit transaction is split. */
  control: boolean;
  progress?(line: string): void;
}

export interface ChaosReport {
  kills: Kills;
  operations: Record<string, number>;
  violations: string[];
}

const TIMEOUT_MS = 90_000;
export const KEYS = dataKeys([DATA_KEY]);
export const COUPONS = ['TORTUR-A', 'TORTUR-B', 'TORTUR-C'];

/**
 * Advertisers buy, pay, redeem and place while server, worker and database are killed at random and
 * at the fail points; then drains everything and compares the books, the provider and the responses
 * to each advertiser.
 */
export async function runChaos(options: Options): Promise<ChaosReport> {
  const { seconds, advertisers, seed, control, progress = () => {} } = options;
  const random = pseudoRandom(seed);
  const home = mkdtempSync(join(tmpdir(), 'samtrot-chaos-'));
  const source = control ? controlBuild() : resolve(import.meta.dirname, '../..');
  const cluster = await startCluster(join(home, 'postgres'), { announce: false });
  await migrate(cluster.url, KEYS);
  setDataKeys(KEYS);
  const { db } = connect(cluster.url, { max: 4 });
  const port = await freePort();
  const kills: Kills = {};
  const operations: Record<string, number> = {};
  const env = {
    DATABASE_URL: cluster.url,
    DATA_KEY,
    DATA_DIR: join(home, 'data'),
    PORT: String(port),
    SESSION_SECRET: secret(),
    LOG_LEVEL: 'fatal',
    DEMO_DATA: '0',
    BUILD_PAGES: '0',
    PARTNER_SITE: '0',
    LIMIT_FACTOR: '1000000',
    SCHEDULER_TICK_MS: '100',
    NODE_COMPILE_CACHE: join(home, 'compiled'),
  };
  const parts = [
    victim('server', { source, env, random }, kills),
    victim('worker', { source, env, random }, kills),
  ] as const;
  try {
    const stories = await enrol(db, advertisers);
    const end = performance.now() + seconds * 1000;
    const until = () => performance.now() > end;
    const load: Load = {
      url: `http://127.0.0.1:${port}`,
      until,
      random,
      coupons: COUPONS,
      password: PASSWORD,
      operations,
    };
    const work = Promise.all([
      ...stories.map((story) => advertise(load, story)),
      kill({ until, random }, operations, () => {
        const target = pick(random, [
          'server',
          'server',
          'server',
          'worker',
          'worker',
          'database',
        ] as const);
        if (target === 'database') killDatabase(cluster, kills);
        else parts[target === 'server' ? 0 : 1].kill();
      }),
      refundNowAndThen(db, { until, random }, operations),
      liftLimits(db, until),
    ]);
    await work;
    if (!Object.keys(operations).some((name) => name !== 'refund'))
      throw new Error('nothing was ever answered');
    progress('Die Zeit ist um. Alles kommt zur Ruhe ...');
    const clock = join(home, 'clock');
    const later = (hours: number) => writeFileSync(clock, String((hours * HOUR_MS) / 1000));
    later(3);
    await Promise.all(parts.map((part) => part.spare({ TEST_CLOCK_FILE: clock })));
    const open = await comesToRest(db, later);
    return {
      kills,
      operations,
      violations: [...(await violations(db, stories)), ...open, ...quitters(kills)],
    };
  } finally {
    await Promise.all(parts.map((part) => part.stop()));
    await db.destroy();
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
    if (control) rmSync(resolve(source, '../..'), { recursive: true, force: true });
  }
}

/**
 * Advances hour by hour so that all due work runs, also that of a worker that started before its
 * server; returns what never finished.
 */
export async function comesToRest(db: Database, later: (hours: number) => void): Promise<string[]> {
  const deadline = performance.now() + TIMEOUT_MS;
  let open: string[] = [];
  for (let looks = 1; performance.now() < deadline; looks++) {
    await pause(500);
    open = await unsettled(db).catch((error: Error) => [error.message]);
    if (open.length === 0) break;
    if (looks % 10 === 0) later(3 + looks / 10);
  }
  return open.map((what) => `never came to its end: ${what}`);
}

/** Parts that exited without being killed. */
const quitters = (kills: Kills) =>
  Object.entries(kills).flatMap(([cause, count]) =>
    cause.includes(BY_ITSELF) ? `${cause}, ${count} times` : [],
  );

export const secret = () => randomBytes(32).toString('hex');
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

export async function enrol(db: Database, count: number): Promise<Story[]> {
  const passwordHash = await hashPassword(PASSWORD);
  const stories: Story[] = [];
  await db.transaction().execute(async (sql) => {
    const ctx = { db: sql, now: new Date() };
    for (let n = 0; n < count; n++) {
      const email = `tortur${n}@beispiel.ch`;
      // Names must not look alike, as those with i and l would.
      const userId = await addAccount(ctx, {
        username: `Tortur ${'abcdefghjkmnpqrstuvwxyz'[n % 23]!.repeat(1 + Math.floor(n / 23))}q`,
        email,
        passwordHash,
      });
      if (typeof userId !== 'number') throw new Error(`the account ${n} is taken`);
      stories.push({
        userId,
        email,
        placed: new Map(),
        refused: new Set(),
        coupons: 0,
        presses: [],
        seen: [],
      });
    }
    for (const code of COUPONS)
      await createCoupon(ctx, {
        code,
        credits: 15,
        description: 'Tortur',
        maxUses: 3,
        expiresAt: null,
      });
  });
  return stories;
}

interface Chance {
  until(): boolean;
  random(): number;
}

/** Kills again only after a response since: a part that is never up cannot be hurt. */
async function kill(
  { until, random }: Chance,
  operations: Record<string, number>,
  strike: () => void,
): Promise<void> {
  const completed = () => Object.values(operations).reduce((sum, count) => sum + count, 0);
  let before = 0;
  while (!until()) {
    await pause(700 + random() * 2500);
    if (until() || completed() === before) continue;
    before = completed();
    strike();
  }
}

/**
 * Limits are not what is tried here; with them an advertiser would wait an hour after ten top-ups.
 */
export async function liftLimits(db: Database, until: () => boolean): Promise<void> {
  while (!until()) {
    await pause(300);
    await db
      .deleteFrom('rate_limit')
      .execute()
      .catch(() => {});
  }
}

/** An operator who pays something back now and then, also when it was spent. */
async function refundNowAndThen(
  db: Database,
  { until, random }: Chance,
  operations: Record<string, number>,
) {
  while (!until()) {
    await pause(500 + random() * 1500);
    try {
      const row = await db
        .selectFrom('payment')
        .select('id')
        .where('status', '=', 'gutgeschrieben')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!row) continue;
      await db
        .transaction()
        .execute((sql) =>
          orderRefund(
            { db: sql, now: new Date(), actor: { kind: 'cli' } },
            { paymentId: row.id, amount: 1000, reason: 'Tortur', mayOwe: true },
          ),
        );
      operations.refund = (operations.refund ?? 0) + 1;
    } catch {
      // The database is away, or nothing is left to pay back.
    }
  }
}
