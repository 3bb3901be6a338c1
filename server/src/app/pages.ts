import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { App } from './compose.ts';

/** The built web application. Public pages are HTML of their own; everything else is the one shell. */
export const WEB_DIST = join(import.meta.dirname, '../../../web/dist');

/** Paths that the browser application knows; any other is a 404, with the same shell that shows the 404 page. */
const APP_PATHS =
  /^\/(home|guthaben|inserate|rabota(\/\d+)?|banner|banner_neu|banner_edit\/\d+|clubs|clubs_neu|profil|dashboard\/(kontakt|datenschutz|rechtliches|impressum)|auth\/(login|register|forgot|reset-password)|login)$/;

export async function registerPages(server: FastifyInstance, _app: App): Promise<void> {
  const notFound = () => {
    throw new AppError('NOT_FOUND');
  };
  if (!existsSync(WEB_DIST)) return void server.setNotFoundHandler(notFound);
  const landing = await page('index.html');
  const shell = (await page('app.html')) ?? landing;

  await server.register(fastifyStatic, {
    root: WEB_DIST,
    index: false,
    wildcard: true,
    preCompressed: true,
    setHeaders(reply, path) {
      const immutable = path.includes('/assets/');
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
    },
  });

  server.get('/', (_request, reply) => html(reply, 200, landing));
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!.replace(/(.)\/$/, '$1');
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!wantsPage || path.startsWith('/api')) return notFound();
    return html(reply, APP_PATHS.test(path) ? 200 : 404, shell);
  });
}

type HtmlReply = {
  code(status: number): HtmlReply;
  header(name: string, value: string): HtmlReply;
  send(body: string): unknown;
};

const html = (reply: HtmlReply, status: number, body: string | undefined) =>
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(body ?? '');

const page = (name: string) => readFile(join(WEB_DIST, name), 'utf8').catch(() => undefined);

/** Hashes of the small inline scripts of our own pages (the theme before first paint), so that no other inline script may run. */
export async function scriptHashes(): Promise<string[]> {
  const texts = await Promise.all(['index.html', 'app.html'].map(page));
  const scripts = texts.flatMap((text) =>
    [...(text ?? '').matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, body]) => body!),
  );
  return [...new Set(scripts)].map((body) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`);
}
