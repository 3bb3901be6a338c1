import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import argon2 from '@node-rs/argon2';

/** 256 random bits, safe in a URL and a cookie. */
export const randomToken = () => randomBytes(32).toString('base64url');

/** The stored form of a token, useless to a reader of the table. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest();

export const sha256Hex = (bytes: Uint8Array | string) =>
  createHash('sha256').update(bytes).digest('hex');

export const hmacHex = (key: string, message: Uint8Array | string) =>
  createHmac('sha256', key).update(message).digest('hex');

/** Compares two texts in constant time. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left!, right!);
}

const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** For tests only; production refuses the setting. */
const CHEAP = { ...ARGON2ID, memoryCost: 8, timeCost: 1 } as const;
let hashCost: typeof ARGON2ID | typeof CHEAP = ARGON2ID;

/** Sets the cost of new password hashes in this process; existing ones contain theirs. */
export function setHashCost(cheap: boolean): void {
  hashCost = cheap ? CHEAP : ARGON2ID;
  dummy = undefined;
}
const MAX_PARALLEL_HASHES = 2;

/** Different keyboards may compose the same characters from other code points. */
const composed = (password: string) => password.normalize('NFKC');

export const hashPassword = (password: string) =>
  inTurn(() => argon2.hash(composed(password), hashCost));

/** Verifies the password. Without a stored hash it takes equally long and returns false. */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  return inTurn(async () => {
    const fits = await argon2
      .verify(stored ?? (await dummyHash()), composed(password))
      .catch(() => false);
    return stored !== undefined && fits;
  });
}

let dummy: Promise<string> | undefined;
const dummyHash = () => {
  dummy ??= argon2.hash(randomToken(), hashCost);
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
