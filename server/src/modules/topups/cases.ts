import type { Ctx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db.ts';
import * as store from './case-store.ts';

export type { CaseKind } from './case-store.ts';

/** Puts something that does not agree before the operator. The same key is opened once; answers whether it is new. */
export const openCase = ({ db, now }: Pick<Ctx, 'db' | 'now'>, found: store.NewCase): Promise<boolean> =>
  store.insertCase(db, found, now);

export const openCases = (db: Sql): Promise<store.OpenCase[]> => store.openCases(db);

/** An operator has settled it; `note` says how. False when there is no such open case. */
export async function closeCase(
  ctx: Parameters<typeof audit>[0],
  { id, note }: { id: number; note: string },
): Promise<boolean> {
  const closed = await store.closeCase(ctx.db, { id, note, now: ctx.now });
  if (closed) await audit(ctx, 'payment_case_closed', `case:${id}`, { note });
  return closed;
}

/** Cases that end with the payment they are about. */
const ENDS_WITH_PAYMENT = ['underpaid', 'differs', 'after_closure'] as const;

/** The payment has found its end; so have the cases that waited for it. */
export async function closeCasesOf(ctx: Parameters<typeof audit>[0], paymentId: string, note: string): Promise<void> {
  for (const kind of ENDS_WITH_PAYMENT) await closeCaseAbout(ctx, `${kind}:${paymentId}`, note);
}

/** What it was about has settled itself; nothing where no such case is open. */
export async function closeCaseAbout(ctx: Parameters<typeof audit>[0], key: string, note: string): Promise<void> {
  const id = await store.openCaseAbout(ctx.db, key);
  if (id !== undefined) await closeCase(ctx, { id, note });
}
