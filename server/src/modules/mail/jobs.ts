import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { audit } from '../../platform/audit.ts';
import type { Database } from '../../platform/db.ts';
import type { Logger } from '../../platform/log.ts';
import type { Task } from '../../platform/worker.ts';
import { type MailSender, Undeliverable } from './ports.ts';
import { renderMail } from './render.ts';
import type { ReadMailTexts } from './standard.ts';
import * as store from './store.ts';

const BATCH_SIZE = 5;
const FIRST_BACKOFF_MS = 10_000;
const MAX_BACKOFF_MS = HOUR_MS;
/** The recipient's address or domain does not exist (RFC 3463, RFC 7505). */
const NO_SUCH_ADDRESS = /\b5\.1\.(?:[1-36]|10)\b/;
/**
 * The recipient's mailbox is full, closed, unknown or not ready for us (RFC 3463: address,
 * mailbox).
 */
const OF_RECIPIENT = /\b[45]\d\d[ -][45]\.(?:1\.(?:[1-46]|10)|2\.[0-4])\b/;

interface Deps {
  sender: MailSender;
  /**
   * Development keeps sent content for the mailbox page. Elsewhere it is deleted: it may contain a
   * login link.
   */
  keepContent: boolean;
  /** Origin of the portal's pages in a mail. */
  publicUrl: string;
  texts: ReadMailTexts;
  log: Logger;
}

interface Alone extends Deps {
  name: string;
  /** Only mails whose cause begins so. */
  cause: string;
}

/** Sends due mails; backoff from 10 s, doubled up to an hour, for two days. */
export const mailTask = (deps: Deps): Task => sendTask({ ...deps, name: 'mail/send', cause: '' });

/** Sends mails of one cause where no worker need be. */
export const sendTask = ({ name, cause, ...deps }: Alone): Task => ({
  name,
  async run({ db, now }) {
    const mails = await store.claimDue(db, {
      now,
      cause,
      limit: BATCH_SIZE,
      leaseMs: store.LEASE_MS,
    });
    // Read once for all, and not without a mail.
    let valid: ReturnType<ReadMailTexts> | undefined;
    const texts: ReadMailTexts = (at) => (valid ??= deps.texts(at));
    const failures = (
      await Promise.all(mails.map((mail) => deliver({ ...deps, texts, db, now }, mail)))
    ).filter((code) => code !== undefined);
    // What a mail server answers may name the recipient: the log has codes alone.
    if (failures.length > 0)
      deps.log.warn(
        { task: name, failed: failures.length, codes: failures },
        'mails were not sent',
      );
    return mails.length;
  },
});

/** @returns the code of the failure; undefined when the mail was sent */
async function deliver(
  { db, now, sender, keepContent, publicUrl, texts }: Deps & { db: Database; now: Date },
  mail: store.ClaimedMail,
): Promise<string | undefined> {
  const failure = await send({ sender, publicUrl, texts: () => texts(now) }, mail).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  const deleteAfterSend = mail.delete_after_send && !keepContent;
  if (!failure) {
    await (deleteAfterSend
      ? store.deleteMail(db, mail)
      : store.recordAttempt(db, mail, { sentAt: now, eraseContent: !keepContent }));
    return undefined;
  }
  await db.transaction().execute(async (sql) => {
    const late = now.getTime() - mail.created_at.getTime() >= store.GIVE_UP_AFTER_MS;
    const invalid = failure instanceof Undeliverable;
    const givenUp = late || invalid;
    const nextTryAt = givenUp ? null : new Date(now.getTime() + pauseMs(mail.attempts));
    await store.recordAttempt(sql, mail, {
      error: failure.message.slice(0, 300),
      undeliverable: invalid || NO_SUCH_ADDRESS.test(failure.message),
      ofRecipient: invalid || OF_RECIPIENT.test(failure.message),
      nextTryAt,
    });
    if (!givenUp) return;
    if (deleteAfterSend) await store.deleteMail(sql, mail);
    await audit({ db: sql, now, actor: { kind: 'system' } }, 'mail_given_up', `mail:${mail.id}`, {
      attempts: mail.attempts,
    });
  });
  return codeOf(failure);
}

function codeOf(failure: Error): string {
  const { code, responseCode } = failure as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter(Boolean).join(' ') || failure.name;
}

async function send(
  {
    sender,
    publicUrl,
    texts,
  }: Pick<Deps, 'sender' | 'publicUrl'> & {
    texts: () => ReturnType<ReadMailTexts>;
  },
  mail: store.ClaimedMail,
): Promise<void> {
  await sender.send({
    to: mail.recipient,
    subject: mail.subject,
    ...(mail.reply_to !== null && { replyTo: mail.reply_to }),
    ...(mail.letter.unsubscribe && { unsubscribe: publicUrl + mail.letter.unsubscribe }),
    ...(await renderMail(mail.letter, publicUrl, await texts())),
    date: mail.created_at,
    messageId: `mail-${mail.id}`,
  });
}

const pauseMs = (attempts: number) =>
  Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS);
