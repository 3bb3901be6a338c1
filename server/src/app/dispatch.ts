import { randomUUID } from 'node:crypto';
import type { Action, Limit } from '@samtrot/shared/kernel/action.ts';
import { AppError, errors } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Effects, Handler } from '../platform/action.ts';
import { audit } from '../platform/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, isDatabaseAway } from '../platform/db.ts';
import type { Limiter } from '../platform/limits.ts';
import type { Logger } from '../platform/log.ts';
import { limitBody } from './body-limit.ts';
import { sessions } from './session.ts';

interface Deps {
  handlers: readonly Handler[];
  db: Database;
  clock: Clock;
  limiter: Limiter;
  log: Logger;
  config: Config;
}

type Params = Record<string, unknown>;

const DEFAULT_BODY_LIMIT = 64 * 1024;

/** `/api?action=NAME`: turns one request into one call and one reply. The only place that knows success from failure on the wire. */
export function registerApi(server: FastifyInstance, deps: Deps): void {
  const byName = new Map(deps.handlers.map((handler) => [handler.spec.name, handler]));
  const session = sessions(deps.config, deps.db);
  const actionOf = (request: FastifyRequest) => {
    const name = (request.query as Params).action;
    return typeof name === 'string' ? byName.get(name) : undefined;
  };

  const call = async (request: FastifyRequest, reply: FastifyReply) => {
    const handler = actionOf(request);
    if (!handler) throw new AppError('UNKNOWN_ACTION');
    const { spec } = handler;
    if (spec.method !== request.method) {
      reply.header('allow', spec.method);
      throw new AppError('WRONG_METHOD');
    }
    if (spec.method !== 'GET') refuseCrossSite(request, deps.config);
    const params = paramsOf(request);
    const now = deps.clock.now();
    const actor = await session.actorOf(request, now);
    await checkUserId(deps, { spec, actor, params, now });
    for (const limit of spec.limits ?? []) await consume(deps, { spec, limit, actor, params, address: request.ip });

    const effects: Effects = {};
    const output = await handler.run({ db: deps.db, now, actor, effects }, params);
    session.apply(reply, effects);
    return { success: true, ...(output as object) };
  };

  server.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api',
    exposeHeadRoute: false,
    bodyLimit: Math.max(DEFAULT_BODY_LIMIT, ...deps.handlers.map(({ spec }) => spec.bodyLimit ?? 0)) + 1024,
    preParsing: async (request, _reply, payload) =>
      limitBody(request, payload, actionOf(request)?.spec.bodyLimit ?? DEFAULT_BODY_LIMIT),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store, private').header('vary', 'Cookie');
      return call(request, reply);
    },
  });
}

/** Puts every failure into the one shape of the wire. */
export function registerErrors(server: FastifyInstance, { log }: Pick<Deps, 'log'>): void {
  server.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const failure = asAppError(error);
    if (!failure) {
      const reference = randomUUID();
      log.error({ err: error, reference, path: request.url.split('?')[0] }, 'defect');
      return reply.code(500).send({ success: false, code: 'INTERNAL', message: errors.INTERNAL.text, reference });
    }
    const { status } = errors[failure.code];
    if (failure.code === 'UNAVAILABLE') reply.header('retry-after', '2');
    if (failure.extra.retry_after) reply.header('retry-after', String(failure.extra.retry_after));
    return reply.code(status).send({
      success: false,
      code: failure.code,
      message: failure.message,
      ...failure.extra,
      ...(failure.fields ? { errors: failure.fields } : {}),
    });
  });
}

function asAppError(error: Error & { statusCode?: number; code?: string }): AppError | undefined {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) return new AppError('UNAVAILABLE');
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413) return new AppError('TOO_LARGE');
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || error.statusCode === 415)
    return new AppError('WRONG_CONTENT_TYPE');
  if (error.statusCode === 404) return new AppError('NOT_FOUND');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new AppError('MALFORMED');
  return undefined;
}

function paramsOf(request: FastifyRequest): Params {
  const { action: _, ...query } = request.query as Params;
  if (request.method === 'GET' || request.body === undefined || request.body === null) return query;
  if (typeof request.body !== 'object' || Array.isArray(request.body)) throw new AppError('MALFORMED');
  const body = request.body as Params;
  // Both may name the user; whichever contradicts the session is found by checkUserId.
  return { ...query, ...body, ...(query.user_id !== undefined && { user_id: query.user_id }) };
}

/** Identity is never a parameter: `user_id` is compared with the session's and then means nothing. */
async function checkUserId(
  deps: Deps,
  { spec, actor, params, now }: { spec: Action; actor: Actor; params: Params; now: Date },
) {
  const claimed = params.user_id;
  if (claimed === undefined) return;
  if (actor.kind === 'visitor') {
    if (spec.name === 'logout') return;
    throw new AppError('NOT_LOGGED_IN');
  }
  if (String(claimed) === String(actor.userId)) return;
  await deps.db.transaction().execute((db) => audit({ db, now, actor }, 'tamper_suspected', spec.name));
  throw new AppError('WRONG_USER');
}

async function consume(
  { limiter, config }: Deps,
  {
    spec,
    limit,
    actor,
    params,
    address,
  }: { spec: Action; limit: Limit; actor: Actor; params: Params; address: string },
): Promise<void> {
  const bucket = (per: string, key: string, factor = 1) =>
    limiter.consume({ name: `${spec.name}/${per}`, key, attempts: limit.attempts * factor, seconds: limit.seconds });
  if (limit.per === 'address') return bucket('address', network(address), config.limitFactor);
  if (limit.per === 'account') return actor.kind === 'visitor' ? undefined : bucket('account', String(actor.userId));
  const value = params[limit.per.field];
  if (typeof value === 'string') await bucket(limit.per.field, value.trim().toLowerCase().slice(0, 300));
}

/** An IPv6 customer owns a whole /64; it counts as one address. */
const network = (address: string) =>
  address.includes(':') && !address.startsWith('::') ? address.split(':').slice(0, 4).join(':') : address;

/** A browser tells where a request came from; a write from another site is refused. Programs send neither header and carry no cookies of others. */
function refuseCrossSite(request: FastifyRequest, config: Config): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('CROSS_SITE');
  const origin = request.headers.origin;
  if (origin === undefined || origin === new URL(config.publicUrl).origin) return;
  const local = config.mode !== 'production' && /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
  if (!local || new URL(origin).host !== request.headers.host) throw new AppError('CROSS_SITE');
}
