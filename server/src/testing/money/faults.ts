import pg from 'pg';
import { vi } from 'vitest';
import { armFailPoints, type FailPoint } from '../../platform/failpoints.ts';

/**
 * A fault that happens once: at a named point, before the nth statement, or after the nth commit
 * before its response is sent.
 */
export type Fault = { at: FailPoint } | { beforeStatement: number } | { afterCommit: number };

export const POWER_CUT = 'power cut';

type Query = (this: pg.Client & { processID: number }, ...values: unknown[]) => unknown;

/**
 * Arms it; returns how to disarm it. Connections are really cut, by `cut`, which ends a backend of
 * the database.
 */
export function arm(fault: Fault, cut: (backend: number) => Promise<unknown>): () => void {
  if ('at' in fault) {
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw new Error(POWER_CUT);
    });
    armFailPoints(`${fault.at}:1`);
    return () => {
      armFailPoints('nowhere:1');
      kill.mockRestore();
    };
  }
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const query = prototype.query;
  const late = 'afterCommit' in fault;
  let left = late ? fault.afterCommit : fault.beforeStatement;
  prototype.query = function (...values) {
    // Sessions and limits ask with a callback; what is tried here are the transactions.
    const counts = typeof values.at(-1) !== 'function' && (!late || values[0] === 'commit');
    if (!counts || left-- !== 0) return query.apply(this, values);
    const end = async () => {
      // Waited for, so that the pool knows it too and does not lend it to the next one.
      const gone = new Promise((done) => this.once('end', done));
      await cut(this.processID);
      await gone;
    };
    const steps = async () => {
      if (!late) await end();
      const answer = await query.apply(this, values);
      await end();
      throw Object.assign(
        new Error(`Connection terminated: ${POWER_CUT} after ${answer && 'a commit'}`),
        {
          code: '08006',
        },
      );
    };
    return steps();
  };
  return () => {
    prototype.query = query;
  };
}
