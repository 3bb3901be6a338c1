import type * as contract from '@samtrot/shared/documents/contract.ts';
import { documentPaths, monthName } from '@samtrot/shared/documents/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { compareFiles, type FileCheck, type FileStore } from '../media/service.ts';
import * as topups from '../topups/service.ts';
import * as wallet from '../wallet/service.ts';
import { type DocumentDeps, fileOf, issue } from './archive.ts';
import { CLOSING_MS, isOver, lastOver, nextMonth, spanOf } from './months.ts';
import * as store from './store.ts';

export { type DocumentDeps, issue, issueDue } from './archive.ts';
export { historyLines } from './history-file.ts';
export { ownTables } from './own-data.ts';
export { backlog as documentBacklog } from './store.ts';
export { formatRate } from './texts.ts';

type Owner = Ctx<Actors['user']>;
type Page = Output<typeof contract.getDocuments>;

interface Asking {
  db: Database;
  now: Date;
  accountId: number;
}

/** The documents of one year, newest first. */
export async function listDocuments(
  { db, actor: { userId }, now }: Owner,
  { year: wanted }: Input<typeof contract.getDocuments>,
): Promise<Page> {
  const months = (await wallet.monthsOf(db, userId)).filter(({ month }) => isOver(month, now));
  const receipts = await receiptsOf({ db, userId });
  const years = new Set([
    ...months.map(({ month }) => Number(month.slice(0, 4))),
    ...receipts.map(({ year }) => year),
  ]);
  const sorted = [...years].sort((a, b) => b - a);
  const year = wanted === undefined ? (sorted[0] ?? null) : Number(wanted);
  return {
    years: sorted,
    year,
    statements: months
      .filter(({ month }) => month.startsWith(`${year}-`))
      .map(({ month }) => ({
        month,
        title: monthName(month),
        url: documentPaths.statement(month),
      })),
    receipts: receipts.filter((receipt) => receipt.year === year).map(({ receipt }) => receipt),
    history_url: documentPaths.history,
  };
}

/** Receipts newest first, each with the Swiss year of its credits. */
async function receiptsOf({ db, userId }: { db: Owner['db']; userId: number }) {
  const credited = await topups.creditedTopups(db, userId);
  const causeOf = ({ id }: { id: string }) => `topup:${id}`;
  const times = await wallet.bookedAt(db, userId, credited.map(causeOf));
  const numbers = await store.numbersOf(db, userId);
  const corrections = Map.groupBy(
    await topups.moneyBackOf(db, userId),
    ({ paymentId }) => paymentId,
  );
  return credited
    .flatMap((topup) => {
      const at = times.get(causeOf(topup));
      return at ? [{ topup, at }] : [];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ topup: { id, price, credits, bonus }, at }) => ({
      year: Number(localDate(at).slice(0, 4)),
      receipt: {
        payment_id: id,
        number: numbers.get(id) ?? null,
        date: at.toISOString(),
        price: rappenToFrancs(price),
        credits,
        bonus,
        url: documentPaths.receipt(id),
        corrections: (corrections.get(id) ?? []).map((back) => ({
          refund_id: back.id,
          number: numbers.get(back.id) ?? null,
          date: back.at.toISOString(),
          amount: rappenToFrancs(back.amount),
          url: documentPaths.correction(back.id),
        })),
      },
    }));
}

/** What the account has documents about; those not issued yet are issued when they are read. */
export async function subjectsOf(
  db: Sql,
  { accountId, now }: Omit<Asking, 'db'>,
): Promise<store.Subject[]> {
  const months = await wallet.monthsOf(db, accountId);
  const receipts = await receiptsOf({ db, userId: accountId });
  return [
    ...receipts.flatMap(({ receipt: { payment_id, corrections } }) => [
      { kind: 'receipt' as const, paymentId: payment_id },
      ...corrections.map(({ refund_id }) => ({
        kind: 'correction' as const,
        refundId: refund_id,
      })),
    ]),
    ...months
      .filter(({ month }) => isOver(month, now))
      .map(({ month }) => ({ kind: 'statement' as const, month })),
  ];
}

const FILE_NAMES = { receipt: 'beleg', correction: 'korrektur', statement: 'monatsauszug' };

/**
 * The caller's document as a file, issued now if missing.
 * @throws NOT_FOUND, also for another account's
 */
export async function documentFile(
  deps: DocumentDeps,
  { db, now, accountId }: Asking,
  subject: store.Subject,
): Promise<{ name: string; bytes: Uint8Array }> {
  const document = await db
    .transaction()
    .execute((sql) => issue(deps, { db: sql, now, accountId }, subject));
  if (!document) throw new AppError('NOT_FOUND');
  const name = subject.kind === 'statement' ? subject.month : document.number!.replace('K-', '');
  return { name: `${FILE_NAMES[subject.kind]}-${name}.pdf`, bytes: await fileOf(deps, document) };
}

/**
 * Marks the statements of completed months as due for all accounts with transfers; returns the
 * number of months.
 */
export async function noteMonths({ db, now }: { db: Database; now: Date }): Promise<number> {
  const over = lastOver(now);
  const last = await db.transaction().execute(store.lastMonth);
  let noted = 0;
  // The first run marks only the last month; older ones are issued on request.
  for (
    let month = last === undefined ? over : nextMonth(last);
    month <= over;
    month = nextMonth(month)
  ) {
    const { from, until } = spanOf(month);
    await db.transaction().execute(async (sql) => {
      if (!(await store.noteMonth(sql, month, now))) return;
      const owners = await wallet.movedBetween(sql, new Date(from.getTime() - CLOSING_MS), until);
      await store.addStatementsDue(sql, month, owners);
    });
    noted++;
  }
  return noted;
}

/** Compares the stored files with the rows. */
export const checkDocumentFiles = (db: Database, files: FileStore): Promise<FileCheck> =>
  compareFiles(files, {
    all: () => store.allFiles(db),
    unnamed: (names) => store.unusedFiles(db, names),
  });

export async function removeNobodys(
  db: Database,
  files: FileStore,
  names: string[],
): Promise<void> {
  for (const name of await store.unusedFiles(db, names)) await files.remove(name);
}
