import type { BankDesk } from '../../../modules/money-desk/ports.ts';
import type { Database } from '../../../platform/db.ts';
import { assignEntry, processEntry, refundPaidByHand } from './bookkeeping.ts';
import type { Bank } from './provider.ts';
import { transfersOf } from './store.ts';

/** The bank as the money desk uses it. */
export const bankDesk = ({ db, bank }: { db: Database; bank: Bank }): BankDesk => ({
  assign: assignEntry,
  carryOut: async (entry, by) => (await processEntry({ ...by, db, bank }, entry)) === 'credited',
  refundPaid: refundPaidByHand,
  transfersOf,
});
