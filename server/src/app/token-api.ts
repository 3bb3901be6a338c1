import { AppError, type FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import type {
  ErrorAnswer,
  LoginAnswer,
  MessageAnswer,
  TokenCall,
} from '@samtrot/shared/token-api/contract.ts';
import { TOKEN_CALLS } from '@samtrot/shared/token-api/contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Effects, Handler } from '../platform/action.ts';
import type { Logger } from '../platform/log.ts';
import { refuseCrossSite } from './cross-site.ts';
import { type CallDeps, type Params, perform } from './dispatch.ts';
import { failureHandler } from './failures.ts';

const BODY_LIMIT = 64 * 1024;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * The token API (part 1, section 7): under `/token-api` on every host, and at the root of
 * `API_HOST`. Each call runs the portal's action with its rules and limits; cookie and token of the
 * request are ignored.
 */
export function registerTokenApi(server: FastifyInstance, deps: CallDeps & { log: Logger }): void {
  const { apiHost } = deps.config;
  const places = [
    { prefix: '/token-api', unknown: ['/token-api', '/token-api/*'] },
    ...(apiHost
      ? [{ prefix: '', unknown: ['/auth/*'], constraints: { host: hostPattern(apiHost) } }]
      : []),
  ];
  const errorHandler = failureHandler(deps.log, tokenShape);
  for (const { prefix, unknown, ...place } of places) {
    const common = {
      ...place,
      method: METHODS,
      exposeHeadRoute: false,
      bodyLimit: BODY_LIMIT,
      errorHandler,
    };
    for (const call of Object.values<TokenCall>(TOKEN_CALLS)) {
      const handler = deps.handlers.find(
        ({ spec }) => spec.name === call.action && spec.method === 'POST',
      );
      if (!handler) throw new Error(`The token API needs the action ${call.action}`);
      server.route({
        ...common,
        url: `${prefix}${call.path}`,
        onRequest: async (request, reply) => {
          reply.header('cache-control', 'no-store');
          if (request.method !== 'POST') {
            reply.header('allow', 'POST');
            throw new AppError('WRONG_METHOD');
          }
          refuseCrossSite(request, deps.config);
          if (!isJson(request)) throw new AppError('WRONG_CONTENT_TYPE');
        },
        handler: (request) => respond(deps, { call, handler, request }),
      });
    }
    for (const url of unknown) {
      server.route({
        ...common,
        url,
        handler: () => {
          throw new AppError('NOT_FOUND');
        },
      });
    }
  }
}

interface Asked {
  call: TokenCall;
  handler: Handler;
  request: FastifyRequest;
}

async function respond(
  deps: CallDeps,
  { call, handler, request }: Asked,
): Promise<LoginAnswer | MessageAnswer> {
  const params = paramsOf(call, request.body);
  try {
    const now = deps.clock.now();
    const { output, effects } = await perform(deps, {
      handler,
      request,
      params,
      actor: { kind: 'visitor' },
      now,
      program: true,
    });
    return bodyOf(output, effects);
  } catch (error) {
    if (error instanceof AppError && error.fields) {
      throw new AppError(error.code, { fields: fieldsOf(call, error.fields), extra: error.extra });
    }
    throw error;
  }
}

function bodyOf(output: { message?: string; confirm_first?: true }, { startSession }: Effects) {
  if (startSession) {
    return {
      data: {
        token: { token: startSession.token, expiresAt: startSession.expiresAt.toISOString() },
      },
    };
  }
  const { message = '', confirm_first } = output;
  return { data: { message, ...(confirm_first && { confirmFirst: true as const }) } };
}

/** The body renamed to the action's parameters; others are dropped. */
function paramsOf({ fields }: TokenCall, body: unknown): Params {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('MALFORMED');
  return Object.fromEntries(
    Object.entries(fields).map(([theirs, ours]) => [ours, (body as Params)[theirs]]),
  );
}

/** The action's field errors under the caller's names. */
function fieldsOf({ fields }: TokenCall, found: FieldErrors): FieldErrors {
  const names = new Map(Object.entries(fields).map(([theirs, ours]) => [ours, theirs]));
  return Object.fromEntries(
    Object.entries(found).map(([ours, text]) => [names.get(ours) ?? ours, text]),
  );
}

function tokenShape({ code, message, fields, extra }: AppError): ErrorAnswer {
  const errors = fields && { errors: fields };
  if (code === 'INTERNAL') return { code: 'SERVER_ERROR', message, ...extra };
  if (code !== 'INVALID_INPUT' && code !== 'MALFORMED')
    return { code, message, ...extra, ...errors };
  return { code: 'VALIDATION_ERROR', message: new AppError('INVALID_INPUT').message, ...errors };
}

const isJson = (request: FastifyRequest) =>
  /^application\/json *(;|$)/i.test(request.headers['content-type'] ?? 'application/json');

/** The Host header may include the port. */
const hostPattern = (host: string) =>
  new RegExp(`^${host.replace(/[^\w-]/g, '\\$&')}(:\\d+)?$`, 'i');
