import { DISPOSABLE_EMAIL, emailProblem } from '@samtrot/shared/accounts/rules.ts';
import { type MailSender, NoTrustedTls, Undeliverable } from '../../modules/mail/ports.ts';
import type { Logger } from '../../platform/log.ts';

interface Options {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  url: string;
  /** Name and address as the reader sees them: `Samtrot <noreply@samtrot.example>`. */
  from: string;
  /** Nothing leaves without TLS and a valid certificate. */
  needsTls?: boolean;
  log?: Logger;
  /** Timeout of each server response. */
  timeoutMs?: number;
  /** Certificate authority in tests; else those of the system. */
  ca?: string;
}

/**
 * Sends over SMTP, one connection per mail. Accepts a single plain address only, because the
 * library would parse several recipients or headers.
 */
export function smtpSender({
  url,
  from,
  needsTls = false,
  log,
  timeoutMs = 25_000,
  ca,
}: Options): MailSender {
  const sender = parseFrom(from);
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  // The library is loaded with the first mail: many processes send none.
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      connectionTimeout: Math.min(10_000, timeoutMs),
      dnsTimeout: Math.min(10_000, timeoutMs),
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      requireTLS: needsTls,
      ...(needsTls && {
        tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' as const, ...(ca && { ca }) },
      }),
    });
  };
  let connected: ReturnType<typeof connect> | undefined;
  const transport = () => (connected ??= connect());
  const named = (error: unknown) => {
    if (!needsTls || !isTlsFailure(error)) return error;
    const failure = new NoTrustedTls(error.message);
    log?.error({ reason: error.message }, 'the mail server offers no trusted TLS; mails wait');
    return failure;
  };
  return {
    async check() {
      await (await transport()).verify().catch((error: unknown) => {
        const failure = named(error);
        if (failure instanceof NoTrustedTls) throw failure;
        // Away, busy or refusing the login: mails wait, and the next one shows it.
        log?.warn({ err: error }, 'the mail server could not be checked');
      });
    },
    async send(mail) {
      if (!isAddress(mail.to)) throw new Undeliverable('the recipient is not an address');
      const sending = (await transport()).sendMail({
        envelope: { from: sender.address, to: [mail.to] },
        from: sender,
        to: { name: '', address: mail.to },
        // An invalid Reply-To address is dropped.
        ...(mail.replyTo !== undefined &&
          isAddress(mail.replyTo) && { replyTo: { name: '', address: mail.replyTo } }),
        subject: mail.subject.replace(/\s+/g, ' '),
        text: mail.text,
        html: mail.html,
        date: mail.date,
        messageId: `<${mail.messageId}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(mail.unsubscribe !== undefined && {
            'List-Unsubscribe': `<${mail.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
      await sending.catch((error: unknown) => {
        throw named(error);
      });
    },
  };
}

/** Whether TLS is missing, refused or not trusted; a lost connection is neither. */
function isTlsFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (/disconnected|ECONNRESET|timed? ?out/i.test(error.message)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ETLS' || /certificate|altname|SSL routines|wrong version/i.test(error.message);
}

/** Whether the text is one plain address; disposable domains are accepted here. */
const isAddress = (text: string) => [null, DISPOSABLE_EMAIL].includes(emailProblem(text));

/** @throws Error when MAIL_FROM is neither an address nor `Name <address>` */
export function parseFrom(from: string): { name: string; address: string } {
  const [, name = '', address = ''] =
    from.match(/^\s*(?:"?([^"<>\r\n]*?)"?\s*<([^<>\s]+)>|)\s*$/) ?? [];
  const sender = address === '' ? { name: '', address: from.trim() } : { name, address };
  if (!isAddress(sender.address))
    throw new Error('MAIL_FROM is not usable: expected Name <address>');
  return sender;
}
