import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Locker } from '@tus/server';

interface Holder {
  /** Requests the current holder to release the lock. */
  askToEnd: () => void | Promise<void>;
  ended: Promise<void>;
  end: () => void;
}

/**
 * One request at a time per upload: a new one, such as after a reconnect, requests the release of
 * the previous lock and waits. In memory, because one process serves uploads.
 */
export function uploadLocker(timeoutMs = 20_000): Locker {
  const holders = new Map<string, Holder>();
  return {
    newLock(id) {
      let mine: Holder | undefined;
      return {
        async lock(_signal, askToEnd) {
          const deadline = performance.now() + timeoutMs;
          for (let before = holders.get(id); before; before = holders.get(id)) {
            await before.askToEnd();
            if (!(await within(before.ended, deadline - performance.now())))
              throw new AppError('UNAVAILABLE');
          }
          const { promise, resolve } = Promise.withResolvers<void>();
          mine = { askToEnd, ended: promise, end: resolve };
          holders.set(id, mine);
        },
        async unlock() {
          if (!mine) return;
          holders.delete(id);
          mine.end();
        },
      };
    },
  };
}

/** Whether it ended within this time in milliseconds. */
async function within(ended: Promise<void>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), Math.max(0, ms));
  ended.then(() => resolve(true));
  const outcome = await promise;
  clearTimeout(timer);
  return outcome;
}
