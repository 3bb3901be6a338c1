import type { Action, Limit } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { id } from '@samtrot/shared/kernel/fields.ts';
import type { FastifyRequest } from 'fastify';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Actor, PortalActor } from '../platform/action.ts';
import type { Config } from './config.ts';
import { refuseCrossSite } from './cross-site.ts';
import { type CallDeps, perform } from './dispatch.ts';

/** A database without a row, so without maintenance. */
const EMPTY = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const NOW = new Date('2026-11-20T12:00:00Z');
const VISITOR: PortalActor = { kind: 'visitor' };
const USER: PortalActor = {
  kind: 'user',
  userId: 7,
  sessionHash: Buffer.alloc(32),
};
const STAFF: Actor = {
  kind: 'staff',
  staffId: 7,
  name: 'Vera Moser',
  sign: 'VM',
  role: 'owner',
  confirmedAt: NOW,
  sessionHash: Buffer.alloc(32),
};
const PARTNER: Actor = {
  kind: 'partner',
  partnerUserId: 7,
  websiteId: 3,
  name: 'Nina Frei',
  role: 'manage',
  sessionHash: Buffer.alloc(32),
};
const PROBE = {
  name: 'probe',
  method: 'POST',
  audience: 'visitor',
  summary: 'A call of this test.',
  input: z.object({ log: z.optional(z.string()) }),
  output: z.object({}),
  errors: [],
} as const;

/**
 * One call of such an action, and what became of its counts. A bucket whose name is in `full`
 * refuses.
 */
async function called(
  spec: Partial<Action>,
  {
    actor = VISITOR,
    params = {},
    headers = {},
    ip = '203.0.113.9',
    full = [],
    known = [],
    fails,
    countedAs,
  }: {
    actor?: Actor;
    params?: Record<string, unknown>;
    headers?: Record<string, string>;
    ip?: string;
    full?: string[];
    /** Buckets in which the order was counted before. */
    known?: string[];
    fails?: Error;
    countedAs?: string;
  } = {},
) {
  const counts: string[] = [];
  const verified: unknown[] = [];
  const deps = {
    db: EMPTY,
    reserve: { isSpent: () => false },
    config: { limitFactor: 3, publicUrl: 'https://portal.example' },
    proofs: {
      verify: async (_spec: Action, proof: unknown) => {
        verified.push(proof);
      },
    },
    limiter: {
      async consume({ name, key, attempts, seconds }: Record<string, unknown>, order?: string) {
        counts.push(
          `${name} of "${key}" ${attempts} in ${seconds}${order === undefined ? '' : ` for ${order}`}`,
        );
        if (full.includes(String(name))) throw new AppError('TOO_MANY_ATTEMPTS');
        return !known.includes(String(name));
      },
      async reset({ name }: { name: string }) {
        counts.push(`${name} is reset`);
      },
      async giveBack({ name }: { name: string }) {
        counts.push(`${name} less one`);
      },
    },
  } as unknown as CallDeps;
  const handler = {
    spec: { ...PROBE, ...spec } as Action,
    async run({ verifyProof }: { verifyProof?: (() => Promise<void>) | undefined }) {
      await verifyProof?.();
      if (fails) throw fails;
      return { answer: 42 };
    },
  };
  const request = { ip, headers, cookies: {} } as unknown as FastifyRequest;
  const outcome = await perform(deps, {
    handler,
    request,
    params,
    actor,
    now: NOW,
    ...(countedAs && { countedAs }),
  })
    .then(({ output }) => output)
    .catch((error: Error) => (error instanceof AppError ? error.code : error.message));
  return { outcome, counts, verified };
}
const limits = (...list: Limit[]) => ({ limits: list });

describe('what a call is counted under [T-AUTH-01]', () => {
  test.each<[string, Limit, string[]]>([
    [
      'everybody',
      { per: 'everybody', attempts: 5, seconds: 60 },
      ['probe/everybody/60 of "" 5 in 60'],
    ],
    [
      'address',
      { per: 'address', attempts: 5, seconds: 60 },
      ['probe/address/60 of "203.0.113.9" 15 in 60'],
    ],
    ['account', { per: 'account', attempts: 5, seconds: 60 }, ['probe/account/60 of "7" 5 in 60']],
    [
      'field',
      { per: { field: 'log' }, attempts: 5, seconds: 60 },
      ['probe/log/60 of "lena@x.ch" 5 in 60'],
    ],
    [
      'field that another call names otherwise',
      { per: { field: 'log', as: 'name' }, shared: 'login', attempts: 5, seconds: 60 },
      ['login/name/60 of "lena@x.ch" 5 in 60'],
    ],
  ])('by %s', async (_label, limit, counts) => {
    const answer = await called(limits(limit), { actor: USER, params: { log: ' Lena@X.ch ' } });
    expect(answer).toMatchObject({ outcome: { answer: 42 }, counts });
  });

  test('a value counts as it is carried out, for its caller where there must be one [BOF-35]', async () => {
    const of = {
      ...limits({ per: { field: 'hold' }, attempts: 5, seconds: 60 }),
      audience: 'user',
      input: z.object({ hold: id }),
    } as const;
    for (const hold of [12, '12', '012', '000000000000012'])
      expect((await called(of, { actor: USER, params: { hold } })).counts, `${hold}`).toEqual([
        'probe/hold/60 of "7 12" 5 in 60',
      ]);
    const text = { ...of, input: z.object({ hold: z.string() }) };
    const { counts } = await called(text, { actor: USER, params: { hold: ' A ' } });
    expect(counts).toEqual(['probe/hold/60 of "7 a" 5 in 60']);
  });

  test('without a session a value counts by its first 300 characters for all together', async () => {
    const field = limits({ per: { field: 'log' }, attempts: 5, seconds: 60 });
    const { counts } = await called(field, { params: { log: 'x'.repeat(301) } });
    expect(counts).toEqual([`probe/log/60 of "${'x'.repeat(300)}" 5 in 60`]);
    const numbered = async (actor?: typeof USER) =>
      (await called(field, { params: { log: 5 }, ...(actor && { actor }) })).counts;
    expect(await numbered(USER)).toEqual(['probe/log/60/refused of "5" 5 in 60']);
    expect(await numbered()).toEqual(['probe/log/60/refused of "5" 5 in 60']);
    expect((await called(field, { params: { log: [5] } })).counts).toEqual([]);
    expect((await called(field)).counts).toEqual([]);
  });

  test('a visitor is in no count of accounts, and in none at all of a call that needs a session', async () => {
    const both = limits(
      { per: 'account', attempts: 5, seconds: 60 },
      { per: 'address', attempts: 5, seconds: 60 },
    );
    expect((await called(both)).counts).toEqual(['probe/address/60 of "203.0.113.9" 15 in 60']);
    const ofUsers = { ...both, audience: 'user' } as const;
    expect((await called(ofUsers)).counts).toEqual([]);
    expect((await called(ofUsers, { actor: USER })).counts).toHaveLength(2);
    expect((await called({}, { actor: USER })).counts).toEqual([]);
  });

  test('staff and people of partners are counted apart from accounts of their number', async () => {
    const limit = limits({ per: 'account', attempts: 5, seconds: 60 });
    const key = async (audience: Action['audience'], actor: Actor) =>
      (await called({ ...limit, audience }, { actor })).counts.map((count) => count.split('"')[1]);
    expect(await key('user', USER)).toEqual(['7']);
    expect(await key('staff', STAFF)).toEqual(['staff:7']);
    expect(await key('partner', PARTNER)).toEqual(['partner:7']);
  });

  test('without a session only a log-in of staff or partners is counted, no call with a right', async () => {
    const limit = limits({ per: 'address', attempts: 5, seconds: 60 });
    const counts = async (spec: Partial<Action>) =>
      (await called({ ...limit, ...spec })).counts.length;
    expect(await counts({ audience: 'staff', right: null })).toBe(1);
    expect(await counts({ audience: 'staff', right: 'customer.read' })).toBe(0);
    expect(await counts({ audience: 'partner', role: null })).toBe(1);
    expect(await counts({ audience: 'partner', role: 'read' })).toBe(0);
  });

  test('input that cannot be carried out has a count of its own [FIX-08]', async () => {
    const limit = limits({ per: 'account', attempts: 5, seconds: 60, refusedApart: true });
    const wrong = { actor: USER, params: { log: 5 } };
    expect((await called(limit, wrong)).counts).toEqual([
      'probe/account/60/refused of "7" 5 in 60',
    ]);
    const { counts } = await called(limit, { ...wrong, fails: new AppError('INVALID_INPUT') });
    expect(counts).toEqual(['probe/account/60/refused of "7" 5 in 60']);
  });

  test('a full count keeps the call from being carried out', async () => {
    const limit = limits({ per: 'account', attempts: 5, seconds: 60 });
    const { outcome } = await called(limit, {
      actor: USER,
      full: ['probe/account/60'],
      fails: new Error('ran'),
    });
    expect(outcome).toBe('TOO_MANY_ATTEMPTS');
  });
});

describe('what becomes of a count [FIX-08]', () => {
  const account = { per: 'account', attempts: 5, seconds: 60 } as const;
  const first = 'probe/account/60 of "7" 5 in 60';

  test('a success resets the counter or leaves it as it was, as declared', async () => {
    for (const [more, after] of [
      [{}, []],
      [{ resetBySuccess: true }, ['probe/account/60 is reset']],
      [{ returnedBySuccess: true }, ['probe/account/60 less one']],
    ] as const) {
      expect((await called(limits({ ...account, ...more }), { actor: USER })).counts).toEqual([
        first,
        ...after,
      ]);
      const { counts } = await called(limits({ ...account, ...more }), {
        actor: USER,
        fails: new AppError('VERSION_CONFLICT'),
      });
      expect(counts).toEqual([first]);
    }
  });

  test('a refusal moves into a count of its own while that has room', async () => {
    const limit = limits({ ...account, refusedApart: true });
    const refused = 'probe/account/60/refused of "7" 5 in 60';
    const fails = new AppError('VERSION_CONFLICT');
    expect((await called(limit, { actor: USER, fails })).counts).toEqual([
      first,
      refused,
      'probe/account/60 less one',
    ]);
    const full = ['probe/account/60/refused'];
    expect((await called(limit, { actor: USER, fails, full })).counts).toEqual([first, refused]);
    expect((await called(limit, { actor: USER })).counts).toEqual([first]);
  });

  test('a defect moves nothing, nor does an order that was counted before', async () => {
    const limit = limits({ ...account, refusedApart: true });
    const defect = await called(limit, { actor: USER, fails: new Error('broken') });
    expect(defect).toMatchObject({ outcome: 'broken', counts: [first] });
    const known = {
      actor: USER,
      known: ['probe/account/60'],
      countedAs: 'order 1',
      fails: new AppError('VERSION_CONFLICT'),
    };
    expect((await called(limit, known)).counts).toEqual([`${first} for order 1`]);
    expect((await called(limit, { ...known, known: [] })).counts).toEqual([
      `${first} for order 1`,
      'probe/account/60/refused of "7" 5 in 60 for order 1',
      'probe/account/60 less one',
    ]);
  });
});

test('a proof comes in the body or in a header, from a network [API-08]', async () => {
  const ip = '2001:db8::1';
  const by = async (given: object) => (await called({}, { ip, ...given })).verified;
  expect(await by({ params: { proof: 'body' }, headers: { 'x-proof': 'header' } })).toEqual([
    { given: 'body', address: '2001:db8:0:0' },
  ]);
  expect(await by({ headers: { 'x-proof': 'header' } })).toEqual([
    { given: 'header', address: '2001:db8:0:0' },
  ]);
  expect(await by({})).toEqual([{ given: undefined, address: '2001:db8:0:0' }]);
});

describe('another site [T-CSRF-01]', () => {
  const refused = (headers: Record<string, string>, config: Partial<Config> = {}) => {
    try {
      refuseCrossSite({ headers } as unknown as FastifyRequest, {
        ...({ publicUrl: 'https://samtrot.ch/', mode: 'production' } as Config),
        ...config,
      });
      return null;
    } catch (error) {
      return (error as AppError).code;
    }
  };

  test('is what the browser calls so; a program says nothing', () => {
    expect(refused({})).toBeNull();
    for (const site of ['same-origin', 'none'])
      expect(refused({ 'sec-fetch-site': site })).toBeNull();
    for (const site of ['cross-site', 'same-site', '', 'evil'])
      expect(refused({ 'sec-fetch-site': site }), site).toBe('CROSS_SITE');
    expect(refused({ 'sec-fetch-site': 'same-origin', origin: 'https://samtrot.ch' })).toBeNull();
    expect(refused({ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' })).toBe(
      'CROSS_SITE',
    );
  });

  test('is every other origin, in production also the own machine', () => {
    for (const origin of [
      'http://samtrot.ch',
      'https://samtrot.ch.evil.example',
      'https://samtrot.ch:444',
      'null',
      '',
    ])
      expect(refused({ origin, host: 'samtrot.ch' }), origin).toBe('CROSS_SITE');
    expect(refused({ origin: 'http://localhost:5173', host: 'localhost:5173' })).toBe('CROSS_SITE');
  });

  test.each([
    ['http://localhost:5173', 'localhost:5173', null],
    ['http://127.0.0.1', '127.0.0.1', null],
    ['http://[::1]:80', '[::1]', null],
    ['http://localhost:5173', 'localhost:3000', 'CROSS_SITE'],
    ['https://localhost:5173', 'localhost:5173', 'CROSS_SITE'],
    ['http://localhost.evil.example', 'localhost.evil.example', 'CROSS_SITE'],
    ['http://localhost:5x', 'localhost:5x', 'CROSS_SITE'],
    ['evil-http://localhost', 'localhost', 'CROSS_SITE'],
  ])('in development a request from %s to %s: %s', (origin, host, outcome) => {
    expect(refused({ origin, host }, { mode: 'development' })).toBe(outcome);
  });
});
