import type * as contract from '@samtrot/shared/data-export/contract.ts';
import { EXPORT_PATH, EXPORTS_A_DAY, exportPercent } from '@samtrot/shared/data-export/rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import type { Actors, Ctx, OwnCtx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { decryptFile } from '../../platform/encrypted-file.ts';
import * as access from '../access/service.ts';
import * as accounts from '../accounts/service.ts';
import { identityOf } from './copy.ts';
import type { ExportDeps } from './ports.ts';
import type { OpenedExport } from './send.ts';
import * as store from './store.ts';

type User = Actors['user'];
type State = Output<typeof contract.getDataExport>['export'];

export type { ExportDeps } from './ports.ts';
export { type OpenedExport, sendZip } from './send.ts';

const EXPIRED_AT_ONCE = 20;
const KINDS = ['export'] as const;

/** The newest copy of the caller's data: its progress, or until when it is offered. */
export const readExport = (ctx: Ctx<User>): Promise<State> => exportOf(ctx, ctx.actor.userId);

/** The same of any account. */
export async function exportOf(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  accountId: number,
): Promise<State> {
  const row = await store.newest(db, accountId, now);
  if (!row) return null;
  const isReady = row.state === 'ready';
  return {
    state: row.state,
    percent: isReady ? 100 : exportPercent(row.parts_done, row.parts_total),
    started_at: row.created_at.toISOString(),
    ready_at: isReady ? row.ready_at!.toISOString() : null,
    expires_at: isReady ? row.expires_at!.toISOString() : null,
    size: isReady ? row.bytes : null,
  };
}

/**
 * Starts a copy of the caller's data, unless one is being made.
 * @throws REAUTHENTICATION_REQUIRED, EMAIL_CHANGE_OPEN, TOO_MANY_ATTEMPTS
 */
export async function startOwnExport(ctx: OwnCtx<User>): Promise<State> {
  const reauthentication = await proofOf(ctx);
  return ctx.transaction(async (inner) => {
    const { db, now, actor } = inner;
    await reauthentication.lockForShare(inner);
    await accounts.assertNoOpenEmailChange(inner, actor.userId);
    const started = await startExport(inner, {
      accountId: actor.userId,
      startedBy: 'owner',
      reason: '',
    });
    const limit = { attempts: EXPORTS_A_DAY, seconds: DAY_MS / 1000 };
    const attempt = { ...limit, name: 'data_export', key: String(actor.userId), now };
    if (started && !(await access.takeAttempt(db, attempt))) throw tooManyAttempts(limit.seconds);
    const by = { startedBy: 'owner' };
    if (started) await audit(inner, 'export_requested', `account:${actor.userId}`, by);
    return readExport(inner);
  }, 'exclusive');
}

/**
 * Starts a copy of an account's data, in place of a finished one; `reason` says why the house did.
 * Returns false while one is being made; the caller writes the line of the audit log.
 */
export async function startExport(
  ctx: Parameters<typeof access.logEvent>[0],
  {
    accountId,
    startedBy,
    reason,
  }: { accountId: number; startedBy: 'owner' | 'house'; reason: string },
): Promise<boolean> {
  const { db, now } = ctx;
  if (!(await store.insert(db, { accountId, startedBy, reason, now }))) return false;
  await store.retireFinished(db, accountId, now);
  const kind = startedBy === 'owner' ? 'export_requested' : 'export_by_house';
  await access.logEvent(ctx, accountId, kind, startedBy === 'house' ? { reason } : {});
  return true;
}

/**
 * The address of the finished ZIP.
 * @throws REAUTHENTICATION_REQUIRED, EMAIL_CHANGE_OPEN, NOT_FOUND
 */
export async function openExport(ctx: OwnCtx<User>): Promise<string> {
  await proofOf(ctx);
  return ctx.transaction(async (inner) => {
    await findOwn(inner);
    return EXPORT_PATH;
  });
}

/**
 * The finished ZIP as a stream, logged as downloaded. Checks what `openExport` checks.
 * @throws REAUTHENTICATION_REQUIRED, EMAIL_CHANGE_OPEN, NOT_FOUND
 */
export async function downloadExport(
  ctx: OwnCtx<User>,
  { exports, keys }: Pick<ExportDeps, 'exports' | 'keys'>,
): Promise<OpenedExport> {
  await proofOf(ctx);
  const opened = await openStored({ exports, keys }, await ctx.transaction(findOwn));
  try {
    await ctx.transaction(async (inner) => {
      const { userId } = inner.actor;
      await access.logEvent(inner, userId, 'export_downloaded');
      await audit(inner, 'export_downloaded', `account:${userId}`);
    });
  } catch (error) {
    opened.stream.destroy();
    throw error;
  }
  return opened;
}

const proofOf = (ctx: OwnCtx<User>) =>
  access.requireReauthentication(ctx, { kinds: KINDS, field: '', password: undefined });

async function findOwn(inner: Ctx<User>): Promise<StoredExport> {
  const { userId } = inner.actor;
  await accounts.assertNoOpenEmailChange(inner, userId);
  return findOffered(inner, userId);
}

export interface StoredExport {
  id: string;
  file: string;
  bytes: number;
}

/** The finished copy of an account. @throws NOT_FOUND */
export async function findOffered(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  accountId: number,
): Promise<StoredExport> {
  const row = await store.newest(db, accountId, now);
  if (row?.state !== 'ready') throw new AppError('NOT_FOUND');
  return { id: row.id, file: row.file!, bytes: row.bytes! };
}

/** Its file as a stream, decrypted on the way. @throws NOT_FOUND */
export async function openStored(
  { exports, keys }: Pick<ExportDeps, 'exports' | 'keys'>,
  { id, file, bytes }: StoredExport,
): Promise<OpenedExport> {
  const opened = await exports.open(file);
  if (!opened) throw new AppError('NOT_FOUND');
  return { bytes, stream: opened.stream, decrypt: decryptFile(keys, identityOf(id)) };
}

/** Offers no copy of the account any longer and stops the one being made, for account deletion. */
export const eraseExports = ({ db, now }: { db: Sql; now: Date }, accountId: number) =>
  store.retireAll(db, accountId, now);

/** Removes copies that are offered no longer, the file before its row; returns how many. */
export async function removeExpired(
  { db, now }: { db: Database; now: Date },
  { exports }: Pick<ExportDeps, 'exports'>,
): Promise<number> {
  return db.transaction().execute(async (sql) => {
    const due = await store.loadExpiredForUpdate(sql, now, EXPIRED_AT_ONCE);
    for (const { file } of due) if (file) await exports.remove(file);
    if (due.length > 0)
      await store.remove(
        sql,
        due.map(({ id }) => id),
      );
    return due.length;
  });
}

/** Removes stored files without a row. */
export async function removeUnnamed(
  db: Database,
  { exports }: Pick<ExportDeps, 'exports'>,
  names: string[],
): Promise<void> {
  for (const name of await store.unusedFiles(db, names)) await exports.remove(name);
}
