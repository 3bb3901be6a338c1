import { OWN_HEADER } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Config } from './config.ts';

/**
 * A link or a picture is enough for a GET with the cookie, and older browsers do not say where it
 * came from: so it must be a script of our pages. A bearer token is no cookie.
 */
export function requireOwnPage({ headers }: FastifyRequest): void {
  const isOwn =
    headers['sec-fetch-site'] === 'same-origin' ||
    headers[OWN_HEADER] !== undefined ||
    headers.authorization !== undefined;
  if (!isOwn) throw new AppError('CROSS_SITE');
}

/**
 * A browser names the origin of a request; a write from another site is refused. Programs send
 * neither header and carry no cookies of others.
 */
export function refuseCrossSite(request: FastifyRequest, config: Config): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new AppError('CROSS_SITE');
  const origin = request.headers.origin;
  if (origin === undefined || origin === new URL(config.publicUrl).origin) return;
  const local =
    config.mode !== 'production' &&
    /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
  if (!local || new URL(origin).host !== request.headers.host) throw new AppError('CROSS_SITE');
}
