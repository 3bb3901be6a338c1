import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import type { Logger } from '../../platform/log.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Providers } from './providers.ts';
import { settle } from './settlement.ts';
import * as store from './store.ts';

interface Deps {
  db: Database;
  clock: Clock;
  log: Logger;
  providers: Providers;
}

/**
 * Webhooks of the payment providers. The signature covers the raw bytes, so nothing parses them
 * before. A message only names the payment to look up; it moves no money by itself.
 */
export const paymentWebhooks =
  ({ db, clock, log, providers }: Deps): FastifyPluginAsync =>
  async (server) => {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: 64 * 1024 },
      (_request, body, done) => done(null, body),
    );

    server.post<{ Params: { provider: string } }>(
      '/webhooks/payments/:provider',
      async (request, reply) => {
        const provider = providers.named(request.params.provider);
        if (!provider) throw new AppError('NOT_FOUND');
        const now = clock.now();
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const notification = provider.verifyNotification(request.headers, rawBody, now);
        if (!notification) {
          log.warn(
            { provider: provider.name, bytes: rawBody.length },
            'payment notification with a bad signature',
          );
          throw new AppError('BAD_SIGNATURE');
        }
        failPoint('webhook.after_verify');
        const { eventId, ref } = notification;
        if (!(await store.eventRecorded(db, provider.name, eventId))) {
          await settle({ db, now, provider }, ref, eventId).catch((error: unknown) => {
            if (!(error instanceof ProviderUnavailable)) throw error;
            // No 2xx status, so the provider repeats the notification.
            log.warn(
              { err: error, provider: provider.name },
              'payment notification could not be checked',
            );
            throw new AppError('UNAVAILABLE');
          });
        }
        return reply.send({ success: true });
      },
    );
  };
