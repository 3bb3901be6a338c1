import type { Logger } from './log.ts';

/** Writes what waits in memory once a second, so that an event costs no statement. */
export interface BatchWriter {
  /** Something waits: it is written within a second. */
  schedule(): void;
  /** Writes down what waits. Rejects when it could not; then it is tried again. */
  flush(): Promise<void>;
  /** Writes down the rest. */
  stop(): Promise<void>;
}

/** Keeps events in memory and writes them in that rhythm. */
export interface WriteBehind<Event> extends Omit<BatchWriter, 'schedule'> {
  /** Written down within a second; nothing while one with this key waits already, or when too many do. */
  add(key: string, event: Event): void;
}

interface BatchWriterOptions {
  /** Writes all that waits; what it could not write still waits afterwards. */
  write(): Promise<void>;
  waits(): boolean;
  log: Logger;
  /** What the log calls them. */
  name: string;
}

interface Options<Event> {
  /** Writes these, all or none. */
  write(batchSize: Event[]): Promise<void>;
  /** In one `write`. */
  portion: number;
  /** While the database is away so many are remembered; what comes then is lost. */
  maxQueued: number;
  log: Logger;
  name: string;
}

const EVERY_MS = 1_000;

export function batchWriter({ write, waits, log, name }: BatchWriterOptions): BatchWriter {
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let stopped = false;

  const flush = async (): Promise<void> => {
    // What came after the running one began may not be in it.
    await flushing?.catch(() => {});
    flushing ??= write().finally(() => {
      flushing = undefined;
    });
    return flushing;
  };
  const schedule = () => {
    if (timer || stopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      flush()
        .catch((error: unknown) => log.warn({ err: error }, `${name} could not be written down; they are kept`))
        .finally(() => {
          if (waits()) schedule();
        });
    }, EVERY_MS).unref();
  };
  return {
    schedule,
    flush,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await flush().catch((error: unknown) =>
        log.error({ err: error }, `${name} could not be written down at the end`),
      );
    },
  };
}

/** Writes all of these, so many in one `write`. */
export async function writeAll<Event>(
  waiting: Map<string, Event>,
  portion: number,
  write: (events: Event[]) => Promise<void>,
): Promise<void> {
  while (waiting.size > 0) {
    const next = [...waiting.entries().take(portion)];
    await write(next.map(([, event]) => event));
    // Only now, because what could not be written is still there; and not what was told anew meanwhile.
    for (const [key, event] of next) if (waiting.get(key) === event) waiting.delete(key);
  }
}

export function writeBehind<Event>({ write, portion, maxQueued, log, name }: Options<Event>): WriteBehind<Event> {
  const waiting = new Map<string, Event>();
  const { schedule, flush, stop } = batchWriter({
    ...{ log, name, waits: () => waiting.size > 0 },
    write: () => writeAll(waiting, portion, write),
  });
  return {
    add(key, event) {
      if (waiting.has(key) || waiting.size >= maxQueued) return;
      waiting.set(key, event);
      schedule();
    },
    flush,
    stop,
  };
}
