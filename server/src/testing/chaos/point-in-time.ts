/**
 * `sh deploy/drills/point-in-time.sh [--rounds N] [--seconds N]`: brings a database at work back to
 * a chosen instant from a base backup and the archive of its log (RUN-09), by PostgreSQL's own
 * means.
 */
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBooks } from '../../modules/overview/service.ts';
import { credit } from '../../modules/wallet/service.ts';
import { connect, type Database } from '../../platform/db.ts';
import { setDataKeys } from '../../platform/encryption.ts';
import { migrate } from '../../platform/migrate.ts';
import { pseudoRandom } from '../process/random.ts';
import { enrol, KEYS } from './chaos.ts';
import { ask, copyAtWork, firstNode, launch, type Node, until, urlAt } from './database-node.ts';
import type { Story } from './load.ts';

interface Options {
  rounds: number;
  /** Of work after the base backup; the instant lies somewhere in it. */
  seconds: number;
  seed: number;
  progress?(line: string): void;
}

export interface PointInTimeReport {
  /** From the start of the copy to its first write, in seconds. */
  backAfter: number[];
  /** Transfers that had been committed by each instant, and those that were by the end. */
  transfers: { atInstant: number; end: number }[];
  /** What is not as it was at the instant. */
  differences: string[];
}

const ADVERTISERS = 8;
const LEDGER = `select count(*)::int as transfers, coalesce(md5(string_agg(t::text, ',' order by t.id)), '') as hash
  from ledger_transfer t`;

const PAGE = join(import.meta.dirname, '../../../../docs/OPERATIONS.md');

/** What the page of operations writes into `postgresql.conf`, with the archive of this drill. */
function lineOf(setting: string, archive: string): string {
  const line = new RegExp(`^${setting} = '(.+)'$`, 'm').exec(readFileSync(PAGE, 'utf8'))?.[1];
  if (!line) throw new Error(`OPERATIONS has no line of ${setting}`);
  return line.replaceAll('/var/backups/postgres/wal', archive);
}

interface Ledger {
  transfers: number;
  hash: string;
}

export async function runPointInTime(options: Options): Promise<PointInTimeReport> {
  const { rounds, seconds, seed, progress = () => {} } = options;
  const random = pseudoRandom(seed);
  const home = mkdtempSync(join(tmpdir(), 'samtrot-instant-'));
  const archive = join(home, 'archive');
  const report: PointInTimeReport = { backAfter: [], transfers: [], differences: [] };
  const source = await firstNode(join(home, 'source'), [
    'archive_mode=on',
    `archive_command=${lineOf('archive_command', archive)}`,
  ]);
  const { uid, gid } = statSync(join(source.home, 'cluster'));
  mkdirSync(archive);
  chownSync(archive, uid, gid);
  await migrate(urlAt(source, source.port), KEYS);
  setDataKeys(KEYS);
  const { db } = connect(urlAt(source, source.port), { max: ADVERTISERS + 1 });
  const nodes: Node[] = [source];
  const work = moving(db, await enrol(db, ADVERTISERS));
  try {
    for (let round = 1; round <= rounds; round++) {
      const base = join(home, `base-${round}`);
      await copyAtWork(source, base);
      const before = performance.now();
      await pause(seconds * 1000 * random());
      // A commit has its time a moment before its place in the log; at rest the two agree.
      const { instant, ledger } = await work.atRest(async () => ({
        instant: await now(source),
        ledger: (await ask<Ledger>(source, LEDGER))[0]!,
      }));
      await pause(Math.max(0, seconds * 1000 - (performance.now() - before)));
      const end = (await ask<Ledger>(source, LEDGER))[0]!;
      await archiveAll(source, archive);
      const begun = performance.now();
      const copy = await comeBack(base, { archive, instant });
      nodes.push(copy);
      report.backAfter.push((performance.now() - begun) / 1000);
      report.transfers.push({ atInstant: ledger.transfers, end: end.transfers });
      report.differences.push(
        ...(await differences(copy, ledger)).map((what) => `round ${round}: ${what}`),
      );
      progress(
        `round ${round}: ${ledger.transfers} of ${end.transfers} transfers, back after ${report.backAfter.at(-1)!.toFixed(1)} s`,
      );
      await copy.kill();
      nodes.pop();
      rmSync(base, { recursive: true, force: true });
    }
    progress(`${readdirSync(archive).length} files of 16 MB in the archive of the log`);
    return report;
  } finally {
    await work.stop();
    await db.destroy();
    for (const node of nodes) await node.kill().catch(() => {});
    rmSync(home, { recursive: true, force: true });
  }
}

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

/** Money that moves in all accounts. */
function moving(db: Database, stories: readonly Story[]) {
  let stopped = false;
  let rest = Promise.resolve();
  let running = 0;
  const move = async ({ userId }: Story) => {
    while (!stopped) {
      await rest;
      running++;
      await db
        .transaction()
        .execute((sql) =>
          credit({ db: sql, now: new Date() }, 'correction', {
            userId,
            amount: 1,
            cause: `correction:${randomUUID()}`,
            description: 'Probe',
          }),
        )
        .finally(() => running--);
      await pause(5);
    }
  };
  const ended = Promise.all(stories.map(move));
  return {
    /** Does this while nothing moves, and nothing does in the same instant. */
    async atRest<T>(look: () => Promise<T>): Promise<T> {
      const { promise, resolve } = Promise.withResolvers<void>();
      rest = promise;
      do await pause(1);
      while (running > 0);
      const seen = await look();
      await pause(2);
      resolve();
      return seen;
    },
    async stop(): Promise<void> {
      stopped = true;
      await ended;
    },
  };
}

/** As text, because a Date has no microseconds. */
const now = async (node: Node): Promise<string> =>
  (await ask<{ at: string }>(node, 'select clock_timestamp()::text as at'))[0]!.at;

/** Ends the file of the log that is being written, and waits until the archive has it. */
async function archiveAll(node: Node, archive: string): Promise<void> {
  const [{ file }] = (await ask<{ file: string }>(
    node,
    'select pg_walfile_name(pg_switch_wal()) as file',
  )) as [{ file: string }];
  await until('the archive of the log', async () => {
    const waiting = await ask(
      node,
      `select from pg_ls_archive_statusdir() where name = '${file}.ready'`,
    );
    return waiting.length === 0 && existsSync(join(archive, file));
  });
}

/** What the page of operations says: the base backup, the archive, the instant, then a start. */
async function comeBack(
  base: string,
  { archive, instant }: { archive: string; instant: string },
): Promise<Node> {
  const data = join(base, 'cluster');
  writeFileSync(join(data, 'recovery.signal'), '');
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `
restore_command = '${lineOf('restore_command', archive)}'
recovery_target_time = '${instant}'
recovery_target_action = '${lineOf('recovery_target_action', archive)}'
`,
  );
  // The copy writes into no archive of its source.
  const node = await launch(base, ['archive_mode=off']);
  await until('the end of the recovery', async () => {
    const [{ recovering }] = (await ask<{ recovering: boolean }>(
      node,
      'select pg_is_in_recovery() as recovering',
    )) as [{ recovering: boolean }];
    return !recovering;
  });
  return node;
}

async function differences(copy: Node, wanted: Ledger): Promise<string[]> {
  const [found] = await ask<Ledger>(copy, LEDGER);
  const { db } = connect(urlAt(copy, copy.port), { max: 2 });
  try {
    const books = await checkBooks(db);
    return [
      ...(found!.transfers === wanted.transfers && found!.hash === wanted.hash
        ? []
        : [`${found!.transfers} transfers, ${wanted.transfers} had been committed by then`]),
      ...books.problems,
    ];
  } finally {
    await db.destroy();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  console.log(`seed ${values.seed}`);
  const report = await runPointInTime({
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    progress: (line) => console.log(line),
  });
  console.log(`slowest way back: ${Math.max(...report.backAfter).toFixed(1)} s`);
  console.log(`not as it was at the instant: ${report.differences.length}`);
  for (const line of report.differences.slice(0, 20)) console.log(`  ${line}`);
  const good = report.differences.length === 0;
  console.log(good ? 'as expected' : 'NOT as expected');
  process.exitCode = good ? 0 : 1;
}
