/** After the last key; then the pauses between tries. */
export const SAVE_AFTER_MS = 1_500;
/** After the first key in what is new: with it comes the address under which a reload finds it. */
const BEGIN_AFTER_MS = 50;
const RETRY_MS = [3_000, 6_000, 15_000, 30_000];

/** What the head of the page says; `rest` says nothing. */
export type AutosaveState = 'rest' | 'keeping' | 'kept' | 'partly' | 'failing' | 'halted';

export interface KeptAs {
  version: number;
  saved_at: string | null;
  /** Something of it was refused and is on this page only. */
  partly?: boolean;
}

interface Options<T> {
  start: T;
  version: number;
  differs: (a: T, b: T) => boolean;
  /** One call, which has to outlive the page. `kept` is what the server has. */
  send: (typed: T, how: { version: number; kept: T }) => Promise<KeptAs>;
  onState: (state: AutosaveState) => void;
  onKept: (answer: KeptAs) => void;
  /** Whether to try again by itself; otherwise it waits for `resume`. */
  retries: (error: unknown) => boolean;
}

/**
 * Keeps what is typed on the server: the first of what is new at once, then a pause after the last
 * key, one call at a time, and again until it succeeds. Each call names the version that it goes on
 * from, so that nothing of another window is written over.
 */
export function createAutosave<T>({
  start,
  version: first,
  differs,
  send,
  onState,
  onKept,
  retries,
}: Options<T>) {
  let version = first;
  let kept = start;
  let typed = start;
  /** The refused part of what was sent last. */
  let refused: T | null = null;
  let calls = 0;
  let begun = first > 0;
  let failures = 0;
  let halted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the last of the calls on their way succeeded. */
  let flight: Promise<boolean> | null = null;
  let onWay = 0;
  /** What the last call on its way carries. */
  let sending = start;

  const unsent = () => differs(typed, kept) && !(refused !== null && !differs(typed, refused));
  const plan = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  };

  /**
   * `before` is a call on its way that this one follows at once, as if it had succeeded. Returns
   * whether it succeeded.
   */
  const carry = async (sent: T, before?: Promise<boolean>): Promise<boolean> => {
    begun = true;
    sending = sent;
    onState('keeping');
    const call = send(sent, { version: version + onWay++, kept }).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    const followed = await before;
    const outcome = await call;
    onWay--;
    if ('answer' in outcome) {
      const { answer } = outcome;
      version = answer.version;
      failures = 0;
      calls++;
      refused = answer.partly ? sent : null;
      // What was refused stays different from what is kept, so that leaving asks.
      if (!answer.partly) kept = sent;
      onKept(answer);
      onState(answer.partly ? 'partly' : 'kept');
      return true;
    }
    // It failed because the one before failed, which has planned the next try.
    if (followed === false) return false;
    halted = !retries(outcome.error);
    onState(halted ? 'halted' : 'failing');
    if (!halted) plan(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]!);
    return false;
  };
  const launch = (call: Promise<boolean>): Promise<boolean> => {
    const own = call.finally(() => {
      if (flight === own) flight = null;
    });
    flight = own;
    return own;
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    while (flight) await flight;
    if (halted || !unsent()) return;
    await launch(carry(typed));
  };

  return {
    /** Each change of the form. */
    typed: (now: T) => {
      typed = now;
      if (halted) return;
      if (unsent()) plan(begun ? SAVE_AFTER_MS : BEGIN_AFTER_MS);
      else clearTimeout(timer);
    },
    /** Keeps it now; afterwards `pending` says whether that succeeded. */
    flush,
    /**
     * The page goes: what a call on its way does not carry follows it, as if that one had
     * succeeded. Returns the version that the server will have then; null when nothing is on its
     * way. A page that comes back goes on from the answers.
     */
    leave: (): number | null => {
      if (halted || !unsent()) return null;
      clearTimeout(timer);
      if (!flight || differs(typed, sending)) void launch(carry(typed, flight ?? undefined));
      return version + onWay;
    },
    /** Whether the server has got anything from here. */
    sent: () => calls > 0,
    /** What the server has. */
    kept: () => kept,
    /** Whether something is on this page only. */
    pending: () => differs(typed, kept),
    /** No call is on its way and none will be; answers the version that a save goes on from. */
    settle: async (): Promise<number> => {
      clearTimeout(timer);
      await flight;
      clearTimeout(timer);
      return version;
    },
    /** A save has kept everything. */
    adopt: (answer: KeptAs) => {
      version = answer.version;
      kept = typed;
      refused = null;
      halted = false;
      onState('kept');
    },
    /** Goes on after what has stopped it, with the version that was told meanwhile. */
    resume: (told?: number) => {
      version = told ?? version;
      halted = false;
      return flush();
    },
    /** Sends nothing more. */
    halt: () => {
      halted = true;
      clearTimeout(timer);
    },
    stop: () => clearTimeout(timer),
  };
}
