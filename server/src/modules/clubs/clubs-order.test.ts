import {
  type Club,
  deleteClub,
  getClub,
  keepClub,
  saveClub,
} from '@samtrot/shared/clubs/contract.ts';
import { clubPrice, clubTexts } from '@samtrot/shared/clubs/rules.ts';
import { clubStatus } from '@samtrot/shared/clubs/status.ts';
import { addCalendarMonths, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { OVERLAPPING } from '@samtrot/shared/kernel/opening-hours.ts';
import { PAST, TOO_FAR } from '@samtrot/shared/kernel/start.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { FORBIDDEN_OFFER_TEXT } from '@samtrot/shared/moderation/rules.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { placements } from '../../testing/listings/placements.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
/** Whose orders are all refused. */
let poor: Caller;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  poor = await on.rich(50);
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const PLANNED = {
  publish_option: 'Planen',
  publish_date: '2026-12-01',
  publish_time: '18:00',
} as const;
const PLANNED_AT = instantOf('2026-12-01', '18:00');
const clubs = async (user: Caller): Promise<Club[]> =>
  (await user.call(state, {})).body.state.Clubs;
const order = (user: Caller, changes: Parameters<typeof wholeClub>[0] = {}) =>
  user.call(saveClub, wholeClub({ monate: 1, ...changes }));
/** Five at once, each an order of its own. */
const withKeys = (user: Caller, payload: object, series = '') =>
  Promise.all(
    [1, 2, 3, 4, 5].map((key) =>
      user.raw('save_club', { payload, headers: { 'idempotency-key': `${series}${key}` } }),
    ),
  );
const placed = async (
  user: Caller,
  changes: Parameters<typeof wholeClub>[0] = {},
): Promise<Club> => {
  const answer = await order(user, changes);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.club;
};
const deletionOf = ({ ID }: Club) =>
  world.db
    .selectFrom('audit')
    .select(['actor', 'details'])
    .where('action', '=', 'club_deleted')
    .where('object', '=', `club:${ID}`)
    .orderBy('id')
    .execute();
const bookingsOf = (club: { ID: number }) =>
  world.db
    .selectFrom('club_booking')
    .selectAll()
    .where('club_id', '=', club.ID)
    .orderBy('id')
    .execute();

test('a club that is ordered is online, paid for, written down, and there after a reload [CLU-07, CLU-08, CLU-17, INV-13]', async () => {
  const user = await on.rich(200);
  const answer = await order(user, { monate: 3, expected_total: 150 });
  expect(answer).toMatchObject({ status: 200, body: { success: true, charged: 150, credits: 50 } });
  const club: Club = answer.body.club;
  expect(club).toMatchObject({
    TYPE: 'club',
    club_name: 'Haus Linde',
    titel: 'Bar und Räume',
    vollstaendiger_name: 'Lena Linde',
    telefon: '+41791234567',
    homepage: 'https://haus-linde.example',
    strasse_und_nummer: 'Lindenweg 3',
    canton: 'ZH',
    oeffnungszeiten: [{ tag: 5, von: '20:00', bis: '02:00' }],
    monate: 3,
    club_credits: 150,
    start_at: START.toISOString(),
    end_at: addCalendarMonths(START, 3).toISOString(),
    planned_refund: 0,
    start_zeit: '20.11.2026 13:00',
    end_zeit: '20.02.2027 13:00',
    publish_option: 'Sofort',
    bilder: [],
  });
  expect(answer.body.message).toBe('Dein Club ist online.');
  expect(await clubs(user)).toEqual([club]);
  const [booking] = await bookingsOf(club);
  const spent = await world.db
    .selectFrom('ledger_transfer')
    .selectAll()
    .where('cause', '=', `club:${booking!.id}`)
    .execute();
  expect(spent).toMatchObject([
    { kind: 'order', amount: 150, description: `Club ${club.ID}: 3 Monate` },
  ]);
  const audit = await world.db
    .selectFrom('audit')
    .selectAll()
    .where('object', '=', `club:${club.ID}`)
    .orderBy('id')
    .execute();
  expect(audit).toMatchObject([
    { action: 'club_order', details: { booking: booking!.id, months: 3, total: 150 } },
  ]);
});

test('1 to 12 months cost 50 credits each and run as many calendar months [CLU-07]', async () => {
  const user = await on.rich(50 * 78);
  for (let monate = 1; monate <= 12; monate++) {
    const { body } = await order(user, { monate, expected_total: 50 * monate });
    expect([body.charged, body.club.end_at]).toEqual([
      50 * monate,
      addCalendarMonths(START, monate).toISOString(),
    ]);
    expect(clubPrice(PRICES.clubs, monate)).toBe(50 * monate);
  }
  expect(await on.credits(user)).toBe(0);
});

test.each([
  ['club_name', 'ab', fieldTexts.tooShort(3)],
  ['club_name', 'Haus ohne Kondom', FORBIDDEN_OFFER_TEXT],
  ['titel', '', fieldTexts.required],
  ['titel', 'Alles ohne Kondom', FORBIDDEN_OFFER_TEXT],
  ['beschreibung', 'kurz', fieldTexts.tooShort(10)],
  ['beschreibung', 'Bei uns gibt es alles ohne Kondom.', FORBIDDEN_OFFER_TEXT],
  ['vollstaendiger_name', '  ', fieldTexts.required],
  ['telefon', '12', fieldTexts.format],
  ['homepage', 'javascript:alert(1)', fieldTexts.format],
  ['homepage', `${'a'.repeat(60)}.example/${'b'.repeat(130)}`, fieldTexts.tooLong(200)],
  ['strasse_und_nummer', '', fieldTexts.required],
  ['postleitzahl', '12', fieldTexts.tooShort(4)],
  ['ort', '', fieldTexts.required],
  ['canton', '', clubTexts.canton],
  ['canton', 'XX', clubTexts.canton],
  ['oeffnungszeiten', [{ tag: 8, von: '10:00', bis: '12:00' }], fieldTexts.format],
  ['oeffnungszeiten', [{ tag: 1, von: '', bis: '12:00' }], fieldTexts.format],
  [
    'oeffnungszeiten',
    [
      { tag: 7, von: '20:00', bis: '04:00' },
      { tag: 1, von: '03:00', bis: '05:00' },
    ],
    OVERLAPPING,
  ],
] as const)(
  'an entry with %s %j is refused at its field and costs nothing [CLU-07, ERR-079]',
  async (field, value, message) => {
    const user = await on.rich(50);
    const answer = await order(user, { [field]: value });
    expect(answer).toMatchObject({
      status: 422,
      body: { success: false, code: 'INVALID_INPUT', errors: { [field]: message } },
    });
    expect([await clubs(poor), await on.credits(poor)]).toEqual([[], 50]);
  },
);

test.each([
  ['club_name', 7],
  ['club_name', 'a'.repeat(61)],
  ['club_name', 'Haus\u0000Linde'],
  ['titel', null],
  ['titel', '\u202Eednil'],
  ['beschreibung', 'b'.repeat(5001)],
  ['telefon', ['079']],
  ['canton', 'ZHX'],
  ['oeffnungszeiten', 'immer'],
  ['oeffnungszeiten', [{ tag: 1, von: '1\u00000', bis: '12:00' }]],
  ['oeffnungszeiten', Array.from({ length: 15 }, () => ({ tag: 1, von: '10:00', bis: '11:00' }))],
  ['monate', 0],
  ['monate', 13],
  ['monate', 1.5],
  ['monate', '1'],
  ['publish_option', 'Später'],
  ['publish_date', '\u0000'],
  ['publish_time', '٠٨:٠٠'],
  ['club_id', -1],
  ['club_id', 'x'],
  ['version', 'neu'],
  ['expected_total', {}],
])(
  'save_club and keep_club with a malformed %s %j keep and charge nothing [CLU-17, T-AUTH-01]',
  async (field, value) => {
    const payload = { ...wholeClub(), monate: 1, [field]: value };
    for (const action of field === 'expected_total' ? ['save_club'] : ['save_club', 'keep_club']) {
      const { status, body } = await poor.raw(action, { payload });
      expect([status, body.success], action).toEqual([422, false]);
    }
    expect(
      await world.db
        .selectFrom('club')
        .select('id')
        .where('account_id', '=', poor.userId)
        .execute(),
    ).toEqual([]);
    expect(await on.credits(poor)).toBe(50);
  },
);

test('HTML is a text like any other: it is kept as it was typed [CLU-17]', async () => {
  const user = await on.rich(50);
  const club = await placed(user, {
    titel: '<b>Bar</b> & Räume',
    beschreibung: '<script>alert(1)</script>',
  });
  expect([club.titel, club.beschreibung]).toEqual([
    '<b>Bar</b> & Räume',
    '<script>alert(1)</script>',
  ]);
});

test('the calls on clubs are for those who are logged in, and each only for the owner [CLU-17]', async () => {
  const [user, other] = [await on.rich(200), await on.rich(200)];
  const { ID } = await placed(user);
  const missing = await order(other, { club_id: 999_999_999 });
  expect(missing).toMatchObject({ status: 404, body: { code: 'CLUB_NOT_FOUND' } });
  expect((await order(other, { club_id: ID })).body).toEqual(missing.body);
  expect((await other.call(deleteClub, { club_id: ID })).body).toEqual(missing.body);
  expect((await other.call(keepClub, wholeClub({ club_id: ID }))).body).toEqual(missing.body);
  expect(
    (await other.raw('get_club', { method: 'GET', query: { club_id: String(ID) } })).body,
  ).toEqual(missing.body);
  for (const action of ['save_club', 'keep_club', 'delete_club'])
    expect(
      (await world.visitor.raw(action, { payload: { ...wholeClub(), club_id: ID, monate: 1 } }))
        .status,
    ).toBe(401);
  expect((await world.visitor.raw('get_club', { method: 'GET' })).status).toBe(401);
  expect([(await clubs(user)).length, await on.credits(other)]).toEqual([1, 200]);
});

test('another price than the one shown, one credit too few, and too many clubs [CLU-07, PRI-30]', async () => {
  const user = await on.rich(99);
  for (const expected_total of [0, 99, 101])
    expect(await order(user, { monate: 2, expected_total })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', total: 100 },
    });
  expect(await order(user, { monate: 2, expected_total: 100 })).toMatchObject({
    status: 409,
    body: { code: 'INSUFFICIENT_CREDITS', missing: 1 },
  });
  expect([await clubs(user), await on.credits(user)]).toEqual([[], 99]);
  await world.db
    .insertInto('club')
    .values(
      Array.from({ length: 50 }, () => ({
        account_id: user.userId,
        club_name: 'x',
        placed_at: START,
        created_at: START,
        changed_at: START,
      })),
    )
    .execute();
  expect(await order(user)).toMatchObject({ status: 409, body: { code: 'TOO_MANY_CLUBS' } });
  expect(await on.credits(user)).toBe(99);
});

test('where addresses must be confirmed, an order needs one; contents and prolonging do not [PRI-22]', async () => {
  await using strict = await testWorld({ REQUIRE_VERIFIED_EMAIL: '1' });
  const there = advertisers(strict);
  const user = await there.rich(200);
  const answer = await user.call(saveClub, wholeClub({ monate: 1 }));
  expect(answer).toMatchObject({ status: 409, body: { code: 'EMAIL_UNCONFIRMED' } });
  expect(await there.credits(user)).toBe(200);
  const set = (at: Date | null) =>
    strict.db
      .updateTable('account')
      .set({ email_confirmed_at: at })
      .where('id', '=', user.userId)
      .execute();
  await set(START);
  const club: Club = (await user.call(saveClub, wholeClub({ monate: 1 }))).body.club;
  await set(null);
  const { ID: club_id, version } = club;
  expect(
    (await user.call(saveClub, wholeClub({ club_id, version, monate: 1 }))).body,
  ).toMatchObject({ charged: 50 });
  expect(strict.defects).toEqual([]);
});

test('a planned club begins at its minute at the same price; its start may be moved [CLU-12, X-24]', async () => {
  const user = await on.rich(100);
  const club = await placed(user, { monate: 2, ...PLANNED });
  expect(club).toMatchObject({
    start_at: PLANNED_AT.toISOString(),
    planned_refund: 100,
    ...PLANNED,
  });
  expect(clubStatus(club, START)).toBe('geplant');
  const later = { ...PLANNED, publish_date: '2027-01-31', publish_time: '09:15' } as const;
  const moved = await user.call(saveClub, wholeClub({ club_id: club.ID, ...later }));
  const start = instantOf('2027-01-31', '09:15');
  expect(moved.body).toMatchObject({
    charged: 0,
    message: 'Dein Club ist geplant.',
    club: {
      start_at: start.toISOString(),
      end_at: addCalendarMonths(start, 2).toISOString(),
      monate: 2,
      ...later,
    },
  });
  const now = await user.call(saveClub, wholeClub({ club_id: club.ID, publish_option: 'Sofort' }));
  expect(now.body).toMatchObject({
    charged: 0,
    message: 'Dein Club ist online.',
    club: {
      start_at: START.toISOString(),
      end_at: addCalendarMonths(START, 2).toISOString(),
      planned_refund: 0,
    },
  });
  expect(await on.credits(user)).toBe(0);
});

test('saves without a start leave the planned one, and its refund [CLU-12, decisions 5]', async () => {
  const user = await on.rich(150);
  const { ID: club_id, end_at } = await placed(user, PLANNED);
  const contents = wholeClub({ club_id, titel: 'Neuer Titel' });
  await user.call(keepClub, contents);
  expect((await user.call(getClub, { club_id })).body.unsaved).toMatchObject({
    titel: 'Neuer Titel',
    ...PLANNED,
  });
  const saved = await user.call(saveClub, contents);
  const run = { start_at: PLANNED_AT.toISOString(), planned_refund: 50, ...PLANNED };
  expect(saved.body).toMatchObject({
    charged: 0,
    message: 'Deine Änderungen sind gespeichert.',
    club: { titel: 'Neuer Titel', end_at, ...run },
  });
  // So does an order of more months.
  const { version } = saved.body.club as Club;
  const longer = await user.call(saveClub, wholeClub({ club_id, version, monate: 2 }));
  const end = addCalendarMonths(addCalendarMonths(PLANNED_AT, 1), 2);
  expect(longer.body.club).toMatchObject({
    ...run,
    planned_refund: 150,
    end_at: end.toISOString(),
  });
  expect((await user.call(deleteClub, { club_id })).body).toMatchObject({
    refunded: 150,
    credits: 150,
  });
  // Their runs stay as they were ordered.
  expect(await bookingsOf({ ID: club_id })).toMatchObject([
    { start_at: PLANNED_AT, end_at: addCalendarMonths(PLANNED_AT, 1) },
    { start_at: PLANNED_AT, end_at: end },
  ]);
});

test('a start that has passed is refused; the minute that has begun is now [CLU-12, FIX-27]', async () => {
  const user = await on.rich(100);
  const at = (publish_date: string, publish_time: string) =>
    order(user, { publish_option: 'Planen', publish_date, publish_time });
  expect((await at('2026-11-20', '12:59')).body.errors).toEqual({ publish_time: PAST });
  expect((await at('2026-11-19', '23:00')).body.errors).toEqual({ publish_date: PAST });
  expect((await at('2026-11-31', '23:00')).body.errors).toEqual({
    publish_date: fieldTexts.format,
  });
  expect((await at('2027-11-21', '12:00')).body.errors).toEqual({ publish_date: TOO_FAR });
  expect((await at('', '')).body.errors).toEqual({
    publish_date: fieldTexts.required,
    publish_time: fieldTexts.required,
  });
  world.clock.advance(MINUTE_MS - 1);
  expect((await at('2026-11-20', '13:00')).body.club.start_at).toBe(
    world.clock.now().toISOString(),
  );
});

test('a running club is prolonged behind its end by an order of its own; contents cost nothing [CLU-17]', async () => {
  const user = await on.rich(200);
  const club = await placed(user, { monate: 1 });
  world.clock.advance(3 * DAY_MS);
  const free = await user.call(
    saveClub,
    wholeClub({ club_id: club.ID, titel: 'Neuer Titel', ...PLANNED }),
  );
  expect(free.body).toMatchObject({
    charged: 0,
    credits: 150,
    message: 'Deine Änderungen sind gespeichert.',
    club: {
      titel: 'Neuer Titel',
      start_at: club.start_at,
      end_at: club.end_at,
      publish_option: 'Sofort',
    },
  });
  const end = addCalendarMonths(addCalendarMonths(START, 1), 2);
  const { version } = free.body.club as Club;
  const longer = await user.call(
    saveClub,
    wholeClub({ club_id: club.ID, version, monate: 2, expected_total: 100 }),
  );
  expect(longer.body).toMatchObject({
    charged: 100,
    credits: 50,
    message: 'Dein Club läuft jetzt bis 20.02.2027, 13:00.',
    club: {
      start_at: START.toISOString(),
      end_at: end.toISOString(),
      club_credits: 100,
      planned_refund: 0,
    },
  });
  expect(await bookingsOf(club)).toMatchObject([
    { months: 1, total: 50, start_at: START },
    { months: 2, total: 100, start_at: START, end_at: end },
  ]);
  world.clock.set(new Date(end.getTime() - 1));
  expect(clubStatus((await clubs(user))[0]!, world.clock.now())).toBe('aktiv');
  world.clock.set(end);
  expect(clubStatus((await clubs(user))[0]!, world.clock.now())).toBe('abgelaufen');
});

test('a club without an end is changed for nothing and never given one by months [CLU-13]', async () => {
  const user = await on.rich(100);
  const at = { placed_at: START, created_at: START, changed_at: START };
  const { id: club_id } = await world.db
    .insertInto('club')
    .values({ account_id: user.userId, club_name: 'Bleibt', ...at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const longer = await order(user, { club_id, version: 1 });
  expect(longer).toMatchObject({ status: 422, body: { errors: { monate: clubTexts.endless } } });
  const { body } = await user.call(saveClub, wholeClub({ club_id, version: 1 }));
  expect(body).toMatchObject({
    charged: 0,
    credits: 100,
    club: { club_name: 'Haus Linde', end_at: null },
  });
  expect(await bookingsOf({ ID: club_id })).toEqual([]);
});

test('an expired club is edited for free and ordered again from now or later [CLU-14]', async () => {
  const user = await on.rich(200);
  const club = await placed(user);
  const now = addCalendarMonths(START, 2);
  world.clock.set(now);
  const changed = await user.call(saveClub, wholeClub({ club_id: club.ID, titel: 'Winterpause' }));
  expect(changed.body).toMatchObject({
    charged: 0,
    club: { titel: 'Winterpause', end_at: club.end_at },
  });
  const again = await user.call(saveClub, wholeClub({ club_id: club.ID, monate: 1 }));
  expect(again.body).toMatchObject({
    charged: 50,
    message: 'Dein Club ist online.',
    club: {
      ID: club.ID,
      start_at: now.toISOString(),
      end_at: addCalendarMonths(now, 1).toISOString(),
    },
  });
});

test('deleting a prolonged and moved planned club refunds every order in full [CLU-17, INV-05]', async () => {
  const user = await on.rich(150);
  const club = await placed(user, PLANNED);
  const longer = await user.call(
    saveClub,
    wholeClub({ club_id: club.ID, version: club.version, monate: 2, ...PLANNED }),
  );
  expect(longer.body.club).toMatchObject({
    planned_refund: 150,
    start_at: PLANNED_AT.toISOString(),
  });
  const later = { ...PLANNED, publish_date: '2026-12-05' } as const;
  const start = instantOf('2026-12-05', '18:00');
  const moved = await user.call(saveClub, wholeClub({ club_id: club.ID, ...later }));
  const end = addCalendarMonths(addCalendarMonths(start, 1), 2);
  expect(moved.body.club).toMatchObject({
    start_at: start.toISOString(),
    end_at: end.toISOString(),
    planned_refund: 150,
  });
  world.clock.set(new Date(start.getTime() - 1));
  const gone = await user.call(deleteClub, { club_id: club.ID });
  expect(gone.body).toMatchObject({ refunded: 150, credits: 150 });
  expect(gone.body.message).toBe(
    'Dein Club ist gelöscht. 150 Credits sind wieder auf deinem Konto.',
  );
  expect(await deletionOf(club)).toEqual([
    { actor: `user:${user.userId}`, details: { refunded: 150 } },
  ]);
  expect(await clubs(user)).toEqual([]);
  expect(await user.call(deleteClub, { club_id: club.ID })).toMatchObject({ status: 404 });
  expect(await on.wrongBooks()).toEqual([]);
});

test('a run that has begun is not refunded; a deleted club leaves an empty row [CLU-17]', async () => {
  const user = await on.rich(100);
  const club = await placed(user, PLANNED);
  world.clock.set(PLANNED_AT);
  const other = await placed(user);
  for (const { ID } of [club, other]) await placements(world).picture(user.userId, { club_id: ID });
  expect((await user.call(deleteClub, { club_id: club.ID })).body).toEqual({
    success: true,
    refunded: 0,
    credits: 0,
    message: 'Dein Club ist gelöscht.',
  });
  expect(await deletionOf(club)).toEqual([
    { actor: `user:${user.userId}`, details: { refunded: 0 } },
  ]);
  const pictures = world.db
    .selectFrom('image')
    .select('club_id')
    .where('account_id', '=', user.userId);
  expect(await pictures.execute()).toEqual([{ club_id: other.ID }]);
  const row = await world.db
    .selectFrom('club')
    .selectAll()
    .where('id', '=', club.ID)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    club_name: '',
    titel: '',
    beschreibung: '',
    contact: null,
    contact_print: null,
    telefon_hash: null,
    canton: null,
    oeffnungszeiten: [],
    unsaved: null,
    alert_at: null,
    deleted_at: PLANNED_AT,
  });
  for (const club_id of [null, '', 'x', -1, 1.5, {}])
    expect((await user.raw('delete_club', { payload: { club_id } })).status).toBe(422);
});

test('a repeated click orders once; with the version shown it is refused [CLU-17, T-RACE-02, FIX-07]', async () => {
  const user = await on.rich(500);
  const send = (payload: object) =>
    user.raw('save_club', { payload, headers: { 'idempotency-key': 'club-once' } });
  const [first, second] = [
    await send(wholeClub({ monate: 1 })),
    await send(wholeClub({ monate: 1 })),
  ];
  expect(second.body).toEqual(first.body);
  expect(await on.credits(user)).toBe(450);
  const { ID: club_id, version } = first.body.club as Club;
  const prolonging = wholeClub({ club_id, version, monate: 1 });
  const answers = await withKeys(user, prolonging);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  const once = await Promise.all(
    Array.from({ length: 10 }, () => user.call(saveClub, { ...prolonging, version: version + 1 })),
  );
  for (const { status, body } of once) expect([status, body]).toEqual([200, once[0]!.body]);
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
    code: 'CLUB_VERSION_CONFLICT',
    version: version + 1,
    saved_at: START.toISOString(),
  });
  expect(await on.credits(user)).toBe(350);
});

test('five concurrent orders of an entry act once; racing deletions refund once [CLU-17, T-RACE-02]', async () => {
  const user = await on.rich(500);
  const { club_id, version } = (await user.call(keepClub, wholeClub())).body;
  const answers = await withKeys(user, wholeClub({ monate: 1, club_id, version, ...PLANNED }));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect([(await clubs(user)).length, await on.credits(user)]).toEqual([1, 450]);
  const gone = await Promise.all(
    Array.from({ length: 5 }, () => user.call(deleteClub, { club_id })),
  );
  expect(gone.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  expect(await on.credits(user)).toBe(500);
});

test('a new club that is ordered again and again without key and version is charged once [decisions 4, T-RACE-02, FIX-28]', async () => {
  const user = await on.rich(500);
  const answers = await Promise.all(Array.from({ length: 5 }, () => order(user)));
  expect(answers[0]).toMatchObject({
    status: 200,
    body: { charged: 50, credits: 450, message: 'Dein Club ist online.' },
  });
  for (const answer of [...answers, await order(user)])
    expect(answer.body).toEqual(answers[0]!.body);
  // The version before the first click is that of every blank entry.
  expect((await order(user, { version: 0 })).body).toEqual(answers[0]!.body);
  expect([(await clubs(user)).length, await on.credits(user)]).toEqual([1, 450]);
  // An autosaved entry is placed by the first click as well.
  await user.call(keepClub, wholeClub({ titel: 'Zweites Haus' }));
  const kept = await Promise.all(
    Array.from({ length: 5 }, () => order(user, { titel: 'Zweites Haus', ...PLANNED })),
  );
  for (const answer of kept) expect(answer.body).toEqual(kept[0]!.body);
  expect([(await clubs(user)).length, await on.credits(user)]).toEqual([2, 400]);
  expect(
    await world.db.selectFrom('club').select('id').where('account_id', '=', user.userId).execute(),
  ).toHaveLength(2);
  // Other contents are another club, and another minute is another order.
  expect((await order(user, { monate: 2 })).status).toBe(200);
  const start = { ...PLANNED, publish_time: '18:01' } as const;
  expect((await order(user, start)).body).toMatchObject({
    charged: 50,
    message: 'Dein Club ist geplant.',
  });
  // What is wrong with it is said first.
  expect((await order(user, { expected_total: 49 })).body).toMatchObject({
    code: 'PRICE_CHANGED',
    total: 50,
  });
  world.clock.advance(MINUTE_MS);
  expect((await order(user)).status).toBe(200);
});

test('a named club is not prolonged by a repeated click: the read version is required [decisions 4, T-RACE-02]', async () => {
  const user = await on.rich(500);
  const { ID: club_id } = await placed(user);
  const longer = await order(user, { club_id, monate: 2 });
  expect(longer).toMatchObject({ status: 422, body: { errors: { version: clubTexts.unseen } } });
  expect(await on.credits(user)).toBe(450);
  // An entry that is being written, and one that is over, are ordered without it: once.
  const entry = (await user.call(keepClub, wholeClub({ titel: 'Zweites Haus' }))).body
    .club_id as number;
  const second = wholeClub({ monate: 1, club_id: entry, titel: 'Zweites Haus' });
  const first = await withKeys(user, second);
  expect(first.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422]);
  world.clock.set(addCalendarMonths(START, 2));
  const again = await withKeys(user, second, 'z');
  expect(again.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422]);
  expect(await on.credits(user)).toBe(350);
});

test('five different orders at once with money for two make two clubs [T-RACE-02]', async () => {
  const user = await on.rich(149);
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) => order(user, { titel: `Bar ${n} und Räume` })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409]);
  expect([(await clubs(user)).length, await on.credits(user)]).toEqual([2, 49]);
});

test('an account has fifty clubs at most; deleted ones do not count, and those it has go on [CLU-17]', async () => {
  const user = await on.rich(150);
  const ids = [];
  for (let n = 0; n < 49; n++) ids.push(await placements(world).club(user.userId));
  const last = await placed(user);
  const more = () => order(user, { titel: 'Noch einer' });
  expect(await more()).toMatchObject({ status: 409, body: { code: 'TOO_MANY_CLUBS' } });
  expect((await more()).body.message).toBe(
    'Du hast schon 50 Clubs. Lösche zuerst einen, den du nicht mehr brauchst.',
  );
  expect((await order(user, { club_id: last.ID, version: last.version })).status).toBe(200);
  expect((await user.call(deleteClub, { club_id: ids[0]! })).status).toBe(200);
  expect((await more()).status).toBe(200);
});
