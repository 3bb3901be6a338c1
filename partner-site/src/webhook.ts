import { type Portal, webhookVerifier } from '@samtrot/partner';
import type { FastifyInstance } from 'fastify';

const BODY_LIMIT = 64 * 1024;

interface Options {
  /** None: every webhook message is refused. */
  secret: string | undefined;
  portal: Pick<Portal, 'invalidate' | 'ad'>;
  now(): Date;
}

/**
 * `POST /webhook`: invalidates the cached responses about the changed item, so the next page
 * requests them again, and requests an ad at once. Idempotent: a message may be repeated.
 */
export async function webhook(
  server: FastifyInstance,
  { secret, portal, now }: Options,
): Promise<void> {
  const verify = secret === undefined ? () => null : webhookVerifier(secret);
  await server.register(async (inner) => {
    // The signature covers the bytes as they came.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    inner.post('/webhook', { bodyLimit: BODY_LIMIT }, async ({ headers, body }, reply) => {
      const message = Buffer.isBuffer(body) ? verify(headers, body, now()) : null;
      if (!message) return reply.code(401).send();
      const { list, id } = message.about ?? {};
      // An unknown kind of message clears the whole cache.
      if (list !== 'clubs') portal.invalidate('ads', id);
      if (list !== 'ads') portal.invalidate('clubs', id);
      // Its owner learns now that it has arrived, or has gone, and not with the next visitor.
      if (list === 'ads' && id) void portal.ad(id).catch(() => undefined);
      return reply.code(204).send();
    });
  });
}
