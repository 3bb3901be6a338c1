import type { StaffAction } from '@samtrot/shared/kernel/action.ts';
import { FRESH_FACTOR_MS, RIGHTS, type Right } from '@samtrot/shared/staff/rights.ts';
import { ROLES } from '@samtrot/shared/staff/roles.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type TestDatabase, testDatabase } from '../testing/process/database.ts';
import { CLIENT } from '../testing/world/client.ts';
import { START } from '../testing/world/world.ts';
import { type Actor, type Actors, implement } from './action.ts';
import { audit, auditChange } from './audit.ts';
import type { Sql } from './db.ts';
import { encryptedColumn } from './encryption.ts';

let database: TestDatabase;
let staffId: number;
beforeAll(async () => {
  database = await testDatabase();
  const column = encryptedColumn({ table: 'staff', column: 'email', row: ['id'] });
  const staff = {
    name: 'Nora Keller',
    sign: 'NK',
    email: column.encrypt('nora@samtrot.example', 1),
    email_hash: Buffer.alloc(32),
    role: 'owner',
    created_at: START,
  };
  ({ id: staffId } = await database.db
    .insertInto('staff')
    .values(staff)
    .returning('id')
    .executeTakeFirstOrThrow());
});
afterAll(() => database[Symbol.asyncDispose]());

const person = (changed: Partial<Actors['staff']> = {}): Actors['staff'] => ({
  kind: 'staff',
  staffId,
  name: 'Nora Keller',
  sign: 'NK',
  role: 'owner',
  confirmedAt: START,
  sessionHash: Buffer.alloc(32),
  ...changed,
});

describe('a call of the back office', () => {
  const run = (spec: Partial<StaffAction>, actor: Actor) => {
    const probe = {
      name: 'probe',
      method: 'POST',
      audience: 'staff',
      right: 'hold.set',
      summary: 'A call of this test.',
      input: z.object({ id: z.optional(z.int()) }),
      output: z.object({}),
      errors: [],
      ...spec,
    } as StaffAction;
    const [handler] = implement({ probe }, { probe: async () => ({}) });
    const call = { db: database.db, now: START, actor, client: CLIENT, effects: {} };
    return handler!.run(call, {}).catch((error) => error.code);
  };

  test('is answered to the roles that have its right, before its input is read [BOF-16]', async () => {
    for (const right of nonEmpty(Object.keys(RIGHTS) as Right[]))
      for (const role of ROLES) {
        const answer = await run({ right }, person({ role }));
        expect(answer, `${role} at ${right}`).toEqual(
          RIGHTS[right].roles[role] ? {} : 'RIGHT_MISSING',
        );
      }
    const input = z.object({ id: z.int() });
    expect(await run({ input }, person({ role: 'reader' }))).toBe('RIGHT_MISSING');
    expect(await run({ input }, person())).toBe('INVALID_INPUT');
  });

  test('does not compile without a right [BOF-16]', () => {
    const call = { name: 'x', method: 'GET', summary: '', errors: [] } as const;
    const shapes = { input: z.object({}), output: z.object({}) };
    // @ts-expect-error a right is missing
    const spec: StaffAction = { ...call, ...shapes, audience: 'staff' };
    expect(spec.right).toBeUndefined();
  });

  test('is refused to everybody who is not of the house [BOF-02]', async () => {
    const user = { kind: 'user', userId: 1, sessionHash: Buffer.alloc(32) } as const;
    expect(await run({}, user)).toBe('NOT_LOGGED_IN');
    expect(await run({}, { kind: 'visitor' })).toBe('NOT_LOGGED_IN');
    expect(await run({ right: null }, { kind: 'visitor' })).toEqual({});
  });

  test('with a marked right it needs a fresh factor to change something [BOF-11]', async () => {
    const late = person({ confirmedAt: new Date(START.getTime() - FRESH_FACTOR_MS) });
    const right = 'staff.manage';
    expect(await run({ right }, late)).toBe('FRESH_FACTOR_REQUIRED');
    expect(await run({ right, method: 'GET' }, late)).toEqual({});
    expect(await run({ right, method: 'GET', changes: true }, late)).toBe('FRESH_FACTOR_REQUIRED');
    expect(await run({ right: 'hold.set' }, late)).toEqual({});
    expect(await run({ right }, person())).toEqual({});
  });
});

test('a reading call of a viewer keeps nothing that it writes in passing [BOF-78]', async () => {
  const user = { kind: 'user', userId: 1, sessionHash: Buffer.alloc(32), viewer: true } as const;
  const probe = {
    name: 'probe',
    method: 'GET',
    audience: 'user',
    summary: 'A call of this test.',
    input: z.object({}),
    output: z.object({ id: z.int() }),
    errors: [],
  } as const;
  const lines = async () =>
    (await database.db.selectFrom('audit').select('id').where('object', '=', 'probe:1').execute())
      .length;
  const [handler] = implement({ probe }, {
    probe: async ({ db }: { db: Sql }) => {
      await audit({ db, now: START, actor: { kind: 'system' } }, 'purged', 'probe:1');
      return { id: 7 };
    },
  } as never);
  const call = { db: database.db, now: START, actor: user, client: CLIENT, effects: {} };
  expect(await handler!.run(call, {})).toEqual({ id: 7 });
  expect(await lines()).toBe(0);
  const { viewer: _, ...herself } = user;
  await handler!.run({ ...call, actor: herself }, {});
  expect(await lines()).toBe(1);
});

test('a line of the audit log names person, right, object, reason, figures and request [BOF-139]', async () => {
  const client = { ...CLIENT, request: 'request-1' };
  await database.db.transaction().execute(async (db) => {
    await auditChange({ db, now: START, actor: person(), client }, 'staff_role', {
      right: 'staff.manage',
      object: `staff:${staffId}`,
      reason: 'Vertretung',
      before: { role: 'reader' },
      after: { role: 'owner' },
    });
    await audit({ db, now: START, actor: { kind: 'system' } }, 'purged', 'staff:1');
  });
  const lines = await database.db
    .selectFrom('audit')
    .selectAll()
    .where('object', 'like', 'staff:%')
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([
    {
      actor: `staff:${staffId}`,
      staff_id: staffId,
      right: 'staff.manage',
      object: `staff:${staffId}`,
      reason: 'Vertretung',
      before: { role: 'reader' },
      after: { role: 'owner' },
      request: 'request-1',
    },
    { actor: 'system', staff_id: null, right: null, request: null },
  ]);
});
