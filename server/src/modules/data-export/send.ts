import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { decryptFile } from '../../platform/encrypted-file.ts';

export interface OpenedExport {
  bytes: number;
  stream: Readable;
  decrypt: ReturnType<typeof decryptFile>;
}

/** Sends a copy as a download, decrypted on the way. */
export const sendZip = (
  reply: FastifyReply,
  { bytes, stream, decrypt }: OpenedExport,
  filename: string,
) =>
  reply
    .headers({
      'content-type': 'application/zip',
      'content-length': bytes,
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'no-store, private',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(plainOf(stream, decrypt));

/** Destroys the stored stream when the reader goes away. */
function plainOf(stream: Readable, decrypt: (source: Readable) => AsyncGenerator<Buffer>) {
  const plain = Readable.from(decrypt(stream), { objectMode: false });
  plain.once('close', () => stream.destroy());
  return plain;
}
