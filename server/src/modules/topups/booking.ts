import type { Rappen } from '@samtrot/shared/kernel/money.ts';
import type { Sql } from '../../platform/db.ts';
import * as accounts from '../accounts/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as wallet from '../wallet/service.ts';
import { creditedMail } from './mail-templates.ts';
import type { Payment } from './store.ts';

interface Context {
  db: Sql;
  now: Date;
}

/** What came and what of it goes back, in Rappen. */
interface Came {
  received: Rappen;
  surplus: Rappen;
}

/**
 * Books the credits of a payment and its bonus, and writes to the payer; a rest together with the
 * payment that it completes.
 */
export async function book(
  ctx: Context,
  payment: Payment,
  came: Came,
  completed?: Payment,
): Promise<void> {
  const { id, number, accountId: userId } = payment;
  const owedBefore = await wallet.owed(ctx.db, userId);
  if (completed) await creditOne(ctx, completed, { received: completed.price, surplus: 0 });
  await creditOne(ctx, payment, came);
  const received = came.received + (completed?.price ?? 0);
  const credits = payment.credits + (completed?.credits ?? 0);
  const bonus = payment.bonus + (completed?.bonus ?? 0);
  const { surplus } = came;
  const { email } = await accounts.getAccount(ctx.db, userId);
  const owed = await wallet.owed(ctx.db, userId);
  const after = { settled: owedBefore - owed, owed, balance: await wallet.balance(ctx.db, userId) };
  await enqueueMail(
    ctx,
    creditedMail(email, {
      id,
      number,
      received,
      credits,
      bonus,
      surplus,
      rest: completed !== undefined,
      ...after,
    }),
    userId,
  );
}

async function creditOne(
  ctx: Context,
  { id, accountId: userId, credits, bonus }: Payment,
  { received, surplus }: Came,
): Promise<void> {
  const booking = { userId, amount: credits, cause: `topup:${id}`, description: 'Aufladung' };
  await wallet.credit(ctx, 'topup', { ...booking, paid: received - surplus });
  if (bonus > 0)
    await wallet.credit(ctx, 'bonus', {
      userId,
      amount: bonus,
      cause: `bonus:${id}`,
      description: 'Bonus',
    });
}

/** Credits of these payments that were kept for what the account owed. */
export const settledBy = (db: Sql, ids: readonly string[]) =>
  wallet.bookedBy(
    db,
    ids.flatMap((id) => [`settlement:topup:${id}`, `settlement:bonus:${id}`]),
  );
