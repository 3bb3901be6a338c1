import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import cookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import { type DeliveredBanner, type Portal, PortalAway } from '@samtrot/partner';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { contacts, counts } from './contacts.ts';
import { AGE_COOKIE, COOKIE_HOURS, OVER_COOKIE, VEIL_COOKIE } from './cookies.ts';
import { details } from './details.ts';
import { loadList, PER_PAGE, searchOf, storiesOf, waysOut } from './lists.ts';
import { type Banners, clubsPath, type Frame, listPath, type Page } from './pages.ts';
import { reports } from './reports.ts';
import { AGE, formOf, isAdult, isAhead, localPath, type Show, UUID } from './requests.ts';
import { robotsOf, searchEngines } from './search-engines.ts';
import { webhook } from './webhook.ts';

export interface SiteOptions {
  portal: Portal;
  /** Origin of the portal in the visitor's browser: pictures and videos come from there. */
  portalPublicUrl: string;
  render(page: Page, frame: Frame): string;
  /** Folder of the built style sheet and fonts; none in tests. */
  assets?: string;
  stylesheet: string;
  /** Subresources of every page, preloaded with it. */
  fonts?: readonly string[];
  script: string;
  /** Target of "Seite verlassen": a neutral page. */
  leaveUrl: string;
  /** Only over https. */
  secureCookies: boolean;
  /** Origin of this site, for absolute addresses; empty when not configured. */
  publicUrl?: string;
  /** A line above every page. */
  warning?: string | undefined;
  /** Lists may be found by search engines. */
  searchEngines?: boolean;
  /** Secret with which the portal signs its webhook messages. */
  webhookSecret?: string | undefined;
  /**
   * Addresses of trusted proxies, as Fastify takes them: only their forwarded addresses count.
   */
  trustedProxies?: string | undefined;
  onFailure(error: unknown): void;
  /** The time of day; tests set it. */
  now?: () => Date;
}

const COOKIE_SECONDS = COOKIE_HOURS * 3600;
/** Ids of the form «/merkliste», within its body. */
const SAVED_MAX = 100;
const TEXT_LINKS = 6;
const RTA = 'RTA-5042-1996-1400-1577-RTA';

const compress = promisify(gzip);
/** Nearly as small as the default, in half the time. */
const QUICK = { level: 4 };

/**
 * The website as an HTTP server: age gate, list, detail pages, and error pages.
 */
export async function createSite(options: SiteOptions): Promise<FastifyInstance> {
  const { portal, portalPublicUrl, leaveUrl, secureCookies, now = () => new Date() } = options;
  const { publicUrl = '', searchEngines: open = false } = options;
  if (open && !publicUrl) throw new Error('search engines need to know the address of the site');
  const server = Fastify({
    logger: false,
    requestTimeout: 15_000,
    bodyLimit: 4096,
    trustProxy: options.trustedProxies || false,
  });
  const cookieOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: secureCookies,
  };
  await server.register(cookie);
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  const media = new URL(portalPublicUrl).origin;
  const headers = {
    'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self' data: ${media}; media-src ${media}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    rating: RTA,
    'x-robots-tag': robotsOf('', 0, false),
  };
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  if (options.assets) {
    await server.register(fastifyStatic, {
      root: options.assets,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders(reply, path) {
        const lasting = path.includes('/assets/');
        reply.header(
          'cache-control',
          lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
      },
    });
  }

  const show: Show = async (request, reply, status, page) => {
    const robots = robotsOf(request.url, status, open);
    const frame: Frame = {
      stylesheet: options.stylesheet,
      fonts: options.fonts ?? [],
      warning: options.warning,
      script: options.script,
      publicUrl,
      robots,
      portalPublicUrl,
      rating: RTA,
      now: now(),
      path: request.url,
      veiled: request.cookies[VEIL_COOKIE] === '1',
    };
    const html = `<!doctype html>${options.render(page, frame)}`;
    // A shared computer must not show a page again that needed the confirmation.
    reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'private, no-store');
    reply.header('vary', 'Cookie, Accept-Encoding').header('x-robots-tag', robots);
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html);
    return reply.header('content-encoding', 'gzip').send(await compress(html, QUICK));
  };
  /** Optional parts: without them the page is still complete. */
  const withoutThem = (error: unknown): [] => {
    options.onFailure(error);
    return [];
  };
  const banners = async (slots: DeliveredBanner['slot'][]): Promise<Banners> => {
    const placed: DeliveredBanner[] = await portal
      .banners([...slots, `a4:${TEXT_LINKS}`])
      .catch(withoutThem);
    const at = (slot: DeliveredBanner['slot']) => placed.find((banner) => banner.slot === slot);
    const links = placed.filter(({ slot }) => slot === 'a4');
    return { top: at('a1'), between: at('a2'), over: at('a3'), links };
  };
  const mayCover = (request: FastifyRequest) =>
    request.cookies[OVER_COOKIE] !== '1' && !isAhead(request);
  const behindGate =
    (handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) =>
      isAdult(request)
        ? handler(request, reply)
        : show(request, reply, 200, { kind: 'gate', target: localPath(request.url) });

  server.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof PortalAway) {
      options.onFailure(error);
      reply.header('retry-after', '10');
      return show(request, reply, 503, { kind: 'away' });
    }
    if (error.statusCode && error.statusCode < 500)
      return show(request, reply, error.statusCode, { kind: 'missing' });
    options.onFailure(error);
    return show(request, reply, 500, { kind: 'away' });
  });
  server.setNotFoundHandler((request, reply) => show(request, reply, 404, { kind: 'missing' }));

  server.get('/healthz', async () => ({ ok: true }));
  searchEngines(server, { portal, publicUrl, open });
  contacts(server, { portal, show, now });
  await webhook(server, { secret: options.webhookSecret, portal, now });
  server.get('/nutzungsbedingungen', (request, reply) =>
    show(request, reply, 200, { kind: 'terms' }),
  );

  server.post('/alter', async (request, reply) => {
    const form = formOf(request);
    reply.setCookie(AGE_COOKIE, AGE, { ...cookieOptions, maxAge: COOKIE_SECONDS });
    return reply.redirect(localPath(form.get('ziel') ?? '/'), 303);
  });
  server.post('/ansicht', async (request, reply) => {
    const form = formOf(request);
    reply.setCookie(VEIL_COOKIE, form.get('verdeckt') === '1' ? '1' : '0', {
      ...cookieOptions,
      maxAge: COOKIE_SECONDS,
    });
    return reply.redirect(localPath(form.get('ziel') ?? '/'), 303);
  });
  // Going back from the neutral page shows the age gate, not the ads.
  server.get('/verlassen', async (_request, reply) => {
    reply
      .clearCookie(AGE_COOKIE, cookieOptions)
      .header('cache-control', 'no-store')
      .header('clear-site-data', '"cache"');
    return reply.redirect(leaveUrl, 303);
  });

  server.get(
    '/',
    behindGate(async (request, reply) => {
      const [lists, shown] = await Promise.all([
        portal.lists(),
        banners(['a1', 'a2', ...(mayCover(request) ? (['a3'] as const) : [])]),
      ]);
      const search = searchOf(new URL(request.url, 'http://site').searchParams, lists);
      const [list, stories] = await Promise.all([
        loadList(portal, search, now()),
        search.weiter ? [] : storiesOf(portal, search.kanton).catch(withoutThem),
      ]);
      // An expired or invalid cursor: show the first page.
      if (!list && search.weiter) return reply.redirect(listPath({ ...search, weiter: '' }), 303);
      if (!list) throw new PortalAway('the portal refuses its own filters');
      return show(request, reply, 200, {
        kind: 'list',
        ...list,
        stories,
        waysOut: list.count.total === 0 ? await waysOut(portal, search, lists) : [],
        search,
        lists,
        banners: shown,
      });
    }),
  );
  server.get(
    '/merkliste',
    behindGate((request, reply) => show(request, reply, 200, { kind: 'saved', saved: null })),
  );
  // The ids come in the body: no address, log or history of the browser holds them.
  server.post(
    '/merkliste',
    behindGate(async (request, reply) => {
      const asked = (formOf(request).get('ids') ?? '').split(' ').filter((id) => UUID.test(id));
      const ids = [...new Set(asked)].slice(0, SAVED_MAX);
      const ads = await portal.adsById(ids);
      const saved = ids.map((id) => ({ id, ad: ads.find((ad) => ad.id === id) ?? null }));
      return show(request, reply, 200, { kind: 'saved', saved });
    }),
  );
  details(server, { portal, show, behindGate, now, withoutThem });
  reports(server, { portal, show, now, onFailure: options.onFailure });
  server.get(
    '/clubs',
    behindGate(async (request, reply) => {
      const [{ cantons }, shown] = await Promise.all([portal.lists(), banners(['a1'])]);
      const { searchParams } = new URL(request.url, 'http://site');
      const { kanton, weiter } = searchOf(searchParams, { cantons, categories: [] });
      const page = await portal.clubs({ canton: kanton, cursor: weiter }, PER_PAGE);
      if (!page && weiter) return reply.redirect(clubsPath({ kanton }), 303);
      if (!page) throw new PortalAway('the portal refuses its own filters');
      return show(request, reply, 200, {
        kind: 'clubs',
        ...page,
        search: { kanton, weiter },
        cantons,
        banners: shown,
      });
    }),
  );
  server.get(
    '/club/:id',
    behindGate(async (request, reply) => {
      const { id } = request.params as { id: string };
      const club = UUID.test(id) ? await portal.club(id) : null;
      if (!club) return show(request, reply, 404, { kind: 'gone', what: 'club' });
      counts(request, 'club', id, 'view');
      return show(request, reply, 200, { kind: 'club', club });
    }),
  );
  return server;
}
