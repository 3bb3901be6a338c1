import { createServer } from 'node:http';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readHealth } from '../modules/health/service.ts';
import { uploadBacklog } from '../modules/media/service.ts';
import { countOpen } from '../modules/money-desk/service.ts';
import { waitingPayments } from '../modules/topups/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db.ts';
import { lastRun } from '../platform/operation-runs.ts';

/** Counts what is answered. */
export interface Meter {
  /** A request for a call or a route, however it ended. */
  request(action: string, status: number, ms: number): void;
  /** An answer for a partner website that was kept ready. */
  kept(): void;
  /** Background work that failed: a due row, or a run of this task. */
  backgroundFailure(task: string): void;
}
export const NO_METER: Meter = { request() {}, kept() {}, backgroundFailure() {} };

const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** A database that a migration has locked must not hold up the other values. */
const READ_MS = 3_000;
/** Several scrapers ask the database once. */
const FRESH_MS = 5_000;

/** A registry of this process with its meter; names follow Prometheus' conventions (RUN-05). */
export function metricsRegistry(): { registry: Registry; meter: Meter } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Prometheus keeps this ending for counters.
  for (const name of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${name}_total`);
  const durations = new Histogram({
    name: 'samtrot_http_request_duration_seconds',
    help: 'Time to answer a request, by call or route, and status.',
    labelNames: ['action', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const kept = new Counter({
    name: 'samtrot_partner_kept_answers_total',
    help: 'Answers for partner websites that were kept ready.',
    registers: [registry],
  });
  const background = new Counter({
    name: 'samtrot_background_failures_total',
    help: 'Failures of background work: due rows and runs of a task.',
    labelNames: ['task'],
    registers: [registry],
  });
  return {
    registry,
    meter: {
      request: (action, status, ms) => durations.labels(action, String(status)).observe(ms / 1000),
      kept: () => kept.inc(),
      backgroundFailure: (task) => background.inc({ task }),
    },
  };
}

interface Watched {
  db: Database;
  pool: Pool;
  clock: Clock;
  health: Parameters<typeof readHealth>[0];
  reserve: { isSpent(): boolean };
}

type Values = { labels?: Record<string, string>; value: number }[];

/** Adds what the database and the pool say. @returns what reads them before a scrape */
export function watchHouse(
  registry: Registry,
  { db, pool, clock, health, reserve }: Watched,
): () => Promise<void> {
  const seconds = (at: Date | null | undefined): Values =>
    at ? [{ value: at.getTime() / 1000 }] : [];
  const age = (since: Date, now: Date) => Math.max(0, now.getTime() - since.getTime()) / 1000;
  const gauges = new Map<string, Gauge>();
  const plain: string[] = [];
  const gauge = (name: string, help: string, ...labelNames: string[]) => {
    gauges.set(name, new Gauge({ name, help, labelNames, registers: [registry] }));
    if (labelNames.length === 0) plain.push(name);
  };
  gauge('samtrot_build_info', 'The version that runs; always 1.', 'version');
  gauge('samtrot_db_pool_connections', 'Connections of this process to the database.', 'state');
  gauge('samtrot_db_pool_waiting', 'Statements that wait for a connection.');
  gauge('samtrot_database_writable', 'Whether the database takes a write.');
  gauge('samtrot_worker_alive', 'Whether any worker has said so within 30 seconds.');
  gauge('samtrot_worker_heartbeat_age_seconds', 'Age of the newest heartbeat of any worker.');
  gauge('samtrot_queue_waiting', 'What waits in a queue of the worker.', 'queue');
  gauge('samtrot_queue_oldest_age_seconds', 'Age of the oldest in a queue; 0 if empty.', 'queue');
  gauge('samtrot_queue_failed', 'Given up in the last 7 days.', 'queue');
  gauge('samtrot_payments_waiting', 'Payments that wait for money or a decision.', 'status');
  gauge('samtrot_payment_cases_open', 'Cases about payments that wait for a person.');
  gauge(
    'samtrot_payment_provider_failing_seconds',
    'Since when a payment provider does not answer; 0 if it does.',
    'provider',
  );
  gauge('samtrot_mailbox_read_age_seconds', 'Time since the mailbox of the support was read.');
  gauge('samtrot_mailbox_unstored', 'Mails in it that could not be stored.');
  gauge('samtrot_ledger_check_ok', 'Whether the last check of the ledger found nothing.');
  gauge('samtrot_ledger_check_timestamp_seconds', 'When the ledger was checked last.');
  gauge('samtrot_backup_timestamp_seconds', 'When the last backup succeeded.');
  gauge('samtrot_bank_import_timestamp_seconds', 'When a statement of the bank was read last.');
  gauge('samtrot_audit_checkpoint_timestamp_seconds', 'When the audit log got a checkpoint last.');
  gauge('samtrot_audit_broken', 'Whether the last check of the audit log found a change.');
  gauge('samtrot_storage_used_ratio', 'Used share of the fuller volume.');
  gauge(
    'samtrot_storage_reachable',
    'Whether the bucket of the files answers, where there is one.',
  );
  gauge('samtrot_storage_reserve_spent', 'Whether the reserve of a full disk is in use.');
  gauge('samtrot_collect_failed', 'Whether some values could not be read for this scrape.');

  const read: Record<string, () => Promise<Record<string, Values>>> = {
    async house() {
      const now = clock.now();
      const reading = await readHealth(health, now);
      const uploads = await uploadBacklog(db);
      const queues = [...reading.queues, { queue: 'uploads', ...uploads, failed: 0 }];
      const of = (value: (queue: (typeof queues)[number]) => number | null): Values =>
        queues.flatMap((queue) => {
          const found = value(queue);
          return found === null ? [] : [{ labels: { queue: queue.queue }, value: found }];
        });
      const { inbound, providers } = reading;
      const read = inbound && (inbound.last_read_at ?? inbound.failing_since);
      const pulse = reading.heartbeat && age(reading.heartbeat, now);
      return {
        samtrot_build_info: [{ labels: { version: reading.version }, value: 1 }],
        samtrot_database_writable: [{ value: Number(reading.writeMs !== null) }],
        samtrot_worker_alive: [{ value: Number(pulse !== null && pulse < 30) }],
        samtrot_worker_heartbeat_age_seconds: pulse === null ? [] : [{ value: pulse }],
        samtrot_queue_waiting: of(({ waiting }) => waiting),
        samtrot_queue_oldest_age_seconds: of(({ since }) => (since ? age(since, now) : 0)),
        samtrot_queue_failed: of(({ failed }) => failed),
        samtrot_payment_provider_failing_seconds: providers.map(({ name, failing_since }) => ({
          labels: { provider: name },
          value: failing_since ? age(failing_since, now) : 0,
        })),
        samtrot_mailbox_read_age_seconds: read ? [{ value: age(read, now) }] : [],
        samtrot_mailbox_unstored: inbound ? [{ value: inbound.unstored }] : [],
        samtrot_backup_timestamp_seconds: seconds(reading.backup),
        samtrot_bank_import_timestamp_seconds: seconds(reading.bankImport),
        samtrot_audit_checkpoint_timestamp_seconds: seconds(reading.seal.checkpoint),
        samtrot_audit_broken: [{ value: Number(reading.seal.broken) }],
        samtrot_storage_reachable:
          reading.files === undefined ? [] : [{ value: Number(reading.files) }],
        samtrot_storage_used_ratio: reading.disk === null ? [] : [{ value: reading.disk }],
      };
    },
    async money() {
      const waiting = await waitingPayments(db);
      const cases = await db.transaction().execute((sql) => countOpen(sql));
      const ledger = await lastRun(db, 'ledger_check');
      return {
        samtrot_payments_waiting: waiting.map(({ status, count }) => ({
          labels: { status },
          value: count,
        })),
        samtrot_payment_cases_open: [{ value: cases.count }],
        samtrot_ledger_check_ok: ledger ? [{ value: Number(ledger.ok) }] : [],
        samtrot_ledger_check_timestamp_seconds: seconds(ledger?.at),
      };
    },
  };

  /** A slow reading is not begun again: each waits in the database until it ends. */
  const running = new Map<string, { begun: number; values: Promise<Record<string, Values>> }>();
  const values = (part: string) => {
    const known = running.get(part);
    if (known && performance.now() - known.begun < FRESH_MS) return known.values;
    const begun = { begun: performance.now(), values: read[part]!() };
    begun.values.catch(() => {});
    running.set(part, begun);
    return begun.values;
  };
  return async () => {
    // A value that is not known is absent; 0 would be one.
    for (const one of gauges.values()) one.reset();
    for (const name of plain) gauges.get(name)!.remove();
    let failed = false;
    const set = (all: Record<string, Values>) => {
      for (const [name, found] of Object.entries(all))
        for (const { labels = {}, value } of found) gauges.get(name)!.set(labels, value);
    };
    set({
      samtrot_db_pool_connections: [
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      ],
      samtrot_db_pool_waiting: [{ value: pool.waitingCount }],
      samtrot_storage_reserve_spent: [{ value: Number(reserve.isSpent()) }],
    });
    await Promise.all(
      Object.keys(read).map((part) =>
        within(READ_MS, values(part)).then(set, () => {
          failed = true;
        }),
      ),
    );
    set({ samtrot_collect_failed: [{ value: Number(failed) }] });
  };
}

/** Serves `/metrics`, on a port of its own. @throws when the port is taken */
export async function serveMetrics(
  { registry, collect }: { registry: Registry; collect(): Promise<void> },
  { host, port }: { host: string; port: number },
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    collect()
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
  });
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        error.code === 'EADDRINUSE'
          ? new Error(
              `METRICS_PORT ${port} is taken: another process runs with these settings. Each process of a machine needs a port of its own.`,
            )
          : error,
      ),
    );
    server.listen(port, host, done);
  });
  return {
    port: (server.address() as { port: number }).port,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('too slow')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
