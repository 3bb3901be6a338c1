import type * as contract from '@samtrot/shared/health/contract.ts';
import {
  type HealthReading,
  healthLines,
  type InboundReading,
  type ProviderReading,
  type QueueReading,
  worstOf,
} from '@samtrot/shared/health/rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Database } from '../../platform/db.ts';
import { probeWrite } from '../../platform/heartbeat.ts';
import { newestCheckpoint, oldestUncovered, wasBroken } from '../audit/service.ts';
import { deviceMessageBacklog } from '../device-messages/service.ts';
import { documentBacklog } from '../documents/service.ts';
import { mailBacklog } from '../mail/service.ts';
import { videoBacklog } from '../media/service.ts';
import { lag } from '../publication/service.ts';
import { webhookQueue } from '../webhooks/service.ts';

export interface HealthDeps {
  /** Outside the call's transaction: a refused write must not end the reading. */
  db: Database;
  /** Latest heartbeat of any worker. */
  lastHeartbeat(): Promise<Date | null>;
  /** Used share of the fuller volume, 0 to 1. */
  storageUsed(): Promise<number | null>;
  /** Rejects while the bucket does not answer; undefined where files lie on the disk. */
  filesReady: (() => Promise<void>) | undefined;
  /** When a statement was imported last; undefined where no bank is set up. */
  bankImport: (() => Promise<Date | null>) | undefined;
  /** How the mailbox was read last; undefined where none is set up. */
  inbound: (() => Promise<InboundReading | undefined>) | undefined;
  /** The payment providers that were asked for something. */
  providers(): Promise<ProviderReading[]>;
  lastBackup(): Promise<Date | null>;
  version: string;
}

/** How long what was given up is counted. */
const FAILED_MS = 7 * DAY_MS;

async function queues({ db }: HealthDeps, now: Date): Promise<QueueReading[]> {
  const failedSince = new Date(now.getTime() - FAILED_MS);
  const lagMs = await lag({ db, now });
  return [
    { queue: 'mail', ...(await mailBacklog(db, failedSince)) },
    { queue: 'webhooks', ...(await webhookQueue(db, failedSince)) },
    { queue: 'devices', ...(await deviceMessageBacklog(db, { now, failedSince })) },
    {
      queue: 'clock',
      waiting: null,
      since: lagMs > 0 ? new Date(now.getTime() - lagMs) : null,
      failed: 0,
    },
    { queue: 'videos', ...(await videoBacklog(db)) },
    { queue: 'documents', ...(await documentBacklog(db, now)) },
  ];
}

/** A store that is away is known so after this long, whatever its attempts still wait for. */
const FILES_MS = 2_000;

async function isDone(work: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, FILES_MS, false);
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/** The values of this instant (BOF-135). */
export async function readHealth(deps: HealthDeps, now: Date): Promise<HealthReading> {
  const { db } = deps;
  return {
    heartbeat: await deps.lastHeartbeat(),
    writeMs: await probeWrite(db, now).catch(() => null),
    disk: await deps.storageUsed().catch(() => null),
    files: deps.filesReady && (await isDone(deps.filesReady())),
    queues: await queues(deps, now),
    backup: await deps.lastBackup(),
    bankImport: await deps.bankImport?.(),
    ...(deps.inbound && { inbound: (await deps.inbound()) ?? null }),
    providers: await deps.providers(),
    seal: {
      checkpoint: (await newestCheckpoint(db))?.made_at ?? null,
      uncovered: await oldestUncovered(db),
      broken: await wasBroken(db),
    },
    version: deps.version,
  };
}

/** As people read it. */
export async function health(
  deps: HealthDeps,
  now: Date,
): Promise<Output<typeof contract.getHouseHealth>> {
  const lines = healthLines(await readHealth(deps, now), now);
  return { at: now.toISOString(), tone: worstOf(lines.map(({ tone }) => tone)), lines };
}

export { ALARM_CAUSE } from './mail-templates.ts';
