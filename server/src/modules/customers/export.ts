import type * as contract from '@samtrot/shared/customers/help-contract.ts';
import { EXPORT_OPEN_MS, houseExportPath } from '@samtrot/shared/customers/help-rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { type Actors, assertRight, type Ctx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import { recordLook } from '../access/service.ts';
import { findOffered, type StoredExport } from '../data-export/service.ts';
import { openedExport, setOpenedExport } from '../staff/service.ts';
import { locked } from './help.ts';

type Person = Ctx<Actors['staff']>;

/**
 * Opens the finished copy of her data to this log-in; she reads who downloads it and why (BOF-75,
 * BOF-76). @throws NOT_FOUND also without a copy that is offered
 */
export async function openExport(
  ctx: Person,
  { account_id, reason }: Input<typeof contract.openCustomerExport>,
): Promise<Output<typeof contract.openCustomerExport>> {
  const { db, now, actor } = ctx;
  await locked(ctx, account_id);
  const { id, bytes } = await findOffered({ db, now }, account_id);
  const endsAt = new Date(now.getTime() + EXPORT_OPEN_MS);
  await setOpenedExport(db, actor.sessionHash, { exportId: id, endsAt });
  const thing = { type: 'account', number: account_id } as const;
  await recordLook(ctx, { account: account_id, kind: 'export', thing, reason });
  await auditChange(ctx, 'export_downloaded', {
    right: 'customer.export',
    // Not under the account, as with every look.
    object: `export:${account_id}`,
    reason,
    after: { bytes },
  });
  return { url: houseExportPath(account_id), ends_at: endsAt.toISOString() };
}

/**
 * The copy that this log-in has opened, while it is offered and the right is there.
 * @throws NOT_FOUND, RIGHT_MISSING
 */
export async function openedCopy(
  { db, now, actor }: Pick<Person, 'db' | 'now' | 'actor'>,
  accountId: number,
): Promise<StoredExport> {
  assertRight(actor, 'customer.export');
  const opened = await openedExport(db, { tokenHash: actor.sessionHash, now });
  const offered = await findOffered({ db, now }, accountId);
  if (opened !== offered.id) throw new AppError('NOT_FOUND');
  return offered;
}
