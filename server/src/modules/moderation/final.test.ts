import { deleteBanner, orderBanner } from '@samtrot/shared/banners/contract.ts';
import { deleteClub, saveClub } from '@samtrot/shared/clubs/contract.ts';
import { appeal, getHolds } from '@samtrot/shared/holds/contract.ts';
import * as contract from '@samtrot/shared/holds/staff-contract.ts';
import type { HeldThing } from '@samtrot/shared/holds/status.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { approve, getApprovals } from '@samtrot/shared/staff/approval-contract.ts';
import { FRESH_FACTOR_MS } from '@samtrot/shared/staff/rights.ts';
import { HOLD_REASONS } from '@samtrot/shared/testing/hold-reasons.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { type AdFixture, adStage } from '../../testing/listings/inserate.ts';
import { releasedVersion } from '../../testing/world/catalogue.ts';
import { house } from '../../testing/world/house.ts';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { START } from '../../testing/world/world.ts';
import { noteMode } from './service.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 3000 },
);

let moderator: Staff;
let owner: Staff;
const at = async (ms: number) => {
  fixture.world.clock.set(new Date(START.getTime() + ms));
  moderator = await staffOf(fixture.world, 'moderator');
  owner = await staffOf(fixture.world, 'owner');
};
beforeEach(() => at(0));

const NOTE = 'Dreimal auf Falsches hingewiesen';
const held = async (type: HeldThing, id: number) => {
  const team = house(fixture.world);
  return team.hold(await team.person(), type, id);
};
type Row = Awaited<ReturnType<typeof held>>;
const ask = ({ id, version }: Pick<Row, 'id' | 'version'>, more = {}) =>
  moderator.call(contract.makeFinal, {
    hold_id: id,
    seen_version: version,
    note: NOTE,
    ...more,
  });
const preview = async ({ id }: Pick<Row, 'id'>) =>
  (await moderator.call(contract.finalPreview, { hold_id: id })).body.credits as number;
const approved = async (hold: Row) => {
  const { approval_id } = (await ask(hold)).body;
  return (await owner.call(approve, { approval_id })).body;
};
const rowOf = (id: number) =>
  fixture.world.db.selectFrom('hold').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const refunds = (userId: number) =>
  fixture.world.db
    .selectFrom('ledger_transfer as t')
    .innerJoin('ledger_account as w', 'w.id', 't.to_account')
    .select(['t.cause', 't.amount'])
    .where('w.owner_id', '=', userId)
    .where('t.kind', '=', 'refund')
    .orderBy('t.id')
    .execute();

test('a reason that cannot become final any more is not carried out by the second person [BOF-21, BOF-109]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const hold = await held('inserat', id);
  const { approval_id } = (await ask(hold)).body;
  onTestFinished(async () => void (await releasedVersion(world, 'hold_reasons', HOLD_REASONS)));
  await releasedVersion(world, 'hold_reasons', {
    ...HOLD_REASONS,
    falsche_angaben: { ...HOLD_REASONS.falsche_angaben, final: false },
  });
  expect((await owner.call(approve, { approval_id })).body).not.toMatchObject({
    state: 'approved',
  });
  expect((await rowOf(hold.id)).kind).toBe('blocked');
});

test('the number named before is what comes back to the lots that paid [BOF-33, BOF-18, BOF-19]', async () => {
  const { on, user, world } = fixture;
  world.clock.set(new Date(START.getTime() - DAY_MS));
  const early = await on.rich(10);
  world.clock.set(START);
  await on.grant(early.userId, 500);
  const { id } = await on.place(early, { inserat_typ: '1_week' });
  const before = await on.credits(early);
  // 51 hours and a few seconds used: the minute that has begun counts for the owner.
  await at(51 * HOUR_MS + 20_000);
  const hold = await held('inserat', id);
  await at(60 * HOUR_MS);
  const price = PRICES.packages['1_week'];
  const rest = Math.ceil((price * (117 * 60)) / (7 * 24 * 60));
  expect(await preview(hold)).toBe(rest);
  const asked = await ask(hold);
  expect([asked.status, asked.body.code]).toEqual([202, 'APPROVAL_PENDING']);
  expect([await on.credits(early), (await rowOf(hold.id)).kind]).toEqual([before, 'blocked']);
  const [shown] = (await owner.call(getApprovals, {})).body.open.slice(-1);
  expect(shown).toMatchObject({
    label: 'Endgültig sperren',
    object_name: `Inserat ${id}`,
    before: { Entscheid: 'Gesperrt' },
    after: { Entscheid: 'Endgültig gesperrt', Rückerstattung: `${rest} Credits` },
    reason: NOTE,
  });
  // A moderator may ask and not decide.
  const { approval_id } = asked.body;
  const colleague = await staffOf(world, 'moderator');
  expect((await colleague.call(approve, { approval_id })).body.code).toBe('SAME_PERSON');
  expect((await owner.call(approve, { approval_id })).body.state).toBe('approved');
  expect(await on.credits(early)).toBe(before + rest);
  expect(await refunds(early.userId)).toMatchObject([{ amount: rest }]);
  const lots = await world.db
    .selectFrom('ledger_lot as l')
    .innerJoin('ledger_transfer as t', 't.id', 'l.transfer_id')
    .innerJoin('ledger_account as w', 'w.id', 'l.wallet')
    .select(['l.source', 'l.granted_at', 'l.granted'])
    .where('w.owner_id', '=', early.userId)
    .where('t.kind', '=', 'refund')
    .orderBy('l.id')
    .execute();
  expect(lots.reduce((sum, { granted }) => sum + Number(granted), 0)).toBe(rest);
  for (const { source, granted_at } of lots) {
    expect(source).toBe('bought');
    expect(granted_at.getTime()).toBeLessThanOrEqual(START.getTime());
  }
  expect(await rowOf(hold.id)).toMatchObject({
    kind: 'final',
    refunded: rest,
    asked_by: moderator.staffId,
    decided_by: owner.staffId,
  });
  const mail = JSON.stringify((await world.mails(early.email)).at(-1));
  expect(mail).toContain(`${rest} Credits zurückbekommen`);
  expect(mail).not.toContain('steht still');
  const [own] = (await early.call(getHolds, {})).body.holds;
  expect(own).toMatchObject({ kind: 'final', may_resubmit: false, may_appeal: true });
  expect(own.time).toContain('zurückbekommen');
  expect(await on.credits(user)).toBe(3000);
});

test('TopAd, colour, pushes and extras come back with the rest of the run [BOF-33]', async () => {
  const { on, user } = fixture;
  const { id } = await on.place(user, {
    inserat_typ: '1_week',
    cantons: ['ZH', 'BE', 'AG', 'LU', 'ZG'],
    color_enabled: true,
    top_ad_enabled: true,
    push_times: ['09:00'],
    date_time_pushes: [{ date: '2026-11-25', time: '12:00' }],
  });
  await at(6 * HOUR_MS);
  const hold = await held('inserat', id);
  const credits = await preview(hold);
  const before = await on.credits(user);
  expect(credits).toBeGreaterThan(PRICES.packages['1_week']);
  await approved(hold);
  expect(await on.credits(user)).toBe(before + credits);
  const causes = (await refunds(user.userId)).map(({ cause }) => cause.split(':')[0]);
  expect(new Set(causes)).toEqual(new Set(['rest', 'promotion', 'push']));
  const of = { db: fixture.world.db, where: ['inserat_id', '=', id] } as const;
  const promotion = of.db
    .selectFrom('promotion')
    .select(['price', 'refunded'])
    .where(...of.where);
  const [{ price, refunded }] = (await promotion.execute()) as [
    { price: number; refunded: number },
  ];
  // 18 of 24 hours.
  expect(refunded).toBe(Math.ceil((price * 18) / 24));
  const pushes = await of.db
    .selectFrom('push')
    .select('state')
    .where(...of.where)
    .execute();
  expect(new Set(pushes.map(({ state }) => state))).toEqual(new Set(['refunded']));
});

test('a plan that has not begun comes back whole, and never starts [BOF-33]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, {
    inserat_typ: '1_week',
    color_enabled: true,
    publish_option: 'Planen',
    publish_date: '2026-11-22',
    publish_time: '12:00',
  });
  const hold = await held('inserat', id);
  await at(3 * DAY_MS);
  await approved(hold);
  expect(await on.credits(user)).toBe(3000);
  for (let turn = 0; turn < 3; turn++) await world.runTasks('publication/clock');
  expect((await on.list(user))[0]).toMatchObject({ inserat_status: 'abgelaufen' });
});

test('an account becomes final only with a fresh factor [BOF-11, BOF-33]', async () => {
  const { user, world } = fixture;
  const account = await held('account', user.userId);
  world.clock.advance(FRESH_FACTOR_MS);
  const refused = await ask(account);
  expect([refused.status, refused.body.code]).toEqual([403, 'FRESH_FACTOR_REQUIRED']);
  expect((await rowOf(account.id)).kind).toBe('blocked');
  moderator = await staffOf(world, 'moderator');
  expect((await ask(account)).status).toBe(202);
});

test('banner, club and account: the rest of each month by the minute [BOF-33]', async () => {
  const { user, world } = fixture;
  const webseiten = [await websiteOf(world)];
  const { banner } = (await user.call(orderBanner, bannerWish({ webseiten }))).body;
  const { club } = (await user.call(saveClub, wholeClub({ monate: 1 }))).body;
  const totals = async () => {
    const of = async (table: 'banner_booking' | 'club_booking') =>
      (await world.db.selectFrom(table).select('total').orderBy('id', 'desc').execute())[0]!.total;
    return [await of('banner_booking'), await of('club_booking')] as const;
  };
  const [bannerTotal, clubTotal] = await totals();
  await at(10 * DAY_MS);
  const holds = [await held('banner', banner.ID), await held('club', club.ID)] as const;
  // A month of thirty days, of which twenty are unused.
  const share = (total: number) => Math.ceil((total * 20) / 30);
  expect(await preview(holds[0])).toBe(share(bannerTotal));
  expect(await preview(holds[1])).toBe(share(clubTotal));
  const account = await held('account', user.userId);
  expect(await preview(account)).toBe(share(bannerTotal) + share(clubTotal));
  expect((await approved(account)).state).toBe('approved');
  const back = await refunds(user.userId);
  expect(back.map(({ amount }) => Number(amount)).toSorted((a, b) => a - b)).toEqual(
    [share(bannerTotal), share(clubTotal)].toSorted((a, b) => a - b),
  );
  // What belongs to it is over: nothing comes back twice.
  expect(await preview(holds[0])).toBe(0);
});

test('of a club ordered again only its new run comes back, also one that has not begun [BOF-33]', async () => {
  const { on, user } = fixture;
  const { club } = (await user.call(saveClub, wholeClub({ monate: 1 }))).body;
  await at(40 * DAY_MS);
  const before = await on.credits(user);
  const again = { ...wholeClub({ monate: 2 }), club_id: club.ID };
  const planned = {
    publish_option: 'Planen',
    publish_date: '2027-01-31',
    publish_time: '12:00',
  } as const;
  const answer = await user.call(saveClub, { ...again, ...planned });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  // Two months after a 31st end on the 31st; the last day of a short month is no shorter run.
  await at(70 * DAY_MS);
  const hold = await held('club', club.ID);
  expect(await preview(hold)).toBe(answer.body.charged);
  expect((await approved(hold)).state).toBe('approved');
  expect(await on.credits(user)).toBe(before);
  expect(await refunds(user.userId)).toHaveLength(1);
});

test('a run that a short month ends comes back whole at its beginning [BOF-33]', async () => {
  const { user, world } = fixture;
  const planned = {
    publish_option: 'Planen',
    publish_date: '2027-01-31',
    publish_time: '12:00',
  } as const;
  const webseiten = [await websiteOf(world)];
  const ordered = await user.call(orderBanner, bannerWish({ webseiten, ...planned }));
  const club = await user.call(saveClub, { ...wholeClub({ monate: 1 }), ...planned });
  expect([ordered.status, club.status]).toEqual([200, 200]);
  // The 31st of January at noon; a month of it has 28 days.
  await at(+new Date('2027-01-31T11:00:00Z') - +START);
  await world.runTasks('publication/clock', 'banners/clock');
  const holds = [
    await held('banner', ordered.body.banner.ID),
    await held('club', club.body.club.ID),
  ];
  expect(await Promise.all(holds.map(preview))).toEqual([ordered.body.charged, club.body.charged]);
});

test('a reason without a rest refunds nothing and says so [BOF-33]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const before = await on.credits(user);
  const hold = await held('inserat', id);
  const reason = 'betrug' as const;
  const shown = await moderator.call(contract.finalPreview, { hold_id: hold.id, reason });
  expect(shown.body).toMatchObject({ credits: 0, text: 'Bei diesem Grund wird nichts erstattet.' });
  const { approval_id } = (await ask(hold, { reason })).body;
  await owner.call(approve, { approval_id });
  expect(await on.credits(user)).toBe(before);
  expect(await rowOf(hold.id)).toMatchObject({ kind: 'final', reason, refunded: 0 });
  expect(JSON.stringify((await world.mails(user.email)).at(-1))).toContain('wird nichts erstattet');
});

test('refused: lifted, changed since, final already, without a note or a fitting reason [BOF-33]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const hold = await held('inserat', id);
  const codeOf = async (answer: ReturnType<typeof ask>) => (await answer).body.code;
  expect(await codeOf(ask({ ...hold, id: 999_999 }))).toBe('NOT_FOUND');
  expect(await codeOf(ask({ ...hold, version: 7 }))).toBe('STAFF_VERSION_CONFLICT');
  expect(await codeOf(ask(hold, { note: '  ' }))).toBe('REASON_REQUIRED');
  expect((await ask(hold, { reason: 'doppelt', text: 'zu kurz' })).status).toBe(422);
  expect((await ask(hold, { reason: 'bilder_regeln' })).body.errors.kind).toMatch(/erlaubt/);
  await approved(hold);
  const team = house(world);
  const other = await team.person();
  const now = await rowOf(hold.id);
  expect(await codeOf(ask({ ...hold, version: now.version }))).toBe('ALREADY_DECIDED');
  // Only an appeal lifts or softens it.
  await expect(team.release(other, hold.id)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  await expect(
    team.hold(other, 'inserat', id, { kind: 'revise', seen_version: now.version }),
  ).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  const reader = await staffOf(world, 'reader');
  const refused = await reader.call(contract.finalPreview, { hold_id: hold.id });
  expect(refused.body.code).toBe('RIGHT_MISSING');
});

test('what is lifted, decided again or worth less until the approval is void [BOF-21, BOF-33]', async () => {
  const { on, user, world } = fixture;
  const team = house(world);
  const person = await team.person();
  const judged = async (change: (hold: Row, id: number) => Promise<unknown>) => {
    const { id } = await on.place(user, { inserat_typ: '1_week' });
    const hold = await held('inserat', id);
    const { approval_id } = (await ask(hold)).body;
    await change(hold, id);
    const { state, message } = (await owner.call(approve, { approval_id })).body;
    return [state, message];
  };
  const reads = (sentence: string) => ['void', expect.stringContaining(sentence)];
  expect(await judged(({ id }) => team.release(person, id))).toEqual(reads('aufgehoben'));
  expect(
    await judged(({ version }, id) =>
      team.hold(person, 'inserat', id, { kind: 'revise', seen_version: version }),
    ),
  ).toEqual(reads('ein anderer'));
  expect(await judged((_, id) => user.call(life.deleteInserat, { inserat_id: id }))).toEqual(
    reads('aufgehoben'),
  );
  const end = { end_at: new Date(START.getTime() + DAY_MS) };
  const shorter = (_: Row, id: number) =>
    world.db.updateTable('inserat').set(end).where('id', '=', id).execute();
  expect(await judged(shorter)).toEqual(reads('Zurück kämen jetzt'));
});

test('approved and deleted at once, or approved ten times: the rest comes back once [BOF-33, BOF-23]', async () => {
  const { on, user } = fixture;
  for (const race of ['deletion', 'approvals'] as const) {
    const { id } = await on.place(user, { inserat_typ: '1_week' });
    const hold = await held('inserat', id);
    const credits = await preview(hold);
    const before = await on.credits(user);
    const { approval_id } = (await ask(hold)).body;
    const decide = () => owner.call(approve, { approval_id });
    if (race === 'deletion') {
      const [decision] = await Promise.all([
        decide(),
        user.call(life.deleteInserat, { inserat_id: id }),
      ]);
      const won = decision.body.state === 'approved';
      expect(['approved', 'void']).toContain(decision.body.state);
      expect(await on.credits(user)).toBe(before + (won ? credits : 0));
    } else {
      const answers = await Promise.all(Array.from({ length: 10 }, decide));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await on.credits(user)).toBe(before + credits);
    }
  }
});

test('upheld on appeal by a third person it is free, its paid time over [BOF-33, BOF-36]', async () => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week', auto_extend: true });
  await at(DAY_MS);
  const hold = await held('inserat', id);
  await approved(hold);
  const credits = await on.credits(user);
  const message = 'Die Angaben stimmen, ich kann es belegen.';
  await user.call(appeal, { hold_id: hold.id, message });
  const { appeals } = (await owner.call(contract.appeals, {})).body;
  const { id: appeal_id, may_decide, review_id } = appeals.at(-1);
  expect([may_decide, review_id]).toEqual([false, expect.any(Number)]);
  const decide = (who: Staff) =>
    who.call(contract.decideAppeal, { appeal_id, upheld: true, answer: 'Du hast es belegt.' });
  // Neither who asked nor who approved.
  for (const who of [moderator, owner]) expect((await decide(who)).body.code).toBe('SAME_PERSON');
  world.clock.advance(5 * MINUTE_MS);
  expect((await decide(await staffOf(world, 'moderator'))).status).toBe(200);
  for (let turn = 0; turn < 3; turn++) await world.runTasks('publication/clock');
  expect((await on.list(user))[0]).toMatchObject({ inserat_status: 'abgelaufen' });
  expect(await on.credits(user)).toBe(credits);
});

test('final before its first approval: the whole price comes back once, also when deleted [BOF-33, BOF-52]', async () => {
  const { on, user, world } = fixture;
  await noteMode(world.db, 'first');
  const before = await on.credits(user);
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const webseiten = [await websiteOf(world)];
  const banner = (await user.call(orderBanner, bannerWish({ webseiten }))).body.banner.ID;
  const club = (await user.call(saveClub, wholeClub({ monate: 1 }))).body.club.ID;
  await noteMode(world.db, 'after');
  await at(DAY_MS);
  const team = house(world);
  const waiting = await world.db
    .selectFrom('hold')
    .select(['id', 'thing', 'item_id', 'version'])
    .where('account_id', '=', user.userId)
    .execute();
  expect(waiting).toHaveLength(3);
  for (const { thing, item_id, version } of waiting) {
    const refused = await team.hold(await team.person(), thing as HeldThing, item_id, {
      seen_version: version,
    });
    expect((await approved(refused)).state).toBe('approved');
  }
  expect(await on.credits(user)).toBe(before);
  await user.call(life.deleteInserat, { inserat_id: id });
  await user.call(deleteBanner, { banner_id: banner });
  await user.call(deleteClub, { club_id: club });
  expect(await on.credits(user)).toBe(before);
});
