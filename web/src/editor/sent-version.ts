const KEY = 'sent-version';
/** Some seconds in all: a call that failed never brings its version. */
const PAUSES_MS = [50, 100, 200, 400, 800, 1_600];

interface Sent {
  /** The address of the form; of something new, the one that it has from then on. */
  path: string;
  /** The address at which the form was opened. */
  from: string;
  version: number;
  /** When the page went, in milliseconds. */
  at: number;
}

/** A reload follows at once; a later visit reads what is there. */
const STALE_MS = 10_000;

/**
 * Notes, when the page is hidden, which version its last call creates for this address. Nothing of
 * the contents is stored.
 */
export function noteSentVersion(
  version: number,
  path = location.pathname,
  from = location.pathname,
): void {
  sessionStorage.setItem(
    KEY,
    JSON.stringify({
      path,
      from,
      version,
      at: Date.now(),
    } satisfies Sent),
  );
}

/**
 * Reads an item until it is what the page before has sent: a reload may read before that call is
 * processed.
 */
export async function readSentVersion<T>(
  read: () => Promise<T>,
  versionOf: (answer: T) => number | undefined,
): Promise<T> {
  const sent = takeNote();
  let answer = await read();
  if (!sent) return answer;
  for (const pause of PAUSES_MS) {
    if ((versionOf(answer) ?? sent.version) >= sent.version) break;
    await new Promise((done) => setTimeout(done, pause));
    answer = await read();
  }
  return answer;
}

export const isFresh = ({ at }: Sent): boolean => Date.now() - at < STALE_MS;

export const note = (): Sent | null => JSON.parse(sessionStorage.getItem(KEY) ?? 'null');

/** Returns the note about this address and deletes it. */
function takeNote(): Sent | undefined {
  try {
    const sent = note();
    if (sent?.path !== location.pathname) return undefined;
    sessionStorage.removeItem(KEY);
    return isFresh(sent) ? sent : undefined;
  } catch {
    // Without storage, or with a note of an older version, the form opens all the same.
    return undefined;
  }
}
