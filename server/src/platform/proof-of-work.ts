/** Proof of work: a caller without an account solves a challenge, beyond some free calls. */
import type { Action } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { hmacHex } from './crypto.ts';
import type { Sql } from './db.ts';
import type { Limiter } from './limits.ts';

/**
 * Difficulty: the number of sequential key derivations, each of `PROOF_ROUNDS`. In total 0.2 to 0.6
 * million rounds: 0.3 to 1 s on a phone, 0.5 ms to create. More effort multiplies the derivations,
 * which costs the server nothing.
 */
const WORK = { fewest: 200, most: 600 } as const;
const VALIDITY_MS = 10 * 60_000;
const FREE_CALLS_SECONDS = 3600;
/** A valid proof has about 800 characters. */
const MAX_PROOF_LENGTH = 2000;

const HEX = z.string().regex(/^[\da-f]*$/);
const givenProof = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      cost: z.int(),
      keyLength: z.int(),
      nonce: HEX,
      salt: HEX,
      keyPrefix: HEX,
      data: z.object({ for: z.string(), until: z.int(), effort: z.int() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: HEX }),
});

export interface Challenge {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    cost: number;
    keyLength: number;
    keyPrefix: string;
    data?: { effort: number };
  };
  signature: string;
}

/** A solved challenge that may not have been used before. */
export interface Proof {
  nonce: Buffer;
  until: Date;
  effort: number;
}

/** Proof of work for calls without a session, against bulk use; involves no third party. */
export interface ProofOfWork {
  /** Creates a challenge for one call of this name, with so many times the least work. */
  challenge(name: string, effort?: number): Promise<Challenge>;
  /** The solved challenge of this name, if `given` is one; `consumeProof` uses it up. */
  read(given: unknown, name: string): Promise<Proof | undefined>;
  /**
   * Accepts a solved challenge of this name once, or a free call of the network address; calls
   * without a required proof always pass.
   * @throws PROOF_REQUIRED
   */
  verify(
    spec: Pick<Action, 'name' | 'proof'>,
    call: { given: unknown; address: string },
  ): Promise<void>;
}

interface Deps {
  sessionSecret: string;
  limitFactor: number;
  /** Rounds of each derivation. */
  proofRounds: number;
  pool: pg.Pool;
  clock: Clock;
  limiter: Limiter;
}

export function altchaProofOfWork({
  sessionSecret,
  limitFactor,
  proofRounds,
  pool,
  clock,
  limiter,
}: Deps): ProofOfWork {
  const secrets = {
    hmacSignatureSecret: hmacHex(sessionSecret, 'proof of work: challenge'),
    hmacKeySignatureSecret: hmacHex(sessionSecret, 'proof of work: answer'),
  };

  const readProof = async (given: unknown, name: string): Promise<Proof | undefined> => {
    const proof = parse(given);
    if (!proof) return undefined;
    const { nonce, data } = proof.challenge.parameters;
    // Checked here, because the library uses the machine's clock.
    if (data.for !== name || data.until <= clock.now().getTime()) return undefined;
    const { verified } = await verifySolution({ ...proof, ...secrets, deriveKey });
    if (!verified) return undefined;
    return { nonce: Buffer.from(nonce, 'hex'), until: new Date(data.until), effort: data.effort };
  };

  return {
    async challenge(name, effort = 1) {
      const { parameters, signature } = await createChallenge({
        ...secrets,
        algorithm: 'PBKDF2/SHA-256',
        deriveKey,
        cost: proofRounds,
        counter: randomInt(WORK.most * effort, WORK.fewest * effort),
        data: { for: name, until: clock.now().getTime() + VALIDITY_MS, effort },
      });
      return { parameters, signature: signature! } as Challenge;
    },

    read: readProof,

    async verify({ name, proof }, { given, address }) {
      if (!proof) return;
      if (given === undefined || given === '') {
        const attempts = proof.freeCalls * limitFactor;
        await limiter
          .consume({ name: `${name}/free`, key: address, attempts, seconds: FREE_CALLS_SECONDS })
          .catch((error: unknown) => {
            throw error instanceof AppError ? new AppError('PROOF_REQUIRED') : error;
          });
        return;
      }
      const solved = await readProof(given, name);
      if (!solved) throw new AppError('PROOF_REQUIRED');
      const { rowCount } = await pool.query(
        'insert into used_challenge (challenge, expires_at) values ($1, $2) on conflict do nothing',
        [solved.nonce, solved.until],
      );
      if (rowCount === 0) throw new AppError('PROOF_REQUIRED');
    },
  };
}

/** Uses the proof up in the caller's transaction; returns whether nobody had before. */
export async function consumeProof(db: Sql, { nonce, until }: Proof): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenge')
    .values({ challenge: nonce, expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

function parse(given: unknown): z.output<typeof givenProof> | undefined {
  if (typeof given !== 'string' || given.length > MAX_PROOF_LENGTH) return undefined;
  try {
    return givenProof.parse(JSON.parse(Buffer.from(given, 'base64').toString()));
  } catch {
    return undefined;
  }
}
