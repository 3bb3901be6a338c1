import { savesWhenFull } from '@samtrot/shared/health/full-disk-rules.ts';
import { type Action, takesKey } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { PENDING_TEXT } from '@samtrot/shared/staff/approval-rules.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { assertCallGoesOn } from '../modules/notices/service.ts';
import { assertTermsAccepted } from '../modules/texts/service.ts';
import {
  type Actor,
  AwaitsApproval,
  assertMayCall,
  assertMayChange,
  type Client,
  type Effects,
  type Handler,
} from '../platform/action.ts';
import { audit } from '../platform/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db.ts';
import { deviceOf } from '../platform/device.ts';
import {
  findStoredResponse,
  fingerprintOf,
  hashKey,
  KEY_HEADER,
  type KeyOwner,
  type Once,
  onceFor,
  pressOf,
  REPLAYED_HEADER,
  ReplayResponse,
} from '../platform/idempotency.ts';
import { type Limiter, network } from '../platform/limits.ts';
import type { ProofOfWork } from '../platform/proof-of-work.ts';
import type { Reserve } from '../platform/reserve.ts';
import { limitBody } from './body-limit.ts';
import { sendCompressedOnce } from './compressed.ts';
import type { Config } from './config.ts';
import { CONSOLE_PATH, consoleSessions } from './console-session.ts';
import { refuseCrossSite, requireOwnPage } from './cross-site.ts';
import { portalShape } from './failures.ts';
import { largeBodies } from './large-bodies.ts';
import { clientOf, type Sessions, sessions } from './session.ts';
import { STAFF_PATH, staffSessions, viewSessions } from './staff-session.ts';

export interface CallDeps {
  handlers: readonly Handler[];
  staffHandlers: readonly Handler[];
  partnerHandlers: readonly Handler[];
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  limiter: Limiter;
  proofs: ProofOfWork;
  config: Config;
  reserve: Pick<Reserve, 'isSpent'>;
}

export type Params = Record<string, unknown>;

const DEFAULT_BODY_LIMIT = 64 * 1024;
/** Limit of responses stored per caller at a time, so that nobody fills the table. */
const KEYS = { name: 'idempotency', seconds: 24 * 3600 };
const MOST_KEYS = { account_id: 1_000, staff_id: 10_000 };
/** How outcomes are kept; the edge sends them the same way. */
const WIRE = {
  done: (output: unknown) => ({
    status: output instanceof AwaitsApproval ? 202 : 200,
    body: JSON.stringify({ success: true, ...shown(output as object) }),
  }),
  failed: (failure: AppError) => JSON.stringify(portalShape(failure)),
};
/** Ends the name of the count of refused calls. */
const REFUSED = '/refused';
/**
 * Noted attempts to act as another account: the audit log cannot be cleared, so nobody may fill it.
 */
const NOTED_TAMPERING = { name: 'tamper', attempts: 100, seconds: 3600 };

/** `/api?action=NAME`: the calls of the portal. */
export const registerApi = (server: FastifyInstance, deps: CallDeps): void =>
  registerEntry(server, deps, {
    url: '/api',
    handlers: deps.handlers,
    session: sessions(deps.config, deps.pool),
  });

/** `/betrieb/api?action=NAME`: the calls of the back office, with log-ins of its own. */
export const registerStaffApi = (server: FastifyInstance, deps: CallDeps): void =>
  registerEntry(server, deps, {
    url: `${STAFF_PATH}/api`,
    handlers: deps.staffHandlers,
    session: staffSessions(deps.config, deps.pool),
  });

/** `/partner/api?action=NAME`: the calls of the console of partner websites. */
export const registerPartnerApi = (server: FastifyInstance, deps: CallDeps): void =>
  registerEntry(server, deps, {
    url: `${CONSOLE_PATH}/api`,
    handlers: deps.partnerHandlers,
    session: consoleSessions(deps.config, deps.pool),
  });

/** `/betrieb/ansicht/ID/api?action=NAME`: the portal's calls for who reads a customer's pages. */
export const registerViewApi = (server: FastifyInstance, deps: CallDeps): void =>
  registerEntry(server, deps, {
    url: `${STAFF_PATH}/ansicht/:id/api`,
    handlers: deps.handlers,
    session: viewSessions(deps.config, deps.pool),
  });

interface Entry {
  url: string;
  handlers: readonly Handler[];
  session: Sessions;
}

/**
 * Turns one request into one call and one reply. The only place that knows success from failure on
 * the wire.
 */
function registerEntry(
  server: FastifyInstance,
  deps: CallDeps,
  { url, handlers, session }: Entry,
): void {
  const byName = Map.groupBy(handlers, ({ spec }) => spec.name);
  const actionOf = (request: FastifyRequest) => {
    const name = (request.query as Params).action;
    const handlers = typeof name === 'string' ? byName.get(name) : undefined;
    return handlers?.find(({ spec }) => spec.method === request.method) ?? handlers?.[0];
  };

  const call = async (request: FastifyRequest, reply: FastifyReply) => {
    const handler = actionOf(request);
    if (!handler) throw new AppError('UNKNOWN_ACTION');
    const { spec } = handler;
    if (spec.method !== request.method) {
      reply.header(
        'allow',
        byName
          .get(spec.name)!
          .map((same) => same.spec.method)
          .join(', '),
      );
      throw new AppError('WRONG_METHOD');
    }
    if (spec.method !== 'GET' || spec.changes) refuseCrossSite(request, deps.config);
    const params = paramsOf(request);
    const now = deps.clock.now();
    const { actor, headers } = await session.find(request, now, spec);
    // Before a stored answer to the owner is looked for.
    assertMayChange(spec, actor);
    reply.headers(headers);
    if (spec.method === 'GET' && spec.changes && actor.kind !== 'visitor') requireOwnPage(request);
    await checkUserId(deps, { spec, actor, claims: claimsOf(request), now });
    try {
      const once = await keyed(deps, {
        spec,
        actor,
        params,
        now,
        key: request.headers[KEY_HEADER],
      });
      const { output, effects } = await perform(deps, {
        handler,
        request,
        params,
        actor,
        now,
        client: session.clientOf(request),
        ...once,
      });
      session.apply(reply, effects);
      if (output instanceof AwaitsApproval) reply.code(202);
      const answer = { success: true, ...shown(output) };
      if (!spec.compressed) return answer;
      reply.type('application/json; charset=utf-8');
      return await sendCompressedOnce(reply, JSON.stringify(answer));
    } catch (error) {
      if (!(error instanceof ReplayResponse)) throw error;
      const { status, body } = error.answer;
      return reply
        .code(status)
        .header(REPLAYED_HEADER, 'true')
        .type('application/json; charset=utf-8')
        .send(body);
    }
  };

  const admitLargeBody = largeBodies(async (request) => {
    const { actor } = await session.find(request, deps.clock.now());
    return callerOf(actor);
  });

  server.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url,
    exposeHeadRoute: false,
    bodyLimit:
      Math.max(DEFAULT_BODY_LIMIT, ...handlers.map(({ spec }) => spec.bodyLimit ?? 0)) + 1024,
    onRequest: async (_request, reply) => {
      reply.header('cache-control', 'no-store, private').header('vary', 'Cookie, Authorization');
    },
    preParsing: async (request, reply, payload) => {
      const spec = actionOf(request)?.spec;
      const body = limitBody(request, payload, spec?.bodyLimit ?? DEFAULT_BODY_LIMIT);
      await admitLargeBody(request, reply, spec?.bodyLimit);
      return body;
    },
    handler: call,
  });
}

interface Call {
  handler: Handler;
  request: FastifyRequest;
  params: Params;
  actor: Actor;
  now: Date;
  once?: Once;
  client?: Client;
  /** A program, whose cookies mean nothing. */
  program?: true;
  /** The same for every attempt under one key; each limit counts it once. */
  countedAs?: string;
}

interface Keyed extends Pick<Call, 'actor' | 'params' | 'now'> {
  spec: Action;
  key: unknown;
}

/**
 * What makes a call with an idempotency key, or a double press, happen once; nothing for every
 * other call. Looks before anything is counted: who lost an answer gets it again, whatever the
 * limits say.
 * @throws ReplayResponse, IDEMPOTENCY_MISMATCH, INVALID_INPUT, TOO_MANY_ATTEMPTS
 */
async function keyed(
  deps: CallDeps,
  { spec, actor, params, now, key }: Keyed,
): Promise<Pick<Call, 'once' | 'countedAs'>> {
  const owner = takesKey(spec) ? keyOwnerOf(actor) : undefined;
  if (!owner || (key === undefined && !spec.press)) return {};
  // Before an answer from a time when she had the right is looked for.
  if (spec.audience === 'staff') assertMayCall(spec, actor);
  const keyHash = key === undefined ? undefined : hashKey(key);
  const input = spec.input.safeParse(params);
  // Refused by the call itself, which says what is wrong.
  if (!input.success) return {};
  const { user_id: _, ...order } = input.data as Params;
  const { money } = spec;
  if (typeof money === 'object' && order[money.unless[0]] === money.unless[1]) return {};
  const fingerprint = fingerprintOf(deps.config.sessionSecret, order);
  const known = keyHash ? { keyHash, fingerprint } : pressIn(spec, order, fingerprint);
  if (!known) return {};
  const asked = { owner, action: spec.name, now, ...known };
  await findStoredResponse(deps.db, asked);
  const once = onceFor(asked, WIRE);
  if (!keyHash) return { once };
  const countedAs = [
    callerOf(actor),
    spec.name,
    keyHash.toString('hex'),
    fingerprint.toString('hex'),
  ].join(' ');
  await deps.limiter.consume(
    { ...KEYS, attempts: MOST_KEYS[owner.column], key: callerOf(actor)! },
    countedAs,
  );
  return { once, countedAs };
}

function keyOwnerOf(actor: Actor): KeyOwner | undefined {
  // The people of a website change nothing that a repetition would do twice.
  if (actor.kind === 'visitor' || actor.kind === 'partner') return undefined;
  return actor.kind === 'staff'
    ? { column: 'staff_id', id: actor.staffId }
    : { column: 'account_id', id: actor.userId };
}

/**
 * What makes two calls without a key one press; undefined for a call that buys nothing or is meant
 * to buy once more.
 */
function pressIn({ name, press }: Action, order: Params, fingerprint: Buffer) {
  if (!press || order.again === true || (press.with && order[press.with] === undefined))
    return undefined;
  return pressOf(name, press.item ? order[press.item] : fingerprint.toString('hex'));
}

/** One call within its limits, by whatever door it came. */
export async function perform(
  deps: CallDeps,
  { handler, request, params, actor, now, client, program, once, countedAs }: Call,
): Promise<{ output: object; effects: Effects }> {
  const { spec } = handler;
  if (deps.reserve.isSpent() && !savesWhenFull(spec)) throw new AppError('NOT_WRITABLE');
  if (spec.audience !== 'staff') {
    assertMayCall(spec, actor);
    await assertCallGoesOn({ db: deps.db, now }, spec);
    await assertTermsAccepted({ db: deps.db, now }, { spec, actor, params });
  }
  const buckets = bucketsOf(deps.config, { spec, actor, params, address: request.ip });
  const counted: typeof buckets = [];
  for (const bucket of buckets)
    if (await deps.limiter.consume(bucket, countedAs)) counted.push(bucket);
  const effects: Effects = {};
  const given = params.proof ?? request.headers['x-proof'];
  // Asked after the fields are found in order: a form with a wrong field costs neither a challenge
  // nor a free call.
  const verifyProof = () => deps.proofs.verify(spec, { given, address: network(request.ip) });
  const where = client ?? clientOf(deps.config, request);
  if (program) {
    const device = deviceOf(request.headers['user-agent'], 'Programm');
    Object.assign(where, { program, device, browserHash: undefined });
  }
  const output = await handler
    .run({ db: deps.db, now, actor, client: where, effects, verifyProof, once }, params)
    .catch(async (failure: unknown) => {
      if (failure instanceof AppError)
        for (const bucket of counted) await countApart(deps.limiter, bucket, countedAs);
      throw failure;
    });
  for (const bucket of buckets) {
    if (bucket.resetBySuccess) await deps.limiter.reset(bucket);
    if (bucket.returnedBySuccess) await deps.limiter.giveBack(bucket);
  }
  // After the commit, so that the login waits; by whatever call it began.
  if (effects.pendingLogin)
    throw new AppError(isPortal(spec) ? 'SECOND_FACTOR_REQUIRED' : 'FACTOR_REQUIRED', {
      extra: { pending: effects.pendingLogin },
    });
  return { output: output as object, effects };
}

/**
 * What was refused uses up a count of its own first, as large as the one of the calls that are
 * carried out.
 */
async function countApart(
  limiter: Limiter,
  bucket: ReturnType<typeof bucketsOf>[number],
  countedAs?: string,
) {
  if (!bucket.refusedApart || bucket.name.endsWith(REFUSED)) return;
  try {
    await limiter.consume({ ...bucket, name: bucket.name + REFUSED }, countedAs);
  } catch (error) {
    if (error instanceof AppError) return;
    throw error;
  }
  await limiter.giveBack(bucket, countedAs);
}

/** The response body of an outcome, without `success`. */
const shown = (output: object) =>
  output instanceof AwaitsApproval
    ? { code: 'APPROVAL_PENDING', message: PENDING_TEXT, approval_id: output.approvalId }
    : output;

function paramsOf(request: FastifyRequest): Params {
  const { action: _, ...query } = request.query as Params;
  if (request.method === 'GET' || request.body === undefined || request.body === null) return query;
  if (typeof request.body !== 'object' || Array.isArray(request.body))
    throw new AppError('MALFORMED');
  return { ...query, ...(request.body as Params) };
}

/**
 * Whom a request says it is from: query and body may each name somebody. To be asked after
 * `paramsOf`.
 */
function claimsOf({ query, body }: FastifyRequest): unknown[] {
  return [query, body].flatMap((part) => {
    const claim = (part as Params | null | undefined)?.user_id;
    return claim === undefined ? [] : [claim];
  });
}

/**
 * Identity is never a parameter: each `user_id` is compared with the session's and then means
 * nothing.
 */
async function checkUserId(
  deps: CallDeps,
  { spec, actor, claims, now }: { spec: Action; actor: Actor; claims: unknown[]; now: Date },
) {
  if (claims.length === 0 || !isPortal(spec)) return;
  if (claims.some((claim) => typeof claim === 'object')) throw new AppError('MALFORMED');
  if (!('userId' in actor)) {
    if (spec.name === 'logout') return;
    throw new AppError('NOT_LOGGED_IN');
  }
  if (claims.every((claim) => String(claim) === String(actor.userId))) return;
  const noted = await deps.limiter.consume({ ...NOTED_TAMPERING, key: String(actor.userId) }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
  if (noted)
    await deps.db
      .transaction()
      .execute((db) => audit({ db, now, actor }, 'tamper_suspected', spec.name));
  throw new AppError('WRONG_USER');
}

/** Whether it is a call of advertisers and visitors. */
const isPortal = ({ audience }: Action) => audience === 'visitor' || audience === 'user';

/** Who is counted: an account by its number, all others apart from it. */
function callerOf(actor: Actor): string | undefined {
  if (actor.kind === 'visitor') return undefined;
  if (actor.kind === 'partner') return `partner:${actor.partnerUserId}`;
  return actor.kind === 'staff' ? `staff:${actor.staffId}` : String(actor.userId);
}

/**
 * The rate-limit buckets of the action that count this call. A call without the required login is
 * refused anyway and uses up nobody's attempts.
 */
function bucketsOf(
  config: Config,
  { spec, actor, params, address }: { spec: Action; actor: Actor; params: Params; address: string },
) {
  const isOpen =
    spec.audience === 'visitor' ||
    (spec.audience === 'staff' && !spec.right) ||
    (spec.audience === 'partner' && !spec.role);
  const caller = callerOf(actor);
  if ((!isOpen && caller === undefined) || !spec.limits) return [];
  // What cannot be carried out uses up nothing of what can.
  const input = spec.input.safeParse(params);
  const part = input.success ? '' : REFUSED;
  // As it is carried out: "12" and "012" name one thing.
  const read: Params = input.success ? { ...params, ...(input.data as Params) } : params;
  return spec.limits.flatMap(({ per, shared = spec.name, attempts, seconds, ...after }) => {
    const bucket = (kind: string, key: string, factor = 1) => [
      {
        name: `${shared}/${kind}/${seconds}${part}`,
        key,
        attempts: attempts * factor,
        seconds,
        ...after,
      },
    ];
    if (per === 'everybody') return bucket(per, '');
    if (per === 'address') return bucket('address', network(address), config.limitFactor);
    if (per === 'account') return caller === undefined ? [] : bucket('account', caller);
    const value = read[per.field];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    // Nobody uses up what is another's; what is tried without a session counts for all together.
    const of = isOpen ? '' : `${caller} `;
    return bucket(per.as ?? per.field, `${of}${String(value).trim()}`.toLowerCase().slice(0, 300));
  });
}
