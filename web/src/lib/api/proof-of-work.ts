import { type PROVEN_CALLS, proofChallenge } from '@samtrot/shared/accounts/contract.ts';
import type { Action, Output, Params } from '@samtrot/shared/kernel/action.ts';
import { ApiError, call } from './call.ts';
import type { Challenge } from './proof-of-work-solver.ts';

export type ProvenCall = (typeof PROVEN_CALLS)[number];

/** A challenge is good for ten minutes; its answer is not kept longer than this. */
const KEEP_MS = 8 * 60_000;
const SOLVE_WITHIN_MS = 60_000;

const ready = new Map<ProvenCall, { proof: Promise<string>; at: number }>();

/**
 * Begins to solve a challenge for a call that will probably follow, say when its form is first
 * touched, so that nobody waits at the button. Doing it again while one is under way or still good
 * does nothing.
 */
export function prepareProof(name: ProvenCall): void {
  const kept = ready.get(name);
  if (kept && performance.now() - kept.at < KEEP_MS) return;
  const proof = solveProof(name);
  ready.set(name, { proof, at: performance.now() });
  // The consumer of the promise handles the failure.
  proof.catch(() => {});
}

/**
 * A proof of work for one call of this kind, good once and for ten minutes. Fails where there are
 * no workers.
 */
export async function solveProof(name: ProvenCall): Promise<string> {
  const challenge = await call(proofChallenge, { for: name });
  return solveChallenge(challenge);
}

/**
 * A call that requires a proof of work, with the prepared proof or a new one. A browser that cannot
 * solve challenges calls without: the first calls of an hour are free, and the refusal after them
 * says what to do.
 */
export async function callWithProof<A extends Action>(
  spec: A & { name: ProvenCall },
  params: Params<A>,
  signal?: AbortSignal,
): Promise<Output<A>> {
  return withProof(spec.name, (proof) =>
    call<A>(spec, { ...(params as object), ...proof } as Params<A>, signal),
  );
}

/**
 * Whether the address belongs to an account, as far as the portal discloses it. Rejects with the
 * text for the field.
 */
export const isEmailTaken = (email: string, signal?: AbortSignal): Promise<boolean> =>
  withProof('lookup', async (proof) => {
    const query = new URLSearchParams({ search: email, ...proof });
    const response = await fetch(`/api/users?${query}`, {
      credentials: 'include',
      signal: signal ?? null,
    }).catch((cause: unknown) => {
      throw new ApiError('NETWORK', LOOKUP_FAILED, { details: { cause } });
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (Array.isArray(body)) return body.length > 0;
    const { code = '', errors } = (body ?? {}) as { code?: string; errors?: { search?: string } };
    // What is wrong with the address itself is worth saying: the server knows more disposable
    // e-mail than the page.
    throw new ApiError(code, errors?.search ?? LOOKUP_FAILED, {
      status: response.status,
      details: { errors },
    });
  });

/** ERR-005. */
const LOOKUP_FAILED = 'Fehler beim Überprüfen der E-Mail-Adresse';

async function withProof<T>(
  name: ProvenCall,
  send: (proof: { proof?: string }) => Promise<T>,
): Promise<T> {
  prepareProof(name);
  const prepared = ready.get(name)!.proof;
  ready.delete(name);
  const attempt = (proof: Promise<string>) =>
    proof.then(
      (text) => ({ proof: text }),
      () => ({}),
    );
  const given: { proof?: string } = await attempt(prepared);
  try {
    return await send(given);
  } catch (error) {
    // A proof that grew old while the page slept: one more, freshly solved.
    if (!(error instanceof ApiError) || error.code !== 'PROOF_REQUIRED' || !given.proof)
      throw error;
    return send(await attempt(solveProof(name)));
  }
}

/** The proof for a challenge at hand. Fails where there are no workers. */
export function solveChallenge(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./proof-of-work-worker.ts', import.meta.url), {
    type: 'module',
  });
  return new Promise<string>((resolve, reject) => {
    const refuse = () => reject(new Error('This browser solves no challenges.'));
    worker.onmessage = ({ data }: MessageEvent<string>) => (data ? resolve(data) : refuse());
    worker.onerror = refuse;
    setTimeout(refuse, SOLVE_WITHIN_MS);
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}
