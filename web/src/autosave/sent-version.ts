const KEY = 'sent-version';
/** Some seconds in all: a call that failed brings its version never. */
const PAUSES_MS = [50, 100, 200, 400, 800, 1_600];

interface Sent {
  /** The address of the form. */
  path: string;
  version: number;
}

/** Notes, as the page goes, which version its last call makes of what stands at this address. Nothing of the contents is kept. */
export function noteSentVersion(version: number): void {
  sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, version } satisfies Sent));
}

/** Reads a form until it is what the page before has sent, because a reload may read before that call has been carried out. */
export async function readSentVersion<T>(
  read: () => Promise<T>,
  versionOf: (answer: T) => number | undefined,
): Promise<T> {
  const noted = sessionStorage.getItem(KEY);
  const sent = noted === null ? null : (JSON.parse(noted) as Sent);
  let answer = await read();
  if (sent?.path !== location.pathname) return answer;
  for (const pause of PAUSES_MS) {
    if ((versionOf(answer) ?? sent.version) >= sent.version) break;
    await new Promise((done) => setTimeout(done, pause));
    answer = await read();
  }
  sessionStorage.removeItem(KEY);
  return answer;
}
