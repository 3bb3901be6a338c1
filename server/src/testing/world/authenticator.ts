import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id?: string };
  user?: { id: string };
}

/** What is wrong about an answer; nothing by default. */
interface Flaws {
  origin?: string;
  rpId?: string;
  verified?: boolean;
  count?: number;
  userHandle?: string;
  challenge?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** CBOR of the few shapes that a passkey sends (RFC 8949). */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    if (n < 256) return Buffer.from([(major << 5) | 24, n]);
    return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)]),
  ]);
}

/** A passkey as a browser's authenticator holds it: ES256, user verified, discoverable. */
export function authenticator(origin = 'http://localhost:3000') {
  const id = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string | undefined) => Buffer.from(text!, 'base64url');
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(jwk.x)],
      [-3, coordinate(jwk.y)],
    ]),
  );
  let count = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, { challenge }: Options, flaws: Flaws) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: flaws.challenge ?? challenge,
        origin: flaws.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const head = (rpId: string, flags: number, flaws: Flaws) => {
    count = flaws.count ?? count + 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const verified = flaws.verified === false ? 0 : USER_VERIFIED;
    return Buffer.concat([
      sha256(flaws.rpId ?? rpId),
      Buffer.from([USER_PRESENT | verified | flags]),
      counter,
    ]);
  };
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url') };

  return {
    /** Answers `navigator.credentials.create`. */
    create(options: Options, flaws: Flaws = {}, format = 'none') {
      userHandle = options.user!.id;
      const authData = Buffer.concat([
        head(options.rp!.id!, ATTESTED, flaws),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', format],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        ...named,
        type: 'public-key' as const,
        response: {
          attestationObject: cbor(attestation).toString('base64url'),
          clientDataJSON: clientData('webauthn.create', options, flaws).toString('base64url'),
        },
      };
    },
    /** Answers `navigator.credentials.get`. */
    get(options: Options, flaws: Flaws = {}) {
      const authenticatorData = head(options.rpId!, 0, flaws);
      const data = clientData('webauthn.get', options, flaws);
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, sha256(data)]))
        .sign(privateKey);
      return {
        ...named,
        type: 'public-key' as const,
        response: {
          authenticatorData: authenticatorData.toString('base64url'),
          clientDataJSON: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: flaws.userHandle ?? userHandle,
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof authenticator>;
