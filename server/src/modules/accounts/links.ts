import { AppError, errors } from '@samtrot/shared/kernel/errors.ts';
import type { Ctx } from '../../platform/action.ts';
import { hashToken, randomToken } from '../../platform/crypto.ts';
import { type Purpose, putLink } from './recovery-store.ts';

interface Wanted {
  accountId: number;
  purpose: Purpose;
  /** Where the mail with the link goes. */
  email: string;
  livesMs: number;
}

/** A new link in place of the earlier one of the same purpose: its token, which is kept nowhere, and the cause of its one mail. */
export async function makeLink(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { accountId, purpose, email, livesMs }: Wanted,
): Promise<{ token: string; cause: string }> {
  const token = randomToken();
  const tokenHash = hashToken(token);
  await putLink(db, { tokenHash, accountId, purpose, email, now, expiresAt: new Date(now.getTime() + livesMs) });
  return { token, cause: `${purpose}:${accountId}:${tokenHash.toString('hex').slice(0, 16)}` };
}

/** The one answer for every token that is not good, whatever the reason. */
export const linkInvalid = () => new AppError('LINK_INVALID', { fields: { token: errors.LINK_INVALID.text } });
