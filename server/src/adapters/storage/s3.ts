import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FileStore } from '../../modules/media/ports.ts';
import { checkName, isName } from './names.ts';
import type { S3Settings } from './settings.ts';

const CONNECT_MS = 3_000;
/** Until the response starts. */
const RESPONSE_MS = 30_000;
/** For a complete upload. */
const UPLOAD_MS = 10 * 60_000;
/** Longer than the server's timeout for a slow reader. */
const IDLE_MS = 90_000;
const ATTEMPTS = 4;

const nothing = () => {};
/** The library logs what it also throws. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

type Sdk = typeof import('@aws-sdk/client-s3');

/** Files in a private bucket; the server decides who reads them. */
export function s3Storage(
  { bucket, prefix, ...settings }: S3Settings,
  { pageSize = 1000 } = {},
): FileStore {
  let connected: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${checkName(name)}` });

  /** Loads the library on first use, so never for files on the disk. */
  async function call<T>(
    what: string,
    work: (sdk: Sdk, client: S3Client) => Promise<T>,
  ): Promise<T> {
    connected ??= connect(settings);
    const { sdk, client } = await connected;
    try {
      return await work(sdk, client);
    } catch (error) {
      throw toError(what, error);
    }
  }

  async function sizeOf(name: string): Promise<number | undefined> {
    const where = at(name);
    const head = await unlessMissing(
      call('head', (sdk, client) => client.send(new sdk.HeadObjectCommand(where))),
    );
    return head && (head.ContentLength ?? 0);
  }

  async function open(name: string, range?: { start: number; end: number }) {
    const where = { ...at(name), ...(range && { Range: `bytes=${range.start}-${range.end}` }) };
    const found = await unlessMissing(
      call('get', (sdk, client) => client.send(new sdk.GetObjectCommand(where))),
    );
    if (!found) return undefined;
    const size = found.ContentRange
      ? Number(found.ContentRange.split('/')[1])
      : found.ContentLength;
    return { size: size ?? 0, stream: found.Body as Readable };
  }

  return {
    async put(name, bytes) {
      const where = at(name);
      if ((await sizeOf(name)) !== undefined) return;
      await call('put', (sdk, client) =>
        client.send(
          new sdk.PutObjectCommand({ ...where, Body: bytes, ContentLength: bytes.length }),
        ),
      );
    },

    async putFile(name, path) {
      const where = at(name);
      const { size } = await stat(path);
      if ((await sizeOf(name)) === undefined) {
        // The library does not retry streams; each attempt opens the file again.
        await withRetries(() => {
          const body = createReadStream(path);
          const send = call('put', (sdk, client) =>
            client.send(new sdk.PutObjectCommand({ ...where, Body: body, ContentLength: size }), {
              requestTimeout: UPLOAD_MS,
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
      await unlessMissing(
        call('delete', (sdk, client) => client.send(new sdk.DeleteObjectCommand(where))),
      );
    },

    async *names() {
      let token: string | undefined;
      do {
        const query = {
          Bucket: bucket,
          Prefix: prefix,
          Delimiter: '/',
          MaxKeys: pageSize,
          ContinuationToken: token,
        };
        const page = await call('list', (sdk, client) =>
          client.send(new sdk.ListObjectsV2Command(query)),
        );
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const name = Key.slice(prefix.length);
          // Other objects of the bucket belong to other applications.
          if (isName(name) && LastModified) yield { name, storedAt: LastModified };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },

    room: async () => null,

    async ready() {
      await call('head', (sdk, client) =>
        client.send(new sdk.HeadBucketCommand({ Bucket: bucket })),
      );
    },
  };
}

async function connect({
  endpoint,
  region,
  accessKey,
  secretKey,
}: Omit<S3Settings, 'bucket' | 'prefix'>) {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    logger: SILENT,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Not every provider supports these checksums; TLS and the hash in the name protect the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: RESPONSE_MS,
      socketTimeout: IDLE_MS,
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

/** A new error, because the library's contains the request with its keys. */
function toError(what: string, error: unknown): Error {
  const { name, code, $metadata } = error as S3Failure;
  const status = $metadata?.httpStatusCode;
  const message = `S3 ${what}: ${name}${code ? ` ${code}` : ''}${status ? ` (${status})` : ''}`;
  if (status === 404 && name !== 'NoSuchBucket') return new Missing(message);
  if (status === 507 || /StorageFull|QuotaExceeded/.test(name))
    return Object.assign(new Error(message), { code: 'ENOSPC' });
  const temporary = status === undefined || status >= 500 || status === 429;
  return temporary
    ? Object.assign(new AppError('UNAVAILABLE'), { cause: new Error(message) })
    : new Error(message);
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Missing) return undefined;
    throw error;
  }
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof AppError)) throw error;
      await pause(100 * 2 ** attempt);
    }
  }
}
