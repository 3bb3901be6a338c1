import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import type { Clock } from '../../../platform/clock.ts';
import { notePage } from '../embed/page.ts';
import { callCounter } from '../partner-api/auth.ts';
import type { Counter } from './counting.ts';
import type { BannerSnapshot, ShownBanner } from './snapshot.ts';
import { counts, type View, type ViewTokens } from './tokens.ts';

interface Deps {
  clock: Clock;
  snapshot: BannerSnapshot;
  tokens: ViewTokens;
  counter: Counter;
  limitFactor: number;
}

/** Per IP address and minute; what exceeds it gets a response and is not counted. */
const COUNTED_PER_MINUTE = 600;
/** One transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PIXEL_HEADERS = {
  'content-type': 'image/gif',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
};

/**
 * `/b/v/<token>` counts a view; `/b/c/<token>` counts a click and redirects to the stored target
 * only.
 */
export const countingRoutes =
  ({ clock, snapshot, tokens, counter, limitFactor }: Deps): FastifyPluginAsync =>
  async (server) => {
    const ofAddress = callCounter<string>(COUNTED_PER_MINUTE * limitFactor);
    // A beacon may have any body; it is not read.
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });

    /** The view of a token that matches the address exactly, without any suffix or query. */
    const viewOf = (request: FastifyRequest): View | undefined =>
      request.raw.url!.includes('?')
        ? undefined
        : tokens.read((request.params as { token: string }).token);
    const shown = async (view: View): Promise<ShownBanner | undefined> => {
      const read = async () => {
        await snapshot.refreshed();
        await snapshot.coveringBanner(view.bannerId, view.at);
      };
      const failed = await read().then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      const banner = snapshot.running(view.bannerId, clock.now());
      // While the database is unavailable the last snapshot is used.
      if (!banner && failed) throw failed.error;
      return banner;
    };
    const isCounted = (request: FastifyRequest, view: View) =>
      counts(view, clock.now()) && isVisitor(request) && ofAddress(request.ip) === 0;

    server.route<{ Params: { token: string } }>({
      method: ['GET', 'HEAD', 'POST'],
      url: '/b/v/:token',
      exposeHeadRoute: false,
      async handler(request, reply) {
        const view = viewOf(request);
        const pixel = (status: number) => reply.code(status).headers(PIXEL_HEADERS).send(PIXEL);
        if (!view) throw new AppError('MALFORMED');
        if (!counts(view, clock.now()) || !(await shown(view))) return pixel(410);
        if (isCounted(request, view)) counter.count('view', view, clock.now());
        return pixel(200);
      },
    });

    server.route<{ Params: { token: string } }>({
      method: ['GET', 'HEAD'],
      url: '/b/c/:token',
      exposeHeadRoute: false,
      async handler(request, reply) {
        const view = viewOf(request);
        if (!view)
          return note(
            reply,
            400,
            'Dieser Link stimmt nicht',
            'Er wurde verändert oder ist nicht vollständig.',
          );
        const banner = await shown(view);
        if (!banner)
          return note(
            reply,
            410,
            'Diese Anzeige ist nicht mehr online',
            'Du kannst dieses Fenster schliessen.',
          );
        if (isCounted(request, view)) counter.count('click', view, clock.now());
        return reply.header('x-robots-tag', 'noindex, nofollow').redirect(banner.target, 303);
      },
    });
  };

const note = (reply: FastifyReply, status: number, title: string, text: string) =>
  reply.code(status).header('content-type', 'text/html; charset=utf-8').send(notePage(title, text));

/** Whether the user agent claims to be a browser. */
export const isBrowser = (agent: string): boolean => agent.trim() !== '' && !isbot(agent);

/** Excludes programs and browser prefetches. */
export function isVisitor({ method, headers }: FastifyRequest): boolean {
  const agent = headers['user-agent'];
  const ahead = [
    headers['sec-purpose'],
    headers.purpose,
    headers['x-purpose'],
    headers['x-moz'],
  ].join(' ');
  return (
    method !== 'HEAD' &&
    agent !== undefined &&
    isBrowser(agent) &&
    !/prefetch|prerender|preview/i.test(ahead)
  );
}
