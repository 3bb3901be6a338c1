import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
// @ts-expect-error it brings no types
import { RequestSigner } from 'aws4';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listed } from '../../testing/process/files.ts';
import { s3Storage } from './s3.ts';
import published from './signature-examples.json' with { type: 'json' };

/** Checks signatures by the program of another author, as a provider's server does. */
const KEYS = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const NAME = `${'a'.repeat(64)}.bin`;
const FILM = `${'b'.repeat(64)}-720.mp4`;

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

const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * As a provider does: the signature of what was sent, and the hash in it of the bytes that came.
 */
function verify(request: IncomingMessage, body: Buffer): boolean {
  const [, signed = '', signature] =
    request.headers.authorization?.match(/SignedHeaders=([^,]+), ?Signature=([\da-f]{64})/) ?? [];
  const headers = Object.fromEntries(
    signed.split(';').map((name) => [name, String(request.headers[name])]),
  );
  const { method = '', url: path = '' } = request;
  const hash = headers['x-amz-content-sha256'];
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== hashOf(body)) return false;
  return signature === signatureOf({ method, path, headers });
}

const LIST = (keys: readonly string[]) =>
  `<ListBucketResult><IsTruncated>false</IsTruncated>${keys
    .map((key) => key.replace('/haus/', ''))
    .map((key) => `<Contents><Key>${key}</Key><LastModified>${TIME}</LastModified></Contents>`)
    .join('')}</ListBucketResult>`;
const TIME = '2026-11-20T12:00:00.000Z';
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
  const body = Buffer.concat(chunks);
  if (!verify(request, body)) {
    refused++;
    return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
  }
  const key = request.url!.split('?')[0]!;
  if (request.method === 'PUT') stored.set(key, body);
  if (request.method === 'DELETE') stored.delete(key);
  if (request.url!.includes('list-type=2')) return void response.end(LIST([...stored.keys()]));
  if (/^\/haus\/?$/.test(key)) return void response.end();
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

const examples = published.examples.map(({ headers, query, body, ...example }) => ({
  ...example,
  query: query as Record<string, string>,
  headers: {
    host: published.host,
    'x-amz-content-sha256': hashOf(body),
    'x-amz-date': published.time,
    ...(headers as Record<string, string>),
  },
}));

test.each(examples)(
  "the check of signatures agrees with AWS's published example $name [RUN-16]",
  ({ method, path, query, headers, signature }) => {
    const asked = { method, path: `${path}?${new URLSearchParams(query)}`, headers };
    expect(signatureOf(asked, published)).toBe(signature);
  },
);

// The library never sends `date`, which one example signs: the check above has that one.
test.each(examples.filter(({ headers }) => !('date' in headers)))(
  "the library that signs for us agrees with AWS's published example $name [RUN-16]",
  async ({ method, path, query, headers, signature }) => {
    const { region, host } = published;
    const client = new S3Client({ region, credentials: published });
    const signer = await client.config.signer();
    const request = { protocol: 'https:', hostname: host, method, path, query, headers };
    const signed = await signer.sign(request, { signingDate: new Date('2013-05-24T00:00:00Z') });
    expect(signed.headers.authorization).toContain(`Signature=${signature}`);
  },
);

test('what is written, read, listed and removed in a bucket is signed as others verify it [RUN-16]', async () => {
  const files = store();
  await files.put(NAME, Buffer.from('Inhalt'));
  expect([...stored.keys()]).toEqual([`/haus/samtrot/media/${NAME}`]);
  expect(String(await files.get(NAME))).toBe('Inhalt');
  const { stream } = (await files.open(NAME, { start: 1, end: 3 }))!;
  stream.destroy();
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-signed-'));
  const film = join(folder, 'film');
  writeFileSync(film, 'Bilder');
  await files.putFile(FILM, film);
  rmSync(folder, { recursive: true });
  expect(String(await files.get(FILM))).toBe('Bilder');
  await files.ready();
  expect(await listed(files)).toEqual([NAME, FILM]);
  await files.remove(NAME);
  await files.remove(FILM);
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
