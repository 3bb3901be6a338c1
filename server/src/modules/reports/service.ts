import { isDeepStrictEqual } from 'node:util';
import { LOOK_REASONS } from '@samtrot/shared/access/looks.ts';
import { isDiscreet } from '@samtrot/shared/holds/reason-rules.ts';
import { undecidedSentence } from '@samtrot/shared/holds/rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { phoneNumber } from '@samtrot/shared/kernel/phone.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type * as contract from '@samtrot/shared/reports/contract.ts';
import {
  independentUrgent,
  isDiscredited,
  nextAlertAt,
  type ReportedThing,
  type ReportReason,
  reportNumber,
  reportThanks,
  urgencyOf,
} from '@samtrot/shared/reports/rules.ts';
import type { Actor, Ctx, StaffCtx } from '../../platform/action.ts';
import { audit, auditLook } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db.ts';
import type { JobContext } from '../../platform/due-work.ts';
import { recordLook } from '../access/service.ts';
import { findOpen } from '../holds/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as media from '../media/service.ts';
import { assertSeesPrivate, hold } from '../moderation/service.ts';
import { enqueueDutyMail } from '../staff/service.ts';
import { alertMail, automaticMail, receiptMail } from './mail-templates.ts';
import * as store from './store.ts';

export type { DeskDeps } from './desk.ts';
export * as desk from './desk.ts';
export { ownTables } from './own-data.ts';
export { register } from './register.ts';
export { encryptedColumns as reportColumns, reportsOfWebsite } from './store.ts';

export interface ReportDeps {
  reportsAutoHold: number;
  /** Who is mailed about urgent reports. */
  dutyEmail: string;
}

/** Where a report comes from: the sender's own connection, or the form of a website. */
export type Source =
  | { network: string; website?: string | undefined }
  | { websiteId: number; visitor: string };

export type ReceiveCtx = Pick<Ctx, 'db' | 'now'> & {
  actor: Actor | { kind: 'system' };
  client?: { request?: string };
};

type Reporting = Omit<Input<typeof contract.report>, 'proof' | 'website'>;

/** Whether it can be reported: it has been published once. */
export const isKnown = async (
  db: Sql,
  thing: ReportedThing,
  publicId: string,
  now: Date,
): Promise<boolean> => (await store.findReported(db, thing, publicId, now)) !== undefined;

/** Nobody proves an address, and no form fills somebody's mailbox. */
const RECEIPTS_A_DAY = 3;

/** The name under which the images of a snapshot are kept. */
const holderOf = (id: number) => `report:${id}`;

/**
 * The stored file of a picture in a snapshot; the owner of what was reported reads who looked at it
 * (BOF-76). Undefined without such a picture. @throws RIGHT_MISSING
 */
export async function openPicture(
  ctx: StaffCtx,
  { id, place }: { id: number; place: number },
): Promise<string | undefined> {
  assertSeesPrivate(ctx.actor);
  const name = await media.keptFile(ctx.db, holderOf(id), place);
  if (name === undefined) return undefined;
  await auditLook(ctx, 'pictures_uncovered', {
    right: 'report.read',
    object: store.auditedReport(id),
  });
  const account = await store.reportedAccount(ctx.db, id);
  if (account !== undefined)
    await recordLook(ctx, {
      account,
      kind: 'images',
      thing: { type: 'report', number: id },
      reason: LOOK_REASONS.report,
    });
  return name;
}

/**
 * Takes a report with a snapshot of what is reported, mails an urgent one at once, and a receipt to
 * an address that was given (BOF-55, BOF-56, BOF-58). The same one under the same key is taken
 * once.
 * @throws NOT_FOUND
 */
export async function receive(
  ctx: ReceiveCtx,
  deps: ReportDeps,
  { object, phone: typed, send_key, ...said }: Reporting,
  source: Source,
): Promise<{ number: string; message: string }> {
  const { db, now } = ctx;
  const reported = await store.findReported(db, object.type, object.id, now);
  if (!reported) throw new AppError('NOT_FOUND');
  const { reason } = said;
  const phone = typed === '' ? '' : phoneNumber(typed)!;
  const same = { ...said, phone, thing: object.type, itemId: reported.id };
  const sent = send_key ? await store.findSent(db, send_key) : [];
  const first = sent.find(({ id, ...of }) => isDeepStrictEqual(of, same));
  if (first) return received(first.id, reason);
  const byWebsite = 'websiteId' in source;
  const urgent = urgencyOf(reason) === 'urgent';
  const mayHold = urgent && deps.reportsAutoHold > 0;
  // Reports that arrive together are counted one after the other. The row of the report locks what
  // it is about, so this comes first, as where somebody decides.
  if (mayHold) await store.lockDecisions(db, object.type, reported.id);
  const id = await store.insertReport(db, {
    thing: object.type,
    reported,
    ...said,
    phone,
    byWebsite,
    websiteId: byWebsite
      ? source.websiteId
      : source.website === undefined
        ? null
        : await store.websiteNamed(db, source.website),
    network: byWebsite ? null : source.network,
    visit: byWebsite && source.visitor !== '' ? `${source.websiteId} ${source.visitor}` : null,
    alertAt: urgent ? nextAlertAt(now, 1) : null,
    at: now,
    // Another report under the key of one that has arrived is taken all the same, once.
    sendKey: send_key ?? null,
  });
  await store.insertSnapshot(db, id, {
    reported,
    images: await media.keepImages(db, holderOf(id), { kind: object.type, itemId: reported.id }),
    websites: await store.websitesWith(db, object.type, reported.id),
    at: now,
  });
  if (urgent) {
    const alert = { id, thing: object.type, item_id: reported.id, reason, received_at: now };
    await enqueueDutyMail(ctx, alertMail(alert, { to: deps.dutyEmail, alerts: 0 }));
    await store.noteAlert(db, id, { alerts: 1, nextAt: nextAlertAt(now, 1) });
  }
  if (
    said.email !== '' &&
    (await store.reportsFrom(db, said.email, new Date(now.getTime() - DAY_MS))) <= RECEIPTS_A_DAY
  )
    await enqueueMail(ctx, receiptMail(id, said.email, reason), null);
  if (mayHold && isShown(reported))
    await holdAutomatically(ctx, deps, {
      thing: object.type,
      id: reported.id,
      reason,
      report: id,
    });
  await audit(ctx, 'reported', `${object.type}:${reported.id}`, { report: id, reason });
  return received(id, reason);
}

const received = (id: number, reason: ReportReason) => ({
  number: reportNumber(id),
  message: reportThanks(id, reason),
});

const isShown = ({ was }: store.Reported) => was === 'online' || was === 'offline';

interface Reported {
  thing: ReportedThing;
  id: number;
  reason: ReportReason;
  report: number;
}

/**
 * Holds a thing that enough independent sources report as urgent, until a person decides (BOF-63).
 */
async function holdAutomatically(
  { db, now }: ReceiveCtx,
  { reportsAutoHold, dutyEmail }: ReportDeps,
  { thing, id, reason, report }: Reported,
): Promise<void> {
  if (await findOpen(db, { thing, id })) return;
  const rows = await store.sourcesOn(db, thing, id);
  const ids = rows.map((row) => row.id);
  const unjustified = await store.unjustifiedLike(db, ids);
  const counted = rows.map((row) => ({
    ...row,
    discredited: isDiscredited(row, unjustified, now),
  }));
  if (independentUrgent(counted, now) < reportsAutoHold) return;
  const ctx = { db, now, actor: { kind: 'system' as const } };
  const row = await hold(ctx, {
    object: { type: thing, id },
    kind: 'blocked',
    reason: isDiscreet(reason) ? 'anderes' : reason,
    text: undecidedSentence(thing),
  });
  await store.noteAutomatic(db, ids, row.id);
  const held = { thing, id, holdId: row.id, report };
  await enqueueDutyMail({ db, now }, automaticMail(held, dutyEmail));
}

/** Mails one urgent report again that nobody has opened; returns how many it processed. */
export async function remind(
  ctx: JobContext,
  { dutyEmail }: Pick<ReportDeps, 'dutyEmail'>,
): Promise<number> {
  const due = await store.claimAlert(ctx);
  if (!due) return 0;
  await enqueueDutyMail(ctx, alertMail(due, { to: dutyEmail, alerts: due.alerts }));
  const alerts = due.alerts + 1;
  await store.noteAlert(ctx.db, due.id, { alerts, nextAt: nextAlertAt(due.received_at, alerts) });
  return 1;
}

/** Housekeeping: open reports stay; returns how many rows it changed (BOF-66). */
export async function purge(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { reportKeepMonths }: { reportKeepMonths: number },
): Promise<number> {
  const changed = (await store.eraseSources(db, now)) + (await store.eraseReporters(db, now));
  const deleted = await store.deleteDecided(db, now, reportKeepMonths);
  await media.releaseImages(db, deleted.map(holderOf));
  return changed + deleted.length;
}
