import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { payments } from '../../app/payments.ts';
import * as topups from '../../modules/topups/service.ts';
import * as wallet from '../../modules/wallet/service.ts';
import type { Caller, World } from '../world/world.ts';

/** What tests of the money desk need of an advertiser. */
type Payer = Caller & { world: World };

export interface ToppedUp {
  id: string;
  ref: string;
  /** What people name it by. */
  number: number;
}

type Word = Record<string, string | number | boolean>;

/** The provider says this about a payment, and it is carried out. */
export async function providerSays(world: World, { ref }: { ref: string }, word: Word) {
  const { config, db, clock, outside } = world;
  const { providers } = payments({
    config,
    db,
    clock,
    fetch: (url, init) => outside.fetch(url, init),
  });
  await db.updateTable('sandbox.payment').set(word).where('id', '=', ref).execute();
  await topups.settle({ db, now: clock.now(), provider: providers.named('sandbox')! }, ref);
}

/** A package of CHF 100.- for 100 credits and 10 bonus, paid as the provider says. */
export async function toppedUp(
  { world, call }: Payer,
  word: Word = {},
  topup_option_id = 2,
): Promise<ToppedUp> {
  const { status, body } = await call(walletTopup, { topup_option_id });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const { payment_id: id, payment_url } = body;
  const ref: string = payment_url.split('/').at(-1);
  await providerSays(world, { ref }, { status: 'paid', ...word });
  const { number } = await world.db
    .selectFrom('payment')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, ref, number };
}

/** The open case of a payment, as the house has read it. */
export async function caseAbout(world: World, { id }: Pick<ToppedUp, 'id'>) {
  return world.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom('payment_case')
      .select('id')
      .where('payment_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const found = (await topups.loadCaseForUpdate({ db }, row.id))!;
    return { case_id: row.id, seen_version: found.version };
  });
}

/** CHF 90.- came of CHF 100.-. */
export const aPartCase = async (payer: Payer) =>
  caseAbout(payer.world, await toppedUp(payer, { amount: 9000 }));

/** The bank took back what was spent already; returns what is owed. */
export async function anOwed(payer: Payer, topup_option_id = 2): Promise<number> {
  const { world, userId } = payer;
  const paid = await toppedUp(payer, {}, topup_option_id);
  await world.db.transaction().execute(async (db) => {
    const ctx = { db, now: world.clock.now() };
    const amount = await wallet.balance(db, userId);
    await wallet.spend(ctx, { userId, amount, cause: `spent:${paid.id}`, description: 'Inserat' });
  });
  await providerSays(world, paid, { charged_back: true });
  return world.db.transaction().execute((db) => wallet.owed(db, userId));
}
