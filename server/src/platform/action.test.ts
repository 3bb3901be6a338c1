import type { Action } from '@samtrot/shared/kernel/action.ts';
import { AppError, type ErrorCode } from '@samtrot/shared/kernel/errors.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { FRESH_FACTOR_MS, type Right } from '@samtrot/shared/staff/rights.ts';
import type { Role } from '@samtrot/shared/staff/roles.ts';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  type Actor,
  type Actors,
  AwaitsApproval,
  assertFresh,
  assertMayCall,
  assertRight,
  type Client,
  implement,
  type OwnCtx,
  type PartnerPerson,
  parse,
} from './action.ts';
import type { Database } from './db.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const sessionHash = Buffer.alloc(32);
const VISITOR: Actor = { kind: 'visitor' };
const USER = { kind: 'user', userId: 7, sessionHash } satisfies Actor;
const HELD: Actor = { ...USER, held: true };
const VIEWER: Actor = { ...USER, viewer: true };
const staff = (role: Role, confirmedAt = NOW): Actors['staff'] => ({
  ...{ kind: 'staff', staffId: 7, name: 'Vera Moser', sign: 'VM' },
  ...{ role, confirmedAt, sessionHash },
});
const partner = (role: PartnerPerson['role']): Actor => ({
  ...{ kind: 'partner', partnerUserId: 7, websiteId: 3, name: 'Nina Frei' },
  ...{ role, sessionHash },
});
const ALL = [
  ...[VISITOR, USER, HELD, staff('owner'), staff('reader'), partner('manage'), partner('read')],
];

const call = (changes: object): Action =>
  ({
    name: 'probe',
    method: 'POST',
    summary: 'A call of this test.',
    input: z.object({}),
    output: z.object({}),
    errors: [],
    ...changes,
  }) as unknown as Action;
const codeOf = (work: () => void): ErrorCode | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};
const refusals = (changes: object, actors: readonly Actor[]) =>
  actors.map((actor) => codeOf(() => assertMayCall(call(changes), actor)));
const nobody = (of: readonly unknown[]) => of.map(() => null);

describe('who may call [BOF-02, T-AUTH-01]', () => {
  test('a call for visitors is open to everybody, a log-in of staff or partners, too', () => {
    for (const open of [
      { audience: 'visitor' },
      { audience: 'staff', right: null },
      { audience: 'partner', role: null },
    ])
      expect(refusals(open, ALL)).toEqual(nobody(ALL));
  });

  test('a call of an account needs a session, and of a held one what the list names [BOF-37]', () => {
    const own = { audience: 'user' };
    expect(refusals(own, [VISITOR, USER, HELD])).toEqual(['NOT_LOGGED_IN', null, 'ACCOUNT_HELD']);
    expect(refusals({ ...own, name: 'delete_account' }, [VISITOR, HELD])).toEqual([
      'NOT_LOGGED_IN',
      null,
    ]);
  });

  test('who only views an account reads with it, and changes nothing [BOF-78]', () => {
    for (const audience of ['user', 'visitor']) {
      const ways = [{ method: 'GET' }, { method: 'GET', changes: true }, { method: 'POST' }];
      expect(ways.flatMap((way) => refusals({ audience, ...way }, [VIEWER]))).toEqual([
        ...[null, 'VIEW_ONLY', 'VIEW_ONLY'],
      ]);
      expect(ways.flatMap((way) => refusals({ audience, ...way }, [USER]))).toEqual(nobody(ways));
    }
  });

  test('a call of the house needs a person of it whose role has the right', () => {
    const money = { audience: 'staff', right: 'money.read' };
    expect(refusals(money, [VISITOR, USER, partner('manage')])).toEqual([
      ...['NOT_LOGGED_IN', 'NOT_LOGGED_IN', 'NOT_LOGGED_IN'],
    ]);
    const people = (['owner', 'finance', 'moderator', 'partner_manager', 'reader'] as const).map(
      (role) => staff(role),
    );
    expect(refusals(money, people)).toEqual([
      ...[null, null, 'RIGHT_MISSING', 'RIGHT_MISSING', 'RIGHT_MISSING'],
    ]);
    const missing = () => assertMayCall(call(money), staff('reader'));
    expect(missing).toThrow(/Geld: ansehen/);
  });

  test('a call of the partner console needs a person, a change one who manages', () => {
    const people = [partner('manage'), partner('read')];
    const strangers = [VISITOR, USER, staff('owner')];
    for (const role of ['read', 'manage'])
      expect(refusals({ audience: 'partner', role }, strangers)).toEqual([
        ...['NOT_LOGGED_IN', 'NOT_LOGGED_IN', 'NOT_LOGGED_IN'],
      ]);
    expect(refusals({ audience: 'partner', role: 'read' }, people)).toEqual([null, null]);
    expect(refusals({ audience: 'partner', role: 'manage' }, people)).toEqual([
      null,
      'ONLY_READING',
    ]);
  });
});

test('the command line and the rules of the house have every right, always fresh [BOF-139]', () => {
  for (const kind of ['cli', 'system'] as const) {
    expect(codeOf(() => assertRight({ kind }, 'money.refund'))).toBeNull();
    expect(codeOf(() => assertFresh({ kind }, 'money.refund', NOW))).toBeNull();
  }
});

interface Account {
  open: boolean;
  held: boolean;
  deletionPending: boolean;
}
const OPEN: Account = { open: true, held: false, deletionPending: false };

/** A database that has this account alone, and notes how it was locked. */
function databaseOf(account: Account, locks: unknown[]): Database {
  class OneRow extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery({ parameters }: CompiledQuery) {
          locks.push(parameters[1]);
          return { rows: [account as never] };
        },
        async *streamQuery() {},
      };
    }
  }
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OneRow(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as unknown as Database;
}

interface Asked {
  actor?: Actor;
  work?: unknown;
  account?: Account;
  locks?: unknown[];
}
/** What became of a call that is carried out by `work`. */
async function outcome(
  changes: object,
  { actor = VISITOR, work = async () => ({}), account = OPEN, locks = [] }: Asked,
): Promise<unknown> {
  const [handler] = implement({ probe: call(changes) }, { probe: work as never });
  const db = databaseOf(account, locks);
  const asked = { db, now: NOW, actor, client: {} as Client, effects: {} };
  return handler!.run(asked, {}).catch((error: Error) => error);
}
const failing = (error: Error) => async () => {
  throw error;
};

test('a right marked fresh needs a factor of the last ten minutes for what changes [BOF-11]', async () => {
  const old = staff('owner', new Date(NOW.getTime() - FRESH_FACTOR_MS));
  const young = staff('owner', new Date(NOW.getTime() - FRESH_FACTOR_MS + 1));
  const coded = async (right: Right | null, actor: Actor, changes: object = {}) => {
    const result = await outcome({ audience: 'staff', right, ...changes }, { actor });
    return result instanceof AppError ? result.code : result;
  };
  expect(await coded('money.refund', old)).toBe('FRESH_FACTOR_REQUIRED');
  expect(await coded('money.refund', old, { method: 'GET', changes: true })).toBe(
    'FRESH_FACTOR_REQUIRED',
  );
  expect(await coded('money.refund', old, { method: 'GET' })).toEqual({});
  expect(await coded('money.refund', young)).toEqual({});
  expect(await coded('money.case', old)).toEqual({});
  expect(await coded(null, old)).toEqual({});
});

test('a change waits for its account, and is refused if that was closed or held meanwhile [BOF-37]', async () => {
  const waited = async (account: Partial<Account>, changes: object = {}) => {
    const locks: unknown[] = [];
    const asked = { actor: USER, account: { ...OPEN, ...account }, locks };
    const result = await outcome({ audience: 'user', ...changes }, asked);
    return [result instanceof AppError ? result.code : result, locks];
  };
  expect(await waited({})).toEqual([{}, [false]]);
  expect(await waited({ open: false })).toEqual(['NOT_LOGGED_IN', [false]]);
  expect(await waited({ deletionPending: true })).toEqual(['NOT_LOGGED_IN', [false]]);
  expect(await waited({ held: true })).toEqual(['ACCOUNT_HELD', [false]]);
  expect(await waited({ held: true }, { name: 'delete_account' })).toEqual([{}, [false]]);
  // What only reads, and what is for visitors, waits for nobody.
  for (const free of [{ method: 'GET' }, { audience: 'visitor' }])
    expect(await waited({ open: false }, free)).toEqual([{}, []]);
});

test('a call with transactions of its own has an id, and names how each locks', async () => {
  const locks: unknown[] = [];
  const work = {
    own: async ({ callId, transaction, withoutTransaction }: OwnCtx) => {
      await withoutTransaction(async () => {});
      for (const mode of ['exclusive', 'shared'] as const) await transaction(async () => {}, mode);
      return { id: callId };
    },
  };
  const spec = { audience: 'user', output: z.object({ id: z.string() }) };
  const results = [1, 2].map(() => outcome(spec, { actor: USER, work, locks }));
  const [first, second] = (await Promise.all(results)) as { id: string }[];
  expect(first!.id).toMatch(/^[\da-f-]{36}$/);
  expect(second!.id).not.toBe(first!.id);
  expect(locks.toSorted()).toEqual([false, false, true, true]);
});

test('a declared failure is returned, an undeclared one is a defect that names it [API-02]', async () => {
  const declared = { audience: 'visitor', errors: ['PRICE_CHANGED'] };
  const changed = new AppError('PRICE_CHANGED');
  expect(await outcome(declared, { work: failing(changed) })).toBe(changed);
  const held = new AppError('HELD');
  const defect = (await outcome(declared, { work: failing(held) })) as Error;
  expect([defect.message, defect.cause]).toEqual(['probe failed with undeclared HELD', held]);
  const broken = new Error('broken');
  expect(await outcome(declared, { work: failing(broken) })).toBe(broken);
  for (const code of [
    ...(['UNAVAILABLE', 'NOT_WRITABLE', 'NOT_LOGGED_IN', 'ACCOUNT_HELD'] as const),
    ...(['RIGHT_MISSING', 'ONLY_READING', 'FRESH_FACTOR_REQUIRED', 'VIEW_ONLY'] as const),
  ]) {
    const everywhere = new AppError(code);
    expect(await outcome(declared, { work: failing(everywhere) })).toBe(everywhere);
  }
});

test('an answer has the declared shape; what waits for a second person has none [BOF-21]', async () => {
  const spec = { audience: 'visitor', output: z.object({ id: z.number() }) };
  expect(await outcome(spec, { work: async () => ({ id: 7, secret: 1 }) })).toEqual({ id: 7 });
  expect(await outcome(spec, { work: async () => ({ id: 'x' }) })).toBeInstanceOf(Error);
  const waits = new AwaitsApproval(4);
  expect(await outcome(spec, { work: async () => waits })).toBe(waits);
  expect(waits.approvalId).toBe(4);
});

test('who views gets the answer of a call whose writes are undone, and its failure [BOF-78]', async () => {
  const spec = { audience: 'visitor', method: 'GET', output: z.object({ id: z.number() }) };
  expect(await outcome(spec, { actor: VIEWER, work: async () => ({ id: 7 }) })).toEqual({ id: 7 });
  const broken = new Error('broken');
  expect(await outcome(spec, { actor: VIEWER, work: failing(broken) })).toBe(broken);
});

test('wrong input has a message for each field, the first one, and names what is unknown [FIX-32]', () => {
  const spec = (changes: object) =>
    call({
      audience: 'visitor',
      input: z.object({
        months: z.number().check(z.gt(3, 'zu wenig'), z.multipleOf(2, 'ungerade')),
        place: z.object({ canton: z.string('fehlt') }),
      }),
      ...changes,
    });
  const fieldsOf = (params: object, changes: object = {}) => {
    try {
      return parse(spec(changes), params);
    } catch (error) {
      const { code, fields } = error as AppError;
      return { code, fields };
    }
  };
  const right = { months: 4, place: { canton: 'ZH' } };
  expect(fieldsOf({ ...right, more: 1 })).toEqual(right);
  expect(fieldsOf({ months: 1, place: {} })).toEqual({
    code: 'INVALID_INPUT',
    fields: { months: 'zu wenig', place: 'fehlt' },
  });
  const knows = { knows: ['months', 'place'] };
  expect(fieldsOf(right, knows)).toEqual(right);
  expect(fieldsOf({ ...right, more: 1, most: 2 }, knows)).toEqual({
    code: 'INVALID_INPUT',
    fields: { more: fieldTexts.unknown, most: fieldTexts.unknown },
  });
  expect(fieldsOf({}, { input: z.string('kein Text') })).toEqual({
    code: 'INVALID_INPUT',
    fields: { '': 'kein Text' },
  });
});
