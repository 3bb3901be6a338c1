import { createHmac } from 'node:crypto';
import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db.ts';
import type { Logger } from '../../../platform/log.ts';
import type { ShowingWebsite } from '../../partners/service.ts';
import { isVisitor } from '../banner-serving/counting-routes.ts';
import type { BannerSnapshot } from '../banner-serving/snapshot.ts';
import type { ViewTokens } from '../banner-serving/tokens.ts';
import { callCounter } from '../partner-api/auth.ts';
import type { Tracking } from '../tracking.ts';
import { daySecrets } from '../visits/day-secret.ts';
import { isFirst } from './overlay-store.ts';
import { framePage, framePolicy, originsOf, previewPage } from './page.ts';
import { embedScript } from './script.ts';

interface Deps {
  db: Database;
  clock: Clock;
  log: Logger;
  snapshot: BannerSnapshot;
  tokens: ViewTokens;
  tracking: Tracking;
  publicUrl: string;
  limitFactor: number;
}

const FILE = /^(a[1-4])(\.js)?$/;
/** Text links per row. */
const LINKS = 3;
/** Overlays per IP address and minute; each may write a row. */
const OVERLAYS_PER_MINUTE = 120;

/**
 * `/embed/<website>/<place>.js` inserts a frame of `/embed/<website>/<place>`, the page of a
 * banner.
 */
export const embedRoutes =
  ({
    db,
    clock,
    log,
    snapshot,
    tokens,
    tracking,
    publicUrl,
    limitFactor,
  }: Deps): FastifyPluginAsync =>
  async (server) => {
    const ofAddress = callCounter<string>(OVERLAYS_PER_MINUTE * limitFactor);
    const secretOf = daySecrets(db);

    /** At most once per visitor and day; only a fingerprint is stored, unreadable after the day. */
    const mayCover = async (
      request: FastifyRequest,
      { id }: ShowingWebsite,
      now: Date,
    ): Promise<boolean> => {
      if (!isVisitor(request) || ofAddress(request.ip) > 0) return false;
      const day = localDate(now);
      const visitor = createHmac('sha256', await secretOf(day))
        .update(JSON.stringify([request.ip, request.headers['user-agent'], id]))
        .digest();
      return isFirst(db, { day, websiteId: id, visitor });
    };

    server.get<{ Params: { website: string; file: string }; Querystring: { vorschau?: string } }>(
      '/embed/:website/:file',
      async (request, reply) => {
        const [, slot, isScript] = FILE.exec(request.params.file) ?? [];
        await snapshot.refreshed();
        const website = slot === undefined ? undefined : snapshot.website(request.params.website);
        if (!website) throw new AppError('NOT_FOUND');
        const [place, now] = [slot as BannerTypeId, clock.now()];
        reply.headers({
          'cross-origin-resource-policy': 'cross-origin',
          'x-robots-tag': 'noindex',
        });

        if (isScript) {
          const drawn =
            snapshot.isTaken(website.id, place, now) &&
            (place !== 'a3' ||
              (await mayCover(request, website, now).catch((error: unknown) => {
                log.warn({ err: error }, 'an overlay could not be decided');
                return false;
              })));
          reply.type('text/javascript; charset=utf-8');
          return drawn ? embedScript(publicUrl, website.public_id, place) : '';
        }
        reply.removeHeader('x-frame-options').type('text/html; charset=utf-8');
        if (request.query.vorschau === '1') {
          const shown = snapshot.shown(website.id, place, place === 'a4' ? LINKS : 1, now);
          return reply
            .header('content-security-policy', framePolicy(publicUrl, ["'self'"]))
            .header('cache-control', 'no-store')
            .send(previewPage(shown, place));
        }
        const chosen = snapshot.choose(website.id, place, place === 'a4' ? LINKS : 1, now);
        const framed = chosen.map((banner) => ({
          banner,
          token: tokens.write(banner.id, website.id, now),
        }));
        for (const banner of chosen) tracking.recordBanner(banner, website.id, now);
        reply.headers({
          'content-security-policy': framePolicy(publicUrl, originsOf(website.url)),
          'cross-origin-embedder-policy': 'require-corp',
        });
        return reply.send(framePage(framed, publicUrl, place, website.public_id));
      },
    );
  };
