import { z } from 'zod';
import { isLoopback } from '../../platform/loopback.ts';
import { defineSettings } from '../../platform/settings.ts';

export interface MailConfig {
  /** `smtp://user:password@host:587` or `smtps://…:465`; without it mails stay in the mailbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Whether mails leave encrypted only: always in production, but for a server on this machine. */
  mailNeedsTls: boolean;
}

export const mailSettings = defineSettings({
  shape: {
    SMTP_URL: z.string().optional(),
    MAIL_FROM: z.string().default('Samtrot <noreply@samtrot.example>'),
  },
  requiredInProduction: ['SMTP_URL', 'MAIL_FROM'],
  problems: ({ SMTP_URL: url }, mode) =>
    mode === 'production' && url !== undefined && !isPlainSmtp(url)
      ? ['SMTP_URL must be smtp:// or smtps:// without parameters, which could switch TLS off']
      : [],
  config: (values, mode): MailConfig => ({
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    mailNeedsTls:
      mode === 'production' &&
      values.SMTP_URL !== undefined &&
      !isLoopback(new URL(values.SMTP_URL).hostname),
  }),
});

const isPlainSmtp = (url: string) => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return /^smtps?:$/.test(parsed?.protocol ?? '') && parsed?.search === '' && parsed.hash === '';
};
