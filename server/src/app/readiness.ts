import { lastImport } from '../adapters/payments/bank/store.ts';
import type { HealthDeps } from '../modules/health/service.ts';
import { countWithoutTls } from '../modules/mail/service.ts';
import type { UploadStore } from '../modules/media/ports.ts';
import { lag } from '../modules/publication/service.ts';
import { lastReading } from '../modules/support/service.ts';
import { isAwaited } from '../modules/topups/service.ts';
import { webhookBacklog } from '../modules/webhooks/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db.ts';
import { lastHeartbeat, probeWrite } from '../platform/heartbeat.ts';
import { lastRun } from '../platform/operation-runs.ts';
import type { Config } from './config.ts';
import type { storages } from './storage.ts';
import { VERSION } from './version.ts';

/** What `/readyz` and the metrics ask of a running portal. */
export interface Readiness {
  /** Number of mails that wait because their server offers no trusted TLS. */
  mailsWithoutTls(): Promise<number>;
  /** Rejects if uploads cannot be stored. */
  storageReady(): Promise<void>;
  /** Used share of the upload volume, 0 to 1. */
  storageUsed(): Promise<number | null>;
  /** Commits a write; rejects when the database takes none. */
  probeWrite(): Promise<number>;
  /** Latest heartbeat of any worker. */
  lastHeartbeat(): Promise<Date | null>;
  /** Age in milliseconds of the oldest due start, push or end of an ad or a banner. */
  clockLagMs(): Promise<number>;
  /** Age of the oldest waiting webhook message, and number of dead letters. */
  webhookBacklog(): ReturnType<typeof webhookBacklog>;
}

interface Deps {
  db: Database;
  clock: Clock;
  stores: ReturnType<typeof storages>;
  uploads: Pick<UploadStore, 'ready'>;
}

export const readiness = ({ db, clock, stores, uploads }: Deps): Readiness => ({
  mailsWithoutTls: () => countWithoutTls(db),
  async storageReady() {
    const { media, documents, exports, attachments } = stores;
    await Promise.all(
      [media, uploads, documents, exports, attachments].map((store) => store.ready()),
    );
  },
  storageUsed: () => stores.room(),
  probeWrite: () => probeWrite(db, clock.now()),
  lastHeartbeat: () => lastHeartbeat(db, clock),
  clockLagMs: () => lag({ db, now: clock.now() }),
  webhookBacklog: () => webhookBacklog({ db, now: clock.now() }),
});

/** What the back office, the metrics and the alarms know of the house. */
export const healthDeps = ({
  config,
  db,
  mailbox,
  ready,
  stores,
}: {
  config: Pick<Config, 'payments' | 's3'>;
  db: Database;
  /** Undefined where none is set up. */
  mailbox: object | undefined;
  ready: Readiness;
  stores: Pick<Deps['stores'], 'media'>;
}): HealthDeps => ({
  db,
  ...ready,
  filesReady: config.s3 ? () => stores.media.ready() : undefined,
  bankImport: config.payments.providers.includes('bank') ? () => lastImport(db) : undefined,
  inbound: mailbox && (() => lastReading(db)),
  async providers() {
    const names = config.payments.providers.filter((name) => name !== 'bank');
    const readings = names.map(async (name) => {
      const run = await lastRun(db, `provider/${name}`);
      if (!run) return [];
      // Without a payment to ask about, no poll will find that it answers again.
      const failing = !run.ok && (await isAwaited(db, name));
      return [{ name, failing_since: failing ? run.at : null }];
    });
    return (await Promise.all(readings)).flat();
  },
  async lastBackup() {
    const run = await lastRun(db, 'backup');
    return run?.ok ? run.at : null;
  },
  version: VERSION,
});
