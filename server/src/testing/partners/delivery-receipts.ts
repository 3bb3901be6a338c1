import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** The solution of a challenge of `proof_challenge`, as a call sends it. */
export async function proofFor({ parameters, signature }: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge: { parameters, signature }, deriveKey });
  return encodeProof({ challenge: { parameters, signature }, solution });
}

export const encodeProof = (proof: unknown) =>
  Buffer.from(JSON.stringify(proof)).toString('base64');

// biome-ignore lint/suspicious/noExplicitAny: tests change whatever they like
export const decodeProof = (proof: string): any =>
  JSON.parse(Buffer.from(proof, 'base64').toString());
