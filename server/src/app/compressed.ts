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
  const encoding = encodingFor(reply);
  return reply.send(encoding ? text[encoding] : text.plain);
}

/** Below that the encoding costs more than it saves. */
const WORTH_CHARACTERS = 1_000;
/** Nearly as small as higher ones, in a fraction of the time. */
const QUICK = 4;

/** Compresses a text that is sent once. */
export async function sendCompressedOnce(reply: FastifyReply, text: string): Promise<FastifyReply> {
  if (text.length < WORTH_CHARACTERS) return reply.send(text);
  switch (encodingFor(reply)) {
    case 'br':
      return reply.send(await brotli(text, { params: { [zlib.BROTLI_PARAM_QUALITY]: QUICK } }));
    case 'gzip':
      return reply.send(await gzip(text, { level: QUICK }));
    default:
      return reply.send(text);
  }
}

/** The best encoding the request accepts, announced in the heads of the answer. */
function encodingFor(reply: FastifyReply): 'br' | 'gzip' | undefined {
  const accepted = reply.request.headers['accept-encoding'] ?? '';
  const encoding = (['br', 'gzip'] as const).find((name) =>
    new RegExp(`\\b${name}\\b(?!;\\s*q=0(\\D|$))`).test(accepted),
  );
  const others = reply.getHeader('vary');
  reply.header('vary', others ? `${others}, accept-encoding` : 'accept-encoding');
  if (encoding) reply.header('content-encoding', encoding);
  return encoding;
}
