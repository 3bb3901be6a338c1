import type { Logger } from './log.ts';

/** Writes queued events once a second. */
export interface BatchWriter {
  /** Schedules a write within a second. */
  schedule(): void;
  /** Writes the queue. Rejects if that fails; the queue is kept and retried. */
  flush(): Promise<void>;
  /** Writes the rest and stops. */
  stop(): Promise<void>;
}

/** Queues events in memory and writes them in batches. */
export interface WriteBehind<Event> extends Omit<BatchWriter, 'schedule'> {
  /** Queues an event; ignored if its key is queued already or the queue is full. */
  add(key: string, event: Event): void;
}

interface BatchWriterOptions {
  /** Writes the queue; unwritten events stay in it. */
  write(): Promise<void>;
  hasQueued(): boolean;
  log: Logger;
  /** Name of the events in the log. */
  name: string;
  /** Once a second, unless it may wait for longer. */
  intervalMs?: number;
}

interface Options<Event> {
  /** Writes a batch atomically. */
  write(batch: Event[]): Promise<void>;
  /** Maximum events per `write`. */
  batchSize: number;
  /** Maximum queue length during an outage; further events are dropped. */
  maxQueued: number;
  log: Logger;
  name: string;
}

const FLUSH_INTERVAL_MS = 1_000;

export function batchWriter({
  write,
  hasQueued,
  log,
  name,
  intervalMs = FLUSH_INTERVAL_MS,
}: BatchWriterOptions): BatchWriter {
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let stopped = false;

  const flush = async (): Promise<void> => {
    // Events added after the running flush started may not be in it.
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
        .catch((error: unknown) =>
          log.warn({ err: error }, `${name} could not be written down; they are kept`),
        )
        .finally(() => {
          if (hasQueued()) schedule();
        });
    }, intervalMs).unref();
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

/** Writes the whole queue in batches. */
export async function writeAll<Event>(
  queue: Map<string, Event>,
  batchSize: number,
  write: (events: Event[]) => Promise<void>,
): Promise<void> {
  while (queue.size > 0) {
    const next = [...queue.entries().take(batchSize)];
    await write(next.map(([, event]) => event));
    // Removed only after the write, and only if not replaced meanwhile.
    for (const [key, event] of next) if (queue.get(key) === event) queue.delete(key);
  }
}

export function writeBehind<Event>({
  write,
  batchSize,
  maxQueued,
  log,
  name,
}: Options<Event>): WriteBehind<Event> {
  const queue = new Map<string, Event>();
  const { schedule, flush, stop } = batchWriter({
    log,
    name,
    hasQueued: () => queue.size > 0,
    write: () => writeAll(queue, batchSize, write),
  });
  return {
    add(key, event) {
      if (queue.has(key) || queue.size >= maxQueued) return;
      queue.set(key, event);
      schedule();
    },
    flush,
    stop,
  };
}
