import { clubsQuery } from '@samtrot/shared/delivery/contract.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { type ResponseCache, serialize } from '../response-cache/cache.ts';
import { cacheKey } from '../response-cache/response.ts';
import type { Tracking } from '../tracking.ts';
import { type PartnerAuth, parseQuery } from './auth.ts';
import type { clubDelivery } from './clubs.ts';
import { itemRoute } from './item-route.ts';

interface Deps {
  clock: Clock;
  auth: PartnerAuth;
  /** Separate from ads, so that a changed ad does not clear it. */
  cache: ResponseCache;
  source: ReturnType<typeof clubDelivery>;
  tracking: Tracking;
}

/** `GET /partner/v1/clubs` and `clubs/{id}`. */
export const clubRoutes =
  ({ clock, auth, cache, source, tracking }: Deps): FastifyPluginAsync =>
  async (server) => {
    server.get('/partner/v1/clubs', async (request, reply) => {
      const partner = await auth.authenticate(request, reply);
      const now = clock.now();
      const key = cacheKey(partner, request.raw.url!);
      const cached = cache.get(key, now);
      if (cached) return tracking.send(request, reply, partner, cached, now);
      const query = parseQuery(clubsQuery, request.query as Record<string, unknown>);
      const response = query.since
        ? serialize(await source.clubs(query, partner, now))
        : await cache.load(key, async () =>
            serialize(await source.clubs(query, partner, clock.now())),
          );
      return tracking.send(request, reply, partner, response, now);
    });

    const { club: find, findRemoved } = source;
    itemRoute(server, '/partner/v1/clubs', { clock, auth, cache, tracking, find, findRemoved });
  };
