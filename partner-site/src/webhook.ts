import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Portal } from './portal.ts';

const PREFIX = 'whsec_';
const TOLERANCE_MS = 5 * 60_000;
const BODY_LIMIT = 64 * 1024;

/**
 * The key within a secret such as `whsec_…`. Refuses a malformed one at the start: otherwise every
 * message would fail unnoticed.
 */
function webhookKey(secret: string): Buffer {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  if (!secret.startsWith(PREFIX) || key.length < 16)
    throw new Error(`WEBHOOK_SECRET must begin with ${PREFIX}`);
  return key;
}

/**
 * Whether the portal has signed exactly this, just now (Standard Webhooks). While a secret changes,
 * a message has two signatures.
 */
function isSigned(key: Buffer, headers: IncomingHttpHeaders, body: Buffer, now: Date): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => String(headers[name] ?? ''),
  ) as [string, string, string];
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > TOLERANCE_MS) return false;
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // All of them are compared, each in the same time.
  const matches = signatures.split(' ').map((given) => {
    const [version, signature = ''] = given.split(',');
    const bytes = Buffer.from(signature, 'base64');
    return version === 'v1' && bytes.length === right.length && timingSafeEqual(bytes, right);
  });
  return matches.includes(true);
}

interface Options {
  /** None: every webhook message is refused. */
  secret: string | undefined;
  portal: Pick<Portal, 'invalidate'>;
  now(): Date;
}

/**
 * `POST /webhook`: invalidates the cached responses about the changed item, so the next page
 * requests them again. Idempotent: a message may be repeated.
 */
export async function webhook(
  server: FastifyInstance,
  { secret, portal, now }: Options,
): Promise<void> {
  const key = secret === undefined ? null : webhookKey(secret);
  await server.register(async (inner) => {
    // The signature covers the bytes as they came.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    inner.post('/webhook', { bodyLimit: BODY_LIMIT }, async ({ headers, body }, reply) => {
      if (!key || !Buffer.isBuffer(body) || !isSigned(key, headers, body, now()))
        return reply.code(401).send();
      const { list, id } = subject(body);
      if (list !== 'clubs') portal.invalidate('ads', id);
      if (list !== 'ads') portal.invalidate('clubs', id);
      return reply.code(204).send();
    });
  });
}

/**
 * What a message is about. An unknown kind of message clears the whole cache.
 */
function subject(body: Buffer): { list?: 'ads' | 'clubs'; id?: string } {
  try {
    const { type, data } = JSON.parse(body.toString()) as {
      type?: unknown;
      data?: { id?: unknown };
    };
    const kind = String(type).split('.')[0];
    if (typeof data?.id !== 'string' || (kind !== 'ad' && kind !== 'club')) return {};
    return { list: kind === 'ad' ? 'ads' : 'clubs', id: data.id };
  } catch {
    return {};
  }
}
