import type { Action } from '@samtrot/shared/kernel/action.ts';
import { buysWith } from '@samtrot/shared/kernel/buying.ts';
import { addCalendarDays } from '@samtrot/shared/kernel/calendar.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { TERMS_AHEAD_DAYS } from '@samtrot/shared/texts/rules.ts';
import type { Actor } from '../../platform/action.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { accountsAfter } from '../accounts/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as store from './acceptance-store.ts';
import { newTermsMail } from './mail-templates.ts';

interface Moment {
  db: Sql | Database;
  now: Date;
}

/** Accounts per batch; mails about passwords or payments must not wait behind all of them. */
const BATCH_SIZE = 20;
const INTERVAL_MS = 10_000;

/** The terms that the caller has not accepted yet; null for who cannot or need not (BOF-129). */
export async function newTermsFor(
  { db, now }: Moment,
  actor: Actor,
): Promise<{ number: number; valid_from: string } | null> {
  if (actor.kind !== 'user' || actor.viewer || actor.held) return null;
  const terms = await store.termsToAccept(db, { accountId: actor.userId, now });
  return terms ? { number: terms.number, valid_from: terms.valid_from.toISOString() } : null;
}

/** The newest terms that an account has accepted, and those it has yet to accept (BOF-70). */
export async function termsOf(
  { db, now }: Moment,
  accountId: number,
): Promise<{ accepted: { number: number; at: string } | null; missing: number | null }> {
  const accepted = await store.acceptedTerms(db, accountId);
  const missing = await store.termsToAccept(db, { accountId, now });
  return {
    accepted: accepted ? { number: accepted.number, at: accepted.accepted_at.toISOString() } : null,
    missing: missing?.number ?? null,
  };
}

/** Who has not accepted the terms buys nothing. @throws TERMS_NOT_ACCEPTED for a call that buys */
export async function assertTermsAccepted(
  { db, now }: Moment,
  { spec, actor, params }: { spec: Action; actor: Actor; params: Record<string, unknown> },
): Promise<void> {
  if (actor.kind !== 'user' || !buysWith(spec, params)) return;
  if (await store.termsToAccept(db, { accountId: actor.userId, now }))
    throw new AppError('TERMS_NOT_ACCEPTED');
}

/** «Einverstanden» to what was shown. @throws TERMS_NOT_ACCEPTED if others are valid by now */
export async function acceptTerms(
  { db, now }: { db: Sql; now: Date },
  { accountId, number }: { accountId: number; number: number },
): Promise<void> {
  const terms = await store.termsToAccept(db, { accountId, now });
  if (!terms) return;
  if (terms.number !== number) throw new AppError('TERMS_NOT_ACCEPTED');
  await store.insertAcceptance(db, { accountId, versionId: terms.id, now });
}

/** For the deletion of an account. */
export const eraseAcceptances = (db: Sql, accountId: number): Promise<void> =>
  store.deleteAcceptances(db, accountId);

/**
 * Mails the next accounts that new terms come, from 30 days before on; who registers meanwhile is
 * reached, too. Returns how many accounts it processed.
 */
export async function announceTerms({ db, now }: { db: Sql; now: Date }): Promise<number> {
  const until = addCalendarDays(now, TERMS_AHEAD_DAYS);
  const terms = await store.comingTerms(db, { now, until });
  if (!terms) return 0;
  const reached = await store.lockAnnouncement(db, { versionId: terms.id, now });
  if (reached === undefined) return 0;
  const accounts = await accountsAfter(db, { after: reached, limit: BATCH_SIZE });
  const last = accounts.at(-1);
  for (const { id, email } of accounts) {
    const cause = `new-terms:${terms.number}:${id}`;
    await enqueueMail(
      { db, now },
      newTermsMail({ to: email, cause, number: terms.number, validFrom: terms.valid_from }),
      id,
    );
  }
  await store.noteReached(db, terms.id, {
    reached: last?.id ?? reached,
    nextAt: new Date(now.getTime() + INTERVAL_MS),
  });
  return accounts.length;
}
