import type * as contract from '@samtrot/shared/customers/help-contract.ts';
import { VIEW_MS, viewPath } from '@samtrot/shared/customers/help-rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import { recordLook } from '../access/service.ts';
import { setView } from '../staff/service.ts';
import { locked } from './help.ts';

/**
 * Opens her pages to this log-in, in place of those of another account (BOF-78). @throws NOT_FOUND
 */
export async function startView(
  ctx: Ctx<Actors['staff']>,
  { account_id, reason }: Input<typeof contract.startView>,
): Promise<Output<typeof contract.startView>> {
  const { db, now, actor } = ctx;
  await locked(ctx, account_id);
  const endsAt = new Date(now.getTime() + VIEW_MS);
  await setView(db, actor.sessionHash, { accountId: account_id, endsAt });
  const thing = { type: 'account', number: account_id } as const;
  await recordLook(ctx, { account: account_id, kind: 'view', thing, reason });
  await auditChange(ctx, 'view_started', {
    right: 'customer.view_as',
    // Not under the account, as with every look.
    object: `view:${account_id}`,
    reason,
  });
  return { path: viewPath(account_id), ends_at: endsAt.toISOString() };
}

export const endView = ({ db, actor }: Ctx<Actors['staff']>): Promise<void> =>
  setView(db, actor.sessionHash, null);
