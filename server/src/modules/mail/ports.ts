/** A mail as it leaves the house. */
export interface OutgoingMail {
  /** The stored address of the one recipient. */
  to: string;
  subject: string;
  /** Whom an answer reaches. */
  replyTo?: string;
  /** The address that ends such letters, opened or by a POST without any login (RFC 8058). */
  unsubscribe?: string;
  text: string;
  html: string;
  date: Date;
  /** The same at every try, so that a mail server recognises what it has already taken. */
  messageId: string;
}

/** Hands a mail to the world. Rejects when it was not taken; the outbox tries again. */
export interface MailSender {
  send(mail: OutgoingMail): Promise<void>;
}

/** No later try can help, because the address is none. The message names no address. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}
