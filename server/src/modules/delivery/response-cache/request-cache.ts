import type { IncomingMessage } from 'node:http';
import { MAX_AGE_SECONDS } from '@samtrot/shared/delivery/rules.ts';
import type { Partner } from '../../partners/service.ts';
import type { CachedResponse } from './cache.ts';
import type { ReadyResponse } from './response.ts';

interface RecentRequest {
  headers: readonly string[];
  partner: Partner;
  response: ReadyResponse;
  /** Business time in milliseconds. */
  validUntil: number;
  /** Process time. */
  expiresAt: number;
}

/** Much shorter than the lifetime of keys and responses, which are checked again afterwards. */
const TTL_MS = 100;
const MAX_AGE_MS = MAX_AGE_SECONDS * 1000;
/** Websites request a few addresses repeatedly. */
const MAX_ADDRESSES = 100;

/**
 * The last response per address for a request with identical headers. Cleared by every
 * notification; never used within the last `max-age` before an ad ends.
 */
export function requestCache() {
  const recent = new Map<string, RecentRequest>();
  return {
    find({ url, rawHeaders }: IncomingMessage, now: Date): RecentRequest | undefined {
      const entry = recent.get(url!);
      return entry !== undefined &&
        performance.now() < entry.expiresAt &&
        entry.validUntil - now.getTime() >= MAX_AGE_MS &&
        areEqual(entry.headers, rawHeaders)
        ? entry
        : undefined;
    },
    keep(
      { url, rawHeaders }: IncomingMessage,
      partner: Partner,
      response: ReadyResponse,
      { validUntil }: CachedResponse,
    ): void {
      const at = performance.now();
      recent.delete(url!);
      // Insertion order is expiry order.
      for (const [address, { expiresAt }] of recent) {
        if (at < expiresAt) break;
        recent.delete(address);
      }
      if (recent.size >= MAX_ADDRESSES) recent.clear();
      recent.set(url!, {
        headers: rawHeaders,
        partner,
        response,
        validUntil,
        expiresAt: at + TTL_MS,
      });
    },
    clear: () => recent.clear(),
  };
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}
