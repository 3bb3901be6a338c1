import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { type Database, isConnectionError } from '../../../platform/db.ts';
import type { Logger } from '../../../platform/log.ts';
import type { FileDeps } from '../files.ts';
import { type Mailbox, MailboxFailure } from '../ports.ts';
import * as store from './mailbox-store.ts';
import { takeMail } from './take.ts';

const PAUSE_MS = 30_000;
const MAX_BACKOFF_MS = 15 * MINUTE_MS;
/** Longer than most readings take; a mail that is read twice is stored once. */
const LEASE_MS = 3 * MINUTE_MS;

export interface ReadDeps extends FileDeps {
  /** Undefined where no mailbox is set up. */
  mailbox: Mailbox | undefined;
  log: Logger;
}

/**
 * Reads the mailbox if it is due: every 30 seconds, after failures with backoff up to 15 minutes,
 * or at once by a worker that has just begun, maybe with mended settings. A mail that cannot be
 * stored stays unread and holds up no other.
 */
export async function readMailbox(
  { db, now }: { db: Database; now: Date },
  { mailbox, log, hasBegun, ...deps }: ReadDeps & { hasBegun: boolean },
): Promise<void> {
  if (!mailbox) return;
  const claimed = await store.claim(db, {
    now,
    until: later(now, LEASE_MS),
    afterFailures: hasBegun,
  });
  if (!claimed) return;
  let unstored = 0;
  try {
    await mailbox.read(async (parse) => {
      try {
        await takeMail({ db, now }, { ...deps, address: mailbox.address }, await parse());
        return true;
      } catch (error) {
        if (isConnectionError(error)) throw error;
        unstored++;
        log.error({ err: error }, 'a mail could not be stored and stays unread');
        return false;
      }
    });
  } catch (error) {
    if (!(error instanceof MailboxFailure)) throw error;
    const pause = Math.min(PAUSE_MS * 2 ** claimed.failures, MAX_BACKOFF_MS);
    log.warn({ reason: error.message }, 'the mailbox could not be read');
    await store.noteFailure(db, { now, next: later(now, pause), failure: error.kind });
    return;
  }
  await store.noteRead(db, { now, next: later(now, PAUSE_MS), unstored });
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);
