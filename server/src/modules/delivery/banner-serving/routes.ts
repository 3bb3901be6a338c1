import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { bannersQuery } from '@samtrot/shared/delivery/contract.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Partner } from '../../partners/service.ts';
import { type PartnerAuth, parseQuery } from '../partner-api/auth.ts';
import type { ReadyResponse } from '../response-cache/cache.ts';
import type { Tracking } from '../tracking.ts';
import type { BannerSnapshot, ShownBanner } from './snapshot.ts';
import type { ViewTokens } from './tokens.ts';

interface Deps {
  clock: Clock;
  auth: PartnerAuth;
  snapshot: BannerSnapshot;
  tokens: ViewTokens;
  tracking: Tracking;
  /** Origin of the counting addresses. */
  publicUrl: string;
}

/** How many of each place. */
type BannerQuery = Map<BannerTypeId, number>;

const PATH = '/partner/v1/banners';
const MAX_ADDRESSES = 500;
const HEADERS: OutgoingHttpHeaders = {
  'content-type': 'application/json; charset=utf-8',
  // Each response is for one visitor: a cached copy would repeat a view and count it once.
  'cache-control': 'private, no-store',
  vary: 'Authorization',
  'x-content-type-options': 'nosniff',
};

/** `GET /partner/v1/banners`: the next banners of the placements of a website. */
export function bannersEdge({ clock, auth, snapshot, tokens, tracking, publicUrl }: Deps) {
  /** Websites request the same few addresses repeatedly. */
  const queries = new Map<string, BannerQuery>();

  /** JSON in ASCII, so that one character is one byte. */
  const bodyFor = ({ id }: Partner, query: BannerQuery, now: Date): string => {
    let text = '{"success":true,"banners":[';
    let separator = '';
    for (const [slot, count] of query) {
      for (const banner of snapshot.choose(id, slot, count, now)) {
        text += separator + serialized(banner, publicUrl, tokens.write(banner.id, id, now));
        separator = ',';
        tracking.recordBanner(banner, id, now);
      }
    }
    return `${text}]}`;
  };

  const routes: FastifyPluginAsync = async (server) => {
    server.get(PATH, async (request, reply) => {
      const partner = await auth.authenticate(request, reply);
      const query = queryOf(parseQuery(bannersQuery, request.query as Record<string, unknown>));
      if (queries.size >= MAX_ADDRESSES) queries.clear();
      queries.set(request.raw.url!, query);
      await snapshot.refreshed();
      return reply.headers(HEADERS).send(bodyFor(partner, query, clock.now()));
    });
  };

  const fromMemory = ({ url, headers }: IncomingMessage): ReadyResponse | undefined => {
    const query = queries.get(url!);
    const partner = query && auth.findCached(headers);
    if (!partner) return undefined;
    const reading = snapshot.refreshed();
    if (reading) {
      // The route awaits the same promise, but may refuse the call before.
      reading.catch(() => {});
      return undefined;
    }
    if (auth.countCall(partner) > 0) return undefined;
    const body = bodyFor(partner, query, clock.now());
    return { status: 200, headers: { ...HEADERS, 'content-length': body.length }, body };
  };
  return { routes, fromMemory };
}

/** A placement named twice counts once. */
const queryOf = ({ slot, count }: { slot: string; count: number }): BannerQuery =>
  new Map(
    slot.split(',').map((place) => {
      const [name, own] = place.split(':');
      return [name as BannerTypeId, own === undefined ? count : Number(own)];
    }),
  );

/** `DeliveredBanner` as JSON; everything but the token is constant and serialized once. */
function serialized(banner: ShownBanner, publicUrl: string, token: string): string {
  banner.serialized ??= partsOf(banner, publicUrl);
  const [before, between, behind] = banner.serialized;
  return before + token + between + token + behind;
}

function partsOf(banner: ShownBanner, publicUrl: string): NonNullable<ShownBanner['serialized']> {
  const { publicId: id, slot, text, image, endAt } = banner;
  const opened = (address: string) => asciiJson(publicUrl + address).slice(0, -1);
  return [
    `${asciiJson({ id, slot, text, image }).slice(0, -1)},"click_url":${opened('/b/c/')}`,
    `","impression_url":${opened('/b/v/')}`,
    `","end_at":"${new Date(endAt).toISOString()}"}`,
  ];
}

const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
