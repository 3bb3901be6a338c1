import { z } from 'zod';
import { isLoopback } from '../../platform/loopback.ts';
import { defineSettings, type Mode } from '../../platform/settings.ts';

export interface MailConfig {
  /** `smtp://user:password@host:587` or `smtps://…:465`; without it mails stay in the mailbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Whether mails leave encrypted only: always in production, but for a server on this machine. */
  mailNeedsTls: boolean;
  /** The mailbox that is read; null for none (BOF-85). */
  inbound: InboundConfig | null;
}

export interface InboundConfig {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  user: string;
  password: string;
  folder: string;
  /** Nothing is sent without TLS, as for mails. */
  needsTls: boolean;
  /** The address whose mails arrive there, also with `+` and more after its name. */
  address: string;
}

export const mailSettings = defineSettings({
  shape: {
    SMTP_URL: z.string().optional(),
    MAIL_FROM: z.string().default('Samtrot <noreply@samtrot.example>'),
    INBOUND_IMAP_URL: z.string().optional(),
    INBOUND_ADDRESS: z.email().optional(),
  },
  requiredInProduction: ['SMTP_URL', 'MAIL_FROM'],
  problems: ({ SMTP_URL: url, INBOUND_IMAP_URL: mailbox, INBOUND_ADDRESS: address }, mode) => [
    ...(mode === 'production' && url !== undefined && !isPlainSmtp(url)
      ? ['SMTP_URL must be smtp:// or smtps:// without parameters, which could switch TLS off']
      : []),
    ...(mailbox !== undefined && !isMailbox(mailbox)
      ? ['INBOUND_IMAP_URL must be imap:// or imaps:// with user and password, without parameters']
      : []),
    ...((mailbox === undefined) === (address === undefined)
      ? []
      : ['INBOUND_IMAP_URL and INBOUND_ADDRESS belong together: the mailbox and its address']),
    ...(address !== undefined && !hasRoom(address)
      ? [`INBOUND_ADDRESS needs at most ${LOCAL_MAX} characters before the @, and no +`]
      : []),
  ],
  config: (values, mode): MailConfig => ({
    inbound:
      values.INBOUND_IMAP_URL === undefined || values.INBOUND_ADDRESS === undefined
        ? null
        : mailboxAt(values.INBOUND_IMAP_URL, values.INBOUND_ADDRESS, mode),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    mailNeedsTls:
      mode === 'production' &&
      values.SMTP_URL !== undefined &&
      !isLoopback(new URL(values.SMTP_URL).hostname),
  }),
});

/** So that number and signature fit into the 64 characters of a local part. */
const LOCAL_MAX = 20;
const hasRoom = (address: string) => /^[^+]+$/.test(address) && address.indexOf('@') <= LOCAL_MAX;

const isMailbox = (url: string) => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return (
    /^imaps?:$/.test(parsed?.protocol ?? '') &&
    parsed!.username !== '' &&
    parsed!.password !== '' &&
    parsed!.search === '' &&
    parsed!.hash === ''
  );
};

function mailboxAt(url: string, address: string, mode: Mode): InboundConfig {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
    needsTls: mode === 'production' && !isLoopback(hostname),
    address: address.toLowerCase(),
  };
}

const isPlainSmtp = (url: string) => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return /^smtps?:$/.test(parsed?.protocol ?? '') && parsed?.search === '' && parsed.hash === '';
};
