import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Locker } from '@tus/server';
import type pg from 'pg';

interface Holder {
  /** False while it waits for another process. */
  holds: boolean;
  /** Requests the current holder to release the lock. */
  askToEnd: () => void | Promise<void>;
  ended: Promise<void>;
  end: () => void;
}

const CHANNEL = 'upload_lock';
const RETRY_MS = 50;
/** The holder ends when it is asked; the question is repeated in case it came before the lock. */
const ASK_EVERY = 10;

/**
 * One request at a time per upload, in whichever server process: a new one, such as after a
 * reconnect, requests the release of the previous lock and waits. A killed process loses its
 * connection and so its locks (RUN-13).
 */
export function uploadLocker(pool: Pick<pg.Pool, 'connect'>, timeoutMs = 20_000): Locker {
  const holders = new Map<string, Holder>();
  const session = lockSession(pool, {
    // The question comes back to who asked, too.
    onAsked: (id) => {
      const holder = holders.get(id);
      if (holder?.holds) void holder.askToEnd();
    },
    // Another process may have the locks by now.
    onLost: () => holders.forEach(({ askToEnd }) => void askToEnd()),
  });
  return {
    newLock(id) {
      let mine: Holder | undefined;
      const release = () => {
        if (holders.get(id) === mine) holders.delete(id);
        mine?.end();
        mine = undefined;
        session.leave();
      };
      return {
        async lock(_signal, askToEnd) {
          const deadline = performance.now() + timeoutMs;
          for (let before = holders.get(id); before; before = holders.get(id)) {
            await before.askToEnd();
            if (!(await within(before.ended, deadline - performance.now())))
              throw new AppError('UNAVAILABLE');
          }
          let asked = false;
          const { promise, resolve } = Promise.withResolvers<void>();
          mine = {
            holds: false,
            askToEnd: () => {
              asked = true;
              return askToEnd();
            },
            ended: promise,
            end: resolve,
          };
          holders.set(id, mine);
          session.enter();
          try {
            for (let tries = 0; !(await session.tryLock(id)); tries++) {
              if (asked || performance.now() > deadline) throw new AppError('UNAVAILABLE');
              if (tries % ASK_EVERY === 0) await session.ask(id);
              await pause(RETRY_MS);
            }
            mine.holds = true;
          } catch (error) {
            release();
            throw error;
          }
        },
        async unlock() {
          if (!mine) return;
          await session.unlock(id);
          release();
        },
      };
    },
  };
}

/**
 * One connection for all locks of this process, taken from the pool while there are any. Its
 * queries run one after the other.
 */
function lockSession(
  pool: Pick<pg.Pool, 'connect'>,
  { onAsked, onLost }: { onAsked(id: string): void; onLost(): void },
) {
  let users = 0;
  let client: Promise<pg.PoolClient> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const open = (): Promise<pg.PoolClient> => {
    const opening = (async () => {
      const opened = await pool.connect();
      opened.on('notification', ({ payload = '' }) => onAsked(payload));
      opened.once('end', () => {
        if (client !== opening) return;
        client = undefined;
        opened.release(true);
        onLost();
      });
      await opened.query(`listen ${CHANNEL}`);
      return opened;
    })();
    opening.catch(() => {
      if (client === opening) client = undefined;
    });
    client = opening;
    return opening;
  };
  const run = (text: string, id: string): Promise<pg.QueryResult<{ locked: boolean }>> => {
    const result = last.then(async () => (await (client ?? open())).query(text, [id]));
    last = result.catch(() => {});
    return result;
  };
  const key = "hashtextextended('upload ' || $1, 0)";
  return {
    enter: () => {
      users++;
    },
    /** The last one gives the connection back, without any lock. */
    leave: () => {
      users--;
      const left = client;
      if (users > 0 || !left) return;
      client = undefined;
      left.then(giveBack, () => {});
    },
    async tryLock(id: string): Promise<boolean> {
      const { rows } = await run(`select pg_try_advisory_lock(${key}) as locked`, id);
      return rows[0]!.locked;
    },
    ask: (id: string) => run(`select pg_notify('${CHANNEL}', $1)`, id),
    /** Without a connection there is no lock left. */
    unlock: (id: string) => run(`select pg_advisory_unlock(${key})`, id).catch(() => {}),
  };
}

async function giveBack(client: pg.PoolClient): Promise<void> {
  client.removeAllListeners('notification').removeAllListeners('end');
  await client.query(`unlisten ${CHANNEL}; select pg_advisory_unlock_all()`).then(
    () => client.release(),
    () => client.release(true),
  );
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
