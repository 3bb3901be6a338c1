import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error it brings no types
import { RequestSigner } from 'aws4';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { s3Storage } from './s3.ts';

/** Checks signatures by the program of another author, as a provider's server does. */
const KEYS = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const NAME = `${'a'.repeat(64)}.bin`;

const signatureOf = (
  request: { method: string; path: string; headers: Record<string, string> },
  keys = KEYS,
) => {
  // What the client names is signed, also headers that this program would leave out.
  const names = Object.keys(request.headers).map((name) => [name.toLowerCase(), true]);
  const extraHeadersToInclude = Object.fromEntries(names);
  const asked = { ...request, extraHeadersToInclude, service: 's3', region: 'us-east-1' };
  const signer = new RequestSigner(asked, keys);
  // Takes the time from the headers; asked for the signature alone, it would take that of now.
  signer.canonicalString();
  return signer.signature();
};

function verify(request: IncomingMessage): boolean {
  const [, signed = '', signature] =
    request.headers.authorization?.match(/SignedHeaders=([^,]+), ?Signature=([\da-f]{64})/) ?? [];
  const headers = Object.fromEntries(
    signed.split(';').map((name) => [name, String(request.headers[name])]),
  );
  const { method = '', url: path = '' } = request;
  return signature === signatureOf({ method, path, headers });
}

const stored = new Map<string, Buffer>();
let refused = 0;
let away = 0;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (away > 0) {
    away--;
    return void response.writeHead(503).end();
  }
  if (!verify(request)) {
    refused++;
    return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
  }
  const key = request.url!.split('?')[0]!;
  if (request.method === 'PUT') stored.set(key, Buffer.concat(chunks));
  if (request.method === 'DELETE') stored.delete(key);
  const found = stored.get(key);
  if (/GET|HEAD/.test(request.method!) && !found)
    return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  response.end(request.method === 'GET' ? found : undefined);
});
let endpoint: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  refused = away = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const store = (secretKey = KEYS.secretAccessKey) =>
  s3Storage({
    endpoint,
    bucket: 'haus',
    accessKey: KEYS.accessKeyId,
    secretKey,
    region: 'us-east-1',
    prefix: 'samtrot/media/',
  });

test("the check of signatures agrees with AWS's published example of a GET [RUN-16]", () => {
  // "Signature Calculations for the Authorization Header", Amazon S3 API Reference, GET Object.
  const nothing = createHash('sha256').digest('hex');
  const example = {
    method: 'GET',
    path: '/test.txt',
    headers: {
      Host: 'examplebucket.s3.amazonaws.com',
      Range: 'bytes=0-9',
      'x-amz-content-sha256': nothing,
      'x-amz-date': '20130524T000000Z',
    },
  };
  const keys = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  expect(signatureOf(example, keys)).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

test('what is written, read and removed in a bucket is signed as others verify it [RUN-16]', async () => {
  const files = store();
  await files.put(NAME, Buffer.from('Inhalt'));
  expect([...stored.keys()]).toEqual([`/haus/samtrot/media/${NAME}`]);
  expect(String(await files.get(NAME))).toBe('Inhalt');
  await files.remove(NAME);
  expect(await files.get(NAME)).toBeUndefined();
  expect(refused).toBe(0);
});

test('a wrong secret is refused, and the failure is no missing file [RUN-16]', async () => {
  await expect(store('another-secret').put(NAME, Buffer.from('x'))).rejects.toThrow();
  expect(refused).toBeGreaterThan(0);
  expect(stored.size).toBe(0);
});

test('a store that is away in passing is asked again, a lasting outage is an error [RUN-16]', async () => {
  away = 2;
  await store().put(NAME, Buffer.from('Inhalt'));
  expect(stored.size).toBe(1);
  stored.clear();
  away = 100;
  await expect(store().put(NAME, Buffer.from('Inhalt'))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  expect(stored.size).toBe(0);
});
