import type { Params } from '@samtrot/shared/kernel/action.ts';
import { paymentStatus, walletTopup } from '@samtrot/shared/topups/contract.ts';
import { importStatement } from '../../adapters/payments/bank/bookkeeping.ts';
import { readCamt } from '../../adapters/payments/bank/camt.ts';
import { bankTransfers } from '../../adapters/payments/bank/provider.ts';
import * as topups from '../../modules/topups/service.ts';
import * as wallet from '../../modules/wallet/service.ts';
import type { Caller, World } from '../world/world.ts';

export interface Transfer {
  user: Caller & { email: string };
  id: string;
  /** Without its spaces. */
  reference: string;
}

/** What tests of bank transfers do again and again. */
export function transfers(world: World) {
  const { config, db, clock } = world;
  const bank = bankTransfers({ settings: config.payments.settings.bank, config, db, clock });
  const inTransaction = <T>(work: (db: Parameters<typeof topups.openCases>[0]) => Promise<T>) =>
    world.db.transaction().execute(work);
  return {
    bank,
    read: (file: Buffer) => readCamt(file, bank.accounts),
    /**
     * A top-up of 100 credits and 10 bonus that waits for its money, for an account that stays
     * logged in.
     */
    async open(
      changes: Partial<Params<typeof walletTopup>> = {},
    ): Promise<Transfer & { url: string }> {
      const user = await world.user();
      const expires_at = new Date('2099-01-01T00:00:00Z');
      await world.db
        .updateTable('session')
        .set({ expires_at, last_seen_at: expires_at })
        .where('account_id', '=', user.userId)
        .execute();
      const opened = await user.call(walletTopup, {
        topup_option_id: 2,
        method: 'bank_transfer',
        ...changes,
      });
      const id = opened.body.payment_id;
      const { body } = await user.call(paymentStatus, { payment_id: id });
      const reference = body.payment.transfer.reference.replaceAll(' ', '');
      return { user, id, reference, url: opened.body.payment_url };
    },
    importing: (file: Buffer) =>
      importStatement({ db: world.db, now: world.clock.now(), actor: { kind: 'cli' }, bank }, file),
    credits: ({ user }: Transfer) => inTransaction((db) => wallet.balance(db, user.userId)),
    statusOf: async ({ id }: Transfer) =>
      (
        await world.db
          .selectFrom('payment')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).status,
    /** Kinds of the open cases about a payment, or about none. */
    async cases(about: Transfer | null): Promise<string[]> {
      const open = await inTransaction((db) => topups.openCases(db));
      return open
        .filter(({ payment_id }) => payment_id === (about?.id ?? null))
        .map(({ kind }) => kind);
    },
  };
}
