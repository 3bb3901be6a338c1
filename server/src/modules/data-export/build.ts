import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EXPORT_OFFERED_MS } from '@samtrot/shared/data-export/rules.ts';
import { HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { audit } from '../../platform/audit.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import { logEvent, mayWriteTo } from '../access/service.ts';
import * as accounts from '../accounts/service.ts';
import { enqueueMail } from '../mail/service.ts';
import { isVolumeFull } from '../media/service.ts';
import { writeCopy } from './copy.ts';
import { exportReadyMail } from './mail-templates.ts';
import type { ExportDeps } from './ports.ts';
import * as store from './store.ts';

/** Lease of a claim: a worker that does not renew it counts as dead. */
const LEASE_MS = MINUTE_MS;
const RENEW_EVERY_MS = 1000;
/** An export is given up after this many workers died or failed. */
const MAX_ATTEMPTS = 3;
const BACKOFF_MS = MINUTE_MS;

interface Moment {
  db: Database;
  /** Current time, which advances during the work. */
  at(): Date;
}

/** Makes the oldest waiting or abandoned export; returns how many. `signal` releases it. */
export async function buildNext(
  { db, now }: { db: Database; now: Date },
  deps: ExportDeps,
  signal: AbortSignal,
): Promise<number> {
  const started = performance.now();
  const at = () => new Date(now.getTime() + performance.now() - started);
  if (await isVolumeFull(deps.exports)) return 0;
  // Random, and of the form of every stored file.
  const file = `${sha256Hex(randomUUID())}.bin`;
  const claimed = await store.claim(db, { file, at: at(), until: leaseFrom(at()) });
  if (!claimed) {
    await clearWork(deps.work);
    return 0;
  }
  // A worker may have died after it had stored its file.
  if (claimed.abandoned) {
    await deps.exports.remove(claimed.abandoned);
    await rm(join(deps.work, claimed.abandoned), { force: true });
  }
  await build({ db, at }, deps, claimed.claim, signal);
  return 1;
}

const leaseFrom = (at: Date) => new Date(at.getTime() + LEASE_MS);

async function build(
  { db, at }: Moment,
  deps: ExportDeps,
  claim: store.Claim,
  outer: AbortSignal,
): Promise<void> {
  const { id, accountId, attempts, file } = claim;
  const giveUp = () => store.fail(db, claim, new Date(at().getTime() + EXPORT_OFFERED_MS));
  if (attempts > MAX_ATTEMPTS) return giveUp();
  await mkdir(deps.work, { recursive: true });
  const path = join(deps.work, file);
  const held = keepLease({ db, at }, claim, outer);
  let offered = false;
  try {
    const { signal, progress } = held;
    const work = { id, accountId, now: at(), path, signal, progress };
    const bytes = await writeCopy(db, deps, work);
    signal.throwIfAborted();
    await deps.exports.putFile(file, path);
    failPoint('export.after_file_before_row');
    offered = await offer({ db, at }, claim, bytes);
  } catch (error) {
    if (outer.aborted) await store.release(db, claim, { attempts: attempts - 1, until: null });
    // The account was deleted, or another worker has it: nothing to do.
    else if (!held.signal.aborted) {
      deps.log.error({ err: error, attempt: attempts }, 'an export failed');
      const until = new Date(at().getTime() + BACKOFF_MS);
      if (attempts >= MAX_ATTEMPTS) await giveUp();
      else await store.release(db, claim, { attempts, until });
    }
  } finally {
    held.end();
    await rm(path, { force: true });
    if (!offered) await deps.exports.remove(file);
  }
}

/**
 * Completes the row, with the mail and the entries in both logs. Returns false when the account was
 * deleted or the claim was lost meanwhile.
 */
async function offer({ db, at }: Moment, claim: store.Claim, bytes: number): Promise<boolean> {
  const { id, accountId, startedBy } = claim;
  const now = at();
  const until = new Date(now.getTime() + EXPORT_OFFERED_MS);
  return db.transaction().execute(async (sql) => {
    const ctx = { db: sql, now, actor: { kind: 'system' as const } };
    if (!(await accounts.lockOpenForShare(sql, accountId))) return false;
    if (!(await store.finish(sql, claim, { bytes, now, expiresAt: until }))) return false;
    await logEvent(ctx, accountId, 'export_ready');
    await audit(ctx, 'export_ready', `account:${accountId}`, { bytes });
    const account = await accounts.getAccount(sql, accountId);
    if (await mayWriteTo(ctx, account))
      await enqueueMail(
        ctx,
        exportReadyMail({ id, to: account.email, until, startedBy }),
        accountId,
      );
    return true;
  });
}

/** Renews the lease and writes the progress; its signal fires when the lease is lost. */
function keepLease({ db, at }: Moment, claim: store.Claim, outer: AbortSignal) {
  const lost = new AbortController();
  const progress = { done: 0, total: 0 };
  let renewing = false;
  const renew = async () => {
    if (renewing) return;
    renewing = true;
    try {
      if (!(await store.renewLease(db, claim, { ...progress, until: leaseFrom(at()) })))
        lost.abort();
    } catch {
      // A short outage does not stop the work; the lease outlasts it.
    } finally {
      renewing = false;
    }
  };
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS);
  return {
    signal: AbortSignal.any([lost.signal, outer]),
    progress(done: number, total: number) {
      Object.assign(progress, { done, total });
    },
    end: () => clearInterval(timer),
  };
}

/** Removes what a crashed server left; a file in use grows all the time. */
async function clearWork(work: string): Promise<void> {
  for (const name of await readdir(work).catch(() => [])) {
    const found = await stat(join(work, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > HOUR_MS) await rm(join(work, name), { force: true });
  }
}
