import { clubsQuery } from '@samtrot/shared/delivery/contract.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { questionOf, UUID } from './answers.ts';
import { type AnswerCache, pack } from './cache.ts';
import type { clubDelivery } from './clubs.ts';
import { type Gate, questionIn } from './gate.ts';
import type { Handing } from './handing.ts';

interface Deps {
  clock: Clock;
  gate: Gate;
  /** Of clubs alone: an ad that changes leaves them alone. */
  cache: AnswerCache;
  source: ReturnType<typeof clubDelivery>;
  hand: Handing;
}

/** `GET /partner/v1/clubs` and one of them. */
export const clubRoutes =
  ({ clock, gate, cache, source, hand }: Deps): FastifyPluginAsync =>
  async (server) => {
    server.get('/partner/v1/clubs', async (request, reply) => {
      const partner = await gate.partnerOf(request, reply);
      const now = clock.now();
      const question = questionOf(partner, request.raw.url!);
      const kept = cache.get(question, now);
      if (kept) return hand.send(request, reply, partner, kept, now);
      const query = questionIn(clubsQuery, request.query as Record<string, unknown>);
      const packed = query.since
        ? pack(await source.clubs(query, partner.accepts, now))
        : await cache.load(question, async () => pack(await source.clubs(query, partner.accepts, clock.now())));
      return hand.send(request, reply, partner, packed, now);
    });

    server.get<{ Params: { id: string } }>('/partner/v1/clubs/:id', async (request, reply) => {
      const partner = await gate.partnerOf(request, reply);
      const now = clock.now();
      const { id } = request.params;
      if (!UUID.test(id)) throw new AppError('NOT_FOUND');
      const question = questionOf(partner, `/partner/v1/clubs/${id}`);
      const packed =
        cache.get(question, now) ??
        (await cache
          .load(question, async () => {
            const found = await source.club(id, partner.accepts, clock.now());
            if (!found) throw new AppError('NOT_FOUND');
            return pack(found);
          })
          .catch(async (error: unknown) => {
            await hand.notFound(error, partner, () => source.gone(id), now);
            throw error;
          }));
      return hand.send(request, reply, partner, packed, now);
    });
  };
