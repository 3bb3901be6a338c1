import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { isOpenToHeld } from '@samtrot/shared/holds/rules.ts';
import { type Action, takesKey } from '@samtrot/shared/kernel/action.ts';
import { AppError, type ErrorCode, errors } from '@samtrot/shared/kernel/errors.ts';
import { restsInMaintenance } from '@samtrot/shared/notices/maintenance-calls-rules.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isConnectionError, isDatabaseBusy, isUnwritable } from '../platform/db.ts';
import type { Logger } from '../platform/log.ts';

const RETRY_SECONDS = '2';
/** Of the database: what failed may succeed in a moment. */
const UNREADY: readonly ErrorCode[] = ['UNAVAILABLE', 'NOT_WRITABLE'];

/** Serializes a failure. */
type Shape = (failure: AppError) => object;

export const portalShape: Shape = ({ code, message, extra, fields }) => ({
  success: false,
  code,
  message,
  ...extra,
  ...(fields ? { errors: fields } : {}),
});

export const registerErrors = (server: FastifyInstance, { log }: { log: Logger }) =>
  server.setErrorHandler(failureHandler(log));

/** Maps every failure to the wire format: status, code and German message, no internal detail. */
export const failureHandler =
  (log: Logger, shape: Shape = portalShape) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = asAppError(error);
    if (failure) {
      if (UNREADY.includes(failure.code))
        log.warn({ err: error, id: request.id, path: pathOf(request) }, 'database not available');
      return sendFailure(reply, failure, shape);
    }
    const reference = randomUUID();
    log.error({ err: error, reference, id: request.id, path: pathOf(request) }, 'defect');
    return sendFailure(reply, new AppError('INTERNAL', { extra: { reference } }), shape);
  };

/** The codes a call may return: its declared ones and those added by the HTTP layer. */
export function failuresOf(spec: Action): ErrorCode[] {
  const added: ErrorCode[] = [
    'MALFORMED',
    'INVALID_INPUT',
    'NOT_LOGGED_IN',
    'WRONG_USER',
    'WRONG_METHOD',
    'UNAVAILABLE',
    'NOT_WRITABLE',
  ];
  if (spec.method !== 'GET') added.push('CROSS_SITE', 'TOO_LARGE', 'WRONG_CONTENT_TYPE');
  if (spec.changes) added.push('CROSS_SITE');
  if (spec.proof) added.push('PROOF_REQUIRED');
  if (spec.audience === 'user' && !isOpenToHeld(spec.name)) added.push('ACCOUNT_HELD');
  if (spec.audience !== 'staff' && restsInMaintenance(spec)) added.push('MAINTENANCE');
  if (spec.buys) added.push('TERMS_NOT_ACCEPTED');
  if (spec.limits?.length) added.push('TOO_MANY_ATTEMPTS');
  if (takesKey(spec)) added.push('INVALID_INPUT', 'IDEMPOTENCY_MISMATCH', 'TOO_MANY_ATTEMPTS');
  return [...new Set([...spec.errors, ...added])];
}

export const HSTS_SECONDS = 31_536_000;

/** The headers of responses that no hook sees. */
export function bareHeaders(publicUrl: string): Record<string, string> {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
  if (publicUrl.startsWith('https://'))
    headers['strict-transport-security'] = `max-age=${HSTS_SECONDS}; includeSubDomains`;
  return headers;
}

/** Handles requests whose address cannot be parsed, before any route or hook. */
export const refuseUnroutable =
  (bare: Record<string, string>) =>
  (_error: unknown, _request: FastifyRequest, reply: FastifyReply): void => {
    sendFailure(reply.headers(bare), new AppError('MALFORMED'));
  };

/** Handles bytes that are not HTTP, on the bare socket. */
export const refuseBrokenRequest =
  (bare: Record<string, string>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [status, code]: [string, ErrorCode] =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'MALFORMED']
        : error.code === 'HPE_HEADER_OVERFLOW'
          ? ['431 Request Header Fields Too Large', 'TOO_LARGE']
          : ['400 Bad Request', 'MALFORMED'];
    const body = JSON.stringify({ success: false, code, message: errors[code].text });
    const headers = {
      ...bare,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`);
  };

function sendFailure(reply: FastifyReply, failure: AppError, shape = portalShape) {
  if (UNREADY.includes(failure.code)) reply.header('retry-after', RETRY_SECONDS);
  if (failure.extra.retry_after) reply.header('retry-after', String(failure.extra.retry_after));
  // The rest of a body that is too large is not read.
  if (failure.code === 'TOO_LARGE') reply.header('connection', 'close');
  return (
    reply
      .code(errors[failure.code].status)
      .header('cache-control', 'no-store')
      // What a route had said of a file that could not be read after all.
      .removeHeader('content-disposition')
      .type('application/json; charset=utf-8')
      .send(shape(failure))
  );
}

function asAppError(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error;
  if (isUnwritable(error)) return new AppError('NOT_WRITABLE');
  if (isConnectionError(error) || isDatabaseBusy(error)) return new AppError('UNAVAILABLE');
  if (!error.statusCode || error.statusCode >= 500) return undefined;
  if (error.statusCode === 413) return new AppError('TOO_LARGE');
  if (error.statusCode === 415) return new AppError('WRONG_CONTENT_TYPE');
  if (error.statusCode === 404) return new AppError('NOT_FOUND');
  return error.statusCode >= 400 ? new AppError('MALFORMED') : undefined;
}

const pathOf = (request: FastifyRequest) => request.routeOptions.url ?? '(none)';
