import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/**
 * The server hides places in a list by a cipher that OpenSSL has given up; the same with its longer
 * key does as well.
 */
const crypto: {
  createCipheriv(name: string, key: Buffer, iv: Buffer): unknown;
  createDecipheriv(name: string, key: Buffer, iv: Buffer): unknown;
} = createRequire(import.meta.url)('node:crypto');
for (const make of ['createCipheriv', 'createDecipheriv'] as const) {
  const original = crypto[make];
  crypto[make] = (name, key, iv) =>
    name === 'des'
      ? original('des-ede3-cbc', Buffer.concat([key, key, key]), iv)
      : original(name, key, iv);
}

/** An S3 server on a free port, with the settings of its bucket, that fails on demand. */
export async function s3Server() {
  const directory = mkdtempSync(join(tmpdir(), 'samtrot-s3-'));
  const server = new S3rver({
    directory,
    address: '127.0.0.1',
    port: 0,
    silent: true,
    configureBuckets: [{ name: 'dateien' }],
  });
  const { port } = await server.run();
  const failures: { status: number; method: string }[] = [];
  const keys: string[] = [];
  const edge = createServer((incoming, answer) => {
    keys.push(`${incoming.method} ${incoming.url}`);
    const { status } = failures[0]?.method === incoming.method ? failures.shift()! : {};
    if (status === 0) return void incoming.socket.destroy();
    if (status !== undefined) {
      incoming.resume();
      return void answer.writeHead(status).end();
    }
    const { method, url: path, headers } = incoming;
    const onward = request({ port, host: '127.0.0.1', method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => edge.listen(0, '127.0.0.1', done));
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(edge.address() as AddressInfo).port}`,
      S3_BUCKET: 'dateien',
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
      S3_PREFIX: 'samtrot/',
    },
    /**
     * The next requests by this method get these statuses instead of an answer; 0 cuts the
     * connection.
     */
    fail(method: string, ...statuses: number[]) {
      failures.push(...statuses.map((status) => ({ method, status })));
    },
    /** All others are answered again. */
    heal: () => void failures.splice(0),
    /** How many of them have not been used yet. */
    failuresLeft: () => failures.length,
    /** Method and address of every request. */
    keys,
    async [Symbol.asyncDispose]() {
      edge.closeAllConnections();
      await new Promise((done) => edge.close(done));
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
