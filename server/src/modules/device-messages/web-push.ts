/** Web Push: encryption of messages (RFC 8291) and who sends them (VAPID, RFC 8292). */
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';

const CURVE = 'prime256v1';
/** Of every message, so that its length tells the push service nothing. */
const PADDED_BYTES = 512;
const RECORD_BYTES = 4096;
const TOKEN_LIVES_S = 12 * 3600;

/** What the browser of a device has given us: its public key and its secret, in base64url. */
export interface DeviceKeys {
  p256dh: string;
  auth: string;
}

const bytesOf = (text: string) => Buffer.from(text, 'base64url');
const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

interface Chance {
  salt: Buffer;
  /** Of the key pair that this message alone uses. */
  privateKey?: Buffer;
}

/** Returns the encrypted body that only this device reads. @throws Error for a key off the curve */
export function encryptFor(
  { p256dh, auth }: DeviceKeys,
  text: string,
  { salt, privateKey }: Chance = { salt: randomBytes(16) },
  padded = PADDED_BYTES,
): Buffer {
  const pair = createECDH(CURVE);
  if (privateKey) pair.setPrivateKey(privateKey);
  else pair.generateKeys();
  const [theirs, ours] = [bytesOf(p256dh), pair.getPublicKey()];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derive(pair.computeSecret(theirs), bytesOf(auth), info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  // The last record ends with a 2 and any number of zeros.
  const record = Buffer.concat([Buffer.from(text), Buffer.from([2])]);
  const zeros = Buffer.alloc(Math.max(0, padded - record.length));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(ours.length, 4);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const body = [cipher.update(Buffer.concat([record, zeros])), cipher.final()];
  return Buffer.concat([salt, head, ours, ...body, cipher.getAuthTag()]);
}

/** Whether a message can be encrypted with these keys. */
export function areUsable(keys: DeviceKeys): boolean {
  if (bytesOf(keys.p256dh).length !== 65 || bytesOf(keys.auth).length !== 16) return false;
  try {
    return encryptFor(keys, '').length > 0;
  } catch {
    return false;
  }
}

export interface ServerKey {
  /** 65 bytes in base64url: browsers subscribe with it. */
  publicKey: string;
  /** The `Authorization` header for this push service, good for half a day. */
  authorization(endpoint: string, subject: string, now: Date): string;
}

/** The key pair of the house, the same on every server because it derives from `SESSION_SECRET`. */
export function serverKey(sessionSecret: string): ServerKey {
  const pair = createECDH(CURVE);
  const secret = Buffer.from(
    hkdfSync('sha256', sessionSecret, '', 'samtrot session secret: vapid', 32),
  );
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const privateKey = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: secret.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const publicKey = point.toString('base64url');
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return {
    publicKey,
    authorization(endpoint, subject, now) {
      const exp = Math.floor(now.getTime() / 1000) + TOKEN_LIVES_S;
      const claims = { aud: new URL(endpoint).origin, exp, sub: subject };
      const token = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
      const signature = sign('sha256', Buffer.from(token), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      });
      return `vapid t=${token}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}
