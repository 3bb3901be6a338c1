import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { KEEP_FACTOR_PATH } from '@samtrot/shared/access/factor-rules.ts';
import { LOGIN_LINK_PATH } from '@samtrot/shared/access/rules.ts';
import { NOT_ME_PATH } from '@samtrot/shared/access/security-rules.ts';
import { isProtected, loginFor } from '@samtrot/shared/access/wanted-page.ts';
import { KEEP_ACCOUNT_PATH, UNDO_EMAIL_PATH } from '@samtrot/shared/accounts/change-rules.ts';
import {
  CONFIRM_NEWSLETTER_PATH,
  UNSUBSCRIBE_PATH,
} from '@samtrot/shared/accounts/newsletter-rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { waitForDatabase } from '../platform/db.ts';
import { escapeHtml, RTA } from '../platform/html.ts';
import type { App } from './compose.ts';
import { type Compressed, compressed, sendCompressed } from './compressed.ts';
import type { Config } from './config.ts';
import { CONSOLE_PATH } from './console-session.ts';
import { withWarning } from './development.ts';
import { livePage } from './live-page.ts';
import { registerReportForm } from './report-form.ts';
import { sessions } from './session.ts';
import { STAFF_PATH } from './staff-session.ts';

const START_MS = 60_000;

/**
 * The built web application: public pages, login pages and the application as separate documents.
 */
const WEB_DIST = join(import.meta.dirname, '../../../web/dist');

/** The public pages, rendered at build time. */
const PUBLIC = {
  '/': 'index.html',
  '/kontakt': 'contact.html',
  '/datenschutz': 'privacy.html',
  '/rechtliches': 'terms.html',
  '/impressum': 'imprint.html',
};
/** The documents of the back office and of the console, also compressed. */
const HIDDEN = /^\/?(betrieb|partner)\.html(\.|$)/;
/** Style sheets and fonts, also compressed. */
const INERT = /\.(css|woff2)(\.(br|gz))?$/;

/** Those that are versions of a text. */
const TEXT_PATHS = ['/datenschutz', '/rechtliches', '/impressum'] as const;
/**
 * The second addresses of the legal pages (PUB-17 to PUB-19); their canonical link names the first.
 */
const ALIASES = {
  '/public/datenschutz': 'privacy.html',
  '/public/rechtliches': 'terms.html',
  '/public/impressum': 'imprint.html',
};
const DOCUMENTS = [
  ...Object.values(PUBLIC),
  ...['report.html', 'reported.html', 'auth.html', 'app.html', 'betrieb.html', 'partner.html'],
];
/** What is reported stands in the address of its form, wherever that was asked for (BOF-55). */
const REPORTED = /^[?&](inserat|club|banner)=([0-9a-f-]{36})(?:&|$)/;

/** The login pages are one document with different heads; those with a description are indexed. */
const LOGIN_PAGES: Record<string, { title: string; description: string | null }> = {
  '/auth/login': {
    title: 'Anmelden',
    description:
      'Melde dich bei Samtrot an, um deine Inserate, dein Guthaben und dein Profil zu verwalten. Nur ab 18 Jahren.',
  },
  '/auth/register': {
    title: 'Registrieren',
    description:
      'Eröffne gratis ein Konto bei Samtrot und gib dein erstes Inserat auf. In einer Minute bereit. Ab 18 Jahren.',
  },
  '/auth/forgot': { title: 'Passwort vergessen', description: null },
  '/auth/reset-password': { title: 'Neues Passwort', description: null },
  [LOGIN_LINK_PATH]: { title: 'Anmeldung per Mail', description: null },
  '/auth/confirm': { title: 'E-Mail-Adresse bestätigen', description: null },
  [KEEP_FACTOR_PATH]: { title: 'Zweiten Schritt behalten', description: null },
  [CONFIRM_NEWSLETTER_PATH]: { title: 'Newsletter bestätigen', description: null },
  [NOT_ME_PATH]: { title: 'Das war ich nicht', description: null },
  [UNSUBSCRIBE_PATH]: { title: 'Newsletter abbestellen', description: null },
  [UNDO_EMAIL_PATH]: { title: 'Das warst nicht du?', description: null },
  [KEEP_ACCOUNT_PATH]: { title: 'Konto behalten', description: null },
};
const INDEXED_LOGIN_PAGES = Object.keys(LOGIN_PAGES).filter(
  (path) => LOGIN_PAGES[path]!.description !== null,
);

export async function registerPages(server: FastifyInstance, app: App): Promise<void> {
  const { config, pool, clock } = app;
  if (!existsSync(WEB_DIST)) {
    // Without built pages an unknown address still fails in the wire format.
    server.setNotFoundHandler(() => {
      throw new AppError('NOT_FOUND');
    });
    return;
  }
  const read = async (name: string) => {
    const document = filled((await page(name)) ?? '', config);
    return config.openDevelopment ? withWarning(document) : document;
  };
  const auth = await read('auth.html');
  const application = await read('app.html');
  const shell = compressed(application);
  const missing = compressed(withoutFrame(application));
  // A start waits for its database.
  const opened = (document: string) =>
    waitForDatabase(() => livePage(app, document), {
      timeoutMs: START_MS,
      onWait: (error) => app.log.warn({ err: error }, 'the database is not there yet'),
    });
  const loginPages = new Map<string, () => Promise<Compressed>>();
  for (const [path, head] of Object.entries(LOGIN_PAGES)) {
    loginPages.set(path, await opened(withHead(auth, { path, ...head })));
  }
  const session = sessions(config, pool);
  const isVisitor = async (request: FastifyRequest) =>
    session.actorOf(request, clock.now()).then(
      (actor) => actor.kind === 'visitor',
      // The page itself then reports the outage.
      () => undefined,
    );

  await server.register(fastifyStatic, {
    root: WEB_DIST,
    index: false,
    wildcard: true,
    preCompressed: true,
    // They are found under the addresses of their pages alone, which are not open to everybody.
    allowedPath: (path) => !HIDDEN.test(path),
    setHeaders(reply, path) {
      reply.header('cache-control', lifetimeOf(path));
      // They run nothing and load nothing; a policy weighs as much as a small one of them.
      if (INERT.test(path)) reply.removeHeader('content-security-policy');
    },
  });

  const publicPages = { ...PUBLIC, ...ALIASES };
  for (const [path, name] of Object.entries(publicPages)) {
    const page = await opened(await read(name));
    server.get(path, async (request, reply) => {
      const [, thing, id] =
        path === '/kontakt' ? (REPORTED.exec(request.url.slice(path.length)) ?? []) : [];
      return id ? away(reply, `/melden/${thing}/${id}`) : html(reply, 200, await page());
    });
  }
  registerVersions(server, app, { read, missing });
  const [form, done] = [await read('report.html'), await read('reported.html')];
  registerReportForm(server, app, { form, done });
  const house = compressed(await read('betrieb.html'));
  for (const path of [STAFF_PATH, `${STAFF_PATH}/*`])
    server.get(path, (_request, reply) =>
      html(reply.header('x-robots-tag', 'noindex'), 200, house),
    );
  const desk = compressed(await read('partner.html'));
  // One segment: what is below `/partner/v1` is no page.
  for (const path of [CONSOLE_PATH, `${CONSOLE_PATH}/`, `${CONSOLE_PATH}/:page`])
    server.get(path, (_request, reply) => {
      reply.header('x-robots-tag', 'noindex');
      // It shows the list of ads as websites frame it.
      const policy = `${reply.getHeader('content-security-policy')};frame-src 'self'`;
      return html(reply.header('content-security-policy', policy), 200, desk);
    });
  // Her pages, read by the house.
  for (const path of [`${STAFF_PATH}/ansicht/:id`, `${STAFF_PATH}/ansicht/:id/*`])
    server.get(path, (_request, reply) =>
      html(reply.header('x-robots-tag', 'noindex'), 200, shell),
    );
  registerCrawlerFiles(server, config);
  registerManifest(server, config);
  server.get('/login', (_request, reply) => reply.redirect('/auth/login'));
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!.replace(/(.)\/$/, '$1');
    // Clients that accept anything get existing pages. Others fail, such as a missing script, which
    // must not redirect home.
    const exists = path in publicPages || loginPages.has(path) || isProtected(path);
    const taken = exists ? /text\/html|\*\/\*/ : /text\/html/;
    const wantsPage =
      ['GET', 'HEAD'].includes(request.method) && taken.test(request.headers.accept ?? '*/*');
    if (!wantsPage || path.startsWith('/api')) throw new AppError('NOT_FOUND');
    if (path !== '/' && path in publicPages) return away(reply, path);
    if (!INDEXED_LOGIN_PAGES.includes(path)) reply.header('x-robots-tag', 'noindex');
    const loginPage = loginPages.get(path);
    if (loginPage) return html(reply, 200, await loginPage());
    const visitor = await isVisitor(request);
    if (isProtected(path))
      return visitor ? away(reply, loginFor(request.url)) : html(reply, 200, shell);
    // An unknown path: the 404 page for visitors, a redirect home when logged in (PUB-21, PUB-24).
    return visitor === false ? away(reply, '/home') : html(reply, 404, missing);
  });
}

/**
 * Earlier and coming versions of the texts, at the address of their page with their number
 * (BOF-128).
 */
function registerVersions(
  server: FastifyInstance,
  app: App,
  { read, missing }: { read: (name: string) => Promise<string>; missing: Compressed },
): void {
  for (const path of TEXT_PATHS) {
    const known = new Map<number, () => Promise<Compressed>>();
    server.get<{ Params: { number: string } }>(`${path}/:number`, async (request, reply) => {
      reply.header('x-robots-tag', 'noindex');
      const { number } = request.params;
      try {
        if (!/^[1-9]\d{0,5}$/.test(number)) throw new AppError('NOT_FOUND');
        const version = Number(number);
        const page = known.get(version) ?? (await livePage(app, await read(PUBLIC[path]), version));
        known.set(version, page);
        return await html(reply, 200, await page());
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_FOUND')
          return html(reply, 404, missing);
        throw error;
      }
    });
  }
}

/** Not cached: the same path responds differently after a login. */
const away = (reply: FastifyReply, to: string) =>
  reply.header('cache-control', 'no-store').redirect(to);

function html(reply: FastifyReply, status: number, page: Compressed) {
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('rating', RTA);
  return sendCompressed(reply, page);
}

function lifetimeOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  // A browser asks for a new worker at each visit.
  return /\/service-worker\.js(\.\w+)?$/.test(path) ? 'no-cache' : 'public, max-age=300';
}

/** How the dashboard is installed (EXP-114). Its colours are those of `app.html`. */
function registerManifest(server: FastifyInstance, { appName, appIcon }: Config): void {
  const [icon, drawing] = appIcon === 'mark' ? ['app', 'favicon'] : ['notizen', 'notizen'];
  const image = { type: 'image/png', purpose: 'any' };
  const manifest = JSON.stringify({
    id: '/home',
    name: appName,
    short_name: appName,
    lang: 'de-CH',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    background_color: '#faf7f6',
    theme_color: '#faf7f6',
    icons: [
      { src: `/${drawing}.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: `/${icon}-192.png`, sizes: '192x192', ...image },
      { src: `/${icon}-512.png`, sizes: '512x512', ...image },
      { src: `/${icon}-512.png`, sizes: '512x512', ...image, purpose: 'maskable' },
    ],
  });
  server.get('/app.webmanifest', (_request, reply) =>
    reply
      .header('content-type', 'application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(manifest),
  );
}

/** robots.txt and the sitemap; pages behind the login also have `noindex`. */
function registerCrawlerFiles(server: FastifyInstance, { publicUrl }: Config): void {
  const pages = [...Object.keys(PUBLIC), ...INDEXED_LOGIN_PAGES];
  const robots = [
    'User-agent: *',
    ...['/api', '/token-api', '/dev/', '/media/'].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map((path) => `  <url><loc>${escapeHtml(publicUrl + path)}</loc></url>`).join('\n')}
</urlset>
`;
  const file = (reply: FastifyReply, type: string, body: string) =>
    reply.header('content-type', type).header('cache-control', 'public, max-age=3600').send(body);
  server.get('/robots.txt', (_request, reply) => file(reply, 'text/plain; charset=utf-8', robots));
  server.get('/sitemap.xml', (_request, reply) =>
    file(reply, 'application/xml; charset=utf-8', sitemap),
  );
}

/** Replaces the placeholders for origin and operator; inserted values are not expanded again. */
function filled(document: string, { publicUrl, operator }: Config): string {
  const values: Record<string, string> = {
    '%PUBLIC_URL%': escapeHtml(publicUrl),
    '%OPERATOR_EMAIL%': escapeHtml(operator.email),
  };
  return document.replace(/%(?:PUBLIC_URL|OPERATOR_EMAIL)%/g, (place) => values[place]!);
}

const withHead = (
  document: string,
  head: { path: string; title: string; description: string | null },
) =>
  document
    .replace('%TITLE%', escapeHtml(head.title))
    .replace('%DESCRIPTION%', escapeHtml(head.description ?? ''))
    .replace('%PATH%', head.path);

/** The application without the frame of the dashboard, which a visitor's 404 page does not have. */
const withoutFrame = (document: string) =>
  document.replace(/(<div id="root">)[\s\S]*(<\/div>\s*<(?:link|script))/, '$1$2');

const page = (name: string) => readFile(join(WEB_DIST, name), 'utf8').catch(() => undefined);

/** Hashes of the pages' inline scripts (the theme before first paint), so that no others run. */
export async function scriptHashes(): Promise<string[]> {
  const texts = await Promise.all(DOCUMENTS.map(page));
  const scripts = texts.flatMap((text) =>
    [...(text ?? '').matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, body]) => body!),
  );
  return [...new Set(scripts)].map(
    (body) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`,
  );
}
