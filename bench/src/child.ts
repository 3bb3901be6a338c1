import { fork } from 'node:child_process';
import { join } from 'node:path';

/** Runs one job in a process, so that load generator and server do not share a thread. */
export async function inChild<Result>(file: string, job: unknown): Promise<Result> {
  const child = open(file);
  try {
    return await ask<Result>(child, job);
  } finally {
    child.kill();
  }
}

/** A child process that runs until stopped, with its first message. */
export async function keepChild<Result>(
  file: string,
  job: unknown,
): Promise<{ result: Result; stop(): void }> {
  const child = open(file);
  return { result: await ask<Result>(child, job), stop: () => void child.kill() };
}

/**
 * Runs jobs in sequence in one process, warm after the first; it starts on demand and is
 * unreferenced while idle.
 */
export function childForMany<Job, Result>(file: string): (job: Job) => Promise<Result> {
  let child: ReturnType<typeof open> | undefined;
  return async (job) => {
    child ??= open(file);
    child.channel!.ref();
    try {
      return await ask<Result>(child, job);
    } finally {
      child.unref();
      child.channel?.unref();
    }
  };
}

/** Runs in the child process: executes each job and sends its result. */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  process.on('message', (job) => {
    work(job as Job).then(
      (result) => process.send!({ result }),
      (error: unknown) =>
        process.send!({ error: error instanceof Error ? error.stack : String(error) }),
    );
  });
}

const open = (file: string) => fork(join(import.meta.dirname, file), { serialization: 'advanced' });

function ask<Result>(child: ReturnType<typeof open>, job: unknown): Promise<Result> {
  return new Promise((done, fail) => {
    const ended = (code: number | null) => fail(new Error(`the process ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message: { result?: Result; error?: string }) => {
      child.off('exit', ended);
      if (message.error === undefined) done(message.result as Result);
      else fail(new Error(message.error));
    });
    child.send(job as object);
  });
}
