import { Transform } from 'node:stream';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { FastifyRequest, RequestPayload } from 'fastify';

/** Stops reading a body at its action's limit, with or without a Content-Length. */
export function limitBody(
  request: FastifyRequest,
  payload: RequestPayload,
  limit: number,
): RequestPayload {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new AppError('TOO_LARGE');
  let received = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      received += chunk.length;
      if (received > limit) next(new AppError('TOO_LARGE'));
      else next(null, chunk);
    },
  });
  return Object.assign(payload.pipe(counter), { receivedEncodedLength: 0 });
}
