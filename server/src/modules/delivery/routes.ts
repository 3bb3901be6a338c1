import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
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
import { bannersEdge } from './banner-serving/routes.ts';
import { bannerSnapshot } from './banner-serving/snapshot.ts';
import { viewTokens } from './banner-serving/tokens.ts';
import { listRoutes } from './embed/list-routes.ts';
import { embedRoutes } from './embed/routes.ts';
import { adRoutes } from './partner-api/ad-routes.ts';
import { adDelivery } from './partner-api/ads.ts';
import { partnerAuth } from './partner-api/auth.ts';
import { clubRoutes } from './partner-api/club-routes.ts';
import { clubDelivery } from './partner-api/clubs.ts';
import { type ReadyResponse, responseCache } from './response-cache/cache.ts';
import { cacheKey, toResponse } from './response-cache/response.ts';
import { serializedAds } from './response-cache/serialized-ads.ts';
import { type AdRow, findPublished } from './search/store.ts';
import { tracking } from './tracking.ts';
import { trafficCounter } from './traffic/counter.ts';
import { visitCounter } from './visits/counter.ts';
import { visitRoutes } from './visits/routes.ts';
import { visibleItems } from './visits/visible-items.ts';

interface Deps {
  db: Database;
  pool: pg.Pool;
  /** A streaming replica that serves lists; changes are read from the primary alone. */
  replica?: Database | undefined;
  clock: Clock;
  log: Logger;
  publicUrl: string;
  secret: string;
  limitFactor: number;
  /** Called after counted visits are written. */
  onSeen?: OnSeen;
}

export interface DeliveryEdge {
  routes: FastifyPluginAsync;
  /** The cached response to a request of a known website; undefined sends it through `routes`. */
  fromMemory(request: IncomingMessage): ReadyResponse | undefined;
  /** Writes the queued views, clicks, visits and delivery receipts. */
  writeCounts(): Promise<void>;
  /** Writes the counts of calls, which wait for longer. */
  writeTraffic(): Promise<void>;
}

/** The routes of `/partner/v1` and of banners, for partner websites and their visitors. */
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
  const serialized = serializedAds({ publicUrl });
  const primary = adDelivery({ db, serialized, secret });
  const guard = replicaGuard({ primary: db, replica, log });
  const onReplica = replica && adDelivery({ db: replica, serialized, secret });
  const reader = async () => (onReplica && (await guard.isCurrent()) ? onReplica : primary);
  const clubs = clubDelivery({ db, publicUrl, secret, lists: primary.lists });
  const adCache = responseCache();
  const clubCache = responseCache();
  const traffic = trafficCounter({ db, log });
  /** Whose request it is; a request without a good key is nobody's. */
  const websites = new WeakMap<FastifyRequest, number>();
  const auth = partnerAuth({
    db,
    clock,
    limitFactor,
    onKnown: (request, { id }) => websites.set(request, id),
  });
  const snapshot = bannerSnapshot({ db, clock, log, publicUrl });
  const tokens = viewTokens(secret);
  const bannerCounts = counter({ db, log });
  const visits = visitCounter({ db, log, onSeen });
  const visible = {
    inserat: visibleItems(async (publicId, now) =>
      untilNext(await findPublished(db, publicId, now)),
    ),
    club: visibleItems(async (publicId, now) => untilEnd(await publishedClub(db, publicId, now))),
  };
  const receipts = recorder({ db, log });
  const tracked = tracking(receipts);
  const banners = bannersEdge({ clock, auth, snapshot, tokens, tracking: tracked, publicUrl });

  const invalidateAds = () => {
    adCache.clear();
    visible.inserat.clear();
  };
  /** What a notification invalidates, by its payload; any other payload is about an ad. */
  const invalidate: Record<string, () => void> = {
    banner: snapshot.invalidate,
    club() {
      clubCache.clear();
      visible.club.clear();
    },
    website() {
      auth.clear();
      snapshot.invalidate();
    },
  };

  const fromMemory = (request: IncomingMessage): ReadyResponse | undefined => {
    if (request.method !== 'GET' || !request.url?.startsWith('/partner/v1/')) return undefined;
    const now = clock.now();
    const partner = auth.findCached(request.headers);
    if (!partner) return undefined;
    if (request.url.startsWith('/partner/v1/banners')) {
      const ready = banners.fromMemory(request);
      if (ready) traffic.count('reads', partner.id, now);
      return ready;
    }
    const key = cacheKey(partner, request.url);
    const cached = adCache.get(key, now) ?? clubCache.get(key, now);
    if (!cached || auth.countCall(partner) > 0) return undefined;
    tracked.recordDelivery(partner, key, cached, now);
    traffic.count('reads', partner.id, now);
    return toResponse(cached, request.headers, now);
  };

  const writeCounts = async () => {
    await Promise.all([bannerCounts.flush(), visits.flush(), receipts.flush()]);
  };

  const routes: FastifyPluginAsync = async (server) => {
    const notifications = listen({
      pool,
      channel: 'delivery',
      log,
      onNotification(payload) {
        guard.noteChange();
        (invalidate[payload] ?? invalidateAds)();
      },
      onConnectionChange(connected) {
        guard.setConnected(connected);
        auth.clear();
        snapshot.setConnected(connected);
        if (!connected) serialized.clear();
        adCache.setConnected(connected);
        clubCache.setConnected(connected);
        visible.inserat.setConnected(connected);
        visible.club.setConnected(connected);
      },
    });
    server.addHook('onClose', async () => {
      snapshot.stop();
      await Promise.all([
        notifications.stop(),
        bannerCounts.stop(),
        visits.stop(),
        receipts.stop(),
        traffic.stop(),
      ]);
    });
    await server.register(referenceRoutes({ publicUrl }));
    await server.register(
      countingRoutes({ clock, snapshot, tokens, counter: bannerCounts, limitFactor }),
    );
    await server.register(
      embedRoutes({ db, clock, log, snapshot, tokens, tracking: tracked, publicUrl, limitFactor }),
    );
    await server.register(
      listRoutes({ db, clock, ads: primary, snapshot, traffic, publicUrl, limitFactor }),
    );
    await server.register(async (partners) => {
      partners.addHook('onResponse', async (request, reply) => {
        const id = websites.get(request);
        if (id === undefined) return;
        const { statusCode } = reply;
        // That something is not shown any more is an ordinary answer.
        if (statusCode >= 400 && statusCode !== 404) traffic.count('errors', id, clock.now());
        else if (request.method === 'GET') traffic.count('reads', id, clock.now());
      });
      // Error responses, too, are private to the key that was sent.
      partners.addHook('onRequest', async (_request, reply) => {
        reply.header('vary', 'Authorization').header('cache-control', 'private, no-store');
      });
      await partners.register(
        adRoutes({ clock, auth, cache: adCache, tracking: tracked, primary, reader }),
      );
      await partners.register(banners.routes);
      await partners.register(
        visitRoutes({ clock, auth, visible, counter: visits, traffic, limitFactor }),
      );
      await partners.register(
        clubRoutes({ clock, auth, cache: clubCache, source: clubs, tracking: tracked }),
      );
    });
  };

  return { routes, fromMemory, writeCounts, writeTraffic: traffic.flush };
}

const untilNext = (row: AdRow | undefined) => row && { id: row.id, until: row.until_ms };
/** An item without an end is visible without limit. */
const untilEnd = (row: { id: number; end_at: Date | null } | undefined) =>
  row && { id: row.id, until: row.end_at?.getTime() ?? Number.MAX_SAFE_INTEGER };
