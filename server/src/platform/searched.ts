import { hmacHex } from './crypto.ts';

const LENGTH = 16;

/**
 * What somebody of the house searched, as the object of a line of the audit log: the same words
 * have the same keyed hash, and nobody reads them from it (BOF-142).
 */
export const searchObject = (secret: string, words: string): string => {
  const plain = words.trim().replace(/\s+/g, ' ').toLowerCase();
  return `search:${hmacHex(secret, `search words ${plain}`).slice(0, LENGTH)}`;
};
