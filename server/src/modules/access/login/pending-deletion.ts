import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import type { Ctx } from '../../../platform/action.ts';
import { audit } from '../../../platform/audit.ts';
import { deleteLinks } from '../link-store.ts';
import { logEvent } from '../sessions/account-log.ts';
import { type LoginAccount, loadAccountForUpdate, setDeleteAt } from './credential-store.ts';

/**
 * Keeps an account that waits for its deletion: everything in it is as it was, and what was online
 * stays offline. Call with the account's exclusive lock. Returns false if no deletion is pending.
 */
export async function keepAccount(ctx: Ctx, accountId: number): Promise<boolean> {
  const account = await loadAccountForUpdate(ctx.db, accountId);
  if (!account?.delete_at || account.delete_at <= ctx.now) return false;
  await setDeleteAt(ctx.db, accountId, null);
  await deleteLinks(ctx.db, accountId, ['keep']);
  await logEvent(ctx, accountId, 'deletion_cancelled');
  await audit({ ...ctx, actor: { kind: 'system' } }, 'deletion_cancelled', `account:${accountId}`);
  return true;
}

/**
 * An account that waits for its deletion gets no session unless it is kept; after the time it is as
 * good as gone.
 * @throws DELETION_PENDING, LOGIN_FAILED
 */
export async function assertKept(
  ctx: Ctx,
  { id, delete_at: deleteAt }: LoginAccount,
  keep: boolean,
): Promise<void> {
  if (!deleteAt || (keep && (await keepAccount(ctx, id)))) return;
  if (deleteAt <= ctx.now) throw new AppError('LOGIN_FAILED');
  throw new AppError('DELETION_PENDING', {
    params: { wann: formatDateTime(deleteAt) },
    extra: { delete_at: deleteAt.toISOString() },
  });
}
