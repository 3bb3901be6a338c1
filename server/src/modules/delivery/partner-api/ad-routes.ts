import {
  adCountQuery,
  adsQuery,
  similarQuery,
  storiesQuery,
} from '@samtrot/shared/delivery/contract.ts';
import { MAX_AGE_SECONDS } from '@samtrot/shared/delivery/rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { type ResponseCache, serialize } from '../response-cache/cache.ts';
import { cacheKey, send, UUID } from '../response-cache/response.ts';
import type { Tracking } from '../tracking.ts';
import type { adDelivery } from './ads.ts';
import { type PartnerAuth, parseQuery } from './auth.ts';
import { itemRoute } from './item-route.ts';

type AdDelivery = ReturnType<typeof adDelivery>;

interface Deps {
  clock: Clock;
  auth: PartnerAuth;
  cache: ResponseCache;
  tracking: Tracking;
  primary: AdDelivery;
  /** The replica while it is current, else the primary. */
  reader(): Promise<AdDelivery>;
}

/** `GET /partner/v1/ads`, `ads/{id}`, `ads/{id}/similar`, `ads/count`, `stories` and `lists`. */
export const adRoutes =
  ({ clock, auth, cache, tracking, primary, reader }: Deps): FastifyPluginAsync =>
  async (server) => {
    server.get('/partner/v1/ads', async (request, reply) => {
      const partner = await auth.authenticate(request, reply);
      const now = clock.now();
      const key = cacheKey(partner, request.raw.url!);
      const cached = cache.get(key, now);
      if (cached) return tracking.send(request, reply, partner, cached, now);
      const query = parseQuery(adsQuery, request.query as Record<string, unknown>);
      const response = query.since
        ? serialize(await primary.ads(query, partner, now))
        : await cache.load(key, async () =>
            serialize(await (await reader()).ads(query, partner, clock.now())),
          );
      return tracking.send(request, reply, partner, response, now);
    });

    itemRoute(server, '/partner/v1/ads', {
      clock,
      auth,
      cache,
      tracking,
      findRemoved: primary.findRemoved,
      async find(id, view, at) {
        const source = await reader();
        const ad = await source.ad(id, view, at);
        // An ad missing on the replica may be new; only the primary knows whether it was removed.
        return ad ?? (source === primary ? null : primary.ad(id, view, clock.now()));
      },
    });

    server.get('/partner/v1/ads/count', async (request, reply) => {
      const partner = await auth.authenticate(request, reply);
      const now = clock.now();
      const key = cacheKey(partner, request.raw.url!);
      const cached = cache.get(key, now);
      if (cached) return tracking.send(request, reply, partner, cached, now);
      const query = parseQuery(adCountQuery, request.query as Record<string, unknown>);
      const load = async () => serialize(await (await reader()).count(query, partner, clock.now()));
      return tracking.send(request, reply, partner, await cache.load(key, load), now);
    });

    server.get<{ Params: { id: string } }>(
      '/partner/v1/ads/:id/similar',
      async (request, reply) => {
        const partner = await auth.authenticate(request, reply);
        const now = clock.now();
        const key = cacheKey(partner, request.raw.url!);
        const cached = cache.get(key, now);
        if (cached) return tracking.send(request, reply, partner, cached, now);
        const { limit } = parseQuery(similarQuery, request.query as Record<string, unknown>);
        const { id } = request.params;
        const load = async () => {
          const source = await reader();
          const found = UUID.test(id) && (await source.similar(id, limit, partner, clock.now()));
          if (!found) throw new AppError('NOT_FOUND');
          return serialize(found);
        };
        return tracking.send(request, reply, partner, await cache.load(key, load), now);
      },
    );

    server.get('/partner/v1/stories', async (request, reply) => {
      const partner = await auth.authenticate(request, reply);
      const now = clock.now();
      const key = cacheKey(partner, request.raw.url!);
      const cached = cache.get(key, now);
      if (cached) return tracking.send(request, reply, partner, cached, now);
      const query = parseQuery(storiesQuery, request.query as Record<string, unknown>);
      const load = async () =>
        serialize(await (await reader()).stories(query, partner, clock.now()));
      return tracking.send(request, reply, partner, await cache.load(key, load), now);
    });

    server.get('/partner/v1/lists', async (request, reply) => {
      await auth.authenticate(request, reply);
      const now = clock.now();
      const response = serialize({
        body: await primary.shownLists(now),
        items: [],
        validUntil: now.getTime() + MAX_AGE_SECONDS * 1000,
      });
      return send(request, reply, response, now);
    });
  };
