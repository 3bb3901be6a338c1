import { localDate } from '@samtrot/shared/kernel/time.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import type { Database, Sql } from '../../platform/db.ts';
import type { Logger } from '../../platform/log.ts';
import * as topups from '../topups/service.ts';
import * as wallet from '../wallet/service.ts';
import { isOver, spanOf } from './months.ts';
import type { DocumentContent, DocumentFiles, DocumentRenderer } from './ports.ts';
import { correctionOf, receiptOf } from './receipt.ts';
import { statementOf } from './statement.ts';
import * as store from './store.ts';
import type { DocumentSettings } from './texts.ts';

/** What documents are rendered with and stored in. */
export interface DocumentDeps {
  maker: DocumentRenderer;
  files: DocumentFiles;
  log: Logger;
  settings: DocumentSettings;
}

interface Issuing {
  db: Sql;
  now: Date;
  accountId: number;
}

/** A document to be issued; series and time determine its number. */
interface Draft {
  series?: { kind: 'receipt' | 'correction'; at: Date };
  write(number: string): DocumentContent;
}

/**
 * The document about this subject, issued now if missing: number, file and row in one transaction.
 * Undefined without a subject or for another account.
 */
export async function issue(
  deps: DocumentDeps,
  ctx: Issuing,
  subject: store.Subject,
): Promise<store.Archived | undefined> {
  const { db, now, accountId } = ctx;
  const known = await store.findDocument(db, accountId, subject);
  if (known) return known;
  await store.lockSubject(db, accountId, subject);
  const meanwhile = await store.findDocument(db, accountId, subject);
  if (meanwhile) return meanwhile;
  const draft = await draftOf(deps, ctx, subject);
  if (!draft) return undefined;
  const number = draft.series ? await take(db, draft.series) : null;
  const content = draft.write(number ?? '');
  const bytes = await deps.maker.make(content);
  const hash = sha256Hex(bytes);
  await deps.files.put(`${hash}.pdf`, bytes);
  await store.insertDocument(db, subject, { accountId, number, content, hash, now });
  return store.findDocument(db, accountId, subject);
}

const SERIES = { receipt: '', correction: 'K-' };

async function take(db: Sql, { kind, at }: NonNullable<Draft['series']>): Promise<string> {
  const year = localDate(at).slice(0, 4);
  const number = await store.nextNumber(db, kind, Number(year));
  return `${SERIES[kind]}${year}-${String(number).padStart(6, '0')}`;
}

function draftOf(
  deps: DocumentDeps,
  ctx: Issuing,
  subject: store.Subject,
): Promise<Draft | undefined> {
  if (subject.kind === 'receipt') return receiptDraft(deps, ctx, subject.paymentId);
  if (subject.kind === 'correction') return correctionDraft(deps, ctx, subject.refundId);
  return statementDraft(deps, ctx, subject.month);
}

async function receiptDraft(
  { settings }: DocumentDeps,
  { db, now, accountId }: Issuing,
  paymentId: string,
): Promise<Draft | undefined> {
  const [topup] = await topups.creditedTopups(db, accountId, paymentId);
  const at = await creditedAt(db, accountId, paymentId);
  if (!topup || !at) return undefined;
  const vatPermille = await wallet.vatRateAt(db, accountId, `topup:${paymentId}`);
  return {
    series: { kind: 'receipt', at },
    write: (number) =>
      receiptOf({ ...topup, at }, { number, accountId, now, vatPermille }, settings),
  };
}

/** The receipt is issued before its correction, which refers to it. */
async function correctionDraft(
  deps: DocumentDeps,
  ctx: Issuing,
  refundId: string,
): Promise<Draft | undefined> {
  const { db, now, accountId } = ctx;
  const [back] = await topups.moneyBackOf(db, accountId, refundId);
  if (!back) return undefined;
  const receipt = await issue(deps, ctx, { kind: 'receipt', paymentId: back.paymentId });
  const at = await creditedAt(db, accountId, back.paymentId);
  if (!receipt || !at) return undefined;
  const issued = { accountId, now, receipt: { number: receipt.number!, at } };
  const vatPermille = await wallet.vatRateAt(db, accountId, `topup:${back.paymentId}`);
  const missing = await wallet.bookedBy(db, [`refund:${refundId}:debt`]);
  return {
    series: { kind: 'correction', at: back.at },
    write: (number) =>
      correctionOf({ ...back, missing }, { ...issued, number, vatPermille }, deps.settings),
  };
}

async function creditedAt(
  db: Sql,
  accountId: number,
  paymentId: string,
): Promise<Date | undefined> {
  const cause = `topup:${paymentId}`;
  return (await wallet.bookedAt(db, accountId, [cause])).get(cause);
}

async function statementDraft(
  { settings }: DocumentDeps,
  { db, now, accountId }: Issuing,
  month: string,
): Promise<Draft | undefined> {
  if (!isOver(month, now)) return undefined;
  const span = (await wallet.monthsOf(db, accountId)).find((moved) => moved.month === month);
  if (!span) return undefined;
  const { first, last } = span;
  const movements = await wallet.movementsFrom(db, accountId, {
    from: first,
    limit: last - first + 1,
  });
  const paid = await wallet.paidParts(
    db,
    movements.map(({ id }) => id),
  );
  const taxed = movements.filter(({ kind }) => kind === 'order' || kind === 'refund');
  const rates = await ratesOf(db, taxed.length > 0 ? taxed : movements.slice(-1));
  const { from, until } = spanOf(month);
  const owed = await wallet.owedAt(db, accountId, until);
  return {
    write: () =>
      statementOf({ month, from, until, accountId, movements, paid, rates, owed, now }, settings),
  };
}

async function ratesOf(db: Sql, movements: readonly wallet.Movement[]): Promise<number[]> {
  const rates = await wallet.vatRates(
    db,
    movements.map(({ id }) => id),
  );
  return [...new Set([...rates.values()].flat())].sort((a, b) => a - b);
}

/** The issued file. A lost or damaged one is rendered again from its stored content. */
export async function fileOf(
  { files, maker, log }: DocumentDeps,
  { id, hash, content }: store.Archived,
): Promise<Uint8Array> {
  const name = `${hash}.pdf`;
  const kept = await files.get(name);
  if (kept && sha256Hex(kept) === hash) return kept;
  const drawn = await maker.make(content);
  const same = sha256Hex(drawn) === hash;
  log.warn(
    { document: id, same },
    'the file of a document was missing or damaged and is rendered again',
  );
  if (same) {
    if (kept) await files.remove(name);
    await files.put(name, drawn);
  }
  return drawn;
}

/** Issues due documents, one per transaction; returns the number processed. */
export async function issueDue(
  deps: DocumentDeps,
  { db, now }: { db: Database; now: Date },
): Promise<number> {
  const due = await db.transaction().execute((sql) => store.claimDue(sql, now, 20));
  let defect: unknown;
  for (const one of due) {
    // A document that fails must not block the others.
    await db
      .transaction()
      .execute(async (sql) => {
        await issue(deps, { db: sql, now, accountId: one.accountId }, subjectOf(one));
        await store.removeDue(sql, one);
      })
      .catch((error: unknown) => {
        defect ??= error;
      });
  }
  if (defect) throw defect;
  return due.length;
}

function subjectOf({ kind, subject }: store.Due): store.Subject {
  if (kind === 'receipt') return { kind, paymentId: subject };
  return kind === 'correction' ? { kind, refundId: subject } : { kind, month: subject };
}
