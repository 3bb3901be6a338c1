import { buysWith } from '@samtrot/shared/kernel/buying.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { getNotices } from '@samtrot/shared/notices/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { acceptTerms } from '@samtrot/shared/texts/contract.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CALLS } from '../../testing/world/calls.ts';
import { type Owner, owners } from '../../testing/world/owners.ts';
import { releasedText } from '../../testing/world/texts.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let fresh: () => Promise<Owner>;
beforeEach(async () => {
  world = await testWorld();
  fresh = owners(world);
});
afterEach(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const BEGIN = new Date(START.getTime() + 40 * DAY_MS);
const newTerms = (validFrom = BEGIN) =>
  releasedText(world, 'terms', { words: 'Das ist neu.', validFrom });
const accepted = async (accountId: number) => {
  const rows = await world.db
    .selectFrom('text_acceptance')
    .innerJoin('text_version', 'text_version.id', 'text_acceptance.text_version_id')
    .select(['text', 'number', 'accepted_at'])
    .where('account_id', '=', accountId)
    .orderBy('text')
    .orderBy('number')
    .execute();
  return rows.map(({ text, number }) => `${text} ${number}`);
};
const asked = async (by: Pick<Owner, 'call'>) => (await by.call(getNotices, {})).body.terms;
const ask = (by: Pick<Owner, 'raw'>, name: string, params: Record<string, unknown>) => {
  const [method, action] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string];
  if (method !== 'GET') return by.raw(action, { method, payload: params });
  const strings = Object.entries(params).map(([key, value]) => [key, String(value)]);
  return by.raw(action, { method, query: Object.fromEntries(strings) });
};

test('who registers accepts terms and privacy as they are valid then [BOF-129]', async () => {
  const early = await fresh();
  expect(await accepted(early.userId)).toEqual(['privacy 1', 'terms 1']);
  const { number } = await newTerms(new Date(START.getTime() + 1_000));
  world.clock.advance(2_000);
  const late = await fresh();
  expect(await accepted(late.userId)).toEqual(['privacy 1', `terms ${number}`]);
  expect(await asked(late)).toBe(null);
  expect(await asked(early)).toMatchObject({ number });
});

test('new terms ask from their date on, once, for the version that was shown [BOF-129]', async () => {
  const user = await fresh();
  const { number } = await newTerms(new Date(START.getTime() + 1_000));
  expect(await asked(user)).toBe(null);
  world.clock.advance(1_000);
  expect(await asked(user)).toMatchObject({ number });
  expect(await asked(world.visitor as never)).toBe(null);
  const stale = await user.call(acceptTerms, { number: number - 1 });
  expect([stale.status, stale.body.code]).toEqual([403, 'TERMS_NOT_ACCEPTED']);
  expect((await world.visitor.call(acceptTerms, { number })).body.code).toBe('NOT_LOGGED_IN');
  for (let times = 0; times < 2; times++)
    expect((await user.call(acceptTerms, { number })).body).toMatchObject({ success: true });
  expect(await accepted(user.userId)).toEqual(['privacy 1', 'terms 1', `terms ${number}`]);
  expect(await asked(user)).toBe(null);
});

test('until new terms are accepted each call that buys is refused, drafts are kept [BOF-129]', async () => {
  await newTerms(new Date(START.getTime() + 1));
  const specs = new Map(
    world.app.handlers.map(({ spec }) => [`${spec.method} ${spec.name}`, spec] as const),
  );
  const refused: string[] = [];
  for (const name of nonEmpty(Object.keys(CALLS))) {
    const spec = specs.get(name as never);
    if (!spec?.buys) continue;
    world.clock.set(START);
    const by = await fresh();
    const params = await CALLS[name]!.prepare(by);
    if (!buysWith(spec, params)) continue;
    world.clock.advance(1);
    const before = await world.db.selectFrom('ledger_transfer').select('id').execute();
    const answer = await ask(by, name, params);
    expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'TERMS_NOT_ACCEPTED']);
    expect(await world.db.selectFrom('ledger_transfer').select('id').execute()).toEqual(before);
    refused.push(spec.name);
  }
  expect(refused.toSorted()).toEqual([...BUYS].toSorted());
  const by = await fresh();
  const draft = { ...(await CALLS['POST saveInserat']!.prepare(by)), post_status: 'draft' };
  expect((await ask(by, 'POST saveInserat', draft)).body).toMatchObject({ success: true });
}, 240_000);

/** What spends credits or money, as the specification lists it. */
const BUYS = [
  ...['saveInserat', 'reactivate_inserat', 'push_inserat', 'top_inserat', 'story_inserat'],
  'color_inserat',
  ...['order_banner', 'save_club', 'wallet_topup', 'pay_rest'],
];

test('all accounts are mailed 30 days before, each once, also who registers meanwhile [BOF-129]', async () => {
  const users = [await fresh(), await fresh()];
  await world.db.deleteFrom('mail').execute();
  const { number } = await newTerms();
  const mailed = async () =>
    (await world.mails()).map(({ recipient, subject }) => [recipient, subject]).toSorted();
  const run = async () => {
    for (let times = 0; times < 3; times++) {
      await world.runTasks('texts/announce');
      world.clock.advance(10_000);
    }
  };
  world.clock.set(new Date(BEGIN.getTime() - 31 * DAY_MS));
  await run();
  expect(await mailed()).toEqual([]);
  world.clock.set(new Date(BEGIN.getTime() - 30 * DAY_MS));
  await run();
  const expected = users.map(({ email }) => [email, 'Neue Bedingungen']).toSorted();
  expect(await mailed()).toEqual(expected);
  expect((await world.mails())[0]!.text).toContain(`/rechtliches/${number}`);
  const third = await fresh();
  await run();
  expect((await mailed()).filter(([, subject]) => subject === 'Neue Bedingungen')).toEqual(
    [...expected, [third.email, 'Neue Bedingungen']].toSorted(),
  );
  await Promise.all([1, 2].map(() => world.runTasks('texts/announce')));
  expect((await mailed()).filter(([, subject]) => subject === 'Neue Bedingungen')).toHaveLength(3);
});
