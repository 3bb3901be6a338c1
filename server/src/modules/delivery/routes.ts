import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { adsQuery } from '@samtrot/shared/delivery/contract.ts';
import { CALLS_PER_MINUTE, MAX_AGE_SECONDS } from '@samtrot/shared/delivery/rules.ts';
import { AppError, type FieldErrors, invalid } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import { listen } from '../../platform/listen.ts';
import type { Logger } from '../../platform/log.ts';
import { keyMemory, type Partner } from '../partners/service.ts';
import { answerCache, type Packed, pack } from './cache.ts';
import { delivery } from './service.ts';

interface Deps {
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  publicUrl: string;
  secret: string;
  limitFactor: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An answer that lies ready; the edge writes it without any further work. */
export interface ReadyAnswer {
  status: 200 | 304;
  headers: OutgoingHttpHeaders;
  body: Buffer | undefined;
}

export interface DeliveryEdge {
  routes: FastifyPluginAsync;
  /** The answer to a frequent question of a known website, if it is in memory; all else goes through `routes`. */
  fromMemory(request: IncomingMessage): ReadyAnswer | undefined;
}

/** `/partner/v1`: what partner websites read, each with its own key. */
export function deliveryEdge({ db, pool, clock, log, publicUrl, secret, limitFactor }: Deps): DeliveryEdge {
  const source = delivery({ db, publicUrl, secret });
  const cache = answerCache();
  const keys = keyMemory(db);
  const count = callCounter(CALLS_PER_MINUTE * limitFactor);

  const partnerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Partner> => {
    const key = keyOf(request.headers);
    const partner = keys.known(key) ?? (await keys.ask(key));
    if (!partner) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('KEY_REFUSED');
    }
    const wait = count(partner.id);
    if (wait > 0) throw new AppError('TOO_MANY_ATTEMPTS', { params: { seconds: wait }, extra: { retry_after: wait } });
    return partner;
  };

  const fromMemory = (request: IncomingMessage): ReadyAnswer | undefined => {
    if (request.method !== 'GET' || !request.url?.startsWith('/partner/v1/ads')) return undefined;
    const partner = keys.known(keyOf(request.headers));
    if (!partner) return undefined;
    const now = clock.now();
    const kept = cache.get(questionOf(partner, request.url), now);
    if (!kept || count(partner.id) > 0) return undefined;
    return ready(kept, request.headers['if-none-match'], now);
  };

  const routes: FastifyPluginAsync = async (server) => {
    const notices = listen({
      ...{ pool, channel: 'delivery', log },
      onNotice: (about) => (about === 'website' ? keys.forget() : cache.clear()),
      onTrust(heard) {
        keys.forget();
        cache.trust(heard);
      },
    });
    server.addHook('onClose', () => notices.stop());
    // Errors of these routes, too, belong to the one who asked with this key.
    server.addHook('onRequest', async (_request, reply) => {
      reply.header('vary', 'Authorization').header('cache-control', 'private, no-store');
    });

    server.get('/partner/v1/ads', async (request, reply) => {
      const partner = await partnerOf(request, reply);
      const now = clock.now();
      const question = questionOf(partner, request.raw.url!);
      const kept = cache.get(question, now);
      if (kept) return send(request, reply, kept, now);
      const query = parseQuery(request.query as Record<string, unknown>);
      const packed = query.since
        ? pack(await source.ads(query, partner.accepts, now))
        : await cache.load(question, async () => pack(await source.ads(query, partner.accepts, clock.now())));
      return send(request, reply, packed, now);
    });

    server.get('/partner/v1/ads/:id', async (request, reply) => {
      const partner = await partnerOf(request, reply);
      const now = clock.now();
      const { id } = request.params as { id: string };
      if (!UUID.test(id)) throw new AppError('NOT_FOUND');
      const question = questionOf(partner, `/partner/v1/ads/${id}`);
      const packed =
        cache.get(question, now) ??
        (await cache.load(question, async () => {
          const found = await source.ad(id, partner.accepts, clock.now());
          if (!found) throw new AppError('NOT_FOUND');
          return pack(found);
        }));
      return send(request, reply, packed, now);
    });

    server.get('/partner/v1/lists', async (request, reply) => {
      await partnerOf(request, reply);
      const now = clock.now();
      const packed = pack({ answer: await source.lists(), validUntil: now.getTime() + MAX_AGE_SECONDS * 1000 });
      return send(request, reply, packed, now);
    });
  };

  return { routes, fromMemory };
}

const keyOf = ({ authorization = '' }: IncomingHttpHeaders) =>
  authorization.startsWith('Bearer ') ? authorization.slice(7).trim() : '';

/** Websites that accept the same share an answer, and no others do. */
const questionOf = ({ accepts }: Partner, address: string) => accepts + address;

/** A copy may be kept for a minute, but never beyond the end of an ad in it. */
function ready({ body, etag, validUntil }: Packed, asked: string | undefined, now: Date): ReadyAnswer {
  const seconds = Math.max(0, Math.min(MAX_AGE_SECONDS, Math.floor((validUntil - now.getTime()) / 1000)));
  const headers: OutgoingHttpHeaders = {
    etag,
    vary: 'Authorization',
    'cache-control': `private, max-age=${seconds}, must-revalidate`,
    'x-content-type-options': 'nosniff',
  };
  if (asked !== undefined && isNamed(etag, asked)) return { status: 304, headers, body: undefined };
  headers['content-type'] = 'application/json; charset=utf-8';
  headers['content-length'] = body.length;
  return { status: 200, headers, body };
}

function send(request: FastifyRequest, reply: FastifyReply, packed: Packed, now: Date): FastifyReply {
  const { status, headers, body } = ready(packed, request.headers['if-none-match'], now);
  return reply.code(status).headers(headers).send(body);
}

const isNamed = (etag: string, asked: string) =>
  asked === etag || asked === '*' || asked.split(/,\s*/).some((tag) => plain(tag) === plain(etag));

const plain = (tag: string) => tag.trim().replace(/^W\//, '');

function parseQuery(query: Record<string, unknown>) {
  const fields: FieldErrors = {};
  const known = Object.keys(adsQuery.shape).filter((name) => query[name] !== undefined);
  for (const name of known) if (Array.isArray(query[name])) fields[name] = fieldTexts.format;
  const result = adsQuery.safeParse(query);
  if (result.success && Object.keys(fields).length === 0) return result.data;
  for (const issue of result.error?.issues ?? []) fields[String(issue.path[0] ?? '')] ??= issue.message;
  throw invalid(fields);
}

/** Seconds to wait, or 0. Counted in memory for each minute: generous, and only against a loop that has gone wild. */
function callCounter(perMinute: number): (id: number) => number {
  const calls = new Map<number, number>();
  let minute = 0;
  return (id) => {
    const at = performance.now();
    const current = Math.floor(at / 60_000);
    if (current !== minute) {
      minute = current;
      calls.clear();
    }
    const count = (calls.get(id) ?? 0) + 1;
    calls.set(id, count);
    return count <= perMinute ? 0 : Math.ceil(((current + 1) * 60_000 - at) / 1000);
  };
}
