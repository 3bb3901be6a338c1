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

/** The other side: answers the one job it gets. */
export function answer<Job, Result>(work: (job: Job) => Promise<Result>): void {
  process.once('message', (job) => {
    work(job as Job).then(
      (result) => process.send!({ result }),
      (error: unknown) => process.send!({ error: error instanceof Error ? error.stack : String(error) }),
    );
  });
}

const open = (file: string) => fork(join(import.meta.dirname, file), { serialization: 'advanced' });

function ask<Result>(child: ReturnType<typeof open>, job: unknown): Promise<Result> {
  return new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`the process ended with ${code}`)));
    child.once('message', (message: { result?: Result; error?: string }) =>
      message.error === undefined ? done(message.result as Result) : fail(new Error(message.error)),
    );
    child.send(job as object);
  });
}
