import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import cookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import type { ListsAnswer } from '@samtrot/shared/delivery/contract.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Frame, listPath, type Page, type Search } from './pages.ts';
import { type Portal, PortalAway } from './portal.ts';

export interface SiteOptions {
  portal: Portal;
  /** Origin of the portal in the visitor's browser: pictures and videos come from there. */
  portalPublicUrl: string;
  render(page: Page, frame: Frame): string;
  /** Folder of the built style sheet and fonts; none in tests. */
  assets?: string;
  stylesheet: string;
  /** Where "Seite verlassen" leads: something anybody may have on the screen. */
  leaveUrl: string;
  /** Only over https. */
  secureCookies: boolean;
  onFailure(error: unknown): void;
}

const PER_PAGE = 24;
const AGE_COOKIE = 'alter';
const VEIL_COOKIE = 'verdeckt';
const AGE_SECONDS = 24 * 3600;
const RTA = 'RTA-5042-1996-1400-1577-RTA';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const compress = promisify(gzip);

/** The website as an HTTP server: age gate, list, ad, and what happens when something is missing. */
export async function createSite(options: SiteOptions): Promise<FastifyInstance> {
  const { portal, portalPublicUrl, leaveUrl, secureCookies } = options;
  const server = Fastify({ logger: false, requestTimeout: 15_000, bodyLimit: 4096 });
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure: secureCookies };
  await server.register(cookie);
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );

  const media = new URL(portalPublicUrl).origin;
  const headers = {
    'content-security-policy': `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data: ${media}; media-src ${media}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    rating: RTA,
    'x-robots-tag': 'noindex, noai, noimageai',
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
        reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      },
    });
  }

  const show = async (request: FastifyRequest, reply: FastifyReply, status: number, page: Page) => {
    const frame: Frame = {
      stylesheet: options.stylesheet,
      portalPublicUrl,
      rating: RTA,
      path: request.url,
      veiled: request.cookies[VEIL_COOKIE] === '1',
    };
    const html = `<!doctype html>${options.render(page, frame)}`;
    // A shared computer must not show a page again that needed the confirmation.
    reply.code(status).header('content-type', 'text/html; charset=utf-8').header('cache-control', 'private, no-store');
    reply.header('vary', 'Cookie, Accept-Encoding');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html);
    return reply.header('content-encoding', 'gzip').send(await compress(html));
  };
  const behindGate =
    (handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) =>
      request.cookies[AGE_COOKIE] === '18'
        ? handler(request, reply)
        : show(request, reply, 200, { kind: 'gate', target: localPath(request.url) });

  server.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof PortalAway) {
      options.onFailure(error);
      reply.header('retry-after', '10');
      return show(request, reply, 503, { kind: 'away' });
    }
    if (error.statusCode && error.statusCode < 500) return show(request, reply, error.statusCode, { kind: 'missing' });
    options.onFailure(error);
    return show(request, reply, 500, { kind: 'away' });
  });
  server.setNotFoundHandler((request, reply) => show(request, reply, 404, { kind: 'missing' }));

  server.get('/healthz', async () => ({ ok: true }));
  server.get('/robots.txt', async (_request, reply) => reply.type('text/plain').send('User-agent: *\nDisallow: /\n'));
  server.get('/nutzungsbedingungen', (request, reply) => show(request, reply, 200, { kind: 'terms' }));

  server.post('/alter', async (request, reply) => {
    const form = formOf(request);
    reply.setCookie(AGE_COOKIE, '18', { ...cookieOptions, maxAge: AGE_SECONDS });
    return reply.redirect(localPath(form.get('ziel') ?? '/'), 303);
  });
  server.post('/ansicht', async (request, reply) => {
    const form = formOf(request);
    reply.setCookie(VEIL_COOKIE, form.get('verdeckt') === '1' ? '1' : '0', { ...cookieOptions, maxAge: AGE_SECONDS });
    return reply.redirect(localPath(form.get('ziel') ?? '/'), 303);
  });
  // Going back from the neutral page meets the age gate, not the ads.
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
      const lists = await portal.lists();
      const search = searchOf(new URL(request.url, 'http://site').searchParams, lists);
      const page = await portal.ads(
        { canton: search.kanton, category: search.kategorie, q: search.suche, cursor: search.weiter },
        PER_PAGE,
      );
      // A cursor from yesterday, or made up: begin at the top.
      if (!page && search.weiter) return reply.redirect(listPath({ ...search, weiter: '' }), 303);
      if (!page) throw new PortalAway('the portal refuses its own filters');
      return show(request, reply, 200, { kind: 'list', ...page, search, lists });
    }),
  );
  server.get(
    '/inserat/:id',
    behindGate(async (request, reply) => {
      const { id } = request.params as { id: string };
      const ad = UUID.test(id) ? await portal.ad(id) : null;
      return ad ? show(request, reply, 200, { kind: 'detail', ad }) : show(request, reply, 404, { kind: 'gone' });
    }),
  );
  server.get(
    '/story/:id',
    behindGate(async (request, reply) => {
      const { id } = request.params as { id: string };
      const ad = UUID.test(id) ? await portal.ad(id) : null;
      if (!ad) return show(request, reply, 404, { kind: 'gone' });
      const { story } = ad;
      // Over since the list was read; the ad goes on.
      if (!story) return reply.redirect(`/inserat/${id}`, 303);
      return show(request, reply, 200, { kind: 'story', ad: { ...ad, story } });
    }),
  );
  return server;
}

/** What the address asks for; a value that does not exist counts as none. */
function searchOf(query: URLSearchParams, lists: ListsAnswer): Search {
  const one = (name: string) => query.get(name) ?? '';
  const [kanton, kategorie] = [one('kanton'), one('kategorie')];
  return {
    kanton: lists.cantons.some(({ id }) => id === kanton) ? kanton : '',
    kategorie: lists.categories.some(({ id }) => String(id) === kategorie) ? kategorie : '',
    suche: [...one('suche').replace(/\p{C}/gu, ' ').trim()].slice(0, 80).join(''),
    weiter: /^[\w-]{16,400}$/.test(one('weiter')) ? one('weiter') : '',
  };
}

const formOf = (request: FastifyRequest) =>
  request.body instanceof URLSearchParams ? request.body : new URLSearchParams();

/** A path of this site, whatever was asked for: a form must not send anybody elsewhere. */
function localPath(target: string): string {
  const base = 'http://site.invalid';
  const url = URL.parse(target, base);
  if (!url || url.origin !== base || !/^\/(?![/\\])/.test(target)) return '/';
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search;
}
