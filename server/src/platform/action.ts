import { randomUUID } from 'node:crypto';
import { isOpenToHeld } from '@samtrot/shared/holds/rules.ts';
import type { Action, Audience, Input, Output } from '@samtrot/shared/kernel/action.ts';
import {
  AppError,
  type ErrorCode,
  type FieldErrors,
  invalid,
} from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import type { PartnerRole } from '@samtrot/shared/partners/people-rules.ts';
import { grantOf, isFresh, RIGHTS, type Right } from '@samtrot/shared/staff/rights.ts';
import type { Role } from '@samtrot/shared/staff/roles.ts';
import { sql } from 'kysely';
import type { Database, Sql } from './db.ts';
import type { Once } from './idempotency.ts';

interface Session {
  userId: number;
  sessionHash: Buffer;
  /** The house holds the account. */
  held?: true;
  /** Somebody of the house who reads her pages and changes nothing (BOF-78). */
  viewer?: true;
}

/** A member of staff, at a screen or by `--as` on the command line. */
export interface StaffPerson {
  kind: 'staff';
  staffId: number;
  name: string;
  /** Two letters. */
  sign: string;
  role: Role;
  /** When the second factor was confirmed last. */
  confirmedAt: Date;
}

/** Somebody of a partner website, in its console. */
export interface PartnerPerson {
  kind: 'partner';
  partnerUserId: number;
  websiteId: number;
  name: string;
  role: PartnerRole;
  sessionHash: Buffer;
}

export interface Actors {
  visitor: { kind: 'visitor' };
  user: { kind: 'user' } & Session;
  staff: StaffPerson & { sessionHash: Buffer };
  partner: PartnerPerson;
}
export type Actor = Actors[Audience];
/** Who may call the portal; the back office has an entry of its own. */
export type PortalActor = Actors['visitor' | 'user'];
/** Who works in the back office: a person, the command line without `--as`, or a rule. */
export type StaffActor = StaffPerson | { kind: 'cli' | 'system' };

/** Where a call comes from; nothing of it is stored as it is. */
export interface Client {
  /** Browser and system in words, `Windows, Firefox`. */
  device: string;
  /** The network address, an IPv6 one by its /64. */
  network: string;
  /** Hash of the cookie of a browser that has logged in before. */
  browserHash?: Buffer;
  /** A program with a token of its own instead of a cookie. */
  program: boolean;
  /** Names the request in the log and in the audit log. */
  request?: string;
}

/** Effects besides the response body, applied by the HTTP layer after the commit. */
export interface Effects {
  /** Starts a session with this token until `expiresAt`; `remember` makes the cookie persistent. */
  startSession?: { token: string; remember: boolean; expiresAt: Date };
  endSession?: true;
  /** The proof was right and the second step is missing: names the login that waits for it. */
  pendingLogin?: string;
  /** Remembers the browser under this token, or forgets it. */
  knownBrowser?: { token: string; expiresAt: Date } | 'forget';
}

/** The context of a use case: one transaction, one instant, and the caller. */
export interface Ctx<Who extends Actor = PortalActor> {
  db: Sql;
  now: Date;
  actor: Who;
  client: Client;
  effects: Effects;
}

/**
 * Lock on the caller's account: `shared` prevents its deletion, `exclusive` also any other change.
 */
type LockMode = 'shared' | 'exclusive';

/** What a service of the back office needs, called by a screen or by the command line. */
export interface StaffCtx extends Pick<Ctx, 'db' | 'now'> {
  actor: StaffActor;
  client?: Pick<Client, 'request'>;
}

/** The same where the people of a website work on it themselves. */
export interface DeskCtx extends Pick<Ctx, 'db' | 'now'> {
  actor: StaffActor | PartnerPerson;
  client?: Pick<Client, 'request'>;
}

/** For the few calls that need an external request between two transactions (`own`). */
export interface OwnCtx<Who extends Actor = PortalActor> extends Omit<Ctx<Who>, 'db'> {
  /** Random; stable across retries of an interrupted call with the same idempotency key. */
  callId: string;
  transaction<T>(work: (ctx: Ctx<Who>) => Promise<T>, mode?: LockMode): Promise<T>;
  /** For statements that need not see or undo each other: each is a transaction by itself. */
  withoutTransaction<T>(work: (ctx: Ctx<Who>) => Promise<T>): Promise<T>;
}

type ActorFor<A extends Action> = A extends { audience: 'staff'; right: infer R }
  ? R extends Right
    ? Actors['staff']
    : Actors['staff' | 'visitor']
  : A extends { audience: 'partner'; role: infer R }
    ? R extends PartnerRole
      ? PartnerPerson
      : Actors['partner' | 'visitor']
    : A['audience'] extends 'visitor'
      ? PortalActor
      : Actors['user'];
/** What a call returns when a second person has to allow it first; nothing has changed. */
export class AwaitsApproval {
  readonly approvalId: number;

  constructor(approvalId: number) {
    this.approvalId = approvalId;
  }
}
type Result<A extends Action> = A extends { mayWait: true }
  ? Output<A> | AwaitsApproval
  : Output<A>;
type Perform<A extends Action> = (ctx: Ctx<ActorFor<A>>, input: Input<A>) => Promise<Result<A>>;
type PerformOwn<A extends Action> = (
  ctx: OwnCtx<ActorFor<A>>,
  input: Input<A>,
) => Promise<Result<A>>;
interface Own<A extends Action> {
  own: PerformOwn<A>;
}

/** One function per exported action; a missing or mistyped one does not compile. */
type Implementation<Contract> = {
  [K in keyof Contract as Contract[K] extends Action ? K : never]: Contract[K] extends Action
    ? Perform<Contract[K]> | Own<Contract[K]>
    : never;
};

export interface Handler {
  spec: Action;
  /** Runs the call in one transaction, or in its own ones. */
  run(call: Call, params: unknown): Promise<unknown>;
}

interface Call {
  db: Database;
  now: Date;
  actor: Actor;
  client: Client;
  effects: Effects;
  /** Called after the input was validated. */
  verifyProof?: (() => Promise<void>) | undefined;
  /** Present for a call with an idempotency key. */
  once?: Once | undefined;
}

export function implement<Contract extends object>(
  contract: Contract,
  code: Implementation<Contract>,
): Handler[] {
  return Object.entries(code).map(([key, perform]) =>
    bind(contract[key as keyof Contract] as Action, perform as Perform<Action> | Own<Action>),
  );
}

/** Validates input and output, and restricts failures to the declared ones. */
function bind(spec: Action, perform: Perform<Action> | Own<Action>): Handler {
  return {
    spec,
    async run({ db, now, actor, client, effects, verifyProof, once }, params) {
      assertMayCall(spec, actor);
      const input = parse(spec, params);
      if (spec.audience === 'staff' && spec.right && changes(spec))
        assertFresh(actor as StaffPerson, spec.right, now);
      await verifyProof?.();
      const begin: Begin = isViewer(actor)
        ? (work) => rolledBack(db, work)
        : (work) => db.transaction().execute(work);
      const transaction = <T>(work: (ctx: Ctx) => Promise<T>, mode: LockMode = 'shared') =>
        begin(async (inner) => {
          if (spec.audience !== 'visitor' && changes(spec) && 'userId' in actor) {
            const { held, deletionPending } = await lockAccount(inner, actor.userId, mode);
            // Authenticated before a deletion or a hold whose lock this call has waited for.
            if (deletionPending) throw new AppError('NOT_LOGGED_IN');
            if (held) assertOpenToHeld(spec);
          }
          // The type of the context follows from the audience, which was asked above.
          return work({ db: inner, now, actor: actor as PortalActor, client, effects });
        });
      if ('own' in perform) {
        const withoutTransaction = <T>(work: (ctx: Ctx) => Promise<T>) =>
          work({ db: db as Sql, now, actor: actor as PortalActor, client, effects });
        const own = { now, actor, client, effects, transaction, withoutTransaction };
        const work = (callId: string) =>
          asDeclared(spec, () => perform.own({ ...own, callId } as never, input));
        return once ? once.multiTransaction({ db, transaction }, work) : work(randomUUID());
      }
      const work = (ctx: Ctx) => asDeclared(spec, () => perform(ctx as never, input));
      if (!once) return transaction(work);
      const settled = await transaction((ctx) => once.singleTransaction(ctx.db, () => work(ctx)));
      return settled();
    },
  };
}

type Begin = <T>(work: (db: Sql) => Promise<T>) => Promise<T>;

/** Whatever a reading call writes in passing; not a read-only transaction, which locks no row. */
async function rolledBack<T>(db: Database, work: (db: Sql) => Promise<T>): Promise<T> {
  const undo = new Error('rolled back on purpose');
  let result!: T;
  await db
    .transaction()
    .execute(async (inner) => {
      result = await work(inner);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  return result;
}

async function asDeclared(spec: Action, work: () => Promise<unknown>): Promise<unknown> {
  try {
    const output = await work();
    return output instanceof AwaitsApproval ? output : spec.output.parse(output);
  } catch (error) {
    if (
      error instanceof AppError &&
      !spec.errors.includes(error.code) &&
      !BY_THE_EDGE.includes(error.code)
    ) {
      throw new Error(`${spec.name} failed with undeclared ${error.code}`, { cause: error });
    }
    throw error;
  }
}

/** Failures that every call may return without declaring them. */
const BY_THE_EDGE: readonly ErrorCode[] = [
  'UNAVAILABLE',
  'NOT_WRITABLE',
  'NOT_LOGGED_IN',
  'ACCOUNT_HELD',
  'RIGHT_MISSING',
  'ONLY_READING',
  'FRESH_FACTOR_REQUIRED',
  'VIEW_ONLY',
];

const changes = ({ method, changes }: Action) => method !== 'GET' || changes === true;

const isViewer = (actor: Actor) => 'viewer' in actor && actor.viewer === true;

/** Who only reads somebody's pages changes nothing (BOF-78). @throws VIEW_ONLY */
export function assertMayChange(spec: Action, actor: Actor): void {
  if (isViewer(actor) && changes(spec)) throw new AppError('VIEW_ONLY');
}

/** @throws NOT_LOGGED_IN, VIEW_ONLY, ACCOUNT_HELD, RIGHT_MISSING, ONLY_READING */
export function assertMayCall(spec: Action, actor: Actor): void {
  assertMayChange(spec, actor);
  if (spec.audience === 'visitor') return;
  if (spec.audience === 'staff') {
    if (spec.right === null) return;
    if (actor.kind !== 'staff') throw new AppError('NOT_LOGGED_IN');
    assertRight(actor, spec.right);
    return;
  }
  if (spec.audience === 'partner') {
    if (spec.role === null) return;
    if (actor.kind !== 'partner') throw new AppError('NOT_LOGGED_IN');
    if (spec.role === 'manage' && actor.role !== 'manage') throw new AppError('ONLY_READING');
    return;
  }
  if (actor.kind === 'visitor') throw new AppError('NOT_LOGGED_IN');
  if (actor.kind === 'user' && actor.held) assertOpenToHeld(spec);
}

/**
 * A right is asked for, never a role. The command line without `--as` has all of them (BOF-139).
 * @throws RIGHT_MISSING
 */
export function assertRight(actor: StaffActor, right: Right): void {
  if (actor.kind === 'staff' && !grantOf(actor.role, right))
    throw new AppError('RIGHT_MISSING', { params: { recht: RIGHTS[right].label } });
}

/** @throws FRESH_FACTOR_REQUIRED for a right marked `fresh` (BOF-11) */
export function assertFresh(actor: StaffActor, right: Right, now: Date): void {
  if (actor.kind === 'staff' && RIGHTS[right].fresh && !isFresh(actor.confirmedAt, now))
    throw new AppError('FRESH_FACTOR_REQUIRED');
}

/**
 * The account may have been deleted since the session was read.
 * @throws NOT_LOGGED_IN
 */
export async function lockAccount(
  db: Sql,
  accountId: number,
  mode: LockMode,
): Promise<{ held: boolean; deletionPending: boolean }> {
  const { rows } = await sql<{ open: boolean; held: boolean; deletionPending: boolean }>`
    select lock_account(${accountId}, ${mode === 'exclusive'}) as open,
           account_held(${accountId}) as held,
           account_deletion_pending(${accountId}) as "deletionPending"`.execute(db);
  const { open, ...state } = rows[0]!;
  if (!open) throw new AppError('NOT_LOGGED_IN');
  return state;
}

/** A held account reaches little (BOF-37). @throws ACCOUNT_HELD */
function assertOpenToHeld({ name }: Action): void {
  if (!isOpenToHeld(name)) throw new AppError('ACCOUNT_HELD');
}

/**
 * The validated input.
 * @throws INVALID_INPUT with a message per field
 */
export function parse<A extends Action>(spec: A, params: unknown): Input<A> {
  const unknown = Object.keys(params as object).filter(
    (name) => spec.knows && !spec.knows.includes(name),
  );
  if (unknown.length > 0)
    throw invalid(Object.fromEntries(unknown.map((name) => [name, fieldTexts.unknown])));
  const result = spec.input.safeParse(params);
  if (result.success) return result.data as Input<A>;
  const fields: FieldErrors = {};
  for (const issue of result.error.issues) fields[String(issue.path[0] ?? '')] ??= issue.message;
  throw invalid(fields);
}
