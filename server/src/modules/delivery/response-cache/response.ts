import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import { MAX_AGE_SECONDS } from '@samtrot/shared/delivery/rules.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../../../platform/etag.ts';
import type { Partner } from '../../partners/service.ts';
import type { CachedResponse, ReadyResponse } from './cache.ts';

/** The public id of an item. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Websites that accept the same rating share a response, unless one leaves something out. */
export const cacheKey = ({ id, accepts, policyVersion }: Partner, address: string) =>
  policyVersion === 0 ? accepts + address : `${accepts} ${id} ${policyVersion} ${address}`;

/** `max-age` is at most a minute and never exceeds the time until an ad in the response ends. */
export function toResponse(
  response: CachedResponse,
  headers: IncomingHttpHeaders,
  now: Date,
): ReadyResponse {
  const left = Math.floor((response.validUntil - now.getTime()) / 1000);
  const seconds = Math.max(0, Math.min(MAX_AGE_SECONDS, left));
  let { forms } = response;
  if (forms?.seconds !== seconds) {
    forms = { seconds };
    response.forms = forms;
  }
  if (matchesEtag(headers['if-none-match'], response.etag)) {
    forms.notModified ??= {
      status: 304,
      headers: cacheHeaders(response, seconds),
      body: undefined,
    };
    return forms.notModified;
  }
  if (GZIP.test(headers['accept-encoding']?.toString() ?? '')) {
    forms.gzip ??= withBody(response, seconds, gzipped(response));
    return forms.gzip;
  }
  forms.identity ??= withBody(response, seconds);
  return forms.identity;
}

const cacheHeaders = ({ etag }: CachedResponse, seconds: number): OutgoingHttpHeaders => ({
  etag,
  vary: 'Authorization, Accept-Encoding',
  'cache-control': `public, max-age=${seconds}, must-revalidate`,
});

function withBody(response: CachedResponse, seconds: number, gzip?: Buffer): ReadyResponse {
  const body = gzip ?? response.body;
  const headers = cacheHeaders(response, seconds);
  if (gzip) headers['content-encoding'] = 'gzip';
  headers['content-type'] = 'application/json; charset=utf-8';
  headers['x-content-type-options'] = 'nosniff';
  headers['content-length'] = body.length;
  return { status: 200, headers, body };
}

const GZIP = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
/** Below this the headers are most of the response. */
const MIN_GZIP_BYTES = 1_024;
const gzipOf = new WeakMap<Buffer, Buffer>();

/** The compressed body, cached per response; undefined if it is too small. */
function gzipped({ body }: CachedResponse): Buffer | undefined {
  if (body.length < MIN_GZIP_BYTES) return undefined;
  let compressed = gzipOf.get(body);
  if (!compressed) {
    compressed = gzipSync(body);
    gzipOf.set(body, compressed);
  }
  return compressed;
}

export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  now: Date,
): FastifyReply {
  const { status, headers, body } = toResponse(response, request.headers, now);
  return reply.code(status).headers(headers).send(body);
}
