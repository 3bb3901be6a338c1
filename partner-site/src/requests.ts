import type { FastifyReply, FastifyRequest } from 'fastify';
import { AGE_COOKIE } from './cookies.ts';
import type { Page } from './pages.ts';

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const AGE = '18';

export const isAdult = ({ cookies }: FastifyRequest): boolean => cookies[AGE_COOKIE] === AGE;

/** Whether a browser prefetches: a prefetched page may never be seen. */
export const isAhead = ({ headers }: FastifyRequest): boolean =>
  /prefetch|prerender|preview/i.test(
    ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers[name] ?? '').join(' '),
  );

/** Responds with a page. */
export type Show = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  page: Page,
) => Promise<FastifyReply>;

/** A path of this site, whatever was requested: a form must not redirect to another site. */
export function localPath(target: string): string {
  const base = 'http://site.invalid';
  const url = URL.parse(target, base);
  if (!url || url.origin !== base || !/^\/(?![/\\])/.test(target)) return '/';
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search;
}

/** The fields of a posted form. */
export const formOf = (request: FastifyRequest) =>
  request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
