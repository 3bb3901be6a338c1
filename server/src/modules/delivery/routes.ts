import type { IncomingMessage } from 'node:http';
import { adsQuery, storiesQuery } from '@samtrot/shared/delivery/contract.ts';
import { MAX_AGE_SECONDS } from '@samtrot/shared/delivery/rules.ts';
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import { listen } from '../../platform/listen.ts';
import type { Logger } from '../../platform/log.ts';
import { replicaGuard } from '../../platform/replica.ts';
import { publishedClub } from '../clubs/service.ts';
import { recorder } from '../delivery-receipts/service.ts';
import type { OnSeen } from '../statistics/service.ts';
import { referenceRoutes } from './api-reference/routes.ts';
import { counter } from './banner-serving/counting.ts';
import { countingRoutes } from './banner-serving/counting-routes.ts';
import { bannerMemory } from './banner-serving/memory.ts';
import { bannersEdge } from './banner-serving/routes.ts';
import { viewTokens } from './banner-serving/tokens.ts';
import { embedRoutes } from './embed/routes.ts';
import { gate, questionIn } from './partner-api/auth.ts';
import { clubRoutes } from './partner-api/club-routes.ts';
import { clubDelivery } from './partner-api/clubs.ts';
import { oneRoute } from './partner-api/item-route.ts';
import { answerCache, pack } from './response-cache/cache.ts';
import { repeats } from './response-cache/request-cache.ts';
import { questionOf, type ReadyAnswer, ready, send } from './response-cache/response.ts';
import { findPublished } from './search/store.ts';
import { delivery } from './service.ts';
import { tracking } from './tracking.ts';
import { visitCounter } from './visits/counter.ts';
import { visitRoutes } from './visits/routes.ts';
import { shownMemory } from './visits/visible-items.ts';

interface Deps {
  db: Database;
  pool: pg.Pool;
  /** A streaming copy that answers lists; changes are told by the primary alone. */
  replica?: Database | undefined;
  clock: Clock;
  log: Logger;
  publicUrl: string;
  secret: string;
  limitFactor: number;
  /** Told of views that were counted. */
  onSeen?: OnSeen;
}

export interface DeliveryEdge {
  routes: FastifyPluginAsync;
  /** The answer to a frequent question of a known website, if it is in memory; all else goes through `routes`. */
  fromMemory(request: IncomingMessage): ReadyAnswer | undefined;
  /** Writes down the views, clicks and visits that were counted, and what was delivered. */
  writeCounts(): Promise<void>;
}

/** `/partner/v1`: what partner websites read, each with its own key; and the banners on their pages. */
export function deliveryEdge({
  db,
  pool,
  replica,
  clock,
  log,
  publicUrl,
  secret,
  limitFactor,
  onSeen = async () => {},
}: Deps): DeliveryEdge {
  const source = delivery({ db, publicUrl, secret });
  const copy = replicaGuard({ primary: db, replica, log });
  const copied = replica && delivery({ db: replica, publicUrl, secret });
  const lists = async () => (copied && (await copy.isCurrent()) ? copied : source);
  const cache = answerCache();
  const clubCache = answerCache();
  const entry = gate({ db, limitFactor });
  const memory = bannerMemory({ db, clock, log, publicUrl });
  const tokens = viewTokens(secret);
  const counted = counter({ db, log });
  const visits = visitCounter({ db, log, onSeen });
  const shown = {
    inserat: shownMemory(async (publicId, now) => untilEnd(await findPublished(db, publicId, now))),
    club: shownMemory(async (publicId, now) => untilEnd(await publishedClub(db, publicId, now))),
  };
  const proof = recorder({ db, log });
  const hand = tracking(proof);
  const banners = bannersEdge({ clock, gate: entry, memory, tokens, hand, publicUrl });
  const clubs = clubDelivery({ db, publicUrl, secret, lists: source.lists });

  const again = repeats();
  const adChanged = () => {
    cache.clear();
    shown.inserat.clear();
  };
  /** What to forget when something of this kind has changed; without a name it is an ad. */
  const changed: Record<string, () => void> = {
    banner: memory.changed,
    club() {
      clubCache.clear();
      shown.club.clear();
    },
    website() {
      entry.forget();
      memory.changed();
    },
  };

  const fromMemory = (request: IncomingMessage): ReadyAnswer | undefined => {
    if (request.method !== 'GET' || !request.url?.startsWith('/partner/v1/')) return undefined;
    if (request.url.startsWith('/partner/v1/banners')) return banners.fromMemory(request);
    const now = clock.now();
    const before = again.find(request, now);
    if (before) return entry.count(before.partner) > 0 ? undefined : before.ready;
    const partner = entry.known(request.headers);
    if (!partner) return undefined;
    const question = questionOf(partner, request.url);
    const kept = cache.get(question, now) ?? clubCache.get(question, now);
    if (!kept || entry.count(partner) > 0) return undefined;
    hand.answer(partner, question, kept, now);
    const answer = ready(kept, request.headers, now);
    again.keep(request, partner, answer, kept);
    return answer;
  };

  const writeCounts = async () => {
    await Promise.all([counted.flush(), visits.flush(), proof.flush()]);
  };

  const routes: FastifyPluginAsync = async (server) => {
    const notices = listen({
      ...{ pool, channel: 'delivery', log },
      onNotification(about) {
        copy.moved();
        again.clear();
        (changed[about] ?? adChanged)();
      },
      onConnectionChange(heard) {
        copy.trust(heard);
        again.clear();
        entry.forget();
        memory.trust(heard);
        cache.trust(heard);
        clubCache.trust(heard);
        shown.inserat.trust(heard);
        shown.club.trust(heard);
      },
    });
    server.addHook('onClose', async () => {
      memory.stop();
      await Promise.all([notices.stop(), counted.stop(), visits.stop(), proof.stop()]);
    });
    await server.register(referenceRoutes({ publicUrl }));
    await server.register(countingRoutes({ clock, memory, tokens, counter: counted, limitFactor }));
    await server.register(embedRoutes({ db, clock, log, memory, tokens, hand, publicUrl, limitFactor }));
    await server.register(async (partners) => {
      // Errors of these routes, too, belong to the one who asked with this key.
      partners.addHook('onRequest', async (_request, reply) => {
        reply.header('vary', 'Authorization').header('cache-control', 'private, no-store');
      });
      await partners.register(adRoutes);
      await partners.register(banners.routes);
      await partners.register(visitRoutes({ clock, gate: entry, shown, counter: visits, limitFactor }));
      await partners.register(clubRoutes({ clock, gate: entry, cache: clubCache, source: clubs, hand }));
    });
  };

  const adRoutes: FastifyPluginAsync = async (server) => {
    server.get('/partner/v1/ads', async (request, reply) => {
      const partner = await entry.partnerOf(request, reply);
      const now = clock.now();
      const question = questionOf(partner, request.raw.url!);
      const kept = cache.get(question, now);
      if (kept) return hand.send(request, reply, partner, kept, now);
      const query = questionIn(adsQuery, request.query as Record<string, unknown>);
      const packed = query.since
        ? pack(await source.ads(query, partner.accepts, now))
        : await cache.load(question, async () => pack(await (await lists()).ads(query, partner.accepts, clock.now())));
      return hand.send(request, reply, partner, packed, now);
    });

    oneRoute(server, '/partner/v1/ads', {
      ...{ clock, gate: entry, cache, hand, gone: source.gone },
      async find(id, accepts, at) {
        const first = await lists();
        // What a copy does not know may have come this instant; that it is gone, and noted so, only the primary says.
        return (await first.ad(id, accepts, at)) ?? (first === source ? null : source.ad(id, accepts, clock.now()));
      },
    });

    server.get('/partner/v1/stories', async (request, reply) => {
      const partner = await entry.partnerOf(request, reply);
      const now = clock.now();
      const question = questionOf(partner, request.raw.url!);
      const kept = cache.get(question, now);
      if (kept) return hand.send(request, reply, partner, kept, now);
      const query = questionIn(storiesQuery, request.query as Record<string, unknown>);
      const make = async () => pack(await (await lists()).stories(query, partner.accepts, clock.now()));
      return hand.send(request, reply, partner, await cache.load(question, make), now);
    });

    server.get('/partner/v1/lists', async (request, reply) => {
      await entry.partnerOf(request, reply);
      const now = clock.now();
      const packed = pack({
        answer: await source.lists(),
        items: [],
        validUntil: now.getTime() + MAX_AGE_SECONDS * 1000,
      });
      return send(request, reply, packed, now);
    });
  };

  return { routes, fromMemory, writeCounts };
}

/** Null: without an end. */
const untilEnd = (row: { id: number; end_at: Date | null } | undefined) =>
  row && { id: row.id, until: row.end_at?.getTime() ?? Number.MAX_SAFE_INTEGER };
