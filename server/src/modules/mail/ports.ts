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
  /** @throws NoTrustedTls, Undeliverable */
  send(mail: OutgoingMail): Promise<void>;
  /** Connects without sending, to find out at the start. @throws NoTrustedTls */
  check?(): Promise<void>;
}

/** Begins the error of a mail that waits for TLS, in `mail.last_error`. */
export const NO_TRUSTED_TLS = 'no trusted TLS';

/** The mail server offers no TLS, or no valid certificate; nothing was sent to it. */
export class NoTrustedTls extends Error {
  override name = 'NoTrustedTls';
  constructor(reason: string) {
    super(`${NO_TRUSTED_TLS}: ${reason}`);
  }
}

/** The address is invalid, so no retry can succeed. The message contains no address. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}
