import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../../../platform/etag.ts';
import type { FileStore } from '../ports.ts';
import { rangeOf } from './ranges.ts';

const SANDBOXED = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};
const TYPES: Record<string, string> = { webp: 'image/webp', mp4: 'video/mp4' };

/**
 * Names are content hashes, so browsers cache them for ever; shared caches revalidate after a
 * minute, so that removed content disappears (docs/decisions/0033).
 */
const FOR_ALL = {
  'cache-control': 'public, max-age=31536000, s-maxage=60, immutable',
  'cross-origin-resource-policy': 'cross-origin',
};
const FOR_OWNER = {
  'cache-control': 'private, no-store',
  'cross-origin-resource-policy': 'same-origin',
};

/** Sends a stored file; only what is published may be cached. @throws NOT_FOUND */
export async function serve(
  files: FileStore,
  { name, published }: { name: string; published: boolean },
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
) {
  const size = await files.sizeOf(name);
  if (size === undefined) throw new AppError('NOT_FOUND');
  const etag = `"${name}"`;
  // `If-Range` of another file: send this one completely.
  const same = headers['if-range'] === undefined || headers['if-range'] === etag;
  const known = matchesEtag(headers['if-none-match'], etag);
  const range = method === 'GET' && !known && same ? rangeOf(headers.range, size) : undefined;
  const opened =
    method === 'GET' && !known && range !== 'unsatisfiable'
      ? await files.open(name, range)
      : 'no body';
  if (!opened) throw new AppError('NOT_FOUND');

  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    ...SANDBOXED,
    ...(published ? FOR_ALL : FOR_OWNER),
  });
  if (known) return reply.code(304).send();
  if (range === 'unsatisfiable')
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .send();
  reply.header('content-type', TYPES[name.slice(name.lastIndexOf('.') + 1)]);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : size);
  return opened === 'no body' ? reply.send() : reply.send(opened.stream);
}
