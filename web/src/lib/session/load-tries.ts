/** After a load that failed the page asks again by itself, so long after each failure (EXP-65). */
const OWN_TRIES_MS = [2_000, 5_000, 10_000];

/** So often afterwards, on the login page too. */
export const LATER_TRIES_MS = 15_000;

/** An account that was loaded so long ago is known no more (FRM-28). */
export const KNOWN_FOR_MS = 5 * 60_000;

/**
 * Returns in how many milliseconds the account is asked for again after so many own tries, or null
 * when loading has failed (FRM-29, FRM-31): all own tries did, and nothing known is recent. What
 * somebody is typing is never given up.
 */
export function nextTry(
  made: number,
  { knownForMs, typing }: { knownForMs: number | null; typing: boolean },
): number | null {
  const soon = OWN_TRIES_MS[made];
  if (soon !== undefined) return soon;
  const stays = knownForMs !== null && (typing || knownForMs < KNOWN_FOR_MS);
  return stays ? LATER_TRIES_MS : null;
}

/** A server that takes longer to give the account is away (EXP-65). */
const MOST_LOADING_MS = 10_000;

/** Runs the load with a signal that aborts with the caller, or when it takes too long. */
export async function withinLimit<T>(
  load: (signal: AbortSignal) => Promise<T>,
  caller?: AbortSignal,
): Promise<T> {
  const late = new AbortController();
  const end = () => late.abort();
  const timer = setTimeout(end, MOST_LOADING_MS);
  caller?.addEventListener('abort', end);
  try {
    return await load(late.signal);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', end);
  }
}
