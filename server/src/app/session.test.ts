import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Effects } from '../platform/action.ts';
import { hashToken } from '../platform/crypto.ts';
import { type TestDatabase, testDatabase } from '../testing/process/database.ts';
import { insertAdvertiser } from '../testing/world/accounts.ts';
import { START } from '../testing/world/world.ts';
import { sessions } from './session.ts';

let database: TestDatabase;
let users = 0;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const HTTP = 'http://localhost:3000';
const HTTPS = 'https://samtrot.ch';
const at = (ms: number) => new Date(START.getTime() + ms);
/** A new account with a session since START. */
const someone = () =>
  insertAdvertiser(database.db, {
    username: `Lena ${++users}`,
    email: `lena${users}@beispiel.ch`,
    now: START,
    rests: true,
  });
/** Returns the actor of a request with these headers and cookies. */
const actorOf = (
  { authorization, cookies = {} }: { authorization?: string; cookies?: Record<string, string> },
  { publicUrl = HTTP, now = START } = {},
) => {
  const request = {
    headers: { ...(authorization && { authorization }) },
    cookies,
  } as unknown as FastifyRequest;
  return sessions({ publicUrl }, database.pool).actorOf(request, now);
};
const idOf = async (...given: Parameters<typeof actorOf>) => {
  const actor = await actorOf(...given).catch((error) => error.code as string);
  return typeof actor === 'string' ? actor : actor.kind === 'visitor' ? 'visitor' : actor.userId;
};

describe('the session of a request [FRM-27]', () => {
  test('is that of its cookie, whose name is bound to the host over https [T-AUTH-04]', async () => {
    const { id, token } = await someone();
    expect(await actorOf({ cookies: { sid: token } })).toEqual({
      kind: 'user',
      userId: id,
      sessionHash: hashToken(token),
    });
    expect(await idOf({ cookies: { '__Host-sid': token } }, { publicUrl: HTTPS })).toBe(id);
    expect(await idOf({ cookies: { sid: token } }, { publicUrl: HTTPS })).toBe('visitor');
    expect(await idOf({ cookies: { '__Host-sid': token } })).toBe('visitor');
  });

  test.each(['', 'unknown', 'x'.repeat(101)])('with the cookie %j is none', async (sid) => {
    expect(await idOf({ cookies: { sid } })).toBe('visitor');
  });

  test('ends with its time and with the account', async () => {
    const { id, token } = await someone();
    const cookies = { sid: token };
    expect(await idOf({ cookies }, { now: at(30 * MINUTE_MS - 1) })).toBe(id);
    expect(await idOf({ cookies }, { now: at(60 * MINUTE_MS - 1) })).toBe('visitor');
    await database.db
      .updateTable('session')
      .set({ last_seen_at: at(DAY_MS) })
      .where('account_id', '=', id)
      .execute();
    expect(await idOf({ cookies }, { now: at(DAY_MS - 1) })).toBe(id);
    expect(await idOf({ cookies }, { now: at(DAY_MS) })).toBe('visitor');
    await database.db
      .updateTable('account')
      .set({ closed_at: START })
      .where('id', '=', id)
      .execute();
    expect(await idOf({ cookies })).toBe('visitor');
  });

  test('notes every minute that it was seen, and no other one', async () => {
    const [one, other] = [await someone(), await someone()];
    const seen = async ({ id }: { id: number }) =>
      (
        await database.db
          .selectFrom('session')
          .select('last_seen_at')
          .where('account_id', '=', id)
          .executeTakeFirstOrThrow()
      ).last_seen_at;
    for (const [ms, noted] of [
      [MINUTE_MS - 1, START],
      [MINUTE_MS, at(MINUTE_MS)],
    ] as const) {
      await actorOf({ cookies: { sid: one.token } }, { now: at(ms) });
      expect([await seen(one), await seen(other)]).toEqual([noted, START]);
    }
  });
});

describe('a bearer token [AUT-81]', () => {
  test('is accepted in any letter case of its scheme, before any cookie', async () => {
    const [program, browser] = [await someone(), await someone()];
    const cookies = { sid: browser.token };
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect(await idOf({ authorization: `${scheme} ${program.token}`, cookies })).toBe(program.id);
    expect(await idOf({ authorization: `  Bearer   ${program.token} ` })).toBe(program.id);
  });

  test('that is over is said so; no cookie stands in for it', async () => {
    const { token } = await someone();
    for (const wrong of ['unknown', 'x'.repeat(101)])
      expect(await idOf({ authorization: `Bearer ${wrong}`, cookies: { sid: token } })).toBe(
        'NOT_LOGGED_IN',
      );
  });

  test('is nothing of another scheme or form', async () => {
    const [program, browser] = [await someone(), await someone()];
    const others = [
      `Basic ${program.token}`,
      `Bearer ${program.token} more`,
      `X-Bearer ${program.token}`,
      'Bearer',
    ];
    for (const authorization of [...others, `Bearer${program.token}`])
      expect(await idOf({ authorization, cookies: { sid: browser.token } }), authorization).toBe(
        browser.id,
      );
  });
});

describe('what becomes of the cookie [FRM-30, FRM-33]', () => {
  const applied = (
    effects: Effects,
    { publicUrl = HTTP, authorization = '', byPage = false } = {},
  ) => {
    const done: unknown[][] = [];
    const reply = {
      request: {
        headers: { ...(authorization && { authorization }), ...(byPage && { 'x-portal': '1' }) },
      },
      setCookie: (...given: unknown[]) => void done.push(['set', ...given]),
      clearCookie: (...given: unknown[]) => void done.push(['clear', ...given]),
      header: (...given: unknown[]) => void done.push(['header', ...given]),
    } as unknown as FastifyReply;
    sessions({ publicUrl }, database.pool).apply(reply, effects);
    return done;
  };
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: false };
  const started = (remember: boolean): Effects => ({
    startSession: { token: 'new', remember, expiresAt: at(DAY_MS) },
  });

  test('a session that begins sets it, for 90 days where it is remembered', () => {
    expect(applied(started(false))).toEqual([['set', 'sid', 'new', options]]);
    expect(applied(started(true))).toEqual([
      ['set', 'sid', 'new', { ...options, maxAge: 90 * 24 * 3600 }],
    ]);
    const secure = [['set', '__Host-sid', 'new', { ...options, secure: true }]];
    expect(applied(started(false), { publicUrl: HTTPS })).toEqual(secure);
  });

  test('one that ends clears it and what the browser keeps; one that replaces another only sets it', () => {
    expect(applied({ endSession: true })).toEqual([
      ['clear', 'sid', options],
      ['header', 'clear-site-data', '"cache", "storage"'],
    ]);
    expect(applied({ ...started(false), endSession: true })).toEqual([
      ['set', 'sid', 'new', options],
    ]);
    expect(applied({})).toEqual([]);
  });

  test('where our own page ends it, the page empties its storage itself', () => {
    expect(applied({ endSession: true }, { byPage: true })).toEqual([
      ['clear', 'sid', options],
      ['header', 'clear-site-data', '"cache"'],
    ]);
  });

  test('a browser that is remembered gets one of its own, until it is forgotten', () => {
    const expiresAt = at(DAY_MS);
    expect(applied({ knownBrowser: { token: 'known', expiresAt } })).toEqual([
      ['set', 'browser', 'known', { ...options, expires: expiresAt }],
    ]);
    expect(applied({ knownBrowser: 'forget' })).toEqual([['clear', 'browser', options]]);
  });

  test('a bearer token has none', () => {
    for (const effects of [started(true), { endSession: true } as const])
      expect(applied(effects, { authorization: 'Bearer token' })).toEqual([]);
  });
});
