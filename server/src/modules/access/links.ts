import { AppError, errors } from '@samtrot/shared/kernel/errors.ts';
import type { Ctx } from '../../platform/action.ts';
import { hashToken, randomToken } from '../../platform/crypto.ts';
import { type Purpose, saveLink } from './link-store.ts';

interface NewLink {
  accountId: number;
  purpose: Purpose;
  /** Where the mail with the link goes. */
  email: string;
  sessionHash?: Buffer;
  lifetimeMs: number;
}

/**
 * Replaces the earlier link of the same purpose. Returns the token, of which only the hash is
 * stored, and the cause of its one mail.
 */
export async function createLink(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { lifetimeMs, ...link }: NewLink,
): Promise<{ token: string; cause: string }> {
  const token = randomToken();
  const tokenHash = hashToken(token);
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await saveLink(db, { ...link, tokenHash, now, expiresAt });
  return {
    token,
    cause: `${link.purpose}:${link.accountId}:${tokenHash.toString('hex').slice(0, 16)}`,
  };
}

/** The same error for every token that is not valid, whatever the reason. */
export const linkInvalid = () =>
  new AppError('LINK_INVALID', { fields: { token: errors.LINK_INVALID.text } });
