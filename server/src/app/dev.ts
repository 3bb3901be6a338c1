import type { FastifyPluginAsync } from 'fastify';
import { MAILBOX_CSP, mailboxPage } from '../adapters/mail/mailbox.ts';
import { newestMails } from '../modules/notifications/service.ts';
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
        text: mail.body_text,
        html: mail.body_html,
        date: mail.created_at.toISOString(),
      }));
    });

    server.get('/dev/mailbox', async (_request, reply) => {
      const mails = await newestMails(db, MOST);
      const page = mailboxPage(
        mails.map((mail) => ({
          to: mail.recipient,
          subject: mail.subject,
          text: mail.body_text,
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
  };

function noteOf(mail: Awaited<ReturnType<typeof newestMails>>[number]): string {
  if (mail.sent_at) return '';
  if (!mail.next_try_at) return `Nicht zustellbar: ${mail.last_error ?? ''}`;
  return mail.last_error ? `Wird wieder versucht: ${mail.last_error}` : 'Wird gerade versendet';
}
