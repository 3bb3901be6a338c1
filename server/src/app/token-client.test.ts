import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { endDevice, getDevices } from '@samtrot/shared/access/security-contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { createTokenClient, type TokenApiError } from '@samtrot/shared/token-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt, withApp } from '../testing/world/factors.ts';
import { PASSWORD, START, testWorld, type World } from '../testing/world/world.ts';

const LENA = { email: 'lena@beispiel.ch', password: PASSWORD };

let world: World;
let origin: string;
beforeAll(async () => {
  world = await testWorld();
  await world.user({ username: 'Lena', email: LENA.email });
  origin = await world.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

test('the client logs in at the real server, is authenticated, and logs out [AUT-75, AUT-76, AUT-80]', async () => {
  const client = createTokenClient({
    baseUrl: `${origin}/token-api`,
    now: () => world.clock.now(),
  });
  const token = await client.login(LENA);
  expect(token.expiresAt).toBe(new Date(START.getTime() + 86_400_000).toISOString());
  const headers = await client.authorization();
  const read = async () => (await fetch(`${origin}/api?action=${state.name}`, { headers })).json();
  expect(await read()).toMatchObject({ success: true, state: { user_email: LENA.email } });
  await client.logout();
  expect(await read()).toMatchObject({ success: false, code: 'NOT_LOGGED_IN' });
});

test('it registers, requests a link, sets a password, and receives every failure [AUT-81, AUT-82, AUT-83, AUT-84]', async () => {
  const client = createTokenClient({
    baseUrl: `${origin}/token-api`,
    now: () => world.clock.now(),
  });
  const marta = { username: 'Marta', email: 'marta@beispiel.ch', password: PASSWORD };
  expect(await client.register({ ...marta, accountType: 'private' })).toMatchObject({
    confirmFirst: false,
  });
  await expect(client.register(marta)).rejects.toMatchObject({ code: 'EMAIL_TAKEN', status: 409 });
  await client.forgotPassword(marta.email);
  await world.runTasks('accounts/password-reset-requests');
  const token = (await world.mails(marta.email))
    .at(-1)!
    .text.match(/reset-password\?token=([\w-]{43})/)![1]!;
  const password = 'Ganz-Anders-2027';
  await expect(client.resetPassword({ password: 'kurz', token })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    status: 422,
    message: 'Bitte überprüfe deine Angaben.',
    errors: { password: 'Mindestens 12 Zeichen' },
  });
  expect(await client.resetPassword({ password, token })).toBe(
    'Dein Passwort wurde erfolgreich zurückgesetzt!',
  );
  await expect(client.login(marta)).rejects.toMatchObject({
    code: 'LOGIN_FAILED',
    message: 'Ungültige Anmeldedaten',
  });
  expect(await client.isLoggedIn()).toBe(false);
  await client.login({ ...marta, password });
  expect(await client.isLoggedIn()).toBe(true);
});

test('with a second step the client gets a token by its second call [ACC-35]', async () => {
  const client = createTokenClient({
    baseUrl: `${origin}/token-api`,
    now: () => world.clock.now(),
  });
  const user = await world.user();
  const { secret, recoveryCodes } = await withApp(world, user);
  const logIn = () => client.login({ email: user.email, password: PASSWORD });
  const refused = await logIn().catch((error: unknown) => error as TokenApiError);
  expect(refused).toMatchObject({
    code: 'SECOND_FACTOR_REQUIRED',
    status: 403,
    pending: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(await client.isLoggedIn()).toBe(false);
  const { pending = '' } = refused as TokenApiError;
  await expect(
    client.secondFactor({ pending, code: codeAt(world, secret, 9) }),
  ).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    errors: { code: 'Dieser Code stimmt nicht.' },
  });
  await client.secondFactor({ pending, code: codeAt(world, secret, 1) });
  expect(await client.isLoggedIn()).toBe(true);
  const sessions = await world.db
    .selectFrom('session')
    .select(['account_id', 'remember'])
    .where('account_id', '=', user.userId)
    .execute();
  // That of the fixture, and the token.
  expect(sessions).toHaveLength(2);
  const again = await logIn().catch((error: unknown) => error as TokenApiError);
  const recoveryCode = recoveryCodes[0]!;
  await client.secondFactor({ pending: (again as TokenApiError).pending!, recoveryCode });
  await expect(client.secondFactor({ pending, recoveryCode })).rejects.toMatchObject({
    code: 'LOGIN_EXPIRED',
    status: 401,
  });
});

test('a token stands in the device list of its owner, who ends it there [ACC-35, ACC-03]', async () => {
  const client = createTokenClient({
    baseUrl: `${origin}/token-api`,
    now: () => world.clock.now(),
  });
  const user = await world.user();
  await client.login({ email: user.email, password: PASSWORD });
  expect(await client.isLoggedIn()).toBe(true);
  const { devices } = (await user.call(getDevices, {})).body;
  const token = devices.find(({ current }: { current: boolean }) => !current);
  expect(token).toMatchObject({ device: 'Programm', remembered: true });
  expect((await user.call(endDevice, { device_id: token.id })).status).toBe(200);
  const headers = await client.authorization();
  const answer = await fetch(`${origin}/api?action=${getDevices.name}`, { headers });
  expect(answer.status).toBe(401);
});

test('an unresponsive server times out; a disconnect is a different failure [AUT-79, ERR-036, ERR-038]', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}).on('data', () => {}));
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const { port } = silent.address() as { port: number };
  const client = createTokenClient({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 100 });
  await expect(client.login(LENA)).rejects.toMatchObject({ code: 'NETWORK_TIMEOUT', status: 0 });
  const gone = new Promise((closed) => silent.close(closed));
  silent.on('connection', (socket) => socket.destroy());
  await gone;
  await expect(client.login(LENA)).rejects.toMatchObject({ code: 'SERVER_ERROR', status: 0 });
});

test('no page of the portal uses the token API [AUT-77]', () => {
  const web = join(import.meta.dirname, '../../../web/src');
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(tsx?|html|css)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files)
    expect(readFileSync(join(web, file), 'utf8'), file).not.toMatch(/token-api|createTokenClient/);
});
