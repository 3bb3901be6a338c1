/**
 * `sh deploy/drills/failover.sh [--rounds N] [--seconds N] [--control]`: kills the primary under
 * load, in every second round after its standby was cut off; no answered purchase may be lost, none
 * doubled (RUN-11). The control has an asynchronous standby and must lose some.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addWebsite, issueKey } from '../../modules/partners/service.ts';
import { connect, type Database } from '../../platform/db.ts';
import { setDataKeys } from '../../platform/encryption.ts';
import { freePort } from '../../platform/free-port.ts';
import { migrate } from '../../platform/migrate.ts';
import { DATA_KEY } from '../process/data-key.ts';
import { pseudoRandom } from '../process/random.ts';
import { PASSWORD } from '../world/world.ts';
import { COUPONS, comesToRest, enrol, KEYS, liftLimits, secret } from './chaos.ts';
import {
  firstNode,
  isDown,
  joinStandby,
  loseContact,
  type Node,
  promote,
  relay,
  remove,
  until,
  urlAt,
} from './database-node.ts';
import { advertise, type Load, type Story } from './load.ts';
import { violations } from './verify.ts';

/** Less than a statement may take: then the database would answer a commit that only it has. */
const BROKEN_MS = 1_500;
const SHIPPED = join(import.meta.dirname, '../../../dist/start.js');

interface Options {
  rounds: number;
  /** Of load before each kill. */
  seconds: number;
  advertisers: number;
  seed: number;
  /** With a standby that commits do not wait for. */
  control: boolean;
  progress?(line: string): void;
}

export interface FailoverReport {
  /** From each kill to the first write that was carried out, in seconds. */
  backAfter: number[];
  operations: Record<string, number>;
  /** Lists that a partner website was answered. */
  deliveries: number;
  violations: string[];
}

export async function runFailover(options: Options): Promise<FailoverReport> {
  const { rounds, seconds, advertisers, seed, control, progress = () => {} } = options;
  const random = pseudoRandom(seed);
  const home = mkdtempSync(join(tmpdir(), 'samtrot-failover-'));
  const clock = join(home, 'clock');
  writeFileSync(clock, '0');
  const way = await relay();
  let primary = await firstNode(join(home, 'node-0'));
  let standby: Node | undefined;
  way.lead(primary);
  const url = urlAt(primary, way.port);
  await migrate(url, KEYS);
  setDataKeys(KEYS);
  const { db } = connect(url, { max: 4 });
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const parts = (['server', 'worker'] as const).map((part) =>
    startPart(part, {
      DATABASE_URL: url,
      DATA_DIR: join(home, 'data'),
      PORT: String(port),
      TEST_CLOCK_FILE: clock,
    }),
  );
  const operations: Record<string, number> = {};
  const report: FailoverReport = { backAfter: [], operations, deliveries: 0, violations: [] };
  let going = true;
  try {
    const stories = await enrol(db, advertisers);
    const key = await websiteKey(db);
    await until('an answer of the server', async () => (await fetch(`${base}/readyz`)).ok);
    const load: Load = {
      url: base,
      until: () => !going,
      random,
      coupons: COUPONS,
      password: PASSWORD,
      operations,
    };
    const work = Promise.all([
      ...stories.map((story) => advertise(load, story)),
      readLists(base, key, { stopped: () => !going, onList: () => report.deliveries++ }),
      liftLimits(db, () => !going),
    ]);
    for (let round = 1; round <= rounds; round++) {
      standby = await joinStandby(primary, join(home, `node-${round}`), {
        synchronous: !control,
      });
      await new Promise((go) => setTimeout(go, seconds * 1000 * (0.5 + random())));
      // On a busy machine they take longer.
      await until('purchases', async () => Boolean(operations.place && operations.topup));
      if (control || round % 2 === 0) {
        await loseContact(standby);
        await new Promise((go) => setTimeout(go, BROKEN_MS));
      }
      const killed = performance.now();
      await primary.kill();
      await until('the end of the primary', () => isDown(primary));
      await promote(standby);
      way.lead(standby);
      // It tries a write.
      await until('a write', async () => (await fetch(`${base}/readyz`)).ok);
      const back = (performance.now() - killed) / 1000;
      report.backAfter.push(back);
      progress(`round ${round}: back after ${back.toFixed(1)} s`);
      remove(primary);
      [primary, standby] = [standby, undefined];
    }
    going = false;
    await work;
    writeFileSync(clock, String(3 * 3600));
    const open = await comesToRest(db, (hours) => writeFileSync(clock, String(hours * 3600)));
    report.violations = [
      ...(await violations(db, stories)),
      ...open,
      ...(await undelivered(base, key, stories)),
      ...parts.flatMap(({ part, child }) => (child.exitCode === null ? [] : `${part} ended`)),
    ];
    return report;
  } finally {
    going = false;
    await Promise.all(parts.map(({ child }) => ended(child)));
    await db.destroy();
    for (const node of [primary, standby]) await node?.kill().catch(() => {});
    way.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function startPart(part: 'server' | 'worker', env: Record<string, string>) {
  const child = spawn(process.execPath, [SHIPPED, `--only=${part}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'silent',
      SESSION_SECRET: SECRET,
      DATA_KEY,
      DEMO_DATA: '0',
      BUILD_PAGES: '0',
      PARTNER_SITE: '0',
      LIMIT_FACTOR: '1000000',
      SCHEDULER_TICK_MS: '100',
      ...env,
    },
  });
  return { part, child };
}
const SECRET = secret();

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await exit;
}

export const websiteKey = (db: Database): Promise<string> =>
  db.transaction().execute(async (sql) => {
    const ctx = { db: sql, now: new Date(), actor: { kind: 'cli' as const } };
    await addWebsite(ctx, { name: 'Mondgarten', url: 'https://mondgarten.example' });
    return issueKey(ctx, 'Mondgarten');
  });

const partner = (base: string, key: string, path: string) =>
  fetch(`${base}/partner/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });

async function readLists(
  base: string,
  key: string,
  { stopped, onList }: { stopped: () => boolean; onList: () => void },
): Promise<void> {
  for (let n = 0; !stopped(); n++) {
    const status = await partner(base, key, `ads?limit=${1 + (n % 50)}`).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    if (status === 200) onList();
    await new Promise((go) => setTimeout(go, 50));
  }
}

/** Ads that were answered as placed and that no website is given. */
async function undelivered(base: string, key: string, stories: Story[]): Promise<string[]> {
  const placed = stories.reduce((sum, story) => sum + story.placed.size, 0);
  const seen = new Set<string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer = await partner(base, key, `ads?limit=100${cursor && `&cursor=${cursor}`}`);
    const page = (await answer.json()) as { ads: { id: string }[]; next_cursor?: string | null };
    for (const { id } of page.ads) seen.add(id);
    cursor = page.next_cursor ?? null;
  }
  return seen.size === placed ? [] : [`${placed} ads are placed, a website is given ${seen.size}`];
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '10' },
      seconds: { type: 'string', default: '10' },
      advertisers: { type: 'string', default: '8' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      control: { type: 'boolean', default: false },
    },
  });
  console.log(`seed ${values.seed}`);
  const report = await runFailover({
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    advertisers: Number(values.advertisers),
    seed: Number(values.seed),
    control: values.control,
    progress: (line) => console.log(line),
  });
  const done = Object.entries(report.operations).map(([name, n]) => `${n} ${name}`);
  console.log(`answered: ${done.join(', ')}; lists for a website: ${report.deliveries}`);
  console.log(`slowest way back: ${Math.max(...report.backAfter).toFixed(1)} s, at most 30`);
  console.log(`lost, doubled or wrong in the books: ${report.violations.length}`);
  for (const line of report.violations.slice(0, 20)) console.log(`  ${line}`);
  const found = report.violations.length > 0;
  const good = found === values.control && Math.max(...report.backAfter) <= 30;
  console.log(good ? 'as expected' : 'NOT as expected');
  process.exitCode = good ? 0 : 1;
}
