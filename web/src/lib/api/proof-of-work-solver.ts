/** A challenge as `proof_challenge` returns it, as far as solving it depends on it. */
export interface Challenge {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    cost: number;
    keyLength: number;
    keyPrefix: string;
  };
  signature: string;
}

/**
 * The answer to a challenge in the form that a call sends as `proof`: counts up until the key
 * derived from the nonce and the counter begins as asked (ALTCHA, PBKDF2). Takes 0.3 to 1 s on a
 * phone.
 */
export async function solve({ parameters, signature }: Challenge): Promise<string> {
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = parameters;
  const hash = /^PBKDF2\/(SHA-\d+)$/.exec(algorithm)?.[1];
  if (!hash) throw new Error(`Unknown challenge: ${algorithm}`);
  const options = { name: 'PBKDF2', salt: bytesOf(salt), iterations: cost, hash };
  const start = bytesOf(nonce);
  const password = new Uint8Array([...start, 0, 0, 0, 0]);
  for (let counter = 0; counter < 2 ** 32; counter++) {
    new DataView(password.buffer).setUint32(start.length, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const derivedKey = hexOf(
      new Uint8Array(await crypto.subtle.deriveBits(options, key, keyLength * 8)),
    );
    if (derivedKey.startsWith(keyPrefix)) {
      return btoa(
        JSON.stringify({ challenge: { parameters, signature }, solution: { counter, derivedKey } }),
      );
    }
  }
  throw new Error('The challenge has no answer.');
}

const bytesOf = (hex: string) =>
  new Uint8Array(hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []);
const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
