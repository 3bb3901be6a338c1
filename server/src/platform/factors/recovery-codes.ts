/** Recovery codes: random, shown once, each good once. */
import { randomBytes } from 'node:crypto';
import { hashToken } from '../crypto.ts';

/** Without I, L, O and U, which are mistaken for others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 120 bits, so that a plain hash protects them (at least 112, NIST 800-63B-4). */
const LENGTH = 24;
const GROUP = 4;

/** Where the hashes of one person's codes are kept. */
export interface RecoveryCodeStore {
  replaceAll(hashes: Buffer[]): Promise<void>;
  /** Marks an unused code as used; of two calls at once one returns true. */
  consume(hash: Buffer): Promise<boolean>;
}

/** Replaces all codes of a person; returns the new ones, in groups, to be shown once. */
export async function replaceRecoveryCodes(
  store: RecoveryCodeStore,
  count: number,
): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode);
  await store.replaceAll(codes.map(hashToken));
  return codes.map((code) => code.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-'));
}

/** @param code without separators, as `tidyRecoveryCode` returns it */
export const consumeRecoveryCode = (store: RecoveryCodeStore, code: string): Promise<boolean> =>
  store.consume(hashToken(code));

/** 256 is a multiple of 32: every character is equally likely. */
const newCode = () =>
  [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]!).join('');
