import { errors } from '@samtrot/shared/kernel/errors.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../modules/wallet/service.ts';
import { advertisers } from '../testing/listings/inserate.ts';
import { paramsFor } from '../testing/process/arbitrary.ts';
import { rounds } from '../testing/process/deep.ts';
import { SEED } from '../testing/process/random-input.ts';
import { type Answer, type Caller, testWorld, type World } from '../testing/world/world.ts';
import { failuresOf } from './failures.ts';

/** FUZZ_RUNS and FUZZ_SEED set length and sequence; the same seed repeats the same requests. */
const RUNS = Number(process.env.FUZZ_RUNS ?? rounds(1000, 20_000));

let world: World;
let callers: { [who in 'visitor' | 'user']: Caller };
let sessions: Awaited<ReturnType<typeof allSessions>>;
const ids = new Map<string, Set<number>>();
const idsFor = (name: string) => [
  ...(ids.get(name) ?? new Set([...ids.values()].flatMap((known) => [...known]))),
];
const allSessions = () => world.db.selectFrom('session').selectAll().execute();
beforeAll(async () => {
  world = await testWorld();
  callers = {
    visitor: world.visitor,
    user: await caller(),
  };
});
afterAll(() => world[Symbol.asyncDispose]());

async function caller(): Promise<Caller> {
  const on = advertisers(world);
  const user = await on.rich(5000);
  const planned = {
    publish_option: 'Planen',
    publish_date: '2026-12-24',
    publish_time: '12:00',
  } as const;
  for (const changes of [{}, {}, planned])
    collectIds((await on.place(user, { inserat_typ: '1_month', ...changes })).id, 'inserat_id');
  collectIds((await on.place(user, { post_status: 'draft' })).id, 'inserat_id');
  sessions = await allSessions();
  return user;
}

test('every limited call declares the failure of its limit', () => {
  const limited = world.app.handlers.filter(({ spec }) => spec.limits?.length);
  for (const { spec } of nonEmpty(limited))
    expect(spec.errors, spec.name).toContain('TOO_MANY_ATTEMPTS');
});

test(`random input causes only declared failures (seed ${SEED}) [T-IN-01, T-IN-02, INV-16, INV-17]`, async () => {
  const { handlers } = world.app;
  const reached = new Map<string, Set<number>>();
  const one = fc
    .record({
      handler: fc.constantFrom(...handlers),
      who: fc.constantFrom('visitor' as const, 'user' as const, 'user' as const, 'user' as const),
    })
    .chain(({ handler, who }) =>
      paramsFor(handler.spec, idsFor).map((params) => ({ handler, who, params })),
    );
  let count = 0;
  await fc.assert(
    fc.asyncProperty(one, async ({ handler: { spec }, who, params }) => {
      if (count++ % 20 === 0) await world.db.deleteFrom('rate_limit').execute();
      const answer =
        spec.method === 'GET'
          ? await callers[who].raw(spec.name, { method: 'GET', query: inQuery(params) })
          : await callers[who].raw(spec.name, { method: spec.method, payload: params });
      check(spec, answer);
      collectIds(answer.body);
      const statuses = reached.get(spec.name) ?? new Set();
      reached.set(spec.name, statuses.add(answer.status));
      // A deleted account stays deleted: continue with a new one.
      if (spec.name === 'delete_account' && answer.status === 200 && who !== 'visitor')
        callers[who] = await caller();
      if (spec.name === 'logout')
        await world.db
          .insertInto('session')
          .values(sessions)
          .onConflict((on) => on.doNothing())
          .execute();
    }),
    {
      numRuns: RUNS,
      endOnFailure: true,
      interruptAfterTimeLimit: rounds(240_000, 3_000_000),
      markInterruptAsFailure: true,
    },
  );
  expect(world.defects).toEqual([]);
  // A run that never passes the validation would prove little.
  const succeeded = [...reached].flatMap(([name, statuses]) => (statuses.has(200) ? name : []));
  if (RUNS >= 1000)
    expect(succeeded.length, succeeded.join(' ')).toBeGreaterThan(handlers.length / 4);
  expect(await world.db.transaction().execute(checkLedger)).toMatchObject({ problems: [] });
});

function check(
  spec: World['app']['handlers'][number]['spec'],
  { status, headers, body }: Answer,
): void {
  expect(headers['content-type'], JSON.stringify(body)).toBe('application/json; charset=utf-8');
  expect(headers['x-content-type-options']).toBe('nosniff');
  if (status === 200) {
    expect(body.success).toBe(true);
    return;
  }
  expect(body, `${spec.name}: status ${status}: ${JSON.stringify(world.defects)}`).toMatchObject({
    success: false,
  });
  expect(failuresOf(spec), spec.name).toContain(body.code);
  expect(body.code, spec.name).not.toBe('UNAVAILABLE');
  expect(status).toBe(errors[body.code as keyof typeof errors].status);
  if (status === 422)
    expect(
      Object.values(body.errors).every((text) => typeof text === 'string' && text !== ''),
    ).toBe(true);
}

/** Ids from responses are used in later calls, so that random calls meet existing rows. */
function collectIds(value: unknown, name = ''): void {
  if (typeof value === 'number' && /(^|_)id$/i.test(name) && Number.isSafeInteger(value))
    ids.set(name, (ids.get(name) ?? new Set()).add(value));
  if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value))
      collectIds(member, Array.isArray(value) ? name : key);
}

const inQuery = (params: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [
        key,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
  );
