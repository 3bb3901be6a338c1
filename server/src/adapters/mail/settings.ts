import { z } from 'zod';
import { defineSettings } from '../../platform/settings.ts';

export interface MailConfig {
  /** `smtp://user:password@host:587` or `smtps://…:465`; without it mails stay in the mailbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
}

export const mailSettings = defineSettings({
  shape: {
    SMTP_URL: z.string().optional(),
    MAIL_FROM: z.string().default('Samtrot <noreply@samtrot.example>'),
  },
  requiredInProduction: ['SMTP_URL', 'MAIL_FROM'],
  config: (values): MailConfig => ({ smtpUrl: values.SMTP_URL, mailFrom: values.MAIL_FROM }),
});
