import argon2 from '@node-rs/argon2';
import { vi } from 'vitest';
import { sentBy } from './sent.ts';

/** What a call costs, so that two calls are compared by their work and not by a clock. */
export interface Work {
  /** Statements for the database, in their order. */
  statements: string[];
  /** Parameters of every password hash that was verified, `new` for every one that was made. */
  hashes: string[];
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
