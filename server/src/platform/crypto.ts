import { createHash, createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import argon2 from '@node-rs/argon2';

/** 256 random bits, safe in a URL and a cookie. */
export const randomToken = () => randomBytes(32).toString('base64url');

/** A random number of six digits, to type over. */
export const randomCode = () => String(randomInt(1_000_000)).padStart(6, '0');

/** The stored form of a token, useless to a reader of the table. */
export const hashToken = (token: string) => hash('sha256', token, 'buffer');

export const sha256Hex = (bytes: Uint8Array | string) =>
  createHash('sha256').update(bytes).digest('hex');

export const hmacHex = (key: string, message: Uint8Array | string) =>
  createHmac('sha256', key).update(message).digest('hex');

/** Compares two texts in constant time. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left!, right!);
}

/** Parameters of argon2id: memory in KiB, passes, lanes. */
export interface HashCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}
/** The least that OWASP recommends. */
export const LEAST_HASH_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** What libsodium recommends for a login; decision 201. */
export const USUAL_HASH_COST: HashCost = { memoryCost: 65_536, timeCost: 2, parallelism: 1 };
const ARGON2ID = 2;
let hashCost = USUAL_HASH_COST;

/** Sets the cost of new password hashes in this process; existing ones contain theirs. */
export function setHashCost(cost: HashCost): void {
  hashCost = cost;
  dummy = undefined;
}

/** Whether a stored hash was made with other parameters than new ones. */
export function hasOtherCost(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = hashCost;
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}
const MAX_PARALLEL_HASHES = 2;

/** Different keyboards may compose the same characters from other code points. */
const composed = (password: string) => password.normalize('NFKC');

export const hashPassword = (password: string) =>
  inTurn(() => argon2.hash(composed(password), { algorithm: ARGON2ID, ...hashCost }));

/** The right password under the parameters of new hashes, when its hash has others (ACC-42). */
export const rehashedIfOld = async (
  stored: string,
  password: string,
): Promise<string | undefined> => (hasOtherCost(stored) ? hashPassword(password) : undefined);

/** Verifies the password. Without a stored hash it takes equally long and returns false. */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  return inTurn(async () => {
    const fits = await argon2
      .verify(stored || (await dummyHash()), composed(password))
      .catch(() => false);
    return Boolean(stored) && fits;
  });
}

let dummy: Promise<string> | undefined;
const dummyHash = () => {
  dummy ??= argon2.hash(randomToken(), { algorithm: ARGON2ID, ...hashCost });
  return dummy;
};

let running = 0;
const waiting: (() => void)[] = [];

/** Limits concurrent hashing, so that many logins cannot exhaust CPU and memory. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_PARALLEL_HASHES) await new Promise<void>((go) => waiting.push(go));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
