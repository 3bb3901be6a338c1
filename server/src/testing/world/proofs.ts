import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { hmacHex } from '../../platform/crypto.ts';
import { proofFor } from '../partners/delivery-receipts.ts';
import type { World } from './world.ts';

/**
 * A proof of so much effort without the work: signed with the secret of the world, its answer is
 * the first number.
 */
export async function proofOfEffort(
  { config, clock }: Pick<World, 'config' | 'clock'>,
  name: string,
  effort: number,
): Promise<string> {
  const challenge = await createChallenge({
    hmacSignatureSecret: hmacHex(config.sessionSecret, 'proof of work: challenge'),
    hmacKeySignatureSecret: hmacHex(config.sessionSecret, 'proof of work: answer'),
    algorithm: 'PBKDF2/SHA-256',
    deriveKey,
    cost: 1,
    counter: 0,
    data: { for: name, until: clock.now().getTime() + 60_000, effort },
  });
  return proofFor(challenge);
}
