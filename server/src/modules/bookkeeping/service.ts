import type * as contract from '@samtrot/shared/bookkeeping/contract.ts';
import {
  BOOK_ACCOUNT_IDS,
  BOOK_ACCOUNTS,
  type BookAccount,
  dueMonth,
  gathered,
  monthAfter,
} from '@samtrot/shared/bookkeeping/rules.ts';
import { monthName } from '@samtrot/shared/documents/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatChf } from '@samtrot/shared/kernel/format.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { grantOf, RIGHTS } from '@samtrot/shared/staff/rights.ts';
import { sql } from 'kysely';
import type { StaffCtx } from '../../platform/action.ts';
import { audit, auditChange } from '../../platform/audit.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv.ts';
import type { Sql } from '../../platform/db.ts';
import { bookLines, reportOf } from './report.ts';
import * as store from './store.ts';

type Report = Output<typeof contract.getMonth>['report'];

const HEAD = [
  ...['Datum', 'Beleg', 'Soll', 'Haben', 'Betrag', 'MWST-Code', 'MWST-Betrag', 'Text'],
  'Referenz',
];

/** Whether this person may change the books; the role «Lesen» only reads them. */
const mayWrite = ({ actor }: StaffCtx): boolean => {
  if (actor.kind !== 'staff') return true;
  const grant = grantOf(actor.role, 'money.report');
  return grant !== undefined && grant.scope === undefined;
};

function assertMayWrite(ctx: StaffCtx): void {
  if (!mayWrite(ctx))
    throw new AppError('RIGHT_MISSING', { params: { recht: RIGHTS['money.report'].label } });
}

const thisMonth = (now: Date) => localDate(now).slice(0, 7);

const readReport = async (db: Sql, month: string): Promise<Report> =>
  reportOf(
    await store.unspentBefore(db, month),
    await store.movedIn(db, month),
    await store.wentBackIn(db, month),
    await store.feesIn(db, month),
  );

async function readCsv(db: Sql, month: string): Promise<string> {
  const numbers = await store.accountNumbers(db);
  const number = (role: BookAccount) => numbers.get(role) ?? BOOK_ACCOUNTS[role];
  const lines = gathered(
    bookLines(await store.movedIn(db, month), await store.wentBackIn(db, month)),
  );
  const rows = lines.map(({ day, debit, credit, amount, permille, tax, text, reference }, at) =>
    csvLine([
      ...[day, `${month}-${String(at + 1).padStart(4, '0')}`, number(debit), number(credit)],
      { rappen: amount },
      permille === 0 ? '' : String(permille / 10),
      permille === 0 ? '' : { rappen: tax },
      ...[text, reference],
    ]),
  );
  return BYTE_ORDER_MARK + csvLine(HEAD) + rows.join('');
}

/** A month as it was closed, or as it is (BOF-106). */
export async function readMonth(
  ctx: StaffCtx,
  { month }: Input<typeof contract.getMonth>,
): Promise<Output<typeof contract.getMonth>> {
  const { db, now } = ctx;
  const closed = await store.findClosed(db, month);
  const current = thisMonth(now);
  const first = (await store.firstMonth(db)) ?? current;
  return {
    month,
    closed_at: closed?.closed_at.toISOString() ?? null,
    over: month < current,
    may_close: mayWrite(ctx) && !closed && month < current,
    cases: closed ? closed.cases : await store.openCases(db, month),
    before: month > first ? monthAfter(month, -1) : null,
    after: month < current ? monthAfter(month) : null,
    report: closed ? (closed.report as Report) : await readReport(db, month),
  };
}

/** The CSV of a month; of a closed one the same bytes (BOF-107). */
export async function exportMonth(
  { db }: StaffCtx,
  { month }: Input<typeof contract.bookkeeping>,
): Promise<Output<typeof contract.bookkeeping>> {
  const closed = await store.findClosed(db, month);
  const text = closed ? closed.csv : await readCsv(db, month);
  return { name: `buchhaltung-${month}${closed ? '' : '-vorlaeufig'}.csv`, text };
}

/** Why a month cannot be closed, by field; nothing when it can. */
async function whyNotClosed(
  { db, now }: Pick<StaffCtx, 'db' | 'now'>,
  { month, cases }: Input<typeof contract.closeMonth>,
): Promise<Record<string, string>> {
  if (await store.findClosed(db, month)) return { month: 'Dieser Monat ist abgeschlossen.' };
  if (month >= thisMonth(now)) return { month: 'Dieser Monat läuft noch.' };
  const before = monthAfter(month, -1);
  const first = await store.firstMonth(db);
  if (first !== null && before >= first && !(await store.findClosed(db, before)))
    return { month: `Schliess zuerst ${monthName(before)} ab.` };
  const open = (await store.openCases(db, month)).filter((id) => !cases.includes(id));
  return open.length === 0
    ? {}
    : { cases: `Noch offen: ${open.map((id) => `Fall ${id}`).join(', ')}.` };
}

async function keep(
  { db, now }: Pick<StaffCtx, 'db' | 'now'>,
  month: string,
  cases: number[],
): Promise<Report | undefined> {
  const report = await readReport(db, month);
  const csv = await readCsv(db, month);
  const kept = await store.insertClosed(db, { month, closed_at: now, cases, report, csv });
  return kept ? report : undefined;
}

/** Closes a month by hand (BOF-108). @throws INVALID_INPUT at `month` or `cases` */
export async function closeMonth(
  ctx: StaffCtx,
  { month, cases }: Input<typeof contract.closeMonth>,
): Promise<string> {
  assertMayWrite(ctx);
  // One after the other: months build on each other.
  await sql`select pg_advisory_xact_lock(hashtext('close month'))`.execute(ctx.db);
  const problems = await whyNotClosed(ctx, { month, cases });
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const report = await keep(ctx, month, cases);
  if (!report) throw invalid({ month: 'Dieser Monat ist abgeschlossen.' });
  await auditChange(ctx, 'month_closed', {
    right: 'money.report',
    object: `month:${month}`,
    after: { cases: cases.join(', '), closing: formatChf(Math.round(report.closing.paid * 100)) },
  });
  return `${monthName(month)} ist abgeschlossen.`;
}

/** Closes the next month that is due and has no open case; returns how many. */
export async function closeDueMonth(ctx: { db: Sql; now: Date }): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('close month'))`.execute(ctx.db);
  const [last] = await store.closedMonths(ctx.db);
  const month = last ? monthAfter(last) : await store.firstMonth(ctx.db);
  if (month === null || month > dueMonth(localDate(ctx.now))) return 0;
  if (Object.keys(await whyNotClosed(ctx, { month, cases: [] })).length > 0) return 0;
  if (!(await keep(ctx, month, []))) return 0;
  await audit({ ...ctx, actor: { kind: 'system' } }, 'month_closed', `month:${month}`);
  return 1;
}

export async function listAccounts({
  db,
}: StaffCtx): Promise<Output<typeof contract.bookAccounts>> {
  const numbers = await store.accountNumbers(db);
  return {
    accounts: BOOK_ACCOUNT_IDS.map((role) => ({
      role,
      label: BOOK_ACCOUNTS[role],
      number: numbers.get(role) ?? '',
    })),
  };
}

export async function setAccount(
  ctx: StaffCtx,
  { role, number }: Input<typeof contract.setBookAccount>,
): Promise<string> {
  assertMayWrite(ctx);
  const before = (await store.accountNumbers(ctx.db)).get(role) ?? '';
  await store.setAccountNumber(ctx.db, role, number);
  await auditChange(ctx, 'book_account_set', {
    right: 'money.report',
    object: `book_account:${role}`,
    before: { number: before },
    after: { number },
  });
  return `${BOOK_ACCOUNTS[role]} ist jetzt ${number}.`;
}
