import { expect, test } from 'vitest';
import { type AdFixture, adStage } from '../../testing/listings/inserate.ts';
import { DEEP } from '../../testing/process/deep.ts';
import { startProgram } from '../../testing/process/program.ts';
import { house } from '../../testing/world/house.ts';
import * as moderation from './service.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 500 },
);

const CALLS = {
  hold: moderation.hold,
  release: moderation.release,
  makeFinal: moderation.makeFinal,
  withdrawUndecided: moderation.withdrawUndecided,
  decide: moderation.decide,
};
interface Work {
  name: keyof typeof CALLS;
  args?: readonly unknown[];
}

/** One call of the service in a process of its own, which ends at this point by this signal. */
async function killedAt(point: string, { name, args = [] }: Work): Promise<number | string> {
  const { url, config, clock } = fixture.world;
  const script = `
    import { setDataKeys } from '../../platform/encryption.ts';
    import { dataKeys } from '../../platform/data-key.ts';
    import { armFailPoints } from '../../platform/failpoints.ts';
    import { connect } from '../../platform/db.ts';
    import * as moderation from './service.ts';
    armFailPoints(process.env.POINTS);
    setDataKeys(dataKeys(JSON.parse(process.env.KEYS)));
    const { db } = connect(process.env.DATABASE, { max: 1 });
    const now = new Date('${clock.now().toISOString()}');
    await db.transaction().execute((inner) => {
      const ctx = { db: inner, now, actor: { kind: 'cli' } };
      return moderation.${name}(ctx, ...${JSON.stringify(args)});
    });
    await db.destroy();`;
  return startProgram(script, {
    folder: import.meta.dirname,
    env: { DATABASE: url, POINTS: `${point}:1`, KEYS: JSON.stringify(config.dataKeys) },
  }).ended;
}

/** The same call here, to its end. */
async function done({ name, args = [] }: Work): Promise<void> {
  const { db, clock } = fixture.world;
  const call = CALLS[name] as (...given: unknown[]) => Promise<unknown>;
  await db
    .transaction()
    .execute((inner) => call({ db: inner, now: clock.now(), actor: { kind: 'cli' } }, ...args));
}

test('killed in the middle, a hold or a release has changed nothing; repeated, all of it [BOF-40]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const everything = async () => ({
    inserat: await world.db.selectFrom('inserat').selectAll().where('id', '=', id).execute(),
    booking: await world.db.selectFrom('booking').selectAll().execute(),
    hold: await world.db.selectFrom('hold').selectAll().execute(),
    phases: await world.db.selectFrom('inserat_phase').selectAll().execute(),
    mails: (await world.mails(user.email)).length,
  });
  const object = { type: 'inserat', id };
  const hold: Work = { name: 'hold', args: [{ object, kind: 'blocked', reason: 'betrug' }] };
  let before = await everything();
  expect(await killedAt('hold.mid', hold)).toBe('SIGKILL');
  expect(await everything()).toEqual(before);
  await done(hold);
  const [held] = (await everything()).hold;
  expect(held).toMatchObject({ item_id: id, outcome: null });
  world.clock.advance(60_000);
  before = await everything();
  const args = [{ hold_id: held!.id, reason: 'Geprüft' }];
  const release: Work = { name: 'release', args };
  expect(await killedAt('release.mid', release)).toBe('SIGKILL');
  expect(await everything()).toEqual(before);
  await done(release);
  const after = await everything();
  expect(after.hold).toMatchObject([{ outcome: 'released' }]);
  expect(after.inserat[0]!.end_at!.getTime() - before.inserat[0]!.end_at!.getTime()).toBe(60_000);
  expect(after.mails).toBe(before.mails + 1);
});

test('killed in the middle, a final decision has refunded nothing; repeated, once [BOF-33]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const team = house(world);
  const hold = await team.hold(await team.person(), 'inserat', id);
  const everything = async () => ({
    inserat: await world.db.selectFrom('inserat').selectAll().where('id', '=', id).execute(),
    booking: await world.db.selectFrom('booking').selectAll().execute(),
    hold: await world.db.selectFrom('hold').selectAll().execute(),
    refunds: await world.db.selectFrom('hold_refund').selectAll().execute(),
    credits: await on.credits(user),
    mails: (await world.mails(user.email)).length,
  });
  const decision = { hold_id: hold.id, seen_version: 1, note: 'Nach drei Hinweisen' };
  const final: Work = { name: 'makeFinal', args: [{ solo: false }, decision] };
  const before = await everything();
  expect(await killedAt('final.mid', final)).toBe('SIGKILL');
  expect(await everything()).toEqual(before);
  await done(final);
  const after = await everything();
  expect(after.hold.at(-1)).toMatchObject({ kind: 'final' });
  expect(after.refunds).toHaveLength(1);
  expect(after.credits - before.credits).toBe(after.refunds[0]!.credits);
  expect(after.mails).toBe(before.mails + 1);
});

test('killed while it takes off what nobody decided about: nothing; repeated, all of it [BOF-52]', async () => {
  const { on, world } = fixture;
  await moderation.noteMode(world.db, 'first');
  const user = await on.rich(500);
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const everything = async () => ({
    inserat: await world.db.selectFrom('inserat').selectAll().where('id', '=', id).execute(),
    hold: await world.db.selectFrom('hold').selectAll().where('item_id', '=', id).execute(),
    review: await world.db.selectFrom('review').selectAll().where('item_id', '=', id).execute(),
    credits: await on.credits(user),
    mails: (await world.mails(user.email)).length,
  });
  world.clock.advance(7 * 24 * 60 * 60_000);
  const before = await everything();
  expect(before.credits).toBeLessThan(500);
  const work: Work = { name: 'withdrawUndecided' };
  expect(await killedAt('withdraw.mid', work)).toBe('SIGKILL');
  expect(await everything()).toEqual(before);
  await done(work);
  const after = await everything();
  expect(after).toMatchObject({
    hold: [{ outcome: 'gone' }],
    review: [{ state: 'gone' }],
    credits: 500,
    mails: before.mails + 1,
  });
  await done(work);
  expect(await everything()).toEqual(after);
});

test.runIf(DEEP)(
  'killed in the middle, an approved change is not shown; repeated, all of it is [BOF-52]',
  async () => {
    const { on, world } = fixture;
    const user = await on.rich(500);
    await moderation.noteMode(world.db, 'after');
    const { id } = await on.place(user, { inserat_typ: '1_week', titel: 'Alte Fassung' });
    await moderation.noteMode(world.db, 'before');
    await on.place(user, { inserat_id: id, inserat_typ: '1_week', titel: 'Neue Fassung' });
    const everything = async () => ({
      inserat: await world.db.selectFrom('inserat').selectAll().where('id', '=', id).execute(),
      review: await world.db
        .selectFrom('review')
        .selectAll()
        .where('item_id', '=', id)
        .where('thing', '=', 'inserat')
        .orderBy('version', 'desc')
        .execute(),
    });
    const before = await everything();
    expect(before.inserat).toMatchObject([{ titel: 'Alte Fassung' }]);
    const { id: review_id, version: seen_version } = before.review[0]!;
    const deps = { sessionSecret: 'x', moderationSample: 0 };
    const input = { review_id, seen_version, decision: 'approve' };
    const approve: Work = { name: 'decide', args: [deps, input] };
    expect(await killedAt('change.mid', approve)).toBe('SIGKILL');
    expect(await everything()).toEqual(before);
    await done(approve);
    expect(await everything()).toMatchObject({
      inserat: [{ titel: 'Neue Fassung', pending: null, pending_print: null }],
      review: [{ id: review_id, state: 'approved' }, {}],
    });
  },
);
