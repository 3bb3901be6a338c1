import { randomUUID } from 'node:crypto';
import type { Action } from '@samtrot/shared/kernel/action.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { partnerKey as newPartnerKey } from '../testing/partners/partner.ts';
import { snapshot } from '../testing/process/snapshot.ts';
import { workOf } from '../testing/process/work.ts';
import { CALLS } from '../testing/world/calls.ts';
import { type Owner, owners } from '../testing/world/owners.ts';
import {
  type Answer,
  type Caller,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../testing/world/world.ts';

let world: World;
let fresh: () => Promise<Owner>;
let partnerKey: string;
beforeAll(async () => {
  world = await testWorld({ LEGACY_GET_LOGIN: '1' });
  fresh = owners(world);
  partnerKey = await newPartnerKey(world);
});
afterEach(() => {
  world.clock.set(START);
  expect(world.defects).toEqual([]);
});
afterAll(() => world[Symbol.asyncDispose]());

type Params = Record<string, unknown>;
interface Prepared {
  owner: Owner;
  params: Params;
}
const prepare = async (name: string): Promise<Prepared> => {
  const owner = await fresh();
  return { owner, params: await CALLS[name]!.prepare(owner) };
};
/**
 * The owner of a call and what it is called with, for everything that is refused and therefore
 * changes neither; its success is asked for at the end.
 */
const refusable = (name: string): Promise<Prepared> => {
  const known = kept.get(name) ?? prepare(name);
  kept.set(name, known);
  return known;
};
const kept = new Map<string, Promise<Prepared>>();
/** Somebody else. */
const stranger = () => (another ??= fresh());
let another: Promise<Owner> | undefined;
/** Parameters that name shared or unowned rows. */
const SHARED_IDS = ['user_id', 'topup_option_id', 'cloudflare_id'];

const nameOf = ({ method, name }: Action) => `${method} ${name}`;
const specOf = (name: string) => world.app.handlers.find(({ spec }) => nameOf(spec) === name)!.spec;
const names = nonEmpty(Object.keys(CALLS));
const withObject = nonEmpty(names.filter((name) => CALLS[name]!.object !== undefined));
/** So many calls are refused between two looks at every table. */
const TOGETHER = 12;
const inGroups = (all: readonly string[]) =>
  Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, nth) => {
    const calls = nonEmpty(all.slice(nth * TOGETHER, (nth + 1) * TOGETHER));
    return { calls, label: `${calls[0]} to ${calls.at(-1)}` };
  });

function ask(
  caller: Caller,
  name: string,
  params: Params,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method, action] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string];
  if (method !== 'GET') return caller.raw(action, { method, payload: params, headers });
  const query = Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, String(value)]),
  );
  return caller.raw(action, { method, query, headers });
}

/** Everything of a response visible to the caller. */
const seen = ({ status, headers: { date: _, ...headers }, body }: Answer) => ({
  status,
  headers,
  body,
});
const audits = (after = 0) =>
  world.db.selectFrom('audit').selectAll().where('id', '>', after).orderBy('id').execute();
const lastAudit = async () => (await audits()).at(-1)?.id ?? 0;
/** An id of the same kind without a row. */
const missing = (id: unknown) => (typeof id === 'string' ? randomUUID() : 999_999_999);

const asText = (params: Params) =>
  Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
const without = (params: Params, name: string): Params =>
  Object.fromEntries(Object.entries(params).filter(([key]) => key !== name));
const withCookie = (cookie: string): Caller => world.caller(0, cookie);

describe('the matrix [T-AUTHZ]', () => {
  test('has a line for every action, and no other', () => {
    expect(names.toSorted()).toEqual(world.app.handlers.map(({ spec }) => nameOf(spec)).toSorted());
  });

  test.each(names)('%s names its parameter that is an id of the caller', (name) => {
    const schema = z.toJSONSchema(specOf(name).input, { io: 'input', unrepresentable: 'any' });
    const ids = Object.keys(schema.properties ?? {}).filter(
      (key) => /(^|_)ids?$/i.test(key) && !SHARED_IDS.includes(key),
    );
    const { object = [], parts = [] } = CALLS[name]!;
    expect(ids).toEqual([object, parts].flat());
  });
});

const ROLE = /^(role|rolle)$|operator|betreiber|admin/i;
/** All member names at any depth, and all texts. */
const wordsOf = (body: unknown): string[] =>
  typeof body === 'object' && body !== null
    ? Object.entries(body).flatMap(([key, value]) => [
        ...(Array.isArray(body) ? [] : [key]),
        ...wordsOf(value),
      ])
    : [String(body)];

describe('without a session [T-AUTHZ]', () => {
  const isPublic = (name: string) => specOf(name).audience === 'visitor';

  test.each(inGroups(names))('$label are public, or return 401', async ({ calls }) => {
    for (const name of calls.filter(isPublic)) {
      const { params } = await prepare(name);
      expect((await ask(world.visitor, name, params)).status, name).toBe(200);
    }
    const closed = calls.filter((name) => !isPublic(name));
    for (const name of closed) await refusable(name);
    const before = await snapshot(world);
    for (const name of closed) {
      const { owner, params } = await refusable(name);
      const dead = [
        world.visitor,
        withCookie(`sid=${'A'.repeat(43)}`),
        withCookie('sid='),
        withCookie(`${owner.cookie}x`),
        withCookie(owner.cookie.toUpperCase()),
      ];
      for (const caller of dead)
        for (const more of [{}, { user_id: owner.userId }]) {
          const answer = await ask(caller, name, { ...params, ...more });
          expect(answer, `${name} ${caller.cookie}`).toMatchObject({
            status: 401,
            body: { success: false, code: 'NOT_LOGGED_IN' },
          });
        }
    }
    expect(await snapshot(world)).toEqual(before);
  });

  test.each(inGroups(names))('$label refuse a partner key or another token', async ({ calls }) => {
    for (const name of calls) await refusable(name);
    const before = await snapshot(world);
    for (const name of calls) {
      const { owner, params } = await refusable(name);
      for (const token of [partnerKey, 'A'.repeat(43), 'x', `${owner.cookie.slice(4)}x`]) {
        // Also with the owner's cookie: an invalid token is not replaced by it.
        for (const caller of [world.visitor, owner]) {
          const answer = await ask(caller, name, params, { authorization: `Bearer ${token}` });
          expect(answer, `${name} ${token}`).toMatchObject({
            status: 401,
            body: { success: false, code: 'NOT_LOGGED_IN' },
          });
        }
      }
    }
    expect(await snapshot(world)).toEqual(before);
  });
});

describe('an expired session [T-AUTHZ]', () => {
  const endings: Record<string, (owner: Owner) => Promise<unknown>> = {
    'after the logout': (owner) => owner.raw('logout'),
    'after a day': async () => world.clock.set(new Date(START.getTime() + DAY_MS)),
    'after a new password by mail': async (owner) =>
      ask(world.visitor, 'POST reset_password', await CALLS['POST reset_password']!.prepare(owner)),
    'after a new password in another session': async (owner) => {
      const answer = await ask(world.visitor, 'POST login', { log: owner.email, pwd: PASSWORD });
      const other = withCookie(String(answer.headers['set-cookie']).split(';')[0]!);
      return ask(other, 'POST update_profile', await CALLS['POST update_profile']!.prepare(owner));
    },
    'after the account was closed': (owner) =>
      world.db
        .updateTable('account')
        .set({ closed_at: START })
        .where('id', '=', owner.userId)
        .execute(),
  };

  test.each(Object.keys(endings))('%s every action returns 401', async (ending) => {
    const owner = await fresh();
    const calls: [string, Params][] = [];
    for (const name of names.filter((known) => specOf(known).audience !== 'visitor'))
      calls.push([name, (await refusable(name)).params]);
    await endings[ending]!(owner);
    const before = await snapshot(world);
    for (const [name, params] of nonEmpty(calls))
      expect(await ask(owner, name, params), name).toMatchObject({
        status: 401,
        body: { code: 'NOT_LOGGED_IN' },
      });
    expect(await snapshot(world)).toEqual(before);
  });
});

describe("another account's user_id [T-AUTHZ, FRM-36]", () => {
  const refused = async (name: string) => {
    const [{ owner, params }, victim] = [await refusable(name), await stranger()];
    const [method, action] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string];
    const foreign = String(victim.userId);
    const inQuery = { method, query: { ...asText(params), user_id: foreign } };
    const tries =
      method === 'GET'
        ? [inQuery]
        : [
            { method, payload: { ...params, user_id: foreign } },
            { method, payload: { ...params, user_id: victim.userId } },
            { method, payload: params, query: { user_id: foreign } },
            // The query names another account, the body the caller.
            { method, payload: { ...params, user_id: owner.userId }, query: { user_id: foreign } },
            // The other way round.
            {
              method,
              payload: { ...params, user_id: victim.userId },
              query: { user_id: String(owner.userId) },
            },
          ];
    const trail = await lastAudit();
    for (const options of tries)
      expect(await owner.raw(action, options), name).toMatchObject({
        status: 403,
        body: { success: false, code: 'WRONG_USER' },
      });
    for (const user_id of ['0', '-1', '1 OR 1=1', 'null', `${10 ** 20}`])
      expect(
        (await owner.raw(action, { ...tries[0]!, query: { ...asText(params), user_id } })).status,
        name,
      ).toBe(403);
    const lines = await audits(trail);
    expect(lines, name).toHaveLength(tries.length + 5);
    for (const line of lines)
      expect(line).toMatchObject({
        actor: `user:${owner.userId}`,
        action: 'tamper_suspected',
        object: action,
        details: {},
      });
  };

  test.each(inGroups(names))(
    '$label return 403, change nothing and are logged once',
    async ({ calls }) => {
      for (const name of calls) await refusable(name);
      await stranger();
      const before = await snapshot(world, ['audit']);
      for (const name of calls) await refused(name);
      expect(await snapshot(world, ['audit'])).toEqual(before);
    },
  );
});

describe("another account's item [T-AUTHZ]", () => {
  test.each(inGroups(withObject))('$label respond like for a missing one', async ({ calls }) => {
    for (const name of calls) await refusable(name);
    const caller = await stranger();
    const before = await snapshot(world);
    for (const name of calls) {
      const object = CALLS[name]!.object!;
      const { params } = await refusable(name);
      const foreign = await ask(caller, name, params);
      expect(foreign, name).toMatchObject({ status: 404, body: { success: false } });
      expect(seen(foreign), name).toEqual(
        seen(await ask(caller, name, { ...params, [object]: missing(params[object]) })),
      );
    }
    expect(await snapshot(world)).toEqual(before);
  });

  const around = async (
    name: string,
    { owner: attacker, params: own, draft }: Prepared & { draft: number },
  ) => {
    const object = CALLS[name]!.object!;
    const { params: theirs } = await refusable(name);
    const [method, action] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string];
    const id = theirs[object];
    const otherKind = typeof id === 'string' ? draft : randomUUID();
    const forms: unknown[] = [
      [id],
      [own[object], id],
      { id },
      `${id} OR 1=1`,
      `${id}'`,
      ` ${id}`,
      `${id}.0`,
      otherKind,
      null,
      '',
    ];
    for (const form of forms) {
      const answer =
        method === 'GET'
          ? undefined
          : await attacker.raw(action, { method, payload: { ...own, [object]: form } });
      if (answer) expect([404, 422], JSON.stringify([form, answer.body])).toContain(answer.status);
      if (typeof form === 'object') continue;
      const asked = await attacker.raw(action, {
        method,
        query: { ...asText(own), [object]: String(form) },
        ...(method !== 'GET' && { payload: without(own, object) }),
      });
      expect([404, 422], `query ${String(form)}`).toContain(asked.status);
    }
    // In both: the body counts, and it names another account's item.
    const query = { [object]: String(own[object]) };
    if (method === 'GET') {
      const url = `/api?action=${action}&${object}=${String(own[object])}&${object}=${String(id)}`;
      expect(
        (await world.send(attacker.cookie, { url, headers: { 'x-portal': '1' } })).status,
      ).toBe(422);
    } else
      expect(
        (await attacker.raw(action, { method, query, payload: { ...own, [object]: id } })).status,
        name,
      ).toBe(404);
  };

  test.each(inGroups(withObject))('$label offer no way around it', async ({ calls }) => {
    const attackers: (Prepared & { draft: number })[] = [];
    for (const name of calls) {
      const attacker = await prepare(name);
      const draft = (await attacker.owner.raw('createInserat')).body.inserat_id;
      attackers.push({ ...attacker, draft });
      await refusable(name);
    }
    const before = await snapshot(world);
    for (const [nth, name] of calls.entries()) await around(name, attackers[nth]!);
    expect(await snapshot(world)).toEqual(before);
  });

  test.each(withObject)('%s runs the same queries as for a missing one', async (name) => {
    const object = CALLS[name]!.object!;
    const attacker = await stranger();
    const { params } = await refusable(name);
    // A process's first call may fill caches.
    await ask(attacker, name, { ...params, [object]: missing(params[object]) });
    const foreign = await workOf(() => ask(attacker, name, params));
    const absent = await workOf(() =>
      ask(attacker, name, { ...params, [object]: missing(params[object]) }),
    );
    expect(nonEmpty(foreign.statements)).toEqual(absent.statements);
  });
});

// At the end: what all the refusals before were about still succeeds.
describe('the owner [T-AUTHZ]', () => {
  test.each(names)(
    '%s succeeds, writes only what is declared and names no role [INV-13, FRM-37]',
    async (name) => {
      const { owner, params } = await refusable(name);
      const [before, trail] = [await snapshot(world), await lastAudit()];
      const answer = await ask(owner, name, {
        ...params,
        ...(specOf(name).audience !== 'visitor' && { user_id: owner.userId }),
      });
      expect(answer, JSON.stringify(answer.body)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      // FRM-37: no other role is visible anywhere.
      expect(wordsOf(answer.body).filter((word) => ROLE.test(word))).toEqual([]);
      const { method, changes } = specOf(name);
      // A GET can be sent by any image or link, so it changes nothing unless declared.
      const after = await snapshot(world);
      if ((method === 'GET' && !changes) || CALLS[name]!.onlyAsks) expect(after).toEqual(before);
      else expect(after).not.toEqual(before);

      const lines = await audits(trail);
      expect(lines.map(({ action }) => action)).toEqual(CALLS[name]!.audit ?? []);
      for (const line of lines) {
        expect(line.at).toEqual(START);
        expect(line.object).toMatch(/^[a-z_]+:[\da-f-]+$/);
        expect([`user:${owner.userId}`, 'system', 'visitor']).toContain(line.actor);
        expect(JSON.stringify(line)).not.toMatch(/@|Gut-|Ganz-|Lena/);
      }
    },
  );
});
