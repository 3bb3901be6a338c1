import type { Input } from '@samtrot/shared/kernel/action.ts';
import type * as contract from '@samtrot/shared/moderation/review-contract.ts';
import { assertRight, type StaffCtx } from '../../platform/action.ts';
import * as accounts from '../accounts/service.ts';
import { holdReasonsAt } from '../catalogue/service.ts';
import type { Held } from '../holds/service.ts';
import { assertDecision, assertThere } from './holding.ts';
import { refusedChangeMail } from './mail-templates.ts';
import { tellOwner } from './owner-news.ts';
import * as store from './review-store.ts';

/** Refuses a change: what is published stays as it is, without a hold. */
export async function refuseChange(
  ctx: StaffCtx,
  row: { id: number; account_id: number; held: Held },
  { reason, fields, text, note: internal }: Input<typeof contract.decideReview>,
  mailAt: Date,
): Promise<null> {
  assertRight(ctx.actor, 'hold.set');
  const { thing: type, id } = row.held;
  const said = await assertDecision(ctx, {
    object: { type, id },
    kind: 'revise' as const,
    reason,
    fields,
    text,
    note: internal,
  });
  await assertThere(ctx.db, row.held, said.fields);
  await store.setAnswer(ctx.db, row.id, said.text);
  const { email, nickname } = await accounts.getAccount(ctx.db, row.account_id);
  await tellOwner(
    { db: ctx.db, now: mailAt },
    refusedChangeMail({
      to: email,
      name: nickname,
      thing: type,
      id,
      cause: refusedCause(row.id),
      reason: (await holdReasonsAt(ctx))[said.reason].label,
      text: said.text,
    }),
    { thing: type, account_id: row.account_id },
  );
  return null;
}

export const refusedCause = (reviewId: number) => `change:${reviewId}`;
