import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { OPEN_DEVELOPMENT_TEXT } from '@samtrot/shared/kernel/open-development.ts';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../platform/loopback.ts';
import type { Config } from './config.ts';

/** Set by proxies: a request that carries one came from another machine. */
const FORWARDED = ['x-forwarded-for', 'forwarded'];
/** What websites frame is part of their pages. */
const FRAMES = '/embed/';
const MARK = 'data-open-development';
const STYLE =
  'position:sticky;top:0;z-index:2147483647;margin:0;padding:1px 8px;background:#ffd54a;color:#241a00;font:600 12px/1.5 system-ui,sans-serif;text-align:center;pointer-events:none';
/** The mark shows also where a page allows no styles of attributes. */
const WARNING = `<p role="note" ${MARK} style="${STYLE}"><mark style="background:none;color:inherit">${OPEN_DEVELOPMENT_TEXT}</mark></p>`;

type Settings = Pick<Config, 'mode' | 'openDevelopment' | 'apiHost'>;

/**
 * Whether a development server has to refuse the request: another name for its address lets any web
 * page read what it shows without a login, and a proxy makes it reachable for others.
 */
export function isMisdirected(headers: IncomingHttpHeaders, config: Settings): boolean {
  if (config.mode !== 'development' || config.openDevelopment) return false;
  if (FORWARDED.some((name) => headers[name] !== undefined)) return true;
  const host = (headers.host ?? '').replace(/:\d*$/, '').toLowerCase();
  return !isLoopback(host) && host !== config.apiHost;
}

/** What only a server in development does with each request. */
export function registerDevelopment(server: FastifyInstance, config: Settings): void {
  server.addHook('onRequest', async ({ headers }) => {
    if (isMisdirected(headers, config)) throw new AppError('MISDIRECTED');
  });
  if (!config.openDevelopment) return;
  server.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const isPage = type.startsWith('text/html') && !request.url.startsWith(FRAMES);
    return isPage && typeof payload === 'string' ? withWarning(payload) : payload;
  });
}

/** The document with the warning as the first thing on its page, once. */
export const withWarning = (document: string): string =>
  document.includes(MARK) ? document : document.replace(/<body[^>]*>/, (tag) => tag + WARNING);
