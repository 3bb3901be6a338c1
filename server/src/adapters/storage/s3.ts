import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FileStore } from '../../modules/media/ports.ts';
import type { S3Settings } from '../../platform/storage-settings.ts';
import { checkName, isName } from './names.ts';

const CONNECT_MS = 3_000;
/** Until an answer begins. */
const ANSWER_MS = 30_000;
/** For a whole file on its way there. */
const SEND_MS = 10 * 60_000;
/** Longer than a reader may pause, which the edge cuts off after a minute. */
const SILENCE_MS = 90_000;
const ATTEMPTS = 4;

const nothing = () => {};
/** What the library writes to the console; every failure comes as an error too. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

type Sdk = typeof import('@aws-sdk/client-s3');

/** Files in a bucket. It is private: whoever may see a file gets it through the server. */
export function s3Storage({ bucket, prefix, ...settings }: S3Settings, { pageSize = 1000 } = {}): FileStore {
  let connected: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${checkName(name)}` });

  /** Whoever keeps files on the disk never loads the library. */
  async function ask<T>(what: string, work: (sdk: Sdk, client: S3Client) => Promise<T>): Promise<T> {
    connected ??= connect(settings);
    const { sdk, client } = await connected;
    try {
      return await work(sdk, client);
    } catch (error) {
      throw told(what, error);
    }
  }

  async function sizeOf(name: string): Promise<number | undefined> {
    const where = at(name);
    const head = await unlessMissing(ask('head', (sdk, client) => client.send(new sdk.HeadObjectCommand(where))));
    return head && (head.ContentLength ?? 0);
  }

  async function open(name: string, range?: { start: number; end: number }) {
    const where = { ...at(name), ...(range && { Range: `bytes=${range.start}-${range.end}` }) };
    const found = await unlessMissing(ask('get', (sdk, client) => client.send(new sdk.GetObjectCommand(where))));
    if (!found) return undefined;
    const size = found.ContentRange ? Number(found.ContentRange.split('/')[1]) : found.ContentLength;
    return { size: size ?? 0, stream: found.Body as Readable };
  }

  return {
    async put(name, bytes) {
      const where = at(name);
      if ((await sizeOf(name)) !== undefined) return;
      await ask('put', (sdk, client) =>
        client.send(new sdk.PutObjectCommand({ ...where, Body: bytes, ContentLength: bytes.length })),
      );
    },

    async putFile(name, path) {
      const where = at(name);
      const { size } = await stat(path);
      if ((await sizeOf(name)) === undefined) {
        // The library does not send a stream again; each attempt reads the file anew.
        await patiently(() => {
          const body = createReadStream(path);
          const send = ask('put', (sdk, client) =>
            client.send(new sdk.PutObjectCommand({ ...where, Body: body, ContentLength: size }), {
              requestTimeout: SEND_MS,
            }),
          );
          return send.finally(() => body.destroy());
        });
      }
      await rm(path, { force: true });
    },

    async get(name) {
      const opened = await open(name);
      if (!opened) return undefined;
      const parts: Buffer[] = [];
      for await (const part of opened.stream) parts.push(part as Buffer);
      return Buffer.concat(parts);
    },

    sizeOf,
    open,

    async remove(name) {
      const where = at(name);
      await unlessMissing(ask('delete', (sdk, client) => client.send(new sdk.DeleteObjectCommand(where))));
    },

    async *names() {
      let token: string | undefined;
      do {
        const query = { Bucket: bucket, Prefix: prefix, Delimiter: '/', MaxKeys: pageSize, ContinuationToken: token };
        const page = await ask('list', (sdk, client) => client.send(new sdk.ListObjectsV2Command(query)));
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const name = Key.slice(prefix.length);
          // Whatever else lies in the bucket is somebody else's.
          if (isName(name) && LastModified) yield { name, storedAt: LastModified };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },

    room: async () => null,

    async ready() {
      await ask('head', (sdk, client) => client.send(new sdk.HeadBucketCommand({ Bucket: bucket })));
    },
  };
}

async function connect({ endpoint, region, accessKey, secretKey }: Omit<S3Settings, 'bucket' | 'prefix'>) {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    ...{ endpoint, region, forcePathStyle: true, maxAttempts: ATTEMPTS, logger: SILENT },
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Sums that only one provider knows; the transport and the hash in the name guard the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      ...{ connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, socketTimeout: SILENCE_MS },
      throwOnRequestTimeout: true,
    },
  });
  return { sdk, client };
}

class Missing extends Error {}

interface S3Failure {
  name: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** In words of our own: what the library throws holds the request with its keys. */
function told(what: string, error: unknown): Error {
  const { name, code, $metadata } = error as S3Failure;
  const status = $metadata?.httpStatusCode;
  const words = `S3 ${what}: ${name}${code ? ` ${code}` : ''}${status ? ` (${status})` : ''}`;
  if (status === 404 && name !== 'NoSuchBucket') return new Missing(words);
  if (status === 507 || /StorageFull|QuotaExceeded/.test(name))
    return Object.assign(new Error(words), { code: 'ENOSPC' });
  const passing = status === undefined || status >= 500 || status === 429;
  return passing ? Object.assign(new AppError('UNAVAILABLE'), { cause: new Error(words) }) : new Error(words);
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Missing) return undefined;
    throw error;
  }
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof AppError)) throw error;
      await pause(100 * 2 ** attempt);
    }
  }
}
