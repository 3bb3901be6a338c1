import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

const CURVE = 'prime256v1';
const hkdf = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** A browser that has subscribed: written from RFC 8291, knowing nothing of the product. */
export function pushDevice(endpoint: string) {
  const pair = createECDH(CURVE);
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    /** @throws Error for a message to another device, or changed on its way */
    decrypt(body: Buffer): string {
      const length = body.readUInt8(20);
      const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + length)];
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = hkdf(pair.computeSecret(sender), auth, info, 32);
      const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = hkdf(secret, salt, 'Content-Encoding: nonce\0', 12);
      const cipher = createDecipheriv('aes-128-gcm', key, nonce);
      cipher.setAuthTag(body.subarray(-16));
      const record = [cipher.update(body.subarray(21 + length, -16)), cipher.final()];
      const padded = Buffer.concat(record);
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}
export type PushDevice = ReturnType<typeof pushDevice>;

/**
 * What the sender says of itself; null for a signature that is not of the key it names (RFC 8292).
 */
export function senderOf(authorization: string): { key: string; claims: object } | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const [head, claims, signature = ''] = token.split('.');
  const isTrue = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isTrue ? { key, claims: JSON.parse(Buffer.from(claims!, 'base64url').toString()) } : null;
}

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The push service of a browser's maker; takes every message unless told otherwise. */
export async function pushService() {
  const received: Received[] = [];
  const devices = new Map<string, PushDevice>();
  const behaviour = { status: 201, before: async () => {} };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const { url: path = '', headers } = request;
      received.push({ path, headers, body: Buffer.concat(parts) });
      await behaviour.before();
      response.writeHead(behaviour.status).end();
    });
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  return {
    origin,
    received,
    behaviour,
    /** A browser that subscribes here. */
    subscribe(): PushDevice {
      const path = `/send/${randomBytes(12).toString('hex')}`;
      const device = pushDevice(origin + path);
      devices.set(path, device);
      return device;
    },
    /** Takes what has arrived, as its devices read it. */
    take: () =>
      received.splice(0).map(({ path, body }) => JSON.parse(devices.get(path)!.decrypt(body))),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
export type PushService = Awaited<ReturnType<typeof pushService>>;
