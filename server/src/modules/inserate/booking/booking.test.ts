import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { TOO_FAR } from '@samtrot/shared/kernel/start.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { HTTPS_WANTED } from '@samtrot/shared/kernel/web-address.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ad, advertisers, cantons, type Saving } from '../../../testing/listings/inserate.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(() => world.clock.set(START));
afterAll(async () => {
  // Every charge is explained by exactly one order of the same cause and amount, and the other way
  // round.
  const { rows } = await sql`
    select coalesce(t.cause, o.cause) as cause, t.amount, o.total
      from (select * from ledger_transfer where kind = 'order') t
      full join (select * from booking_order where total > 0) o on o.cause = t.cause
     where t.amount is distinct from o.total`.execute(world.db);
  expect(rows).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const premium: Partial<Saving> = { inserat_typ: '1_week' };
const planned: Partial<Saving> = {
  ...premium,
  publish_option: 'Planen',
  publish_date: '2026-11-25',
  publish_time: '08:30',
};
const inserted = (images: number, id: number, accountId: number) =>
  Promise.all(
    Array.from({ length: images }, (_, position) =>
      world.db
        .insertInto('image')
        .values({
          account_id: accountId,
          inserat_id: id,
          content_id: 'x',
          name: '',
          width: 1,
          height: 1,
          widths: [1],
          placeholder: '',
          position,
          created_at: START,
        })
        .execute(),
    ),
  );

test.each<[string, Partial<Saving>, number, number]>([
  ['free [PRI-03, CON-71]', {}, 0, 0],
  ['one day [PRI-04]', { inserat_typ: '1_day' }, 0, 10],
  ['three days [PRI-05]', { inserat_typ: '3_days' }, 0, 20],
  ['five days [PRI-06]', { inserat_typ: '5_days' }, 0, 30],
  ['one week [PRI-07]', premium, 0, 40],
  ['one month [PRI-08]', { inserat_typ: '1_month' }, 0, 100],
  [
    'a week with all that is included [PRI-09, CON-72]',
    { ...premium, cantons: cantons(3), categories: [1, 2, 3] },
    10,
    40,
  ],
  ['two more regions [PRI-11, CON-64]', { ...premium, cantons: cantons(5) }, 0, 50],
  ['one more category [PRI-12, CON-64]', { ...premium, categories: [1, 2, 3, 4] }, 0, 45],
  ['seven more pictures on a free ad [PRI-13, CON-65]', {}, 10, 35],
  ['planned [PRI-17, CON-67]', planned, 0, 45],
  [
    'free with two regions and three categories [PRI-10, PRI-21]',
    { cantons: cantons(2), categories: [1, 2, 3] },
    0,
    15,
  ],
])(
  '%s charges its price to the credit [EDI-29, PRI-22]',
  async (_title, changes, images, price) => {
    const user = await on.rich(200);
    const id = await on.blank(user);
    await inserted(images, id, user.userId);
    const { status, body } = await on.place(user, {
      inserat_id: id,
      expected_total: price,
      ...changes,
    });
    expect({ status, charged: body.charged, credits: body.credits }).toEqual({
      status: 200,
      charged: price,
      credits: 200 - price,
    });
    expect(await on.credits(user)).toBe(200 - price);
    const order = await world.db
      .selectFrom('booking_order')
      .innerJoin('booking', 'booking.id', 'booking_order.booking_id')
      .select(['booking_order.total', 'booking_order.items'])
      .where('booking.inserat_id', '=', id)
      .executeTakeFirstOrThrow();
    const items = order.items as { total: number }[];
    expect([order.total, items.reduce((sum, { total }) => sum + total, 0)]).toEqual([price, price]);
  },
);

test('one credit too few: refused with the missing amount; the draft can be saved [EDI-23, EDI-24, ERR-098]', async () => {
  const user = await on.rich(39);
  const id = await on.blank(user);
  const answer = await user.call(saveInserat, ad(id, premium));
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'INSUFFICIENT_CREDITS', message: 'Nicht genügend Credits', missing: 1 },
  });
  expect(await on.list(user)).toEqual([]);
  expect(await on.credits(user)).toBe(39);
  // EDI-25: the editor then saves a draft.
  expect((await on.place(user, { inserat_id: id, ...premium, post_status: 'draft' })).status).toBe(
    200,
  );
  expect((await on.list(user))[0]).toMatchObject({
    inserat_status: 'entwurf',
    name: 'Lena',
    paid: null,
    start_zeit: '',
  });
});

test('the exact balance is enough, and a draft is published later [EDI-22, EDI-23]', async () => {
  const user = await on.rich(39);
  const { id } = await on.place(user, { ...premium, post_status: 'draft' });
  expect((await on.place(user, { inserat_id: id, ...premium })).status).toBe(409);
  await on.grant(user.userId, 1);
  expect((await on.place(user, { inserat_id: id, ...premium })).body).toMatchObject({
    charged: 40,
    credits: 0,
  });
});

test('another price than the one that was shown is refused with the right one [PRI-30]', async () => {
  const user = await on.rich(100);
  const id = await on.blank(user);
  for (const expected_total of [39, 41, 0, -40]) {
    const answer = await user.call(saveInserat, ad(id, { ...premium, expected_total }));
    expect(answer).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', total: 40 } });
  }
  expect(await on.credits(user)).toBe(100);
});

test('the second free ad of a Swiss day is refused, kept as draft, and possible the next day [INS-45, INS-46, CON-63]', async () => {
  const user = await on.rich(0);
  world.clock.set(new Date('2026-11-20T22:58:00Z'));
  expect((await on.place(user)).status).toBe(200);
  world.clock.set(new Date('2026-11-20T22:59:59Z'));
  const second = await on.place(user);
  expect(second).toMatchObject({
    status: 409,
    body: {
      code: 'FREE_AD_USED',
      message:
        'Du hast heute bereits ein Gratis-Inserat aufgegeben. Morgen kannst du das nächste schalten oder jetzt ein Premium-Inserat wählen.',
    },
  });
  expect((await on.place(user, { inserat_id: second.id, post_status: 'draft' })).status).toBe(200);
  world.clock.set(new Date('2026-11-20T23:00:00Z'));
  expect((await on.place(user, { inserat_id: second.id })).status).toBe(200);
});

test('a free ad with paid extras counts as the free ad of the day too; premium does not [INS-45]', async () => {
  const user = await on.rich(100);
  expect((await on.place(user, premium)).status).toBe(200);
  expect((await on.place(user, { cantons: cantons(2) })).body.charged).toBe(5);
  expect((await on.place(user)).body.code).toBe('FREE_AD_USED');
});

test('ten free ads at once: one is placed [INS-45, T-RACE-07]', async () => {
  const user = await on.rich(0);
  const ids: number[] = [];
  for (let n = 0; n < 10; n++) ids.push((await on.place(user, { post_status: 'draft' })).id);
  const answers = await Promise.all(ids.map((id) => user.call(saveInserat, ad(id))));
  expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([
    200,
    ...Array(9).fill('FREE_AD_USED'),
  ]);
  const statuses = (await on.list(user)).map(({ inserat_status }) => inserat_status);
  expect(statuses.filter((status) => status === 'aktiv')).toHaveLength(1);
});

test('a repeated click charges an ad once and succeeds [EDI-29]', async () => {
  const user = await on.rich(100);
  const id = await on.blank(user);
  const order = ad(id, { ...premium, expected_total: 40 });
  expect((await user.call(saveInserat, order)).body).toMatchObject({ charged: 40, credits: 60 });
  expect((await user.call(saveInserat, order)).body).toMatchObject({
    success: true,
    charged: 0,
    credits: 60,
  });
});

test('ten orders of the same ad at once are charged once [EDI-29, T-RACE-02]', async () => {
  const user = await on.rich(1000);
  const id = await on.blank(user);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      user.call(saveInserat, ad(id, { ...premium, cantons: cantons(4), expected_total: 45 })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(answers.map(({ body }) => body.charged).sort((a, b) => b - a)).toEqual([
    45,
    ...Array(9).fill(0),
  ]);
  expect(await on.credits(user)).toBe(955);
});

test('two ads ordered at once with the money for one: one is placed [EDI-23, T-RACE-02]', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await on.rich(79);
    const first = (await on.place(user, { post_status: 'draft' })).id;
    const second = (await on.place(user, { post_status: 'draft' })).id;
    const answers = await Promise.all(
      [first, second].map((id) => user.call(saveInserat, ad(id, premium))),
    );
    expect(answers.map(({ body }) => body.code ?? 'placed').sort()).toEqual([
      'INSUFFICIENT_CREDITS',
      'placed',
    ]);
    expect(await on.credits(user)).toBe(39);
    expect((await on.list(user)).map(({ inserat_status }) => inserat_status).sort()).toEqual([
      'aktiv',
      'entwurf',
    ]);
  }
});

test('an order that breaks off at its last step leaves neither charge nor booking [EDI-29, T-FLT-02]', async () => {
  const user = await on.rich(100);
  const id = await on.blank(user);
  const owner = new pg.Client({ connectionString: world.url });
  await owner.connect();
  await owner.query(
    `alter table audit add constraint broken check (action <> 'inserat_order') not valid`,
  );
  const answer = await user.call(saveInserat, ad(id, premium));
  await owner.query('alter table audit drop constraint broken');
  await owner.end();
  expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
  expect(world.defects.splice(0)).toHaveLength(1);
  expect(await on.credits(user)).toBe(100);
  const bookings = await world.db
    .selectFrom('booking')
    .select('id')
    .where('inserat_id', '=', id)
    .execute();
  expect([bookings, await on.list(user)]).toEqual([[], []]);
});

test('editing inside a booking costs only what is new, and what was paid stays paid [EDI-29]', async () => {
  const user = await on.rich(100);
  const { id, body } = await on.place(user, { ...premium, cantons: cantons(4) });
  const edit = (changes: Partial<Saving>) =>
    on.place(user, { inserat_id: id, ...premium, ...changes });
  world.clock.advance(DAY_MS);
  expect((await edit({ cantons: cantons(4), name: 'Leonie' })).body).toMatchObject({
    charged: 0,
    credits: 55,
  });
  expect((await edit({ cantons: cantons(6), expected_total: 10 })).body).toMatchObject({
    charged: 10,
    credits: 45,
  });
  expect((await edit({ cantons: cantons(1) })).body).toMatchObject({ charged: 0, credits: 45 });
  const again = await edit({ cantons: cantons(6), categories: [1, 2, 3, 4] });
  expect(again.body).toMatchObject({
    charged: 5,
    credits: 40,
    message: 'Deine Änderungen sind gespeichert.',
  });
  expect(again.body.inserat).toMatchObject({
    inserat_status: 'aktiv',
    end_at: body.inserat.end_at,
    start_at: body.inserat.start_at,
    paid: { package: '1_week', regions: 6, categories: 4, images: 10, planned: false },
  });
});

test('an extension that is too dear changes nothing of the running ad [EDI-24]', async () => {
  const user = await on.rich(44);
  const { id } = await on.place(user, premium);
  const answer = await on.place(user, {
    inserat_id: id,
    ...premium,
    cantons: cantons(4),
    name: 'Anders',
  });
  expect(answer.body).toMatchObject({ code: 'INSUFFICIENT_CREDITS', missing: 1 });
  expect((await on.list(user))[0]).toMatchObject({
    name: 'Lena',
    cantons: ['ZH'],
    inserat_status: 'aktiv',
  });
});

test('another package is a new booking from now, charged whole, and regions paid for go over [EDI-29, FIX-06]', async () => {
  const user = await on.rich(200);
  const { id } = await on.place(user, { ...premium, cantons: cantons(5) });
  world.clock.advance(DAY_MS);
  const { body } = await on.place(user, {
    inserat_id: id,
    inserat_typ: '1_month',
    cantons: cantons(5),
  });
  expect(body).toMatchObject({ charged: 100, credits: 50 });
  expect(body.inserat).toMatchObject({
    inserat_status: 'aktiv',
    start_zeit: '21.11.2026 13:00',
    end_zeit: '21.12.2026 13:00',
  });
});

test('an active ad cannot be planned, neither in its booking nor with another package [EDI-96]', async () => {
  const user = await on.rich(200);
  const { id } = await on.place(user, premium);
  const same = await on.place(user, { inserat_id: id, ...planned, expected_total: 0 });
  expect(same.body).toMatchObject({
    charged: 0,
    inserat: { inserat_status: 'aktiv', publish_option: 'Sofort' },
  });
  const other = await on.place(user, { inserat_id: id, ...planned, inserat_typ: '1_month' });
  expect(other).toMatchObject({
    status: 422,
    body: { errors: { publish_option: expect.stringContaining('sofort') } },
  });
  expect(await on.credits(user)).toBe(160);
});

test('a planned ad that gets another package is charged for it and stays planned [EDI-96]', async () => {
  const user = await on.rich(200);
  const { id } = await on.place(user, planned);
  const { body } = await on.place(user, {
    inserat_id: id,
    ...planned,
    inserat_typ: '1_day',
    expected_total: 10,
  });
  expect(body).toMatchObject({
    charged: 10,
    credits: 145,
    inserat: { inserat_status: 'geplant', end_zeit: '26.11.2026 08:30' },
  });
});

test('a hidden ad is edited within its booking; another package requires showing it first [INS-44]', async () => {
  const user = await on.rich(200);
  const { id } = await on.place(user, premium);
  await world.db
    .updateTable('inserat')
    .set({ status: 'ausgeblendet' })
    .where('id', '=', id)
    .execute();
  const edit = await on.place(user, {
    inserat_id: id,
    ...premium,
    cantons: cantons(4),
    name: 'Neu',
  });
  expect(edit.body).toMatchObject({
    charged: 5,
    inserat: { inserat_status: 'ausgeblendet', name: 'Neu' },
  });
  const other = await on.place(user, { inserat_id: id, inserat_typ: '1_month' });
  expect(other).toMatchObject({
    status: 422,
    body: { errors: { inserat_typ: expect.any(String) } },
  });
});

test("a premium ad that becomes free pays for pictures beyond three and is the day's free ad [PRI-13]", async () => {
  const user = await on.rich(100);
  const { id } = await on.place(user, premium);
  await inserted(5, id, user.userId);
  expect((await on.place(user, { inserat_id: id, inserat_typ: 'free' })).body).toMatchObject({
    charged: 10,
    credits: 50,
  });
  expect((await on.place(user)).body.code).toBe('FREE_AD_USED');
});

test('a planned ad starts in its minute and ends after its package [INS-48, EDI-96, EDI-99, PRI-17]', async () => {
  const user = await on.rich(45);
  const { body, id } = await on.place(user, planned);
  expect(body).toMatchObject({ charged: 45, message: 'Dein Inserat ist geplant.' });
  expect(body.inserat).toMatchObject({
    inserat_status: 'geplant',
    post_status: 'publish',
    start_zeit: '25.11.2026 08:30',
    end_zeit: '02.12.2026 08:30',
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '08:30',
  });
  const statusAt = async (at: string) => {
    world.clock.set(new Date(at));
    await world.runTasks('publication/clock');
    return (await on.list(user))[0]!.inserat_status;
  };
  expect(await statusAt('2026-11-25T07:29:59.999Z')).toBe('geplant');
  expect(await statusAt('2026-11-25T07:30:00Z')).toBe('aktiv');
  expect((await on.list(user))[0]).toMatchObject({ publish_option: 'Sofort', publish_date: '' });
  const row = await world.db
    .selectFrom('inserat')
    .select('lifted_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.lifted_at).toEqual(new Date('2026-11-25T07:30:00Z'));
  expect(await statusAt('2026-12-02T07:29:59Z')).toBe('aktiv');
  expect(await statusAt('2026-12-02T07:30:00Z')).toBe('abgelaufen');
});

test('a planned ad can be moved and started now, at no further price [EDI-96]', async () => {
  const user = await on.rich(45);
  const { id } = await on.place(user, planned);
  const moved = await on.place(user, {
    inserat_id: id,
    ...planned,
    publish_date: '2026-12-24',
    expected_total: 0,
  });
  expect(moved.body).toMatchObject({
    charged: 0,
    inserat: { inserat_status: 'geplant', start_zeit: '24.12.2026 08:30' },
  });
  const now = await on.place(user, { inserat_id: id, ...premium });
  expect(now.body).toMatchObject({ charged: 0, message: 'Dein Inserat ist online.' });
  expect(now.body.inserat).toMatchObject({
    inserat_status: 'aktiv',
    start_zeit: '20.11.2026 13:00',
    end_zeit: '27.11.2026 13:00',
  });
});

test('a plan in the hour that the spring change skips starts one hour later [EDI-96]', async () => {
  const user = await on.rich(15);
  const { body } = await on.place(user, {
    ...planned,
    inserat_typ: '1_day',
    publish_date: '2027-03-28',
    publish_time: '02:30',
  });
  expect(body.inserat).toMatchObject({
    start_at: '2027-03-28T01:30:00.000Z',
    start_zeit: '28.03.2027 03:30',
  });
});

test('a plan for this very minute is online at once [EDI-96]', async () => {
  const user = await on.rich(45);
  const { body } = await on.place(user, {
    ...planned,
    publish_date: '2026-11-20',
    publish_time: '13:00',
  });
  expect(body).toMatchObject({ charged: 45, inserat: { inserat_status: 'aktiv' } });
});

test('an ad is planned at most 12 months ahead and names an address with https [FIX-27]', async () => {
  const user = await on.rich(45);
  const { status, body } = await on.place(user, {
    ...planned,
    publish_date: '2027-11-21',
    homepage: 'http://x.ch',
  });
  expect([status, body.errors]).toEqual([422, { publish_date: TOO_FAR, homepage: HTTPS_WANTED }]);
  const last = await on.place(user, { ...planned, publish_date: '2027-11-20', homepage: 'x.ch' });
  expect(last.body).toMatchObject({ charged: 45, inserat: { inserat_status: 'geplant' } });
});

test('ordering an expired ad is a new booking in full; saving it as a draft keeps it expired [INS-47]', async () => {
  const user = await on.rich(100);
  const { id } = await on.place(user, { ...premium, cantons: cantons(4) });
  world.clock.advance(7 * DAY_MS);
  await world.runTasks('publication/clock');
  expect((await on.list(user))[0]).toMatchObject({
    inserat_status: 'abgelaufen',
    post_status: 'draft',
    paid: null,
  });
  const kept = await on.place(user, { inserat_id: id, post_status: 'draft', name: 'Später' });
  expect(kept.body.inserat).toMatchObject({ inserat_status: 'abgelaufen', name: 'Später' });
  const again = await on.place(user, { inserat_id: id, ...premium });
  expect(again.body).toMatchObject({
    charged: 40,
    credits: 15,
    inserat: { inserat_status: 'aktiv' },
  });
});

test('an ad past its end is a new booking even if the scheduler has not processed it [INS-47]', async () => {
  const user = await on.rich(100);
  const { id } = await on.place(user, premium);
  world.clock.advance(7 * DAY_MS);
  expect((await on.place(user, { inserat_id: id, ...premium })).body).toMatchObject({
    charged: 40,
    credits: 20,
  });
  await world.runTasks('publication/clock');
  expect((await on.list(user))[0]!.inserat_status).toBe('aktiv');
});

test('a planned ad whose start has come is online for an edit, and cannot be planned away [INS-48]', async () => {
  const user = await on.rich(45);
  const { id } = await on.place(user, planned);
  world.clock.set(new Date('2026-11-25T10:00:00Z'));
  const edit = await on.place(user, {
    inserat_id: id,
    ...planned,
    publish_date: '2026-12-24',
    name: 'Neu',
  });
  expect(edit.body.inserat).toMatchObject({
    name: 'Neu',
    inserat_status: 'aktiv',
    start_zeit: '25.11.2026 08:30',
  });
});

test('every order is in the audit log, without personal data [EDI-29]', async () => {
  const user = await on.rich(40);
  const { id } = await on.place(user, premium);
  const lines = await world.db
    .selectFrom('audit')
    .selectAll()
    .where('object', '=', `inserat:${id}`)
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([
    {
      actor: `user:${user.userId}`,
      action: 'inserat_order',
      details: { package: '1_week', total: 40 },
    },
  ]);
});
