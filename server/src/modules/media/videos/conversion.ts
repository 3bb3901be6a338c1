import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { Database } from '../../../platform/db.ts';
import { failPoint } from '../../../platform/failpoints.ts';
import type { Logger } from '../../../platform/log.ts';
import { applyFixedRating } from '../images/rating-store.ts';
import {
  type FileStore,
  ProcessorUnavailable,
  type RebuiltVideo,
  type UploadStore,
  type VideoFailure,
  type VideoProcessor,
} from '../ports.ts';
import { lockContent, scheduleRemoval } from '../store.ts';
import { isVolumeFull, requireQuota, requireVolume } from '../uploads/quota.ts';
import * as store from './conversion-store.ts';
import { posterName, videoFileName } from './videos.ts';

/** Lease of a claim: a worker that does not renew it counts as dead. */
const LEASE_MS = MINUTE_MS;
const RENEW_EVERY_MS = 1000;
/** A video is given up after this many crashed workers. */
const MAX_ATTEMPTS = 3;
/** Backoff after failures not caused by the video, such as a full disk. */
const BACKOFF_MS = MINUTE_MS;
/** Stored files still without a row after this time belong to a crashed worker. */
const STORING_TIMEOUT_MS = HOUR_MS;

export interface ConversionPorts {
  processor: VideoProcessor;
  files: FileStore;
  uploads: UploadStore;
  /** Local folder for work in progress, with a subfolder per upload. */
  work: string;
  log: Logger;
}

interface Moment {
  db: Database;
  /** Current time, which advances during the work. */
  at(): Date;
}

/**
 * Converts the oldest waiting video if the volume has room; returns the number processed. `signal`
 * aborts and releases it.
 */
export async function convertNext(
  { db, now }: { db: Database; now: Date },
  ports: ConversionPorts,
  signal: AbortSignal,
): Promise<number> {
  const started = performance.now();
  const at = () => new Date(now.getTime() + performance.now() - started);
  const full = await isVolumeFull(ports.files);
  const video = full
    ? undefined
    : await store.claim(db, { at: at(), until: new Date(at().getTime() + LEASE_MS) });
  if (!video) {
    await clearWork(db, ports.work);
    return 0;
  }
  const work = join(ports.work, video.uploadId);
  try {
    await convert({ db, at }, video, work, ports, signal);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return 1;
}

async function convert(
  { db, at }: Moment,
  video: store.Claim,
  work: string,
  ports: ConversionPorts,
  signal: AbortSignal,
): Promise<void> {
  const fail = async (failure: VideoFailure) => {
    if (await store.fail(db, video, failure)) await ports.uploads.remove(video.uploadId);
  };
  if (video.attempts > MAX_ATTEMPTS) return fail('unreadable');
  const source = await ports.uploads.pathOf(video.uploadId);
  if (!source) return fail('unreadable');
  const held = keepLease({ db, at }, video, signal);
  let outcome: RebuiltVideo | { failure: VideoFailure };
  try {
    outcome = await ports.processor.rebuild(
      { source, work, story: video.place === 'story' },
      { progress: held.progress, signal: held.signal },
    );
  } catch (error) {
    held.end();
    if (signal.aborted)
      await store.releaseClaim(db, video, { attempts: video.attempts - 1, until: null });
    // Deleted or taken over meanwhile: nothing to do.
    else if (isFull(error) || error instanceof ProcessorUnavailable) {
      await store.releaseClaim(db, video, {
        attempts: video.attempts - 1,
        until: new Date(at().getTime() + BACKOFF_MS),
      });
      throw error;
    } else if (!held.signal.aborted) {
      ports.log.warn({ err: error, attempt: video.attempts }, 'a video worker died');
      await store.releaseClaim(db, video, { attempts: video.attempts, until: null });
    }
    return;
  }
  try {
    if ('failure' in outcome) return await fail(outcome.failure);
    await storeResult({ db, at }, video, outcome, ports);
  } catch (error) {
    if (error instanceof AppError && error.code === 'QUOTA_REACHED') return await fail('quota');
    const until = new Date(at().getTime() + BACKOFF_MS);
    await store.releaseClaim(db, video, { attempts: video.attempts - 1, until });
    if (!(error instanceof AppError && error.code === 'STORAGE_FULL')) throw error;
  } finally {
    held.end();
  }
}

const isFull = (error: unknown) =>
  error instanceof Error && /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '');

/**
 * Renews the lease and writes the progress once a second; its signal fires when the lease is lost.
 */
function keepLease({ db, at }: Moment, video: store.Claim, outer: AbortSignal) {
  const lost = new AbortController();
  let progress = 0;
  let renewing = false;
  const renew = async () => {
    if (renewing) return;
    renewing = true;
    try {
      const until = new Date(at().getTime() + LEASE_MS);
      if (!(await store.renewLease(db, video, { progress, until }))) lost.abort();
    } catch {
      // A short outage does not stop the work; the lease outlasts it.
    } finally {
      renewing = false;
    }
  };
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS);
  return {
    signal: AbortSignal.any([lost.signal, outer]),
    progress(percent: number) {
      progress = percent;
    },
    end: () => clearInterval(timer),
  };
}

/**
 * Stores the files and completes the row in one transaction, so that a row never lacks its files.
 */
async function storeResult(
  { db, at }: Moment,
  video: store.Claim,
  built: RebuiltVideo,
  ports: ConversionPorts,
): Promise<void> {
  const { files, log: _, uploads } = ports;
  // Checked again, because others stored files during the conversion.
  await requireVolume(files);
  const contentId = await hashOf(built.files[0]!.path);
  const parts = [
    { name: posterName(contentId), path: built.poster },
    ...built.files.map(({ height, path }) => ({ name: videoFileName(contentId, height), path })),
  ];
  let bytes = 0;
  for (const { path } of parts) bytes += (await stat(path)).size;
  const names = parts.map(({ name }) => name);
  const dueAt = new Date(at().getTime() + STORING_TIMEOUT_MS);
  await db.transaction().execute((sql) => scheduleRemoval(sql, { contentId, names, dueAt }));
  for (const [index, { name, path }] of parts.entries()) {
    await files.putFile(name, path);
    if (index === 1) failPoint('media.after_variant_2of3');
  }
  failPoint('upload.after_file_before_row');
  const done = await db.transaction().execute(async (sql) => {
    await lockContent(sql, contentId, 'shared');
    for (const name of names) {
      if ((await files.sizeOf(name)) === undefined)
        throw new Error('a stored file of a video is gone');
    }
    const finished = await store.finish(sql, video, {
      content_id: contentId,
      width: built.width,
      height: built.height,
      duration_ms: built.durationMs,
      heights: built.files.map(({ height }) => height),
      bytes,
    });
    // The upload was counted; the converted files may be much larger.
    if (finished) {
      await requireQuota(sql, video.accountId, 0);
      await applyFixedRating(sql, video.accountId, video.id);
    }
    return finished;
  });
  failPoint('upload.after_row');
  // Deleted meanwhile: the scheduled removal takes the files, the purge of uploads the source.
  if (done) await uploads.remove(video.uploadId);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Removes work left by a crashed server. */
async function clearWork(db: Database, work: string): Promise<void> {
  const left = await readdir(work).catch(() => []);
  if (left.length === 0) return;
  const waiting = await store.waitingUploads(db);
  for (const name of left)
    if (!waiting.has(name)) await rm(join(work, name), { recursive: true, force: true });
}
