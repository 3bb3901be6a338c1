/** A mail as it was read from the mailbox. */
export interface IncomingMail {
  messageId: string | null;
  /** Null without a usable address. */
  from: { name: string; address: string } | null;
  /** The addresses of To, Cc, Delivered-To and X-Original-To. */
  recipients: readonly string[];
  subject: string;
  text: string;
  /** Written by a program: an automatic reply, a mailing list, a delivery failure, our own. */
  automatic: boolean;
  attachments: readonly { name: string; content: Uint8Array }[];
  /** Why only its header was read; null for a whole mail. */
  headOnly: 'oversized' | 'malformed' | null;
}

/** Where mails to the support arrive. */
export interface Mailbox {
  /** The address of the mailbox; those of threads are derived from it. */
  address: string;
  /**
   * Hands over unread mails one by one, to be parsed by `take`, and marks those as read that it
   * returns true for. @throws MailboxFailure, and what `take` throws
   */
  read(take: (parse: () => Promise<IncomingMail>) => Promise<boolean>): Promise<void>;
  /** Ends a reading at once; what was not marked as read is read again. */
  stop(): void;
}

export const FAILURES = ['login', 'tls', 'folder', 'connection'] as const;
export type FailureKind = (typeof FAILURES)[number];

/** The mailbox cannot be read. The message names neither user nor password. */
export class MailboxFailure extends Error {
  override name = 'MailboxFailure';
  kind: FailureKind;
  constructor(kind: FailureKind, reason: string) {
    super(`${kind}: ${reason}`);
    this.kind = kind;
  }
}
