import { getHolds } from '@samtrot/shared/holds/contract.ts';
import { deleteInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { report as send } from '@samtrot/shared/reports/contract.ts';
import * as contract from '@samtrot/shared/reports/staff-contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advertisers } from '../../testing/listings/inserate.ts';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';

const MIRA = 'mira@beispiel.ch';
const ANSWER = 'Wir haben das Inserat geprüft und vom Netz genommen.';
const STATEMENT = 'Das Bild zeigt eine andere Person ohne ihre Zustimmung.';
const BLOCK = { justified: true, hold: { kind: 'blocked', reason: 'betrug' } } as const;

let world: World;
let on: ReturnType<typeof advertisers>;
let owner: Awaited<ReturnType<World['user']>>;
let id: number;
let publicId: string;
let moderator: Staff;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(async () => {
  world.clock.set(START);
  for (const table of ['mail', 'rate_limit', 'report'] as const)
    await world.db.deleteFrom(table).execute();
  moderator = await staffOf(world, 'moderator');
  await placed();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

/** An ad of a new owner, online. */
async function placed(): Promise<void> {
  owner = (await on.rich(100)) as typeof owner;
  ({ id } = await on.place(owner, { inserat_typ: '1_week' }));
  ({ public_id: publicId } = await world.db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow());
}

const reported = async (more: object = {}): Promise<string> => {
  const object = { type: 'inserat', id: publicId } as const;
  const sent = await world.visitor.call(send, { object, reason: 'betrug', ...more });
  expect(sent.body).toMatchObject({ number: expect.any(String) });
  return sent.body.number;
};
const decideAs = (who: Staff, number: string, more: object = {}) =>
  who.call(contract.decideReport, {
    number,
    justified: false,
    answer: ANSWER,
    statement: STATEMENT,
    ...more,
  });
const read = async (number: string) => (await moderator.call(contract.report, { number })).body;
const holdsOf = (itemId: number) =>
  world.db.selectFrom('hold').select('id').where('item_id', '=', itemId).execute();
const subjectsTo = async (to: string) => (await world.mails(to)).map(({ subject }) => subject);

test('reasons with HTML are text in both mails, on the wire and in no register [BOF-61, BOF-62, BOF-67]', async () => {
  const html = (word: string) =>
    `<script>alert("${word}")</script><img src=x onerror=alert(1)> <b>${word}</b> & «Ende»`;
  const number = await reported({ email: MIRA, message: html('gemeldet') });
  await world.db.deleteFrom('mail').execute();
  const texts = { answer: html('antwort'), statement: html('grund') };
  expect((await decideAs(moderator, number, { ...BLOCK, ...texts })).status).toBe(200);
  for (const [to, said] of [
    [MIRA, texts.answer],
    [owner.email, texts.statement],
  ] as const) {
    const mails = (await world.mails(to)).filter(({ text }) => text.includes(said));
    expect(mails.length, to).toBeGreaterThan(0);
    for (const { html: page } of mails) {
      expect(page).not.toMatch(/<script|<img|<b>/);
      expect(page).toContain('&lt;script&gt;');
    }
  }
  const [held] = (await owner.call(getHolds, {})).body.holds;
  expect(held.text).toBe(texts.statement);
  expect((await read(number)).report.message).toBe(html('gemeldet'));
  const { csv } = (await moderator.call(contract.reportRegister, { month: '2026-11' })).body;
  expect(csv).toContain(number);
  expect(csv).not.toMatch(/[<>]|alert|grund"|antwort/);
});

test('of a deleted ad a report is decided without a hold; one with a hold says why not [BOF-61, BOF-65]', async () => {
  const number = await reported({ email: MIRA });
  await owner.call(deleteInserat, { inserat_id: id });
  const later = await reported();
  await world.db.deleteFrom('mail').execute();
  for (const one of [number, later])
    expect((await read(one)).today?.was ?? 'deleted').toBe('deleted');
  const refused = await decideAs(moderator, number, BLOCK);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { hold: 'Das ist gelöscht. Entscheide ohne Sperre.' },
  ]);
  expect(await world.mails()).toEqual([]);
  expect((await read(number)).report.state).toBe('new');
  const { status, body } = await decideAs(moderator, number, { justified: true });
  expect([status, body.decided]).toEqual([200, [number, later]]);
  expect(await holdsOf(id)).toEqual([]);
  expect(await subjectsTo(MIRA)).toEqual([`Deine Meldung ${number}`]);
  const [told] = await world.mails(owner.email);
  expect(told!.text).toContain(STATEMENT);
  // Its page is gone.
  expect(told!.text).not.toContain(`/${id}`);
});

test('an ad deleted while it is held ends the hold; the report on it is decided as usual [BOF-61, BOF-65]', async () => {
  const first = await reported();
  expect((await decideAs(moderator, first, BLOCK)).status).toBe(200);
  const second = await reported();
  const { hold } = await read(second);
  await owner.call(deleteInserat, { inserat_id: id });
  const changed = { ...BLOCK, hold: { ...BLOCK.hold, seen_version: hold.version } };
  expect(Object.keys((await decideAs(moderator, second, changed)).body.errors)).toEqual(['hold']);
  expect((await decideAs(moderator, second, { release: true })).status).toBe(200);
  expect((await read(second)).report.state).toBe('unjustified');
});

test('an ad whose time ended meanwhile is held as any other [BOF-61, BOF-65]', async () => {
  const number = await reported();
  world.clock.advance(8 * DAY_MS);
  await world.runTasks('inserate/expire');
  moderator = await staffOf(world, 'moderator');
  expect((await read(number)).today.was).toBe('offline');
  expect((await decideAs(moderator, number, BLOCK)).status).toBe(200);
  expect(await holdsOf(id)).toHaveLength(1);
});

test.each([
  ['one report', BLOCK],
  ['two reports on one ad', BLOCK],
  ['two reports on one ad, without a hold,', {}],
] as const)(
  '%s decided by two at once: one deed, the other hears of it [BOF-61]',
  async (what, more) => {
    for (let round = 0; round < 3; round++) {
      await placed();
      for (const table of ['mail', 'rate_limit'] as const)
        await world.db.deleteFrom(table).execute();
      const first = await reported({ email: MIRA });
      const second = what === 'one report' ? first : await reported();
      const colleague = await staffOf(world, 'moderator');
      const answers = await Promise.all([
        decideAs(moderator, first, more),
        decideAs(colleague, second, more),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const late = answers.find(({ status }) => status === 409)!;
      const winner = answers[0].status === 200 ? moderator : colleague;
      expect(late.body.code).toBe('ALREADY_DECIDED');
      expect(late.body.message).toContain(winner.name);
      expect(await subjectsTo(MIRA)).toEqual([
        `Deine Meldung ${first} ist eingegangen`,
        `Deine Meldung ${first}`,
      ]);
      expect(await holdsOf(id)).toHaveLength('hold' in more ? 1 : 0);
    }
  },
);

test('a decision and the rule that holds at once wait for each other [BOF-61, BOF-63]', async () => {
  for (let round = 0; round < 3; round++) {
    await placed();
    await world.db.deleteFrom('rate_limit').execute();
    const number = await reported({ reason: 'zwang' });
    const urgent = { object: { type: 'inserat', id: publicId }, reason: 'zwang' } as const;
    const [decided, sent] = await Promise.all([
      decideAs(moderator, number, BLOCK),
      world.visitor.raw('report', { payload: urgent, remoteAddress: '198.51.100.7' }),
    ]);
    expect(sent.status).toBe(200);
    expect([200, 409]).toContain(decided.status);
    expect(await holdsOf(id)).toHaveLength(1);
  }
});
