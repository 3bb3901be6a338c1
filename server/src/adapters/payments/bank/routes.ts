import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync } from 'fastify';
import * as topups from '../../../modules/topups/service.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db.ts';
import type { CallerAccess } from '../adapter.ts';
import type { Bank } from './bank.ts';

interface Deps extends CallerAccess {
  db: Database;
  clock: Clock;
  bank: Bank;
}

const FILE = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.pdf$/;

/**
 * The payment slip of an unpaid payment, for its owner only. A paid one has none, so that nobody
 * pays twice.
 */
export const paymentSlipRoute =
  ({ db, clock, bank, actorOf }: Deps): FastifyPluginAsync =>
  async (server) => {
    server.get<{ Params: { file: string } }>(
      '/papers/payment-slip/:file',
      async (request, reply) => {
        reply.header('cache-control', 'no-store, private').header('vary', 'Cookie, Authorization');
        const actor = await actorOf(request, clock.now());
        if (actor.kind === 'visitor') throw new AppError('NOT_LOGGED_IN');
        const id = FILE.exec(request.params.file)?.[1];
        if (id === undefined) throw new AppError('NOT_FOUND');
        const ref = await db
          .transaction()
          .execute((sql) =>
            topups.waitingPayment(sql, { id, userId: actor.userId, provider: bank.provider.name }),
          );
        return reply
          .header('content-type', 'application/pdf')
          .header('content-disposition', 'inline; filename="einzahlungsschein.pdf"')
          .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
          .header('x-content-type-options', 'nosniff')
          .send(await bank.slip(ref));
      },
    );
  };
