import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync } from 'fastify';
import { LETTER_CSP, MAILBOX_CSP, mailboxPage } from '../adapters/mail/mailbox.ts';
import { findMail, newestMails, type ShownMail } from '../modules/notifications/service.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db.ts';

const MOST = 1000;

/** What only development has: a look into the outbox. In production there is none of it, and its paths are unknown. */
export const developmentSurface = ({ mode }: Pick<Config, 'mode'>, db: Database): FastifyPluginAsync[] =>
  mode === 'production' ? [] : [mailboxRoutes(db)];

const mailboxRoutes =
  (db: Database): FastifyPluginAsync =>
  async (server) => {
    server.get('/dev/mailbox.json', async (_request, reply) => {
      const mails = await newestMails(db, MOST);
      reply.header('cache-control', 'no-store');
      return mails.map((mail) => ({
        to: mail.recipient,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        date: mail.created_at.toISOString(),
      }));
    });

    server.get('/dev/mailbox', async (_request, reply) => {
      const mails = await newestMails(db, MOST);
      const page = mailboxPage(
        mails.map((mail) => ({
          id: mail.id,
          to: mail.recipient,
          subject: mail.subject,
          text: mail.text,
          date: mail.created_at,
          note: noteOf(mail),
        })),
      );
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', MAILBOX_CSP)
        .send(page);
    });

    server.get<{ Params: { id: string } }>('/dev/mailbox/:id', async (request, reply) => {
      const { id } = request.params;
      const mail = /^\d{1,15}$/.test(id) ? await findMail(db, Number(id)) : undefined;
      if (!mail) throw new AppError('NOT_FOUND');
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', LETTER_CSP)
        .send(mail.html);
    });
  };

function noteOf(mail: ShownMail): string {
  if (mail.sent_at) return '';
  if (!mail.next_try_at) return `Nicht zustellbar: ${mail.last_error ?? ''}`;
  return mail.last_error ? `Wird wieder versucht: ${mail.last_error}` : 'Wird gerade versendet';
}
