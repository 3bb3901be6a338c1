import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import { MAX_AGE_SECONDS } from '@samtrot/shared/delivery/rules.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Partner } from '../../partners/service.ts';
import type { CachedResponse } from './cache.ts';

/** An answer that lies ready; the edge writes it without any further work. */
export interface ReadyAnswer {
  readonly status: 200 | 304;
  readonly headers: Readonly<OutgoingHttpHeaders>;
  /** A text is in ASCII. */
  readonly body: Buffer | string | undefined;
}

/** An answer in each form in which it was asked for, while a copy of it may be kept for so many seconds. */
export interface ReadyForms {
  seconds: number;
  plain?: ReadyAnswer;
  zipped?: ReadyAnswer;
  unchanged?: ReadyAnswer;
}

/** How things are named outside. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Websites that accept the same share an answer, and no others do. */
export const questionOf = ({ accepts }: Partner, address: string) => accepts + address;

/** A copy may be kept for a minute, by a cache in between too, but for one key only and never beyond the end of an ad in it. */
export function ready(packed: CachedResponse, asked: IncomingHttpHeaders, now: Date): ReadyAnswer {
  const seconds = Math.max(0, Math.min(MAX_AGE_SECONDS, Math.floor((packed.validUntil - now.getTime()) / 1000)));
  let forms = packed.forms;
  if (forms?.seconds !== seconds) {
    forms = { seconds };
    packed.forms = forms;
  }
  const known = asked['if-none-match'];
  if (known !== undefined && isNamed(packed.etag, known)) {
    forms.unchanged ??= { status: 304, headers: headOf(packed, seconds), body: undefined };
    return forms.unchanged;
  }
  if (GZIP.test(asked['accept-encoding']?.toString() ?? '')) {
    forms.zipped ??= whole(packed, seconds, gzipOf(packed));
    return forms.zipped;
  }
  forms.plain ??= whole(packed, seconds);
  return forms.plain;
}

const headOf = ({ etag }: CachedResponse, seconds: number): OutgoingHttpHeaders => ({
  etag,
  vary: 'Authorization, Accept-Encoding',
  'cache-control': `public, max-age=${seconds}, must-revalidate`,
});

function whole(packed: CachedResponse, seconds: number, zipped?: Buffer): ReadyAnswer {
  const body = zipped ?? packed.body;
  const headers = headOf(packed, seconds);
  if (zipped) headers['content-encoding'] = 'gzip';
  headers['content-type'] = 'application/json; charset=utf-8';
  headers['x-content-type-options'] = 'nosniff';
  headers['content-length'] = body.length;
  return { status: 200, headers, body };
}

const GZIP = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
/** Below this the head is most of the answer. */
const WORTH_ZIPPING = 1_024;
const zipped = new WeakMap<Buffer, Buffer>();

/** Made once for each answer, by the first who can read it. */
function gzipOf({ body }: CachedResponse): Buffer | undefined {
  if (body.length < WORTH_ZIPPING) return undefined;
  let made = zipped.get(body);
  if (!made) {
    made = gzipSync(body);
    zipped.set(body, made);
  }
  return made;
}

export function send(request: FastifyRequest, reply: FastifyReply, packed: CachedResponse, now: Date): FastifyReply {
  const { status, headers, body } = ready(packed, request.headers, now);
  return reply.code(status).headers(headers).send(body);
}

const isNamed = (etag: string, asked: string) =>
  asked === etag || asked === '*' || asked.split(/,\s*/).some((tag) => plain(tag) === plain(etag));

const plain = (tag: string) => tag.trim().replace(/^W\//, '');
