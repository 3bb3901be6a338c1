import { Socket } from 'node:net';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const LARGE_BODY = 1024 * 1024;
const AT_ONCE = 3;
/** 50 MB of a bank are read for more than a minute on a busy machine. */
const ANSWER_MS = 300_000;

/**
 * A body that may be larger is read into memory only for who may send it, and only so many at once
 * for one caller.
 */
export function largeBodies(callerOf: (request: FastifyRequest) => Promise<string | undefined>) {
  const reading = new Map<string, number>();
  /** @throws NOT_LOGGED_IN, UNAVAILABLE */
  return async (request: FastifyRequest, reply: FastifyReply, limit = 0): Promise<void> => {
    const length = Number(request.headers['content-length'] ?? Number.NaN);
    if (limit <= LARGE_BODY || length <= LARGE_BODY) return;
    const caller = await callerOf(request);
    if (caller === undefined) throw new AppError('NOT_LOGGED_IN');
    const others = reading.get(caller) ?? 0;
    if (others >= AT_ONCE) throw new AppError('UNAVAILABLE');
    reading.set(caller, others + 1);
    // A request that a test injects has no socket of the network.
    if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(ANSWER_MS);
    reply.raw.once('close', () => {
      const left = reading.get(caller)! - 1;
      if (left > 0) reading.set(caller, left);
      else reading.delete(caller);
    });
  };
}
