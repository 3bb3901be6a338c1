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

/** The work of one call on an idle server. */
export async function workOf(call: () => Promise<unknown>): Promise<Work> {
  using query = vi.spyOn(pg.Client.prototype, 'query');
  using made = vi.spyOn(argon2, 'hash');
  using verified = vi.spyOn(argon2, 'verify');
  await call();
  const calls = query.mock.calls as unknown as [string | { text: string }][];
  return {
    statements: calls.map(([asked]) => (typeof asked === 'string' ? asked : asked.text)),
    hashes: [
      ...made.mock.calls.map(() => 'new'),
      ...verified.mock.calls.map(
        ([text]) => String(text).match(/^\$argon2[^$]*\$[^$]*\$[^$]*/)?.[0] ?? '?',
      ),
    ],
  };
}
