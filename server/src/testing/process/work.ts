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

/** A statement as it went to the database. */
export interface Sent {
  text: string;
  values: unknown[];
}

const measured = new AsyncLocalStorage<Sent[]>();

/** The statements of one call; queries of background tasks do not count. */
export async function sentBy(call: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const ask = pg.Client.prototype.query as (...asked: unknown[]) => unknown;
  // Connections opened meanwhile capture this function, so it keeps working afterwards.
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const [first, given] = asked as [string | Sent, unknown[]?];
    const { text, values } = typeof first === 'string' ? { text: first, values: [] } : first;
    measured.getStore()?.push({ text, values: (Array.isArray(given) ? given : values) ?? [] });
    return ask.apply(this, asked);
  } as typeof pg.Client.prototype.query;
  try {
    await measured.run(sent, call);
    return sent;
  } finally {
    pg.Client.prototype.query = ask as typeof pg.Client.prototype.query;
  }
}

/** The work of one call. */
export async function workOf(call: () => Promise<unknown>): Promise<Work> {
  using made = vi.spyOn(argon2, 'hash');
  using verified = vi.spyOn(argon2, 'verify');
  const sent = await sentBy(call);
  return {
    statements: sent.map(({ text }) => text),
    hashes: [
      ...made.mock.calls.map(() => 'new'),
      ...verified.mock.calls.map(
        ([text]) => String(text).match(/^\$argon2[^$]*\$[^$]*\$[^$]*/)?.[0] ?? '?',
      ),
    ],
  };
}
