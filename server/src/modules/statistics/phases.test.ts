import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type AdFixture, adStage } from '../../testing/listings/inserate.ts';
import { lives } from '../../testing/listings/lifecycle-fixtures.ts';
import { START } from '../../testing/world/world.ts';

let stage: AdFixture;
adStage(
  (given) => {
    stage = given;
  },
  { credits: 2000 },
);
beforeEach(() =>
  sql`update inserat set status = 'geloescht', alert_at = null`.execute(stage.world.db),
);

const at = (hours: number) => stage.world.clock.set(new Date(START.getTime() + hours * HOUR_MS));
const tick = (hours: number) => {
  at(hours);
  return stage.world.runTasks('publication/clock', 'publication/missed');
};
const press = async (
  spec: (typeof life)[keyof typeof life],
  inserat_id: number,
  more: object = {},
) => {
  const answer = await stage.user.raw(spec.name, {
    payload: { inserat_id, ...('press' in spec && { again: true }), ...more },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
type Written = [kind: string, from: number, until: number | null];
/** The ad's phases in hours since START, by kind and time. */
async function phases(id: number): Promise<Written[]> {
  const { rows } = await sql<{ kind: string; from_at: Date; until_at: Date | null }>`
    select kind, from_at, until_at from inserat_phase where inserat_id = ${id} order by kind, from_at, id`.execute(
    stage.world.db,
  );
  const hours = (date: Date) => (date.getTime() - START.getTime()) / HOUR_MS;
  return rows.map(({ kind, from_at, until_at }) => [
    kind,
    hours(from_at),
    until_at && hours(until_at),
  ]);
}
const place = async (changes: Parameters<AdFixture['on']['place']>[1] = {}) => {
  const { id, status, body } = await stage.on.place(stage.user, {
    inserat_typ: '1_week',
    ...changes,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return id;
};
const pictured = async (changes: Parameters<AdFixture['on']['place']>[1] = {}) => {
  const id = await place(changes);
  await stage.world.db
    .insertInto('image')
    .values({
      account_id: stage.user.userId,
      inserat_id: id,
      content_id: 'x',
      name: '',
      width: 1,
      height: 1,
      widths: [1],
      placeholder: '',
      position: 0,
      created_at: START,
    })
    .execute();
  return id;
};

test('a draft has no phases; publishing it with all extras starts one of each [INS-13, T-DEL-11]', async () => {
  expect(await phases(await place({ post_status: 'draft' }))).toEqual([]);
  const id = await place({ top_ad_enabled: true, color_enabled: true });
  expect(await phases(id)).toEqual([
    ['farbe', 0, null],
    ['online', 0, null],
    ['topad', 0, 24],
  ]);
});

test('a planned ad starts its phases when the scheduler starts it, with its extras [T-DEL-11]', async () => {
  const planned = {
    publish_option: 'Planen',
    publish_date: '2026-11-21',
    publish_time: '13:00',
  } as const;
  const id = await pictured({ ...planned, top_ad_enabled: true });
  await press(life.topInserat, id);
  await press(life.storyInserat, id);
  await press(life.colorInserat, id);
  expect(await phases(id)).toEqual([]);
  await tick(24);
  expect(await phases(id)).toEqual([
    ['farbe', 24, null],
    ['online', 24, null],
    ['story', 24, 48],
    ['topad', 24, 72],
  ]);
});

test('a planned ad started by its owner starts its phases then [T-DEL-11]', async () => {
  const planned = {
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '13:00',
  } as const;
  const id = await place({ ...planned, top_ad_enabled: true });
  at(2);
  await press(life.activateInserat, id);
  expect(await phases(id)).toEqual([
    ['online', 2, null],
    ['topad', 2, 26],
  ]);
});

test('manual and scheduled pushes are instants [T-DEL-11]', async () => {
  const id = await place({
    push_times: ['12:00'],
    date_time_pushes: [{ date: '2026-11-22', time: '20:00' }],
  });
  at(5);
  await press(life.pushInserat, id);
  await tick(23);
  await tick(47);
  await tick(55);
  expect(await phases(id)).toEqual([
    ['online', 0, null],
    ['push', 5, 5],
    ['push', 23, 23],
    ['push', 47, 47],
    ['push', 55, 55],
  ]);
});

test('extending a running TopAd extends its phase; its end writes nothing [T-DEL-11]', async () => {
  const id = await pictured();
  at(10);
  await press(life.topInserat, id);
  await press(life.storyInserat, id);
  at(20);
  await press(life.topInserat, id);
  await tick(70);
  at(100);
  await press(life.topInserat, id);
  expect(await phases(id)).toEqual([
    ['online', 0, null],
    ['story', 10, 34],
    ['topad', 10, 34],
    ['topad', 34, 58],
    ['topad', 100, 124],
  ]);
});

test('hiding ends all phases; showing resumes the remaining time once [T-DEL-11]', async () => {
  const id = await pictured();
  at(10);
  await press(life.colorInserat, id);
  await press(life.topInserat, id);
  await press(life.topInserat, id);
  await press(life.storyInserat, id);
  at(12);
  await press(life.hideInserat, id);
  const first: Written[] = [
    ['farbe', 10, 12],
    ['online', 0, 12],
    ['story', 10, 12],
    ['topad', 10, 12],
  ];
  expect(await phases(id)).toEqual(first);
  at(20);
  await press(life.activateInserat, id);
  const second: Written[] = [
    ['farbe', 20, null],
    ['online', 20, null],
    ['story', 20, 34],
    ['topad', 20, 58],
  ];
  expect(await phases(id)).toEqual(
    [...first, ...second].sort((a, b) => a[0].localeCompare(b[0]) || a[1] - b[1]),
  );
  at(60);
  await press(life.hideInserat, id);
  at(61);
  await press(life.activateInserat, id);
  // TopAd and story had ended by then.
  expect((await phases(id)).filter(([, from]) => from >= 60)).toEqual([
    ['farbe', 61, null],
    ['online', 61, null],
  ]);
});

test('phases end with the booking, even if the job is late, and restart on reactivation [T-DEL-11, INS-44]', async () => {
  const id = await place({ inserat_typ: '1_day', color_enabled: true, auto_extend: true });
  at(23);
  await press(life.topInserat, id);
  await press(life.autoReactivateInserat, id, { enabled: false });
  await tick(27);
  expect(await phases(id)).toEqual([
    ['farbe', 0, 24],
    ['online', 0, 24],
    ['topad', 23, 24],
  ]);
  at(30);
  await press(life.reactivateInserat, id);
  // The lost TopAd time was refunded as credits.
  expect((await phases(id)).filter(([, from]) => from >= 24)).toEqual([['online', 30, null]]);
});

test('an auto-renewed ad stays online, is lifted without a push and loses its colour [T-DEL-11, INS-47]', async () => {
  const id = await place({ inserat_typ: '1_day', auto_extend: true, color_enabled: true });
  await tick(24);
  expect(await phases(id)).toEqual([
    ['booked', 24, 24],
    ['farbe', 0, 24],
    ['online', 0, null],
  ]);
});

test('saving, counting and extending change no phases [T-DEL-11]', async () => {
  const id = await place();
  const before = await phases(id);
  at(3);
  expect(
    (
      await stage.on.place(stage.user, {
        inserat_id: id,
        inserat_typ: '1_week',
        titel: 'Neuer Titel hier',
      })
    ).status,
  ).toBe(200);
  await sql`update inserat set views = views + 1 where id = ${id}`.execute(stage.world.db);
  expect(await phases(id)).toEqual(before);
});

test('a deleted ad has no phases, whatever its state was [INS-34, T-DEL-11]', async () => {
  const states = lives(stage.world, stage.on);
  for (const state of ['aktiv', 'ausgeblendet', 'abgelaufen'] as const) {
    const id = await states.adIn(state, stage.user);
    expect(await phases(id)).not.toEqual([]);
    await press(life.deleteInserat, id);
    expect(await phases(id)).toEqual([]);
  }
});
