import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx } from '../../platform/action.ts';
import { hashToken, randomToken, sha256Hex } from '../../platform/crypto.ts';
import { enqueueMail } from '../notifications/service.ts';
import { changeLetter, confirmLetter } from './letters.ts';
import * as store from './recovery-store.ts';

const KINDS = {
  confirm: { days: 7, letter: confirmLetter },
  change: { days: 1, letter: changeLetter },
} as const;

/** One mailbox gets no more of these links in a day, whoever asks for them: they are mailed before its owner agreed to anything. */
const MAILS_A_DAY = 5;

interface Confirmation {
  accountId: number;
  /** Where the link goes, and what it proves. */
  email: string;
  /** `change`: the address becomes the account's with the proof, and waits as `pending_email` until then. */
  purpose: 'confirm' | 'change';
  /** The setting `publicUrl`: never what a request says of itself. */
  publicUrl: string;
}

/** Mails the link that proves an address. When the mailbox had its share of the day, nothing happens and the earlier link stays good. */
export async function sendConfirmation(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { accountId, email, purpose, publicUrl }: Confirmation,
): Promise<void> {
  const bucket = `confirmation_mail:${sha256Hex(email).slice(0, 32)}`;
  if (!(await store.mayMail(db, { bucket, now, attempts: MAILS_A_DAY, seconds: DAY_MS / 1000 }))) return;
  const { days, letter } = KINDS[purpose];
  const token = randomToken();
  const tokenHash = hashToken(token);
  await store.putLink(db, {
    ...{ tokenHash, accountId, purpose, email, now },
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  });
  const cause = `${purpose}:${accountId}:${tokenHash.toString('hex').slice(0, 16)}`;
  await enqueueMail({ db, now }, letter({ cause, to: email, url: `${publicUrl}/auth/confirm?token=${token}` }));
}
