import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** A statement as it went to the database. */
export interface Sent {
  /** Of a prepared statement. */
  name?: string;
  text: string;
  values: unknown[];
}

const measured = new AsyncLocalStorage<Sent[]>();

/** The statements of some work and what it returned; queries of background tasks do not count. */
export async function sentWith<T>(work: () => Promise<T>): Promise<{ sent: Sent[]; result: T }> {
  const sent: Sent[] = [];
  const ask = pg.Client.prototype.query as (...asked: unknown[]) => unknown;
  // Connections opened meanwhile capture this function, so it keeps working afterwards.
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const [first, given] = asked as [string | Sent, unknown[]?];
    const { name, text, values } =
      typeof first === 'string' ? { name: undefined, text: first, values: [] } : first;
    measured.getStore()?.push({
      ...(name && { name }),
      text,
      values: (Array.isArray(given) ? given : values) ?? [],
    });
    return ask.apply(this, asked);
  } as typeof pg.Client.prototype.query;
  try {
    const result = await measured.run(sent, work);
    return { sent, result };
  } finally {
    pg.Client.prototype.query = ask as typeof pg.Client.prototype.query;
  }
}

/** The statements of one call. */
export const sentBy = async (call: () => Promise<unknown>): Promise<Sent[]> =>
  (await sentWith(call)).sent;
