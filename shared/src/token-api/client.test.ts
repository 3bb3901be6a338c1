import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createTokenClient,
  TokenApiError,
  type TokenClientOptions,
  type TokenFetch,
} from './client.ts';
import { CLIENT_ERRORS, TOKEN_API_TIMEOUT_MS, type Token } from './contract.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const TOKEN: Token = { token: 'abc', expiresAt: '2026-11-21T12:00:00.000Z' };
const LOGIN = { email: 'lena@beispiel.ch', password: 'Gut-Gewählt-2026' };

/** A server with one response to every call, which records the requests. */
function respondingWith(status: number, body: unknown) {
  const calls: { url: string; init: Parameters<TokenFetch>[1] }[] = [];
  const fetch: TokenFetch = async (url, init) => {
    calls.push({ url, init });
    return {
      ok: status < 300,
      status,
      json: async () => JSON.parse(typeof body === 'string' ? body : JSON.stringify(body)),
    };
  };
  return { fetch, calls };
}
const loggedIn = { data: { token: TOKEN } };
const clientOf = (options: Partial<TokenClientOptions> = {}) => {
  let time = NOW;
  const client = createTokenClient({
    baseUrl: 'https://api.beispiel.ch',
    now: () => time,
    ...options,
  });
  const at = (iso: string) => {
    time = new Date(iso);
  };
  return { ...client, at };
};
const failureOf = async (work: Promise<unknown>): Promise<TokenApiError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TokenApiError);
  return error as TokenApiError;
};

test('an answer is waited for ten seconds and no longer [CON-30, AUT-79, ERR-036]', async () => {
  expect(TOKEN_API_TIMEOUT_MS).toBe(10_000);
  vi.useFakeTimers();
  try {
    const outcomes: string[] = [];
    const asked = failureOf(clientOf({ fetch: () => new Promise(() => {}) }).login(LOGIN));
    const noted = asked.then(({ code }) => outcomes.push(code));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(outcomes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await noted;
    expect(outcomes).toEqual(['NETWORK_TIMEOUT']);
  } finally {
    vi.useRealTimers();
  }
});

test('a login stores the token with its expiry, and sends only what it needs [AUT-75, AUT-80]', async () => {
  const kept: (Token | null)[] = [];
  const { fetch, calls } = respondingWith(200, loggedIn);
  const client = clientOf({
    fetch,
    store: { read: () => kept.at(-1), write: (token) => void kept.push(token) },
  });
  expect(await client.login({ ...LOGIN, rememberMe: true })).toEqual(TOKEN);
  expect(kept).toEqual([null, TOKEN]);
  expect(calls).toEqual([
    {
      url: 'https://api.beispiel.ch/auth/login',
      init: {
        method: 'POST',
        credentials: 'omit',
        signal: expect.anything(),
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ ...LOGIN, rememberMe: true }),
      },
    },
  ]);
});

test('one counts as logged in only while the token is unexpired [AUT-76]', async () => {
  const client = clientOf({ fetch: respondingWith(200, loggedIn).fetch });
  expect(await client.isLoggedIn()).toBe(false);
  expect(await client.authorization()).toEqual({});
  await client.login(LOGIN);
  client.at('2026-11-21T11:59:59.999Z');
  expect(await client.isLoggedIn()).toBe(true);
  expect(await client.authorization()).toEqual({ Authorization: 'Bearer abc' });
  client.at('2026-11-21T12:00:00.000Z');
  expect(await client.isLoggedIn()).toBe(false);
  expect(await client.authorization()).toEqual({});
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'abc'],
  ['no expiry', { token: 'abc' }],
  ['an expiry that is none', { token: 'abc', expiresAt: 'bald' }],
  ['an empty token', { token: '', expiresAt: TOKEN.expiresAt }],
  ['a token that is no text', { token: 7, expiresAt: TOKEN.expiresAt }],
])('a store that holds %s means not logged in [AUT-76]', async (_title, kept) => {
  const client = clientOf({ store: { read: async () => kept as Token, write: async () => {} } });
  expect([await client.isLoggedIn(), await client.authorization()]).toEqual([false, {}]);
});

test('a failed login ends the previous session', async () => {
  let server = respondingWith(200, loggedIn);
  const client = clientOf({ fetch: (url, init) => server.fetch(url, init) });
  await client.login(LOGIN);
  server = respondingWith(401, { code: 'LOGIN_FAILED', message: 'Ungültige Anmeldedaten' });
  const error = await failureOf(client.login(LOGIN));
  expect(error).toMatchObject({
    code: 'LOGIN_FAILED',
    message: 'Ungültige Anmeldedaten',
    status: 401,
    errors: {},
  });
  expect(await client.isLoggedIn()).toBe(false);
});

test('a second factor ends the pending login and stores the token [ACC-35]', async () => {
  const required = { code: 'SECOND_FACTOR_REQUIRED', message: 'Code nötig.', pending: 'p1' };
  const calls = [respondingWith(401, required), respondingWith(200, loggedIn)] as const;
  let server: (typeof calls)[number] = calls[0];
  const client = clientOf({ fetch: (url, init) => server.fetch(url, init) });
  const { code, pending } = await failureOf(client.login(LOGIN));
  expect([code, pending]).toEqual(['SECOND_FACTOR_REQUIRED', 'p1']);
  server = calls[1];
  expect(await client.secondFactor({ pending: 'p1', code: '123456' })).toEqual(TOKEN);
  expect(await client.isLoggedIn()).toBe(true);
  expect(server.calls).toMatchObject([
    {
      url: 'https://api.beispiel.ch/auth/second-factor',
      init: { body: JSON.stringify({ pending: 'p1', code: '123456' }) },
    },
  ]);
});

test('a pending login is named by a text only [ACC-35]', async () => {
  const odd = { code: 'SECOND_FACTOR_REQUIRED', message: 'Code nötig.', pending: 7 };
  expect(
    (await failureOf(clientOf(respondingWith(401, odd)).login(LOGIN))).pending,
  ).toBeUndefined();
});

test('the other calls send their members and answer the message [AUT-81, AUT-82, AUT-83]', async () => {
  const { fetch, calls } = respondingWith(200, { data: { message: 'Gut.' } });
  const client = clientOf({ fetch, baseUrl: 'https://portal.beispiel.ch/token-api/' });
  const person = { username: 'Lena', ...LOGIN, accountType: 'private' };
  expect(await client.register(person)).toEqual({ message: 'Gut.', confirmFirst: false });
  expect(await client.forgotPassword(LOGIN.email)).toBe('Gut.');
  expect(await client.resetPassword({ password: LOGIN.password, token: 't' })).toBe('Gut.');
  expect(calls.map(({ url, init }) => [url, JSON.parse(init.body!)])).toEqual([
    ['https://portal.beispiel.ch/token-api/auth/register', person],
    ['https://portal.beispiel.ch/token-api/auth/forgot-password', { email: LOGIN.email }],
    [
      'https://portal.beispiel.ch/token-api/auth/reset-password',
      { password: LOGIN.password, token: 't' },
    ],
  ]);
  const discreet = clientOf(respondingWith(200, { data: { message: 'Gut.', confirmFirst: true } }));
  expect((await discreet.register(person)).confirmFirst).toBe(true);
});

test('logging out deletes the token at once and revokes it on the server, reachable or not', async () => {
  const { fetch, calls } = respondingWith(200, loggedIn);
  const client = clientOf({ fetch, baseUrl: 'https://portal.beispiel.ch/token-api' });
  await client.login(LOGIN);
  await client.logout();
  expect(await client.isLoggedIn()).toBe(false);
  expect(calls[1]).toMatchObject({
    url: 'https://portal.beispiel.ch/api?action=logout',
    init: { method: 'POST', headers: { Authorization: 'Bearer abc' } },
  });
  await client.logout();
  expect(calls).toHaveLength(2);

  let away = false;
  const other = clientOf({
    fetch: (url, init) => (away ? Promise.reject(new TypeError('away')) : fetch(url, init)),
  });
  await other.login(LOGIN);
  away = true;
  await other.logout();
  expect(await other.isLoggedIn()).toBe(false);
});

describe('errors', () => {
  test('code, message and fields of the server pass through [AUT-84, ERR-034]', async () => {
    const errors = { email: 'Dieses Feld ist erforderlich' };
    const refused = { code: 'VALIDATION_ERROR', message: 'Bitte überprüfe deine Angaben.', errors };
    const error = await failureOf(clientOf(respondingWith(422, refused)).login(LOGIN));
    expect(error).toMatchObject({ ...refused, status: 422, name: 'TokenApiError' });
    const many = { code: 'TOO_MANY_ATTEMPTS', message: 'Zu viele Versuche.', retry_after: 900 };
    expect(await failureOf(clientOf(respondingWith(429, many)).login(LOGIN))).toMatchObject({
      retryAfterSeconds: 900,
    });
  });

  test.each([[null], ['Felder'], [undefined]])(
    'errors that are %j are none [AUT-84]',
    async (errors) => {
      const refused = {
        code: 'VALIDATION_ERROR',
        message: 'Bitte überprüfe deine Angaben.',
        errors,
        retry_after: '900',
      };
      const error = await failureOf(clientOf(respondingWith(422, refused)).login(LOGIN));
      expect([error.errors, error.retryAfterSeconds]).toEqual([{}, undefined]);
    },
  );

  test.each<[string, number, number]>([
    ['<html>', 502, 502],
    ['null', 500, 500],
    ['7', 200, 200],
    ['{}', 200, 0],
  ])(
    'the body %s with status %i is SERVER_ERROR with status %i [ERR-038]',
    async (body, status, shown) => {
      const error = await failureOf(
        clientOf(respondingWith(status, body)).forgotPassword('a@b.ch'),
      );
      expect(error).toMatchObject({ code: 'SERVER_ERROR', status: shown });
    },
  );

  test('a timeout is NETWORK_TIMEOUT, and the request is aborted [ERR-036]', async () => {
    let signal: { aborted: boolean } | undefined;
    const fetch: TokenFetch = (_url, init) => {
      signal = init.signal;
      return new Promise(() => {});
    };
    const error = await failureOf(clientOf({ fetch, timeoutMs: 5 }).login(LOGIN));
    expect(error).toMatchObject({
      code: 'NETWORK_TIMEOUT',
      status: 0,
      message: 'Die Anfrage hat zu lange gedauert. Bitte versuchen Sie es später erneut.',
    });
    expect(signal!.aborted).toBe(true);
  });

  test('a body that never ends is NETWORK_TIMEOUT as well [ERR-036]', async () => {
    const fetch: TokenFetch = async () => ({
      ok: true,
      status: 200,
      json: () => new Promise(() => {}),
    });
    expect((await failureOf(clientOf({ fetch, timeoutMs: 5 }).forgotPassword('a@b.ch'))).code).toBe(
      'NETWORK_TIMEOUT',
    );
  });

  test('offline is NETWORK_OFFLINE, before the request and when it breaks [ERR-037]', async () => {
    const text = 'Sie sind offline. Bitte überprüfen Sie Ihre Internetverbindung.';
    const { fetch, calls } = respondingWith(200, loggedIn);
    const error = await failureOf(clientOf({ fetch, isOnline: () => false }).login(LOGIN));
    expect(error).toMatchObject({ code: 'NETWORK_OFFLINE', message: text, status: 0 });
    expect(calls).toEqual([]);
    let online = true;
    const broken: TokenFetch = async () => {
      online = false;
      throw new TypeError('Failed to fetch');
    };
    const later = await failureOf(clientOf({ fetch: broken, isOnline: () => online }).login(LOGIN));
    expect(later.code).toBe('NETWORK_OFFLINE');
  });

  test.each<[string, TokenFetch]>([
    ['a connection that breaks', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a page instead of JSON', respondingWith(502, '<html>Bad gateway</html>').fetch],
    ['a page that claims success', respondingWith(200, '<html>').fetch],
    ['JSON that is no object', respondingWith(200, '7').fetch],
    ['null', respondingWith(500, 'null').fetch],
    ['a failure without code', respondingWith(500, { message: 'Stack at …' }).fetch],
    ['a failure without message', respondingWith(500, { code: 'X' }).fetch],
    ['success without a token', respondingWith(200, { data: {} }).fetch],
    ['success with half a token', respondingWith(200, { data: { token: { token: 'abc' } } }).fetch],
    ['success without data', respondingWith(200, {}).fetch],
  ])('%s is SERVER_ERROR [ERR-038]', async (_title, fetch) => {
    const client = clientOf({ fetch });
    const error = await failureOf(client.login(LOGIN));
    expect(error).toMatchObject({
      code: 'SERVER_ERROR',
      message: 'Ein unbekannter Fehler ist aufgetreten.',
    });
    expect(await client.isLoggedIn()).toBe(false);
  });

  test('a message that is missing is SERVER_ERROR for the other calls [ERR-038]', async () => {
    const client = clientOf(respondingWith(200, { data: {} }));
    expect((await failureOf(client.forgotPassword('a@b.ch'))).code).toBe('SERVER_ERROR');
  });

  test('the words stand to the letter [ERR-036, ERR-037, ERR-038]', () => {
    expect(CLIENT_ERRORS).toEqual({
      NETWORK_TIMEOUT: 'Die Anfrage hat zu lange gedauert. Bitte versuchen Sie es später erneut.',
      NETWORK_OFFLINE: 'Sie sind offline. Bitte überprüfen Sie Ihre Internetverbindung.',
      SERVER_ERROR: 'Ein unbekannter Fehler ist aufgetreten.',
    });
  });
});

describe('the platform', () => {
  const stub = (name: string, value: unknown) => vi.stubGlobal(name, value);
  afterEach(() => void vi.unstubAllGlobals());

  test('without a clock of its own the time is that of the machine [AUT-76]', async () => {
    const until = (expiresAt: string) =>
      createTokenClient({
        baseUrl: '',
        store: { read: () => ({ token: 'abc', expiresAt }), write: () => {} },
      });
    expect(await until('2999-01-01T00:00:00Z').isLoggedIn()).toBe(true);
    expect(await until('2000-01-01T00:00:00Z').isLoggedIn()).toBe(false);
  });

  test.each([
    ['offline', { onLine: false }, 'NETWORK_OFFLINE'],
    ['online', { onLine: true }, 'SERVER_ERROR'],
    ['without a word on it', {}, 'SERVER_ERROR'],
    ['without a navigator', undefined, 'SERVER_ERROR'],
  ])('a browser that is %s [ERR-037]', async (_, navigator, code) => {
    stub('navigator', navigator);
    const client = clientOf({ fetch: respondingWith(500, '').fetch });
    expect((await failureOf(client.login(LOGIN))).code).toBe(code);
  });

  test('without AbortController there is no signal, and the time runs out all the same [ERR-036]', async () => {
    stub('AbortController', undefined);
    const inits: object[] = [];
    const fetch: TokenFetch = (_url, init) => {
      inits.push(init);
      return new Promise(() => {});
    };
    expect((await failureOf(clientOf({ fetch, timeoutMs: 5 }).login(LOGIN))).code).toBe(
      'NETWORK_TIMEOUT',
    );
    expect(inits[0]).not.toHaveProperty('signal');
  });

  test('an answer leaves no timer behind [CON-30]', async () => {
    vi.useFakeTimers();
    try {
      await clientOf({ fetch: respondingWith(200, loggedIn).fetch }).login(LOGIN);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    [
      'https://api.beispiel.ch//',
      'https://api.beispiel.ch/auth/login',
      'https://api.beispiel.ch/api?action=logout',
    ],
    [
      'http://localhost:3000/t',
      'http://localhost:3000/t/auth/login',
      'http://localhost:3000/api?action=logout',
    ],
    ['/token-api', '/token-api/auth/login', '/api?action=logout'],
    ['/at/https://b.ch', '/at/https://b.ch/auth/login', '/api?action=logout'],
  ])('under %s the calls go to %s and %s', async (baseUrl, login, logout) => {
    const { fetch, calls } = respondingWith(200, loggedIn);
    const client = clientOf({ fetch, baseUrl });
    await client.login(LOGIN);
    await client.logout();
    expect(calls.map(({ url }) => url)).toEqual([login, logout]);
    expect(JSON.parse(calls[0]!.init.body!)).toEqual({ ...LOGIN, rememberMe: false });
  });
});
