import { Club, getClub } from '@samtrot/shared/clubs/contract.ts';
import { clubStatus } from '@samtrot/shared/clubs/status.ts';
import { addCalendarMonths } from '@samtrot/shared/kernel/calendar.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { placements } from '../../testing/listings/placements.ts';
import { rowsInClear } from '../../testing/world/encrypted-rows.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { bookingsByCause, deleteContent } from './service.ts';

let world: World;
let on: ReturnType<typeof placements>;
let user: Caller;
beforeAll(async () => {
  world = await testWorld();
  on = placements(world);
});
beforeEach(async () => {
  world.clock.set(START);
  user = await world.user();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const MONTH = { start: START, end: addCalendarMonths(START, 1) };
/** Short enough that a session outlives it. */
const HOUR = { start: START, end: new Date(START.getTime() + HOUR_MS) };
const clubs = async (caller: Caller): Promise<Club[]> =>
  (await caller.call(state, {})).body.state.Clubs;

test('state holds the clubs of the account in the fields of the list [CLU-08, FRM-34]', async () => {
  const texts = {
    club_name: 'Haus Linde',
    titel: 'Bar und Räume',
    beschreibung: 'Ruhig.\n\nTäglich ab 17 Uhr.',
    vollstaendiger_name: 'Lena Linde',
    telefon: '+41791234567',
  };
  const ID = await on.club(user.userId, { ...texts, run: MONTH });
  const own = await clubs(user);
  expect(own).toEqual([
    {
      ID,
      TYPE: 'club',
      ...texts,
      start_zeit: '20.11.2026 13:00',
      end_zeit: '20.12.2026 13:00',
      start_at: START.toISOString(),
      end_at: MONTH.end.toISOString(),
      club_credits: 50,
      planned_refund: 0,
      homepage: '',
      strasse_und_nummer: '',
      postleitzahl: '',
      ort: '',
      canton: '',
      oeffnungszeiten: [],
      bilder: [],
      monate: 1,
      publish_option: 'Sofort',
      publish_date: '',
      publish_time: '',
      version: 1,
      saved_at: null,
      post_date: '20.11.2026 13:00',
      created_at: START.toISOString(),
    },
  ]);
  expect(Club.safeParse(own[0]).success).toBe(true);
});

test('planned, active, over, and active without dates, to the millisecond [CLU-12, CLU-13, CLU-14, X-24]', async () => {
  await on.club(user.userId);
  await on.club(user.userId, { run: { start: new Date(START.getTime() + 1), end: HOUR.end } });
  await on.club(user.userId, { run: HOUR });
  const statuses = async () =>
    (await clubs(user)).map((club) => clubStatus(club, world.clock.now()));
  expect(await statuses()).toEqual(['aktiv', 'geplant', 'aktiv']);
  world.clock.set(new Date(HOUR.end.getTime() - 1));
  expect(await statuses()).toEqual(['aktiv', 'aktiv', 'aktiv']);
  world.clock.set(HOUR.end);
  expect(await statuses()).toEqual(['abgelaufen', 'abgelaufen', 'aktiv']);
});

test('clubs stand newest first; deleted ones and those of others are never among them [FRM-34, CLU-10]', async () => {
  const other = await world.user();
  await on.club(other.userId, { run: MONTH });
  const first = await on.club(user.userId, { run: MONTH });
  await on.club(user.userId, { run: MONTH, deleted_at: START });
  const second = await on.club(user.userId, { run: MONTH });
  expect((await clubs(user)).map(({ ID }) => ID)).toEqual([second, first]);
  expect(await clubs(other)).toHaveLength(1);
  expect((await world.visitor.call(state, {})).body.state).not.toHaveProperty('Clubs');
});

test('the database takes no club with an endless text and no booking of another club [CLU-08]', async () => {
  for (const columns of [{ titel: 'a'.repeat(201) }, { beschreibung: 'a'.repeat(20_001) }])
    await expect(on.club(user.userId, columns)).rejects.toMatchObject({ code: '23514' });
  const [one, two] = [await on.club(user.userId, { run: MONTH }), await on.club(user.userId)];
  const { booking_id } = await world.db
    .selectFrom('club')
    .select('booking_id')
    .where('id', '=', one)
    .executeTakeFirstOrThrow();
  await expect(
    world.db.updateTable('club').set({ booking_id }).where('id', '=', two).execute(),
  ).rejects.toMatchObject({
    code: '23503',
  });
});

test('a deleted account leaves only empty rows for bookings, and no club is shown [API-37]', async () => {
  const other = await world.user();
  const theirs = await on.club(other.userId, { run: MONTH });
  const canaries = {
    club_name: 'Kanarienvogel',
    titel: 'Kanarienvogel',
    beschreibung: 'Kanarienvogel',
    vollstaendiger_name: 'Kanarienvogel',
    telefon: '+41 Kanarienvogel',
  };
  const paid = await on.club(user.userId, { ...canaries, run: MONTH });
  await on.club(user.userId, canaries);
  await on.picture(user.userId, { club_id: paid });
  await on.picture(other.userId, { club_id: theirs });
  world.clock.advance(5);
  const now = world.clock.now();
  const before = JSON.stringify(await rowsInClear(world.db, 'club'));
  expect(before.match(/kanarienvogel/gi)!.length).toBeGreaterThanOrEqual(10);
  await world.db.transaction().execute((db) => deleteContent({ db, now }, user.userId));

  expect(await clubs(user)).toEqual([]);
  const all = await rowsInClear(world.db, 'club');
  const rows = all.filter(({ account_id }) => account_id === user.userId);
  expect(rows).toMatchObject([{ id: paid, deleted_at: now, changed_at: now }]);
  expect(JSON.stringify(rows)).not.toMatch(/kanarienvogel/i);
  const pictures = world.db
    .selectFrom('image')
    .select('club_id')
    .where('club_id', 'in', [paid, theirs]);
  expect(await pictures.execute()).toEqual([{ club_id: theirs }]);
  expect(await clubs(other)).toHaveLength(1);
});

test('an account without an entry reads a blank one [CLU-08]', async () => {
  const { body } = await user.call(getClub, {});
  expect(body).toEqual({
    success: true,
    unsaved: null,
    message: 'Das ist dein Club.',
    club: {
      ID: 0,
      TYPE: 'club',
      club_name: '',
      titel: '',
      beschreibung: '',
      vollstaendiger_name: '',
      telefon: '',
      homepage: '',
      strasse_und_nummer: '',
      postleitzahl: '',
      ort: '',
      canton: '',
      oeffnungszeiten: [],
      monate: 1,
      publish_option: 'Sofort',
      publish_date: '',
      publish_time: '',
      bilder: [],
      version: 0,
      start_zeit: '',
      end_zeit: '',
      start_at: null,
      end_at: null,
      club_credits: 0,
      planned_refund: 0,
      post_date: '20.11.2026 13:00',
      created_at: START.toISOString(),
      saved_at: null,
    },
  });
});

test('bookings are found behind causes of the wallet, of the account alone [CLU-08]', async () => {
  const other = await world.user();
  const [mine, theirs] = [
    await on.club(user.userId, { run: MONTH }),
    await on.club(other.userId, { run: MONTH }),
  ];
  const bookings = await world.db.selectFrom('club_booking').select(['id', 'club_id']).execute();
  const causeOf = (club: number) => `club:${bookings.find(({ club_id }) => club_id === club)!.id}`;
  const found = (...causes: string[]) =>
    world.db.transaction().execute((db) => bookingsByCause(db, user.userId, causes));
  expect(await found(causeOf(mine), causeOf(theirs), 'topup:1')).toEqual([
    {
      id: Number(causeOf(mine).slice(5)),
      club_id: mine,
      months: 1,
      total: 50,
      created_at: expect.any(Date),
    },
  ]);
  for (const cause of [
    `x${causeOf(mine)}`,
    `${causeOf(mine)}x`,
    'club:x',
    `club:${'9'.repeat(16)}`,
  ])
    expect(await found(cause), cause).toEqual([]);
  expect(await found()).toEqual([]);
});
