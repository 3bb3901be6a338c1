import { clubsQuery } from '@samtrot/shared/delivery/contract.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { type AnswerCache, pack } from '../response-cache/cache.ts';
import { questionOf } from '../response-cache/response.ts';
import type { Tracking } from '../tracking.ts';
import { type Gate, questionIn } from './auth.ts';
import type { clubDelivery } from './clubs.ts';
import { oneRoute } from './item-route.ts';

interface Deps {
  clock: Clock;
  gate: Gate;
  /** Of clubs alone: an ad that changes leaves them alone. */
  cache: AnswerCache;
  source: ReturnType<typeof clubDelivery>;
  hand: Tracking;
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

    oneRoute(server, '/partner/v1/clubs', { clock, gate, cache, hand, find: source.club, gone: source.gone });
  };
