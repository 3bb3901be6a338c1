import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const STORED = /^1\.([0-9a-f]{16})\.([\w-]+)$/;

/** What `DATA_KEY` protects: the first key encrypts, every key decrypts. */
export interface DataKeys {
  /** The key that encrypts, as the ciphertexts name it. */
  id: string;
  /** Of all keys, the first one's first. */
  ids: string[];
  /**
   * Ciphertext of the text, bound to `identity`: the table, the column and the row it stands in.
   */
  encrypt(text: string, identity: string): string;
  /** @throws Error with an unknown key, another identity or changed bytes */
  decrypt(stored: string, identity: string): string;
  /** Whether the first key encrypted it; false means due for rotation. */
  isCurrent(stored: string): boolean;
  /** Keyed hash of a whole text, under which its row is stored. */
  lookup(text: string, purpose: string): Buffer;
  /** The hashes under all keys, to find a row during a rotation. */
  lookups(text: string, purpose: string): Buffer[];
  /**
   * The key of one file with this random salt, and the id of the key it is derived from; by default
   * the first one. @throws Error with an unknown id
   */
  fileKey(salt: Buffer, id?: string): { id: string; key: Buffer };
}

/**
 * @param secrets the value of `DATA_KEY`, newest first
 * @throws Error without a key
 */
export function dataKeys(secrets: readonly string[]): DataKeys {
  const keys = secrets.map((secret) => {
    const derive = (purpose: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, '', `samtrot data key: ${purpose}`, bytes));
    return {
      id: derive('id', 8).toString('hex'),
      derive,
      // A key object, because each use of raw bytes would import them again.
      encryption: createSecretKey(derive('encryption', 32)),
      fileKey: (salt: Buffer) =>
        Buffer.from(hkdfSync('sha256', secret, salt, 'samtrot data key: file', 32)),
      /** By purpose, of which the program has a few. */
      lookups: new Map<string, Buffer>(),
    };
  });
  const [first] = keys;
  if (!first) throw new Error('DATA_KEY holds no key');
  // JSON, so that no two identities give the same bytes.
  const bound = (id: string, identity: string) => Buffer.from(JSON.stringify([1, id, identity]));
  const hash = (key: typeof first, text: string, purpose: string) => {
    const derived = key.lookups.get(purpose) ?? key.derive(`lookup: ${purpose}`, 32);
    key.lookups.set(purpose, derived);
    return createHmac('sha256', derived).update(text).digest();
  };
  return {
    id: first.id,
    ids: keys.map(({ id }) => id),
    encrypt(text, identity) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first.encryption, nonce);
      cipher.setAAD(bound(first.id, identity));
      const bytes = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `1.${first.id}.${Buffer.concat(bytes).toString('base64url')}`;
    },
    decrypt(stored, identity) {
      const [, id, encoded] = STORED.exec(stored) ?? [];
      if (!id || !encoded) throw new Error('not a ciphertext');
      const key = keys.find((one) => one.id === id);
      if (!key) throw new Error(`DATA_KEY lacks the key ${id}`);
      const bytes = Buffer.from(encoded, 'base64url');
      const decipher = createDecipheriv(CIPHER, key.encryption, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(bound(id, identity)).setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
    isCurrent: (stored) => STORED.exec(stored)?.[1] === first.id,
    lookup: (text, purpose) => hash(first, text, purpose),
    lookups: (text, purpose) => keys.map((key) => hash(key, text, purpose)),
    fileKey(salt, id = first.id) {
      const key = keys.find((one) => one.id === id);
      if (!key) throw new Error(`DATA_KEY lacks the key ${id}`);
      return { id, key: key.fileKey(salt) };
    },
  };
}
