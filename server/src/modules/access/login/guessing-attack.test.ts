import argon2 from '@node-rs/argon2';
import { WRONG_PASSWORDS } from '@samtrot/shared/access/rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { expect, test, vi } from 'vitest';
import type { Ctx } from '../../../platform/action.ts';
import type { Challenge } from '../../../platform/proof-of-work.ts';
import { rounds } from '../../../testing/process/deep.ts';
import { challengeFor, withPasskey } from '../../../testing/world/factors.ts';
import { proofOfEffort } from '../../../testing/world/proofs.ts';
import { type Answer, PASSWORD, START, testWorld } from '../../../testing/world/world.ts';
import { login } from './login.ts';

const HOURS = rounds(2, 6);
const ATTEMPTS_AN_HOUR = 2000;
const NETWORKS = 200;
const AT_ONCE = 20;
const MAX_GUESSES = 150;
const LENA = 'lena@beispiel.ch';

/** An attacker whose work costs nothing: the limits alone have to hold. */
test('2,000 wrong attempts an hour are at most 150 guesses, and the owner still logs in [ACC-21]', async () => {
  await using world = await testWorld({ LIMIT_FACTOR: '1' });
  const owner = await world.user({ username: 'Lena', email: LENA, confirmed: true });
  const { userId } = owner;
  const { key } = await withPasskey(world, owner);
  const attempt = (pwd: string, more: { network?: number; proof?: string; cookie?: string } = {}) =>
    world.caller(0, more.cookie ?? '').raw('login', {
      payload: { log: LENA, pwd, ...(more.proof && { proof: more.proof }) },
      remoteAddress: `10.1.0.${more.network ?? 250}`,
    });
  const cookiesOf = ({ headers }: Answer) => [headers['set-cookie'] ?? []].flat().map(String);
  const browserOf = (answer: Answer) =>
    cookiesOf(answer)
      .find((line) => line.startsWith('browser='))!
      .split(';')[0]!;
  const known = browserOf(await attempt(PASSWORD));

  const outcomes = new Map<string, number>();
  const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  /** The use case itself, as the call runs it: 12,000 requests would measure the HTTP server. */
  const guess = (pwd: string, network: number, proof?: string) => {
    const call = {
      now: world.clock.now(),
      actor: { kind: 'visitor' as const },
      client: { device: '', network: `10.1.0.${network}`, program: false },
      effects: {},
    };
    const transaction = <T>(run: (ctx: Ctx) => Promise<T>) =>
      world.db.transaction().execute((db) => run({ ...call, db }));
    const withoutTransaction = <T>(run: (ctx: Ctx) => Promise<T>) =>
      run({ ...call, db: world.db as Ctx['db'] });
    const ctx = { ...call, callId: '', transaction, withoutTransaction };
    return login(ctx, { proofs: world.app.proofs, limitFactor: 1 }, { log: LENA, pwd, proof });
  };
  const attack = async (n: number) => {
    const network = n % NETWORKS;
    let proof: string | undefined;
    for (let tries = 0; tries < 20; tries++) {
      const failure = await guess(`Geraten-${n}-Falsch`, network, proof).catch((error) => error);
      if (!(failure instanceof AppError)) throw failure;
      note(failure.code);
      if (failure.code !== 'PROOF_REQUIRED') return;
      const { effort } = (failure.extra.challenge as Challenge).parameters.data!;
      expect(effort).toBeLessThanOrEqual(WRONG_PASSWORDS.mostEffort);
      proof = await proofOfEffort(world, 'login', effort);
    }
  };

  using verified = vi.spyOn(argon2, 'verify');
  const guesses = () => verified.mock.calls.length;
  for (let hour = 0; hour < HOURS; hour++) {
    for (let n = 0; n < ATTEMPTS_AN_HOUR; n += AT_ONCE) {
      world.clock.set(
        new Date(START.getTime() + hour * HOUR_MS + (n * HOUR_MS) / ATTEMPTS_AN_HOUR),
      );
      const numbers = Array.from({ length: AT_ONCE }, (_, m) => hour * ATTEMPTS_AN_HOUR + n + m);
      await Promise.all(numbers.map(attack));
    }
    const before = guesses();
    // From a known browser at once, every hour.
    expect((await attempt(PASSWORD, { cookie: known })).status).toBe(200);
    expect(guesses()).toBe(before + 1);
    verified.mock.calls.pop();
    // With a passkey always, also where the guesses come from.
    const passkey = key.get(await challengeFor(world.visitor));
    const signed = { payload: { passkey }, remoteAddress: '10.1.0.7' };
    expect((await world.visitor.raw('login_passkey', signed)).status).toBe(200);
    expect(guesses()).toBeLessThanOrEqual(MAX_GUESSES);
  }
  expect(guesses()).toBeGreaterThan(50);
  expect(outcomes.get('MAIL_LOGIN_REQUIRED')).toBeGreaterThan(HOURS * 1_600);
  expect(outcomes.get('LOGIN_FAILED')).toBe(guesses());

  // From a fresh browser by mail, while the attack goes on.
  expect(await attempt(PASSWORD)).toMatchObject({
    status: 403,
    body: { code: 'MAIL_LOGIN_REQUIRED' },
  });
  const { body } = await world.visitor.raw('request_login_mail', { payload: { log: LENA } });
  await world.runTasks('access/login-mails');
  const token = (await world.mails(LENA)).at(-1)!.text.match(/login-link\?token=([\w-]{43})/)![1]!;
  const payload = { token, request: body.request };
  const entered = await world.visitor.raw('open_login_link', { payload });
  expect(entered).toMatchObject({ status: 200, body: { user_id: userId } });
  // From then on this browser is known.
  expect((await attempt(PASSWORD, { cookie: browserOf(entered) })).status).toBe(200);
  expect(world.defects).toEqual([]);
});

test('while the attack is young a fresh browser gets in by work that never exceeds the most [ACC-21]', async () => {
  await using world = await testWorld({ LIMIT_FACTOR: '1' });
  await world.user({ username: 'Lena', email: LENA, confirmed: true });
  const attempt = (pwd: string, network: number, proof?: string) =>
    world.visitor.raw('login', {
      payload: { log: LENA, pwd, ...(proof && { proof }) },
      remoteAddress: `10.1.0.${network}`,
    });
  for (let n = 0; n < 90; n++) {
    const proof = await proofOfEffort(world, 'login', WRONG_PASSWORDS.mostEffort);
    expect((await attempt('Geraten-Falsch-1', n, proof)).status).toBe(401);
  }
  const answer = await attempt(PASSWORD, 200);
  expect(answer).toMatchObject({ status: 428, body: { code: 'PROOF_REQUIRED' } });
  const { effort } = answer.body.challenge.parameters.data;
  expect(effort).toBe(WRONG_PASSWORDS.mostEffort);
  const proof = await proofOfEffort(world, 'login', effort);
  expect((await attempt(PASSWORD, 200, proof)).status).toBe(200);
});
