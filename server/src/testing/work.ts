import { hash, verify } from '@node-rs/argon2';
import pg from 'pg';
import { vi } from 'vitest';

/** What a call costs, so that two calls are compared by their work and not by a clock. */
export interface Work {
  /** Statements for the database, in their order. */
  statements: string[];
  /** Parameters of every password hash: known only where the file mocks `@node-rs/argon2` with `{ spy: true }`. */
  hashes: string[];
}

/** The work of one call on an idle server. */
export async function workOf(call: () => Promise<unknown>): Promise<Work> {
  const spied = [hash, verify].filter((one) => vi.isMockFunction(one)).map((one) => vi.mocked(one as typeof verify));
  for (const one of spied) one.mockClear();
  using query = vi.spyOn(pg.Client.prototype, 'query');
  await call();
  const calls = query.mock.calls as unknown as [string | { text: string }][];
  return {
    statements: calls.map(([asked]) => (typeof asked === 'string' ? asked : asked.text)),
    hashes: spied.flatMap((one) =>
      one.mock.calls.map(([text]) => String(text).match(/^\$argon2[^$]*\$[^$]*\$[^$]*/)?.[0] ?? 'new'),
    ),
  };
}
