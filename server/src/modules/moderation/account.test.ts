import { getHolds } from '@samtrot/shared/holds/contract.ts';
import { isOpenToHeld } from '@samtrot/shared/holds/rules.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Actors } from '../../platform/action.ts';
import { type AdFixture, adStage } from '../../testing/listings/inserate.ts';
import { house } from '../../testing/world/house.ts';
import { PASSWORD } from '../../testing/world/world.ts';
import { balance } from '../wallet/service.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 500 },
);
let team: ReturnType<typeof house>;
let moderator: Actors['staff'];
beforeEach(async () => {
  team = house(fixture.world);
  moderator = await team.person();
});
const BLOCK = { reason: 'konto_missbrauch', kind: 'blocked' } as const;

test('a held account logs in again and reaches only what the list names [BOF-37, EXP-95]', async () => {
  const { world } = fixture;
  const { email, ...user } = await world.user();
  await team.hold(moderator, 'account', user.userId, BLOCK);
  const ended = await user.raw('get_holds', { method: 'GET' });
  expect([ended.status, ended.headers['session-ended']]).toEqual([401, 'held']);
  const login = await world.send('', {
    method: 'POST',
    url: '/api',
    query: { action: 'login' },
    payload: { log: email, pwd: PASSWORD },
  });
  expect(login.status).toBe(200);
  let cookie = String(login.headers['set-cookie']).split(';')[0]!;
  const press = async (name: string, method: string) => {
    const answer = await world.send('', {
      method: method as 'GET',
      url: '/api',
      query: { action: name },
      headers: { cookie, 'x-portal': '1' },
      ...(method !== 'GET' && { payload: {} }),
    });
    // Whoever ends all other sessions goes on with a new token.
    const renewed = answer.headers['set-cookie'];
    if (renewed) cookie = String(renewed).split(';')[0]!;
    return answer;
  };
  const open: string[] = [];
  const specs = nonEmpty(world.app.handlers.map(({ spec }) => spec)).filter(
    ({ audience }) => audience === 'user',
  );
  for (const { name, method } of nonEmpty(specs)) {
    if (name === 'logout') continue;
    const { status, body } = await press(name, method);
    expect(status, name).not.toBe(500);
    const refused = status === 403 && body.code === 'ACCOUNT_HELD';
    expect(refused, name).toBe(!isOpenToHeld(name));
    if (!refused) open.push(name);
  }
  expect(nonEmpty(open)).toContain('delete_account');
  const { body } = await press('get_holds', 'GET');
  expect(body.holds).toMatchObject([
    { object: { type: 'account' }, label: 'Gesperrt', reason: 'Missbrauch des Kontos' },
  ]);
  expect((await press('state', 'GET')).body.state.holds).toEqual(body.holds);
});

test('released, an account gets back its things but those held by themselves [BOF-38]', async () => {
  const { on, user, world } = fixture;
  const [one, two] = [await on.place(user, { inserat_typ: '1_week' }), await on.place(user, {})];
  await team.hold(moderator, 'inserat', one.id);
  const { id } = await team.hold(moderator, 'account', user.userId, BLOCK);
  const marks = async () =>
    Object.fromEntries(
      (
        await world.db
          .selectFrom('inserat')
          .select(['id', 'held_at'])
          .where('id', 'in', [one.id, two.id])
          .execute()
      ).map((row) => [row.id, row.held_at !== null]),
    );
  expect(await marks()).toEqual({ [one.id]: true, [two.id]: true });
  await team.release(moderator, id);
  expect(await marks()).toEqual({ [one.id]: true, [two.id]: false });
  expect(getHolds.audience).toBe('user');
});

test('released while its account is held, time goes on once, when that is released [BOF-29, BOF-38]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const row = () =>
    world.db
      .selectFrom('inserat')
      .select(['held_at', 'end_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const { end_at } = await row();
  const own = await team.hold(moderator, 'inserat', id);
  world.clock.advance(HOUR_MS);
  const whole = await team.hold(moderator, 'account', user.userId, BLOCK);
  world.clock.advance(DAY_MS);
  await team.release(moderator, own.id);
  expect((await row()).held_at).not.toBeNull();
  world.clock.advance(DAY_MS);
  await team.release(moderator, whole.id);
  const held = HOUR_MS + 2 * DAY_MS;
  expect(await row()).toEqual({ held_at: null, end_at: new Date(end_at!.getTime() + held) });
});

test('a held account has no log-in or token left, and nothing of it renews itself [BOF-37]', async () => {
  const { on, world } = fixture;
  const user = await on.rich(500);
  const { id } = await on.place(user, { inserat_typ: '1_day', auto_extend: true });
  const sessions = () =>
    world.db.selectFrom('session').select('id').where('account_id', '=', user.userId).execute();
  expect(await sessions()).not.toEqual([]);
  const credits = () => world.db.transaction().execute((db) => balance(db, user.userId));
  const paid = await credits();
  const run = () =>
    world.db
      .selectFrom('inserat')
      .select(['status', 'end_at', 'auto_extend'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const before = await run();
  const { id: hold } = await team.hold(moderator, 'account', user.userId, BLOCK);
  expect(await sessions()).toEqual([]);
  const later = async (days: number) => {
    world.clock.advance(days * DAY_MS);
    for (let turn = 0; turn < 3; turn++) await world.runTasks('publication/clock');
  };
  await later(3);
  expect([await credits(), await run()]).toEqual([paid, before]);
  // Its time goes on after the release, and then it renews itself as before.
  await team.release(moderator, hold);
  await later(2);
  expect(await credits()).toBeLessThan(paid);
});

test('ten people block an account at once: one row; a call under way ends before [BOF-37, BOF-40]', async () => {
  const { on, user, world } = fixture;
  const people = await Promise.all(Array.from({ length: 10 }, () => team.person()));
  const [placed, ...outcomes] = await Promise.all([
    on.place(user, { inserat_typ: '1_week' }),
    ...people.map((person) =>
      team.hold(person, 'account', user.userId, BLOCK).then(
        () => 'held',
        ({ code }) => code,
      ),
    ),
  ]);
  expect(outcomes.toSorted()).toEqual([...Array(9).fill('ALREADY_DECIDED'), 'held']);
  const shown = await world.db
    .selectFrom('inserat')
    .select('id')
    .where('account_id', '=', user.userId)
    .where('status', '=', 'aktiv')
    .where('held_at', 'is', null)
    .execute();
  expect(shown).toEqual([]);
  expect([200, 401, 403]).toContain(placed.status);
});

test('the mails about an account lead to where it says why and objects [BOF-36, BOF-37]', async () => {
  const { world } = fixture;
  const { email, userId } = await world.user();
  const { id } = await team.hold(moderator, 'account', userId, BLOCK);
  const last = async () => (await world.mails(email)).at(-1)!.text;
  expect(await last()).toContain('Dein Konto ist gesperrt. Grund: Missbrauch des Kontos.');
  expect(await last()).toContain('Dein Konto wurde gegen unsere Regeln verwendet.');
  expect(await last()).toMatch(/Einspruch erheben:\nhttp\S+\/home$/);
  world.clock.advance(1000);
  await team.release(moderator, id);
  expect(await last()).toMatch(/Konto öffnen:\nhttp\S+\/home$/);
});

test('of an account nothing can be revised, so nobody is asked to [BOF-25]', async () => {
  const { world } = fixture;
  const { userId } = await world.user();
  const revise = { kind: 'revise', reason: 'falsche_angaben' } as const;
  await expect(team.hold(moderator, 'account', userId, revise)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});
