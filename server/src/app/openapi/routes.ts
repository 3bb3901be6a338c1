import type { FastifyInstance } from 'fastify';
import { sha256Hex } from '../../platform/crypto.ts';
import type { JsonObject } from '../../platform/describe.ts';
import { matchesEtag } from '../../platform/etag.ts';
import type { App } from '../compose.ts';
import { type Compressed, compressed, sendCompressed } from '../compressed.ts';
import { apiDocument, DOCUMENT_PATH, partnerDocument } from './document.ts';

interface Served {
  etag: string;
  body: Compressed;
}

/** Serves the API description, built on the first request. */
export function registerOpenApi(server: FastifyInstance, { handlers, config }: App): void {
  let document: JsonObject | undefined;
  const whole = () => {
    document ??= apiDocument(handlers);
    return document;
  };
  const documents = {
    [DOCUMENT_PATH]: whole,
    '/partner/v1/openapi.json': () => partnerDocument(whole(), config.publicUrl),
  };
  for (const [path, build] of Object.entries(documents)) {
    let served: Served | undefined;
    server.get(path, async (request, reply) => {
      served ??= prepare(build());
      const { etag, body } = served;
      reply.headers({ etag, 'cache-control': 'public, max-age=300', 'x-robots-tag': 'noindex' });
      if (matchesEtag(request.headers['if-none-match'], etag))
        return reply.code(304).header('vary', 'accept-encoding').send();
      return sendCompressed(reply.header('content-type', 'application/json; charset=utf-8'), body);
    });
  }
}

/** The ETag is weak, because it is the same for every encoding. */
function prepare(document: JsonObject): Served {
  const text = JSON.stringify(document);
  return { etag: `W/"${sha256Hex(text).slice(0, 32)}"`, body: compressed(text) };
}
