import type { Rappen } from '@samtrot/shared/kernel/money.ts';
import type { Sql } from '../../platform/db.ts';
import * as accounts from '../accounts/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as wallet from '../wallet/service.ts';
import { creditedMail } from './mail-templates.ts';
import type { Payment } from './store.ts';

/** Books the credits of a payment and its bonus, and writes to the payer. What came and what of it goes back are in Rappen. */
export async function book(
  ctx: { db: Sql; now: Date },
  { id, accountId: userId, credits, bonus }: Payment,
  { received, surplus }: { received: Rappen; surplus: Rappen },
): Promise<void> {
  const owedBefore = await wallet.owed(ctx.db, userId);
  const booking = { userId, amount: credits, cause: `topup:${id}`, description: 'Aufladung' };
  await wallet.credit(ctx, 'topup', { ...booking, paid: received - surplus });
  if (bonus > 0)
    await wallet.credit(ctx, 'bonus', { userId, amount: bonus, cause: `bonus:${id}`, description: 'Bonus' });
  const { email } = await accounts.getAccount(ctx.db, userId);
  const owed = await wallet.owed(ctx.db, userId);
  const after = { settled: owedBefore - owed, owed, balance: await wallet.balance(ctx.db, userId) };
  await enqueueMail(ctx, creditedMail(email, { id, received, credits, bonus, surplus, ...after }));
}

/** Credits of a payment that were kept for what the account owed. */
export const settledBy = (db: Sql, id: string) =>
  wallet.bookedBy(db, [`settlement:topup:${id}`, `settlement:bonus:${id}`]);
