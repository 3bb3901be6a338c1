/** A rendered mail, ready to send. */
export interface OutgoingMail {
  /** The stored address of the only recipient. */
  to: string;
  subject: string;
  /** The Reply-To address. */
  replyTo?: string;
  /** The unsubscribe address, to open or to POST without a login (RFC 8058). */
  unsubscribe?: string;
  text: string;
  html: string;
  date: Date;
  /** The same for every attempt, so that a mail server can detect duplicates. */
  messageId: string;
}

/** Sends a mail. Rejects if it was not accepted; the outbox retries. */
export interface MailSender {
  send(mail: OutgoingMail): Promise<void>;
}

/** The address is invalid, so no retry can succeed. The message contains no address. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}
