import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { networkCheck } from './staff-session.ts';

export const REQUEST_ID = 'x-request-id';
/** Hexadecimal, so that nobody can write a name or an address into the log. */
const WELL_FORMED = /^[0-9a-f]{8}[0-9a-f-]{8,56}$/i;

/** The id that a trusted proxy gave a request, if it is well formed, else a new one (RUN-06). */
export function requestIds(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const isTrusted = trustedProxies.length > 0 ? networkCheck(trustedProxies) : () => false;
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID];
    return typeof given === 'string' &&
      WELL_FORMED.test(given) &&
      isTrusted(socket.remoteAddress ?? '')
      ? given
      : randomUUID();
  };
}
