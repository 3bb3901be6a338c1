/**
 * A worker for `vitest.mutation.config.ts` that several mutants share: importing the product takes
 * longer than most tests. They make a world of their own each time; test files are evaluated again.
 */
import { type PoolOptions, type PoolWorker, ThreadsPoolWorker } from 'vitest/node';

/** Runs of one worker: what a mutant leaves behind in it must not last. */
const RUNS = Number(process.env.MUTATION_RUNS ?? 25);

let kept: { thread: ThreadsPoolWorker; runs: number } | undefined;

class KeptWorker implements PoolWorker {
  readonly name = 'kept';
  readonly #options: PoolOptions;
  readonly #listeners: [event: string, callback: (message: unknown) => void][] = [];
  #thread: ThreadsPoolWorker | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (!kept) {
      kept = { thread: new ThreadsPoolWorker(this.#options), runs: 0 };
      await kept.thread.start();
    }
    kept.runs++;
    this.#thread = kept.thread;
  }

  on(event: string, callback: (message: unknown) => void): void {
    this.#listeners.push([event, callback]);
    this.#thread?.on(event, callback);
  }

  off(event: string, callback: (message: unknown) => void): void {
    this.#thread?.off(event, callback);
  }

  /** A worker that goes on does not get the request to stop, which is answered in its place. */
  send(message: Parameters<PoolWorker['send']>[0]): void {
    if (message.type !== 'stop' || this.#isDone()) this.#thread?.send(message);
    else this.#emit({ type: 'stopped', __vitest_worker_response__: true });
  }

  async stop(): Promise<void> {
    for (const [event, callback] of this.#listeners) this.#thread?.off(event, callback);
    if (!this.#isDone()) return;
    kept = undefined;
    await this.#thread?.stop();
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  #isDone(): boolean {
    return kept === undefined || kept.runs >= RUNS;
  }

  #emit(message: unknown): void {
    for (const [event, callback] of this.#listeners) if (event === 'message') callback(message);
  }
}

export const keptPool = {
  name: 'kept',
  createPoolWorker: (options: PoolOptions) => new KeptWorker(options),
};
