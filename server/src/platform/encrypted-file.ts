import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DataKeys } from './data-key.ts';

const CIPHER = 'aes-256-gcm';
const FORMAT = 1;
const ID_BYTES = 8;
const SALT_BYTES = 16;
const HEADER_BYTES = 1 + ID_BYTES + SALT_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;

type Bytes = AsyncIterable<Buffer>;
/** A stage of a `pipeline`. */
type Stage = (source: Bytes) => AsyncGenerator<Buffer>;

/**
 * Encrypts a file of any length in chunks under a key of its own, bound to `identity`. The nonce
 * counts the chunks and a byte at the end of each marks the last one, so that none can be moved,
 * repeated or cut off.
 */
export const encryptFile = (keys: DataKeys, identity: string): Stage =>
  async function* (source) {
    const salt = randomBytes(SALT_BYTES);
    const { id, key } = keys.fileKey(salt);
    let index = 0;
    const begin = () => createCipheriv(CIPHER, key, nonceOf(index++)).setAAD(bound(identity));
    let cipher = begin();
    let room = CHUNK_BYTES;
    const end = (last: boolean) =>
      Buffer.concat([cipher.update(markOf(last)), cipher.final(), cipher.getAuthTag()]);
    yield Buffer.concat([Buffer.from([FORMAT]), Buffer.from(id, 'hex'), salt]);
    for await (const part of source) {
      for (let at = 0; at < part.length; ) {
        if (room === 0) {
          yield end(false);
          cipher = begin();
          room = CHUNK_BYTES;
        }
        const piece = part.subarray(at, at + room);
        at += piece.length;
        room -= piece.length;
        yield cipher.update(piece);
      }
    }
    yield end(true);
  };

/**
 * The plain bytes. Throws at the first chunk that was changed, moved, cut off or of another file.
 */
export const decryptFile = (keys: DataKeys, identity: string): Stage =>
  async function* (source) {
    const parts = source[Symbol.asyncIterator]();
    const { header, rest } = await readHeader(parts);
    if (header[0] !== FORMAT) throw new Error('not an encrypted file');
    const id = header.subarray(1, 1 + ID_BYTES).toString('hex');
    const { key } = keys.fileKey(header.subarray(1 + ID_BYTES), id);
    const stored = CHUNK_BYTES + 1 + TAG_BYTES;
    for await (const { bytes, index, last } of chunksOf(following(rest, parts), stored)) {
      if (bytes.length < 1 + TAG_BYTES) throw new Error('the encrypted file was cut off');
      const decipher = createDecipheriv(CIPHER, key, nonceOf(index), { authTagLength: TAG_BYTES })
        .setAAD(bound(identity))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const plain = decipher.update(bytes.subarray(0, -TAG_BYTES));
      // Checks the tag: nothing leaves that was not verified.
      decipher.final();
      if (plain.at(-1) !== markOf(last)[0]) throw new Error('the encrypted file was cut off');
      yield plain.subarray(0, -1);
    }
  };

const bound = (identity: string) => Buffer.from(JSON.stringify([FORMAT, identity]));

interface Chunk {
  bytes: Buffer;
  index: number;
  last: boolean;
}

const markOf = (last: boolean) => Buffer.from([Number(last)]);

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

/**
 * The bytes in chunks of this size; only the last one may be shorter, and there is one at least.
 */
async function* chunksOf(source: Bytes, size: number): AsyncGenerator<Chunk> {
  let parts: Buffer[] = [];
  let length = 0;
  let index = 0;
  for await (const part of source) {
    parts.push(part);
    length += part.length;
    if (length <= size) continue;
    let rest = Buffer.concat(parts);
    for (; rest.length > size; rest = rest.subarray(size))
      yield { bytes: rest.subarray(0, size), index: index++, last: false };
    parts = [rest];
    length = rest.length;
  }
  yield { bytes: Buffer.concat(parts), index, last: true };
}

async function readHeader(parts: AsyncIterator<Buffer>): Promise<{ header: Buffer; rest: Buffer }> {
  let read = Buffer.alloc(0);
  while (read.length < HEADER_BYTES) {
    const { done, value } = await parts.next();
    if (done) throw new Error('the encrypted file was cut off');
    read = Buffer.concat([read, value]);
  }
  return { header: read.subarray(0, HEADER_BYTES), rest: read.subarray(HEADER_BYTES) };
}

async function* following(first: Buffer, parts: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (;;) {
    const { done, value } = await parts.next();
    if (done) return;
    yield value;
  }
}
