import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import type { BankDesk } from '../../../modules/money-desk/ports.ts';
import type { Database } from '../../../platform/db.ts';
import type { Task } from '../../../platform/worker.ts';
import type { Bank } from './bank.ts';
import { assignEntry, processEntry, readStatement, refundPaidByHand } from './bookkeeping.ts';
import { UnusableFile } from './camt.ts';
import { importRow, openEntries, transfersOf } from './store.ts';

/** The bank as the money desk uses it. */
export const bankDesk = ({ db, bank }: { db: Database; bank: Bank }): BankDesk => ({
  assign: assignEntry,
  carryOut: async (entry, by) => (await processEntry({ ...by, db, bank }, entry)) === 'credited',
  refundPaid: refundPaidByHand,
  transfersOf,
  async read(bytes, by) {
    const read = await readStatement({ ...by, db, bank }, bytes).catch((error: unknown) => {
      throw error instanceof UnusableFile ? invalid({ content: error.message }) : error;
    });
    return { id: read.id, known: read.entries === undefined };
  },
  async importOf(sql, id) {
    const row = await importRow(sql, id);
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  },
});

/** Movements that one run of the task carries out. */
const BATCH = 50;

/** Carries out what the read files mean, one movement after the other. */
export const importTask = ({ bank }: { bank: Bank }): Task => ({
  name: 'bank/movements',
  everyMs: 1000,
  async run({ db, now }) {
    const open = await openEntries(db, BATCH);
    for (const id of open) await processEntry({ db, now, actor: { kind: 'system' }, bank }, id);
    return open.length;
  },
});
