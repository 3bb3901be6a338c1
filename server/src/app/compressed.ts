import { promisify } from 'node:util';
import { brotliCompress, gzip as gzipCallback, constants as zlib } from 'node:zlib';
import type { FastifyReply } from 'fastify';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCallback);

/** A public text with its compressed forms, computed once. */
export interface Compressed {
  plain: string;
  br: Buffer;
  gzip: Buffer;
}

export async function compressed(plain: string): Promise<Compressed> {
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 9 };
  const [br, gz] = await Promise.all([brotli(plain, { params }), gzip(plain)]);
  return { plain, br, gzip: gz };
}

/** Sends the smallest encoding the request accepts. */
export function sendCompressed(reply: FastifyReply, text: Compressed): FastifyReply {
  const accepted = reply.request.headers['accept-encoding'] ?? '';
  const encoding = (['br', 'gzip'] as const).find((name) =>
    new RegExp(`\\b${name}\\b(?!;\\s*q=0(\\D|$))`).test(accepted),
  );
  reply.header('vary', 'accept-encoding');
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(encoding ? text[encoding] : text.plain);
}
