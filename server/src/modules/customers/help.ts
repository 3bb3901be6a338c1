import type { AccountEventKind } from '@samtrot/shared/access/events.ts';
import type * as contract from '@samtrot/shared/customers/help-contract.ts';
import {
  CORRECTION_KINDS,
  type CorrectionKind,
  isAboveLimit,
  whyNotTaken,
} from '@samtrot/shared/customers/help-rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import { type AwaitsApproval, assertRight, type StaffCtx } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import { randomToken } from '../../platform/crypto.ts';
import * as access from '../access/service.ts';
import * as accounts from '../accounts/service.ts';
import { startExport } from '../data-export/service.ts';
import { enqueueMail, type MailTemplate } from '../mail/service.ts';
import {
  type ApprovalDeps,
  findOpenApproval,
  movedAlone,
  type Operation,
  requestApproval,
} from '../staff/service.ts';
import * as wallet from '../wallet/service.ts';
import * as store from './help-store.ts';
import { correctionMail, loginsEndedMail, waitLiftedMail } from './mail-templates.ts';

export interface HelpDeps extends Pick<ApprovalDeps, 'solo'> {
  publicUrl: string;
  supportEmail: string;
  /** Francs that one person may move on one account in 24 hours alone. */
  fourEyesChf: number;
}

export type Locked = NonNullable<Awaited<ReturnType<typeof store.lockAccount>>>;

/** @throws NOT_FOUND */
export async function locked({ db }: StaffCtx, accountId: number): Promise<Locked> {
  const account = await store.lockAccount(db, accountId);
  if (!account) throw new AppError('NOT_FOUND');
  return account;
}

async function mailHer(ctx: StaffCtx, account: Locked, mail: MailTemplate): Promise<void> {
  if (await accounts.mayWriteTo(ctx, account)) await enqueueMail(ctx, mail, account.id);
}

const EVENTS = {
  end_logins: 'logins_ended_by_house',
  reset_throttling: 'wait_lifted_by_house',
  send_reset: 'reset_sent_by_house',
} as const satisfies Record<string, AccountEventKind>;

/** What acts at once, and is mailed to her (BOF-73). @throws NOT_FOUND, TOO_MANY_ATTEMPTS */
export async function help(
  ctx: StaffCtx,
  { publicUrl, supportEmail: support }: Pick<HelpDeps, 'publicUrl' | 'supportEmail'>,
  { account_id, operation, reason }: Input<typeof contract.customerHelp>,
): Promise<string> {
  const { db } = ctx;
  const account = await locked(ctx, account_id);
  const mail = { to: account.email, cause: `${operation}:${randomToken()}`, support };
  let said: string;
  if (operation === 'end_logins') {
    const ended = await access.endAccess(ctx, account_id, { links: 'none' });
    await mailHer(ctx, account, loginsEndedMail(mail));
    said = ended === 1 ? '1 Anmeldung ist beendet.' : `${ended} Anmeldungen sind beendet.`;
  } else if (operation === 'reset_throttling') {
    await access.deleteWaits(db, account_id);
    await mailHer(ctx, account, waitLiftedMail(mail));
    said = 'Die Wartezeit ist aufgehoben.';
  } else {
    if (!(await accounts.mailResetLink(ctx, { publicUrl }, account)))
      throw tooManyAttempts(DAY_MS / 1000);
    said = 'Der Link ist unterwegs, an die hinterlegte Adresse.';
  }
  await access.logEvent(ctx, account_id, EVENTS[operation], { reason });
  await auditChange(ctx, `customer_${operation}`, {
    right: 'customer.help',
    object: `account:${account_id}`,
    reason,
  });
  return said;
}

type Correction = Input<typeof contract.correctCredits>;

const CAUSES = { give: 'correction:house', take: 'correction:house:taken' };
const causeOf = ({ account_id, send_key }: Correction, way: keyof typeof CAUSES) =>
  `${CAUSES[way]}:${account_id}:${send_key}`;
const wayOf = (credits: number) => (credits > 0 ? 'give' : 'take');

/**
 * Whether this correction was booked before: a repeated one corrects nothing.
 * @throws INVALID_INPUT for another amount under its key
 */
async function isBooked({ db }: StaffCtx, input: Correction): Promise<boolean> {
  const booked = (way: keyof typeof CAUSES) => wallet.bookedBy(db, [causeOf(input, way)]);
  const before = (await booked('give')) - (await booked('take'));
  if (before !== 0 && before !== input.credits)
    throw invalid({ credits: `Schon gebucht sind ${formatCredits(before)}. Lade die Karte neu.` });
  return before !== 0;
}

/**
 * Gives or takes credits at once, or asks a second person above the limit; returns the balance
 * (BOF-80). With `forgives` they are what is owed, and no more is given when it is less by then
 * (BOF-99). @throws NOT_FOUND, INVALID_INPUT, REASON_REQUIRED, SECOND_PERSON_MISSING
 */
export async function correctCredits(
  ctx: StaffCtx,
  deps: HelpDeps,
  input: Correction,
  { forgives = false } = {},
): Promise<number | AwaitsApproval> {
  const { db, now, actor } = ctx;
  const { account_id, credits, kind, reason } = input;
  assertRight(actor, 'money.correct');
  await locked(ctx, account_id);
  const balance = await wallet.balance(db, account_id);
  if (await isBooked(ctx, input)) return balance;
  const problem = whyNotTaken(balance, credits);
  if (problem !== null) throw invalid({ credits: problem });
  if (actor.kind !== 'staff') return book(ctx, deps, input);
  const moved = await movedAlone(db, { staffId: actor.staffId, accountId: account_id, now });
  if (!isAboveLimit(moved, credits, deps.fourEyesChf)) return book(ctx, deps, input);
  const operation = forgives ? debtOperation(deps) : creditsOperation(deps);
  const object = `account:${account_id}`;
  const open = await findOpenApproval(ctx, { operation: operation.name, object });
  if (open && (open.input as Correction).credits !== credits)
    throw invalid({ credits: 'Für dieses Konto wartet schon eine andere Korrektur.' });
  return requestApproval({ ...ctx, actor }, deps, {
    operation,
    object,
    input,
    before: forgives ? { Offen: formatCredits(credits) } : { Guthaben: formatCredits(balance) },
    after: forgives
      ? { Offen: formatCredits(0) }
      : { Guthaben: formatCredits(balance + credits), Art: CORRECTION_KINDS[kind] },
    reason,
  });
}

async function book(
  ctx: StaffCtx,
  { supportEmail: support }: Pick<HelpDeps, 'supportEmail'>,
  input: { kind: CorrectionKind } & Correction,
  approved = false,
): Promise<number> {
  const { account_id, credits, kind, reason } = input;
  const account = await locked(ctx, account_id);
  const cause = causeOf(input, wayOf(credits));
  const booking = { userId: account_id, amount: Math.abs(credits), cause, description: reason };
  const balance =
    credits > 0
      ? await wallet.credit(ctx, 'correction', booking)
      : await wallet.deduct(ctx, booking);
  await access.logEvent(ctx, account_id, 'credits_corrected', { credits, reason });
  await auditChange(ctx, 'credits_corrected', {
    right: 'money.correct',
    object: `account:${account_id}`,
    reason,
    before: { balance: balance - credits },
    after: { balance, credits, kind, ...(approved && { approved }) },
  });
  const mail = { to: account.email, cause, support, credits, balance, reason };
  await mailHer(ctx, account, correctionMail(mail));
  return balance;
}

export const creditsOperation = (deps: Pick<HelpDeps, 'supportEmail'>): Operation => ({
  name: 'credits_correction',
  right: 'money.correct',
  label: 'Credits korrigieren',
  nameOf: ({ db }, object) => store.nameOfAccount(db, Number(object.replace('account:', ''))),
  check: async ({ db }, { account_id, credits }: Correction) =>
    (await store.lockAccount(db, account_id))
      ? whyNotTaken(await wallet.balance(db, account_id), credits)
      : 'Das Konto ist inzwischen gelöscht.',
  perform: async (ctx, input: Correction) => {
    await book(ctx, deps, input, true);
  },
});

/** Letting off a debt above the limit: what she has paid meanwhile is not given on top. */
export const debtOperation = (deps: Pick<HelpDeps, 'supportEmail'>): Operation => ({
  ...creditsOperation(deps),
  name: 'debt_forgiven',
  label: 'Schuld erlassen',
  async check({ db }, { account_id, credits }: Correction) {
    if (!(await store.lockAccount(db, account_id))) return 'Das Konto ist inzwischen gelöscht.';
    const owed = await wallet.owed(db, account_id);
    return owed === credits ? null : `Offen sind jetzt ${formatCredits(owed)}.`;
  },
});

/** Makes a copy of her data; a mail says when it is ready (BOF-75). @throws NOT_FOUND */
export async function exportFor(
  ctx: StaffCtx,
  { account_id, reason }: Input<typeof contract.startCustomerExport>,
): Promise<string> {
  await locked(ctx, account_id);
  const started = await startExport(ctx, { accountId: account_id, startedBy: 'house', reason });
  if (!started) return 'Es wird schon eine Kopie gemacht.';
  await auditChange(ctx, 'export_requested', {
    right: 'customer.export',
    object: `account:${account_id}`,
    reason,
    after: { startedBy: 'house' },
  });
  return 'Die Kopie wird gemacht. Sie bekommt eine Mail, sobald sie bereit ist.';
}
