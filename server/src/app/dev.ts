import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { ROLES } from '@samtrot/shared/staff/roles.ts';
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { MAIL_CSP, MAILBOX_CSP, mailboxPage } from '../adapters/mail/mailbox.ts';
import { startSession } from '../modules/access/service.ts';
import { addAccount } from '../modules/accounts/service.ts';
import { findMail, newestMails, type ShownMail } from '../modules/mail/service.ts';
import * as staff from '../modules/staff/service.ts';
import { credit } from '../modules/wallet/service.ts';
import type { Effects } from '../platform/action.ts';
import type { Clock } from '../platform/clock.ts';
import { hashPassword } from '../platform/crypto.ts';
import type { Database } from '../platform/db.ts';
import type { Config } from './config.ts';
import { refuseCrossSite } from './cross-site.ts';
import { clientOf, sessions } from './session.ts';
import { mailTextsOf } from './text-settings.ts';

const MOST = 1000;

/** The password of accounts created by `POST /dev/account`. */
export const DEV_PASSWORD = 'Gut-Gewählt-2026';

const ACCOUNT = z.strictObject({
  username: z.string().trim().min(1).max(60),
  email: z.email().max(200),
  credits: z.int().min(0).max(100_000).default(0),
  confirmed: z.boolean().default(false),
});

const STAFF = z.strictObject({
  name: z.string().trim().min(1).max(200),
  email: z.email().max(200),
  role: z.enum(ROLES),
});

interface Deps {
  config: Config;
  db: Database;
  pool: pg.Pool;
  clock: Clock;
}

/** Mailbox, ready-made accounts and invitations to the team, in development only. */
export const developmentSurface = (deps: Deps): FastifyPluginAsync[] =>
  deps.config.mode === 'production' ? [] : [mailboxRoutes(deps), accountRoutes(deps)];

/** Creates a signed-in account with credits without mail, proof of work or password hashing. */
const accountRoutes =
  ({ config, db, pool, clock }: Deps): FastifyPluginAsync =>
  async (server) => {
    const { apply } = sessions(config, pool);
    let hash: Promise<string> | undefined;
    server.post('/dev/account', async (request, reply) => {
      refuseCrossSite(request, config);
      const wish = ACCOUNT.safeParse(request.body);
      if (!wish.success) throw new AppError('INVALID_INPUT');
      const { username, email, credits, confirmed } = wish.data;
      hash ??= hashPassword(DEV_PASSWORD);
      const passwordHash = await hash;
      const effects: Effects = {};
      const client = clientOf(config, request);
      const user_id = await db.transaction().execute(async (sql) => {
        const ctx = { db: sql, now: clock.now(), client, effects };
        const id = await addAccount(
          ctx,
          { username, email: email.toLowerCase(), passwordHash },
          { confirmed },
        );
        if (id === 'email') throw new AppError('EMAIL_TAKEN');
        if (id === 'username') throw new AppError('USERNAME_TAKEN');
        const booking = {
          userId: id,
          amount: credits,
          cause: `correction:dev:${id}`,
          description: 'Startguthaben',
        };
        if (credits > 0) await credit(ctx, 'correction', booking);
        await startSession(ctx, id, false);
        return id;
      });
      apply(reply, effects);
      return { success: true, user_id };
    });
    // A third owner needs a second person everywhere else.
    server.post('/dev/staff', async (request) => {
      refuseCrossSite(request, config);
      const wish = STAFF.safeParse(request.body);
      if (!wish.success) throw new AppError('INVALID_INPUT');
      const link = await db.transaction().execute(async (sql) => {
        const ctx = { db: sql, now: clock.now(), actor: { kind: 'cli' } } as const;
        return staff.createInvitation(ctx, config, await staff.addPerson(ctx, wish.data));
      });
      return { success: true, link };
    });
  };

const mailboxRoutes =
  ({ config, db, clock }: Pick<Deps, 'config' | 'db' | 'clock'>): FastifyPluginAsync =>
  async (server) => {
    const texts = mailTextsOf(config, db);
    const box = () => ({ db, publicUrl: config.publicUrl, texts, now: clock.now() });
    server.get<{ Querystring: { to?: string } }>('/dev/mailbox.json', async (request, reply) => {
      const mails = await newestMails(box(), { limit: MOST, to: request.query.to });
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
      const mails = await newestMails(box(), { limit: MOST });
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
      const mail = /^\d{1,15}$/.test(id) ? await findMail(box(), Number(id)) : undefined;
      if (!mail) throw new AppError('NOT_FOUND');
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', MAIL_CSP)
        .send(mail.html);
    });
  };

function noteOf(mail: ShownMail): string {
  if (mail.sent_at) return '';
  if (!mail.next_try_at) return `Nicht zustellbar: ${mail.last_error ?? ''}`;
  return mail.last_error ? `Wird wieder versucht: ${mail.last_error}` : 'Wird gerade versendet';
}
