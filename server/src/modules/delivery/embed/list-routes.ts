import { adsQuery } from '@samtrot/shared/delivery/contract.ts';
import { lookOf } from '@samtrot/shared/delivery/embed-rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { tooManyAttempts } from '@samtrot/shared/kernel/wait.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db.ts';
import { findPolicy, type ShowingWebsite, type View } from '../../partners/service.ts';
import { isVisitor } from '../banner-serving/counting-routes.ts';
import type { BannerSnapshot } from '../banner-serving/snapshot.ts';
import type { adDelivery } from '../partner-api/ads.ts';
import { callCounter, parseQuery } from '../partner-api/auth.ts';
import { UUID } from '../response-cache/response.ts';
import { parseAd } from '../response-cache/serialized-ads.ts';
import type { TrafficCounter } from '../traffic/counter.ts';
import { adPage, gonePage, listPage, listPolicy, type Place } from './list-page.ts';
import { originsOf } from './page.ts';

interface Deps {
  db: Database;
  clock: Clock;
  ads: ReturnType<typeof adDelivery>;
  snapshot: BannerSnapshot;
  traffic: Pick<TrafficCounter, 'count'>;
  publicUrl: string;
  limitFactor: number;
}

const PAGE = '24';
/** Pages per IP address and minute; each reads the database. */
const PAGES_PER_MINUTE = 120;

/**
 * `/embed/<website>/liste` and `/embed/<website>/inserat/<id>`: the ads of a canton in a frame of a
 * website without a server of its own. Nothing is kept: each page is what is shown at this moment
 * (BOF-26).
 */
export const listRoutes =
  ({ db, clock, ads, snapshot, traffic, publicUrl, limitFactor }: Deps): FastifyPluginAsync =>
  async (server) => {
    const ofAddress = callCounter<string>(PAGES_PER_MINUTE * limitFactor);

    const siteOf = async (request: FastifyRequest, now: Date) => {
      const wait = ofAddress(request.ip);
      if (wait > 0) throw tooManyAttempts(wait);
      await snapshot.refreshed();
      const website = snapshot.website((request.params as { website: string }).website);
      const rules = website && (await findPolicy(db, website.id));
      if (!website || !rules) throw new AppError('NOT_FOUND');
      traffic.count(isVisitor(request) ? 'reads' : 'bots', website.id, now);
      const view: View = { accepts: website.accepts, policy: rules.policy };
      const query = request.query as Record<string, unknown>;
      const place: Place = {
        publicUrl,
        websiteId: website.public_id,
        canton: typeof query.kanton === 'string' ? query.kanton : '',
        look: lookOf(query),
      };
      return { website, view, place, query };
    };
    const send = (
      reply: FastifyReply,
      { website, place }: { website: ShowingWebsite; place: Place },
      body: string,
    ) => {
      reply.removeHeader('x-frame-options');
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': listPolicy(place.look, publicUrl, originsOf(website.url)),
          'cross-origin-embedder-policy': 'require-corp',
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex',
        })
        .send(body);
    };

    server.get('/embed/:website/liste', async (request, reply) => {
      const now = clock.now();
      const site = await siteOf(request, now);
      const { kanton, weiter } = site.query;
      const asked = parseQuery(adsQuery, {
        limit: PAGE,
        ...(kanton !== undefined && { canton: kanton }),
        ...(weiter !== undefined && { cursor: weiter }),
      });
      const { body } = await ads.ads(asked, site.view, now);
      const shown = body.ads.flatMap((ad) => ('deleted' in ad ? [] : [parseAd(ad)]));
      return send(reply, site, listPage(site.place, shown, body.next_cursor));
    });

    server.get<{ Params: { website: string; id: string } }>(
      '/embed/:website/inserat/:id',
      async (request, reply) => {
        const now = clock.now();
        const site = await siteOf(request, now);
        const { id } = request.params;
        const found = UUID.test(id) ? await ads.ad(id, site.view, now) : null;
        if (!found) return send(reply.code(404), site, gonePage(site.place));
        return send(reply, site, adPage(site.place, parseAd(found.body.ad)));
      },
    );
  };
