import { MAIL_MAX_BYTES } from '@samtrot/shared/support/mail-rules.ts';
import type { ImapFlow } from 'imapflow';
import {
  type FailureKind,
  type IncomingMail,
  type Mailbox,
  MailboxFailure,
} from '../../modules/support/ports.ts';
import { type MailSource, parseMail } from './parse-mail.ts';
import type { InboundConfig } from './settings.ts';

interface Options extends InboundConfig {
  /** The address our own mails are from: they are no messages to us. */
  own: string;
  /** Timeout of each server response. */
  timeoutMs?: number;
  /** Certificate authority in tests; else those of the system. */
  ca?: string;
}

/** So many mails are marked at most in one reading. */
const MOST = 50;
/** Parts of a response that are not the mail. */
const MARGIN_BYTES = 1024 * 1024;

/** Reads unread mails over IMAP, one connection per reading. */
export function imapMailbox({ address, folder, own, ...options }: Options): Mailbox {
  const reading = new Set<ImapFlow>();
  return {
    address,
    stop() {
      for (const client of reading) client.close();
    },
    async read(take) {
      const client = await connection(options);
      reading.add(client);
      try {
        await client.connect();
        await client.mailboxOpen(folder);
        let marked = 0;
        for (const uid of await unread(client)) {
          const source = await fetchSource(client, uid);
          if (!source || !(await taking(take, () => parseMail(source, own)))) continue;
          await mark(client, uid);
          if (++marked >= MOST) break;
        }
        await client.logout();
      } catch (error) {
        if (error instanceof Taking) throw error.cause;
        throw failureOf(error);
      } finally {
        reading.delete(client);
        client.close();
      }
    },
  };
}

/** What `take` throws is no failure of the mailbox. */
class Taking extends Error {}
type Take = Parameters<Mailbox['read']>[0];
const taking = (take: Take, parse: () => Promise<IncomingMail>) =>
  take(parse).catch((cause: unknown) => {
    throw new Taking('taking failed', { cause });
  });

/** The library is loaded with the first: few processes read mails. */
async function connection({
  host,
  port,
  secure,
  user,
  password,
  needsTls,
  timeoutMs = 30_000,
  ca,
}: Omit<Options, 'address' | 'folder' | 'own'>): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host,
    port,
    secure,
    auth: { user, pass: password },
    // Its lines could hold texts of mails.
    logger: false,
    disableAutoIdle: true,
    ...(needsTls && !secure && { doSTARTTLS: true }),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca && { ca }) },
    connectionTimeout: Math.min(10_000, timeoutMs),
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxLiteralSize: MAIL_MAX_BYTES + MARGIN_BYTES,
    maxResponseSize: MAIL_MAX_BYTES + 2 * MARGIN_BYTES,
  });
  // Failures reject the call that waits; without a listener they would end the process.
  client.on('error', () => {});
  return client;
}

async function unread(client: ImapFlow): Promise<number[]> {
  const uids = await client.search({ seen: false }, { uid: true });
  if (!uids) throw new Error('the search was refused');
  return uids;
}

async function fetchSource(client: ImapFlow, uid: number): Promise<MailSource | undefined> {
  const range = String(uid);
  const head = await client.fetchOne(range, { size: true, headers: true }, { uid: true });
  if (!head || head.headers === undefined) return undefined;
  if ((head.size ?? 0) > MAIL_MAX_BYTES) return { bytes: head.headers, oversized: true };
  const whole = await client.fetchOne(range, { source: true }, { uid: true });
  if (!whole || whole.source === undefined) return undefined;
  return { bytes: whole.source, oversized: false };
}

async function mark(client: ImapFlow, uid: number): Promise<void> {
  if (!(await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })))
    throw new Error('the mail could not be marked as read');
}

/** Names the reason by its kind and code alone: a server's text could quote what it was sent. */
function failureOf(error: unknown): MailboxFailure {
  if (!(error instanceof Error)) return new MailboxFailure('connection', 'unknown');
  const { code, authenticationFailed, tlsFailed, mailboxMissing } = error as Error & {
    code?: string;
    authenticationFailed?: boolean;
    tlsFailed?: boolean;
    mailboxMissing?: boolean;
  };
  const kinds: [boolean | undefined, FailureKind][] = [
    [authenticationFailed, 'login'],
    [tlsFailed || /CERT|SSL|TLS|ALTNAME/i.test(code ?? ''), 'tls'],
    [mailboxMissing, 'folder'],
  ];
  const kind = kinds.find(([fits]) => fits)?.[1] ?? 'connection';
  return new MailboxFailure(kind, code ?? 'no code');
}
