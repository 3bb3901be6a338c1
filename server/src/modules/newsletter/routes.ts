import { UNSUBSCRIBE_PATH } from '@samtrot/shared/accounts/newsletter-rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import { type Limiter, network } from '../../platform/limits.ts';
import { endNewsletterBy } from '../accounts/service.ts';

interface Deps {
  db: Database;
  clock: Clock;
  limiter: Limiter;
  limitFactor: number;
  sessionSecret: string;
}

/** Invalid tokens per address and hour; valid ones come in bulk from mail providers. */
const GUESSES = { name: 'newsletter-off/address', attempts: 30, seconds: 3600 };
const BODY_LIMIT = 4096;

/**
 * One-click unsubscribe (RFC 8058): a POST by the mail provider without login; its body is not
 * read.
 */
export const oneClickRoute =
  ({ db, clock, limiter, limitFactor, sessionSecret }: Deps): FastifyPluginAsync =>
  async (server) => {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (_request, _body, done) => done(null),
    );
    server.post(UNSUBSCRIBE_PATH, async (request, reply) => {
      const { token } = request.query as { token?: unknown };
      try {
        const now = clock.now();
        await db
          .transaction()
          .execute((sql) =>
            endNewsletterBy({ db: sql, now }, { sessionSecret }, String(token ?? '')),
          );
      } catch (error) {
        if (error instanceof AppError && error.code === 'LINK_INVALID') {
          const attempts = GUESSES.attempts * limitFactor;
          await limiter.consume({ ...GUESSES, key: network(request.ip), attempts });
        }
        throw error;
      }
      return reply.code(200).send({ success: true });
    });
  };
