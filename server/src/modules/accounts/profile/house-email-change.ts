import { APPROVAL_MS } from '@samtrot/shared/staff/approval-rules.ts';
import type { Ctx } from '../../../platform/action.ts';
import { hashToken } from '../../../platform/crypto.ts';
import * as access from '../../access/service.ts';
import { sendConfirmation } from '../confirmation/confirmation.ts';
import { emailRefused } from '../registration/disposable-email.ts';
import { emailTaken } from '../registration/registration.ts';
import { loadForUpdate } from '../store.ts';
import { mailRequested, type ProfileSettings } from './email-change.ts';
import { emailUndoUntil } from './email-undo.ts';

type Where = Pick<Ctx, 'db' | 'now'>;

/** Why the house cannot change the address of the account to this one, or null. */
export async function whyNoEmailChange(
  { db, now }: Where,
  { accountId, email }: { accountId: number; email: string },
): Promise<string | null> {
  const account = await loadForUpdate(db, accountId);
  if (!account) return 'Das Konto ist inzwischen gelöscht.';
  if (account.email === email) return 'Diese Adresse hat das Konto schon.';
  if (await emailUndoUntil(db, accountId, now))
    return 'Die Adresse wurde vor Kurzem geändert und kann noch zurückgenommen werden.';
  if (await emailTaken(db, email, { registrationPrivacy: 'open' }))
    return 'Ein anderes Konto hat diese Adresse.';
  return emailRefused(email);
}

/** Stores the address until a second person decides, encrypted; returns what names it. */
export async function saveWantedEmail(
  ctx: Where,
  { accountId, email }: { accountId: number; email: string },
): Promise<string> {
  const wanted = { accountId, email, purpose: 'wanted', lifetimeMs: APPROVAL_MS } as const;
  const { token } = await access.createLink(ctx, wanted);
  return hashToken(token).toString('hex');
}

/** The stored address; undefined when it is used, replaced or over. */
export async function wantedEmail(
  { db, now }: Where,
  { accountId, wanted }: { accountId: number; wanted: string },
): Promise<string | undefined> {
  const link = await access.findPendingLink(db, accountId, 'wanted', now);
  return link?.token_hash.toString('hex') === wanted ? link.email : undefined;
}

/**
 * What the owner's own change does, without a session that stays: the new address confirms, the
 * current one is notified at once and can take it back for 72 hours (BOF-74, ACC-11).
 */
export async function changeEmailByHouse(
  ctx: Where,
  { publicUrl, supportEmail }: Pick<ProfileSettings, 'publicUrl' | 'supportEmail'>,
  { accountId, email }: { accountId: number; email: string },
): Promise<void> {
  const account = (await loadForUpdate(ctx.db, accountId))!;
  await access.deleteLinks(ctx.db, accountId, ['wanted']);
  const change = { accountId, email, purpose: 'change', publicUrl } as const;
  await sendConfirmation(ctx, { ...change, byHouse: true });
  await mailRequested(ctx, { publicUrl, supportEmail }, account);
}
