import { fork } from 'node:child_process';
import { join } from 'node:path';

/** Runs one job in a process of its own, so that making load and taking it do not share a thread. */
export async function inChild<Result>(file: string, job: unknown): Promise<Result> {
  const child = open(file);
  try {
    return await ask<Result>(child, job);
  } finally {
    child.kill();
  }
}

/** A child that stays until it is stopped, with its first answer. */
export async function keepChild<Result>(file: string, job: unknown): Promise<{ result: Result; stop(): void }> {
  const child = open(file);
  return { result: await ask<Result>(child, job), stop: () => void child.kill() };
}

/**
 * Runs one job after the other in one process, which is warm after the first. It starts with the first job, and keeps nobody from ending
 * while it has none.
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

/** The other side: answers each job it gets. */
export function answer<Job, Result>(work: (job: Job) => Promise<Result>): void {
  process.on('message', (job) => {
    work(job as Job).then(
      (result) => process.send!({ result }),
      (error: unknown) => process.send!({ error: error instanceof Error ? error.stack : String(error) }),
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
