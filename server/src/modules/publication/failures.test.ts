import { updateNotifications } from '@samtrot/shared/accounts/profile-contract.ts';
import { hideInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../platform/db.ts';
import { type AdFixture, adStage, type Saving } from '../../testing/listings/inserate.ts';
import { releasedVersion } from '../../testing/world/catalogue.ts';
import { START } from '../../testing/world/world.ts';

let fixture: AdFixture;
adStage((given) => {
  fixture = given;
});
let admin: ReturnType<typeof connect>;
beforeAll(() => {
  admin = connect(fixture.world.url, { role: null, max: 1 });
  return () => admin.db.destroy();
});
beforeEach(async () => {
  const { db, clock } = fixture.world;
  clock.set(START);
  await sql`update inserat set status = 'geloescht', alert_at = null, start_at = null, end_at = null,
                   topad_until = null, story_until = null, booking_id = null`.execute(db);
  await sql`update push set state = 'cancelled', settled_at = ${START} where state = 'due'`.execute(
    db,
  );
  await sql`update promotion set state = 'cancelled', settled_at = ${START} where state = 'due'`.execute(
    db,
  );
});
const free = () => sql`drop function if exists refuse cascade`.execute(admin.db);
afterEach(free);

/** The database refuses these changes. */
const refuse = (table: string, event: 'insert' | 'update', condition: string) =>
  sql
    .raw(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
       create trigger refuse before ${event} on ${table} for each row when (${condition})
         execute function refuse()`,
    )
    .execute(admin.db);

const clock = () =>
  fixture.world.runTasks('publication/clock', 'publication/missed', 'publication/alert');
const failure = () =>
  clock().then(
    () => '',
    ({ message }: Error) => message,
  );
const at = (time: Date, ms = 0) => fixture.world.clock.set(new Date(+time + ms));

/** The first noon after the start, in Zurich. */
const NOON = new Date('2026-11-21T11:00:00Z');
const NOON_PUSH = [{ date: '2026-11-21', time: '12:00' }];
const PLANNED = {
  publish_option: 'Planen',
  publish_date: '2026-11-21',
  publish_time: '12:00',
} as const;

async function placed(changes: Partial<Saving>) {
  const owner = await fixture.on.rich(1000);
  await owner.call(updateNotifications, {
    expiryAlert: true,
    disableMessages: false,
    newsletter: false,
  });
  const { id, status, body } = await fixture.on.place(owner, { inserat_typ: '3_days', ...changes });
  expect(status, JSON.stringify(body)).toBe(200);
  return { owner, id };
}

const find = (table: 'inserat' | 'push' | 'promotion', id: number) =>
  fixture.world.db
    .selectFrom(table)
    .selectAll()
    .where(table === 'inserat' ? 'inserat.id' : sql<number>`inserat_id`, '=', id)
    .executeTakeFirstOrThrow();
const stateOf = async (table: 'inserat' | 'push' | 'promotion', id: number) => {
  const row = (await find(table, id)) as { status?: string; state?: string };
  return row.status ?? row.state;
};
const alerts = async (id: number) =>
  (await fixture.world.mails()).filter(
    ({ subject, text }) =>
      subject === 'Deine Laufzeit endet bald' && text.includes(`Nummer ${id} `),
  ).length;

interface Case {
  changes: Partial<Saving>;
  /** After it was placed. */
  placedThen?: (of: Awaited<ReturnType<typeof placed>>) => Promise<unknown>;
  due: Date;
  table: 'inserat' | 'push' | 'promotion';
  refused: (id: number) => string;
  named: (id: number) => string;
  seen: (id: number) => Promise<unknown>;
  before: unknown;
  after: unknown;
}
const idOf = (id: number) => `new.id = ${id}`;
const adOf = (id: number) => `new.inserat_id = ${id}`;
const CASES: [string, Case][] = [
  [
    'start',
    {
      changes: PLANNED,
      due: NOON,
      table: 'inserat',
      refused: (id) => `${idOf(id)} and old.status = 'geplant' and new.status = 'aktiv'`,
      named: (id) => `the start of inserat ${id} failed`,
      seen: (id) => stateOf('inserat', id),
      before: 'geplant',
      after: 'aktiv',
    },
  ],
  [
    'push',
    {
      changes: { date_time_pushes: NOON_PUSH },
      due: NOON,
      table: 'push',
      refused: (id) => `${adOf(id)} and new.state = 'done'`,
      named: () => 'push ',
      seen: (id) => stateOf('push', id),
      before: 'due',
      after: 'done',
    },
  ],
  [
    'end',
    {
      changes: {},
      due: new Date(+START + 3 * DAY_MS),
      table: 'inserat',
      refused: (id) => `${idOf(id)} and new.status = 'abgelaufen'`,
      named: (id) => `the end of inserat ${id} failed`,
      seen: (id) => stateOf('inserat', id),
      before: 'aktiv',
      after: 'abgelaufen',
    },
  ],
  [
    'refund of a missed push',
    {
      changes: { date_time_pushes: NOON_PUSH },
      placedThen: ({ owner, id }) => owner.call(hideInserat, { inserat_id: id }),
      due: NOON,
      table: 'push',
      refused: (id) => `${adOf(id)} and new.state = 'refunded'`,
      named: () => 'the refund of push ',
      seen: async (id) => [await stateOf('push', id), await refunds(id)],
      before: ['due', []],
      after: ['refunded', [5]],
    },
  ],
  [
    'end of a TopAd',
    {
      changes: { top_ad_enabled: true },
      due: new Date(+START + DAY_MS),
      table: 'inserat',
      refused: (id) => `${idOf(id)} and old.topad_until is not null and new.topad_until is null`,
      named: (id) => `the end of extras of inserat ${id} failed`,
      seen: async (id) => ((await find('inserat', id)) as { topad_until: Date | null }).topad_until,
      before: new Date(+START + DAY_MS),
      after: null,
    },
  ],
  [
    'settlement of a TopAd',
    {
      changes: { top_ad_enabled: true },
      due: new Date(+START + DAY_MS),
      table: 'promotion',
      refused: (id) => `${adOf(id)} and new.state = 'done'`,
      named: () => 'the refund of promotion ',
      seen: (id) => stateOf('promotion', id),
      before: 'due',
      after: 'done',
    },
  ],
  [
    'reminder',
    {
      changes: {},
      due: new Date(+START + 2 * DAY_MS + HOUR_MS),
      table: 'inserat',
      refused: (id) => `${idOf(id)} and old.alert_at is not null and new.alert_at is null`,
      named: (id) => `the reminder of inserat ${id} failed`,
      seen: alerts,
      before: 0,
      after: 1,
    },
  ],
];

async function refunds(id: number): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`
    select t.amount::int as amount from ledger_transfer t join push p on t.cause = 'push:' || p.id
     where p.inserat_id = ${id}`.execute(fixture.world.db);
  return rows.map(({ amount }) => amount);
}

test.each(CASES)(
  'a failed %s is named, holds up no other and is made up for once [INS-48, RUN-17]',
  async (_name, { changes, placedThen, due, table, refused, named, seen, before, after }) => {
    const stuck = await placed(changes);
    const others = [await placed(changes), await placed(changes)];
    for (const one of [stuck, ...others]) await placedThen?.(one);
    await refuse(table, 'update', refused(stuck.id));
    at(due);
    expect(await failure()).toContain(named(stuck.id));
    expect(await seen(stuck.id)).toEqual(before);
    for (const { id } of others) expect(await seen(id)).toEqual(after);
    // Meanwhile others come and go, and it is not looked at.
    await placed({});
    expect(await failure()).toBe('');
    at(due, MINUTE_MS);
    expect(await failure()).toContain(named(stuck.id));
    await free();
    expect(await failure()).toBe('');
    at(due, 2 * MINUTE_MS);
    for (let turn = 0; turn < 2; turn++) {
      await Promise.all([clock(), clock()]);
      expect(await seen(stuck.id)).toEqual(after);
    }
  },
);

test('a failed end undoes nothing else of its run: no push and no refund comes twice [INV-06, RUN-17]', async () => {
  const ending = await placed({});
  const pushed = await placed({
    inserat_typ: '1_week',
    date_time_pushes: [{ date: '2026-11-23', time: '13:00' }],
  });
  const renewing = await placed({ auto_extend: true });
  await refuse('inserat', 'update', `${idOf(ending.id)} and new.status = 'abgelaufen'`);
  const credits = await fixture.on.credits(renewing.owner);
  at(START, 3 * DAY_MS);
  for (let turn = 0; turn < 3; turn++) {
    expect(await failure()).toContain(`the end of inserat ${ending.id} failed`);
    at(START, 3 * DAY_MS + (turn + 1) * MINUTE_MS);
  }
  expect(await stateOf('push', pushed.id)).toBe('done');
  expect(await fixture.on.credits(renewing.owner)).toBe(credits - 20);
  const bookings = await sql`select from booking where inserat_id = ${renewing.id}`.execute(
    fixture.world.db,
  );
  expect(bookings.rows).toHaveLength(2);
});

test('a price notice that fails is named and keeps no other owner untold [BOF-113, RUN-17]', async () => {
  const { world } = fixture;
  const [stuck, other] = [await placed({ auto_extend: true }), await placed({ auto_extend: true })];
  await refuse('price_notice', 'insert', `new.thing_id = ${stuck.id}`);
  const packages = { ...PRICES.packages, '3_days': PRICES.packages['3_days'] + 5 };
  await releasedVersion(world, 'packages', packages, new Date(+START + DAY_MS));
  const told = async ({ owner: { email } }: typeof stuck) =>
    (await world.mails(email)).filter(
      ({ subject }) => subject === 'Deine Verlängerung kostet bald mehr',
    ).length;
  at(START, HOUR_MS);
  const run = () => world.runTasks('publication/prices');
  await expect(run()).rejects.toThrow(`the price notice of inserat ${stuck.id} failed`);
  expect([await told(stuck), await told(other)]).toEqual([0, 1]);
  await free();
  at(START, HOUR_MS + MINUTE_MS);
  for (let turn = 0; turn < 2; turn++) await Promise.all([run(), run()]);
  expect([await told(stuck), await told(other)]).toEqual([1, 1]);
});
