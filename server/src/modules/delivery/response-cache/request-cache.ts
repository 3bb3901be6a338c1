import type { IncomingMessage } from 'node:http';
import { MAX_AGE_SECONDS } from '@samtrot/shared/delivery/rules.ts';
import type { Partner } from '../../partners/service.ts';
import type { CachedResponse } from './cache.ts';
import type { ReadyAnswer } from './response.ts';

interface Repeat {
  headers: readonly string[];
  partner: Partner;
  ready: ReadyAnswer;
  /** Business time in milliseconds from which the answer is wrong. */
  validUntil: number;
  /** Process time. */
  keptUntil: number;
}

/** Short beside all that is remembered of keys and answers: after it both are looked at again. */
const KEPT_MS = 100;
const MAX_AGE_MS = MAX_AGE_SECONDS * 1000;
/** Websites ask a few addresses over and over; each holds its answer. */
const ADDRESSES = 100;

/**
 * What was answered a moment ago, for a request that is the same to the letter: who asks and what for need not be read again. Forgotten at
 * every notice; near the end of an ad, where each second counts, nothing is found.
 */
export function repeats() {
  const last = new Map<string, Repeat>();
  return {
    find({ url, rawHeaders }: IncomingMessage, now: Date): Repeat | undefined {
      const repeat = last.get(url!);
      return repeat !== undefined &&
        performance.now() < repeat.keptUntil &&
        repeat.validUntil - now.getTime() >= MAX_AGE_MS &&
        isSame(repeat.headers, rawHeaders)
        ? repeat
        : undefined;
    },
    keep(
      { url, rawHeaders }: IncomingMessage,
      partner: Partner,
      ready: ReadyAnswer,
      { validUntil }: CachedResponse,
    ): void {
      const at = performance.now();
      last.delete(url!);
      // The oldest stand first; what is over holds its answer no longer than it must.
      for (const [address, { keptUntil }] of last) {
        if (at < keptUntil) break;
        last.delete(address);
      }
      if (last.size >= ADDRESSES) last.clear();
      last.set(url!, { headers: rawHeaders, partner, ready, validUntil, keptUntil: at + KEPT_MS });
    },
    clear: () => last.clear(),
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}
