import { AsyncLocalStorage } from 'node:async_hooks';
import argon2 from '@node-rs/argon2';
import pg from 'pg';
import { vi } from 'vitest';

/** What a call costs, so that two calls are compared by their work and not by a clock. */
export interface Work {
  /** Statements for the database, in their order. */
  statements: string[];
  /** Parameters of every password hash that was verified, `new` for every one that was made. */
  hashes: string[];
}

const measured = new AsyncLocalStorage<Work>();

/** The work of one call; queries of background tasks do not count. */
export async function workOf(call: () => Promise<unknown>): Promise<Work> {
  const work: Work = { statements: [], hashes: [] };
  const ask = pg.Client.prototype.query as (...asked: unknown[]) => unknown;
  using _query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...asked: unknown[]
  ) {
    const [text] = asked as [string | { text: string }];
    measured.getStore()?.statements.push(typeof text === 'string' ? text : text.text);
    return ask.apply(this, asked) as never;
  });
  using made = vi.spyOn(argon2, 'hash');
  using verified = vi.spyOn(argon2, 'verify');
  await measured.run(work, call);
  work.hashes = [
    ...made.mock.calls.map(() => 'new'),
    ...verified.mock.calls.map(
      ([text]) => String(text).match(/^\$argon2[^$]*\$[^$]*\$[^$]*/)?.[0] ?? '?',
    ),
  ];
  return work;
}
