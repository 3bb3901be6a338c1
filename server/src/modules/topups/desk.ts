import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { StaffCtx } from '../../platform/action.ts';
import type { Database, Sql } from '../../platform/db.ts';
import * as cases from './cases/case-store.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Providers } from './providers.ts';
import { settle } from './settlement.ts';
import * as store from './store.ts';

/** A payment without its lock, for what is only shown. */
export const readPayment = (db: Sql, id: string): Promise<store.Payment | undefined> =>
  store.payments(db).where('id', '=', id).executeTakeFirst();

/**
 * Reads a payment at its provider again and carries out what is new. @throws PAYMENT_UNAVAILABLE
 */
export async function askProvider(
  { db, now, providers }: { db: Database; now: Date; providers: Providers },
  { provider: name, ref }: { provider: string; ref: string },
): Promise<void> {
  const provider = providers.named(name);
  if (!provider) throw new AppError('PAYMENT_UNAVAILABLE');
  await settle({ db, now, provider }, ref).catch((error: unknown) => {
    throw error instanceof ProviderUnavailable ? new AppError('PAYMENT_UNAVAILABLE') : error;
  });
}

/** The open cases of a payment say who ordered its money back; they end once it is gone. */
export async function noteRefundOrdered(
  { db, now, actor }: StaffCtx,
  paymentId: string,
  decision: string,
): Promise<void> {
  const by = actor.kind === 'staff' ? actor.staffId : null;
  for (const kind of ['underpaid', 'differs', 'after_deletion'])
    for (const { id } of await cases.openCasesBeginning(db, `${kind}:${paymentId}`))
      await cases.noteDecision(db, { id, by, decision, now });
}
