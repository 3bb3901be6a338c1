interface Step {
  what: string;
  undo(): Promise<unknown>;
  withinMs: number;
}

/** What a stop waits for one step; service managers kill after 20 seconds (`TimeoutStopSec`). */
const STEP_MS = 15_000;

/**
 * The steps that undo a start. A step that fails or does not end in its time is named in
 * `onTrouble` and left behind, so that one that hangs cannot keep the process and its database from
 * ending.
 */
export function teardown(onTrouble: (sentence: string, error?: unknown) => void) {
  const steps: Step[] = [];
  return {
    add: (what: string, undo: () => Promise<unknown>, withinMs = STEP_MS) =>
      void steps.push({ what, undo, withinMs }),
    /** Runs the steps in reverse order, each once. */
    async run(): Promise<void> {
      for (let step = steps.pop(); step; step = steps.pop()) {
        const { what, undo, withinMs } = step;
        const sentence = `${what} did not end within ${withinMs / 1000} s and is left behind`;
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<void>((done) => {
          timer = setTimeout(() => done(onTrouble(sentence)), withinMs);
        });
        const ended = undo().catch((error: unknown) =>
          onTrouble(`${what} did not end well`, error),
        );
        await Promise.race([ended, late]);
        clearTimeout(timer);
      }
    },
  };
}
