import {
  type Club,
  deleteClub,
  getClub,
  keepClub,
  saveClub,
  saveClubImage,
} from '@samtrot/shared/clubs/contract.ts';
import { addCalendarMonths, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { shownWire } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../testing/media/images.ts';
import { addressOf } from '../../testing/world/accounts.ts';
import { changeEdits } from '../../testing/world/encrypted-rows.ts';
import { type Caller, START, testWorld, type World } from '../../testing/world/world.ts';
import { publishedClub, publishedClubs } from './service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(async () => {
  world.clock.set(START);
  user = await on.rich(100);
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const clubs = async (): Promise<Club[]> => (await user.call(state, {})).body.state.Clubs;
const read = async (club_id?: number) =>
  (await user.call(getClub, club_id ? { club_id } : {})).body as { club: Club; unsaved: unknown };
const placed = async (): Promise<Club> =>
  (await user.call(saveClub, wholeClub({ monate: 1 }))).body.club;

test('a new entry is blank; its autosaved values are in no list but on other devices [CLU-07]', async () => {
  const fresh = await read();
  expect(fresh).toMatchObject({
    unsaved: null,
    club: { ID: 0, version: 0, club_name: '', oeffnungszeiten: [], monate: 1, bilder: [] },
  });
  const kept = await user.call(keepClub, { club_name: 'Ha', telefon: '07', monate: 4, version: 0 });
  expect(kept.body).toMatchObject({ success: true, version: 1, saved_at: START.toISOString() });
  const { club } = await read();
  expect(club).toMatchObject({
    ID: kept.body.club_id,
    club_name: 'Ha',
    telefon: '07',
    monate: 4,
    start_at: null,
  });
  expect(await clubs()).toEqual([]);
  expect(await publishedClubs(world.db, { now: START, limit: 10 })).toEqual([]);
  // Kept again it is the same one; ordered it is in the list, and the next entry is blank again.
  const again = await user.call(
    keepClub,
    wholeClub({ version: 1, publish_option: 'Planen', publish_date: '2026-12-24' }),
  );
  expect(again.body).toMatchObject({ club_id: club.ID, version: 2 });
  expect((await read()).club).toMatchObject({
    publish_option: 'Planen',
    publish_date: '2026-12-24',
    publish_time: '',
  });
  const ordered = await user.call(saveClub, wholeClub({ club_id: club.ID, version: 2, monate: 1 }));
  expect(ordered.body.club.ID).toBe(club.ID);
  expect((await clubs()).map(({ ID }) => ID)).toEqual([club.ID]);
  expect((await read()).club.ID).toBe(0);
});

test('autosaved edits of a placed club stay invisible until saved and can be discarded [CLU-17]', async () => {
  const club = await placed();
  const { public_id } = await world.db
    .selectFrom('club')
    .select('public_id')
    .where('id', '=', club.ID)
    .executeTakeFirstOrThrow();
  const typed = wholeClub({
    club_id: club.ID,
    version: club.version,
    titel: 'Noch nicht fertig',
    monate: 6,
  });
  expect((await user.call(keepClub, typed)).body).toMatchObject({
    club_id: club.ID,
    version: club.version + 1,
  });
  const over = await read(club.ID);
  expect(over).toMatchObject({
    club: { titel: 'Bar und Räume', monate: 1 },
    unsaved: { titel: 'Noch nicht fertig', monate: 6 },
  });
  expect((await publishedClub(world.db, public_id, START))!.titel).toBe('Bar und Räume');
  expect((await clubs())[0]!.titel).toBe('Bar und Räume');
  const gone = await user.call(keepClub, {
    club_id: club.ID,
    version: over.club.version,
    discard: true,
  });
  expect(gone.body).toMatchObject({ club_id: club.ID, version: over.club.version + 1 });
  expect(await read(club.ID)).toMatchObject({ unsaved: null, club: { titel: 'Bar und Räume' } });
  await user.call(keepClub, wholeClub({ club_id: club.ID, titel: 'Wird gespeichert' }));
  await user.call(saveClub, wholeClub({ club_id: club.ID, titel: 'Wird gespeichert' }));
  expect(await read(club.ID)).toMatchObject({ unsaved: null, club: { titel: 'Wird gespeichert' } });
});

type Edits = Record<string, unknown>;
test.each<[string, (edits: Edits) => object, string]>([
  ['with a member missing', ({ ort: _ort, oeffnungszeiten: _open, ...edits }) => edits, 'Altstadt'],
  ['with one too many', (edits) => ({ ...edits, frueher: { a: 1 } }), 'Neustadt'],
  [
    'with a wrong type',
    (edits) => ({ ...edits, ort: 7, oeffnungszeiten: [{ tag: 1 }] }),
    'Altstadt',
  ],
])(
  'edits of a club stored by another version, %s, are read [FIX-21]',
  async (_what, stored, ort) => {
    const { club } = (await user.call(saveClub, wholeClub({ monate: 1, ort: 'Altstadt' }))).body;
    const { ID: club_id, oeffnungszeiten } = club as Club;
    await user.call(
      keepClub,
      wholeClub({ club_id, titel: 'Noch nicht gesichert', ort: 'Neustadt' }),
    );
    await changeEdits(world, 'club', club_id, stored);
    const { unsaved } = await read(club_id);
    expect(unsaved).toMatchObject({ titel: 'Noch nicht gesichert', ort, oeffnungszeiten });
    expect(unsaved).not.toHaveProperty('frueher');
  },
);

test('an outdated autosave is refused; a discarded entry is deleted with its pictures [CLU-17]', async () => {
  const kept = await user.call(keepClub, wholeClub({ version: 0 }));
  const { club_id } = kept.body;
  expect(await user.call(keepClub, wholeClub({ version: 0, titel: 'Anderer Tab' }))).toMatchObject({
    status: 409,
    body: { code: 'CLUB_VERSION_CONFLICT', version: 1, saved_at: START.toISOString() },
  });
  expect((await user.call(saveClub, wholeClub({ version: 0, monate: 1 }))).status).toBe(409);
  const gone = await user.call(keepClub, { club_id, discard: true });
  expect(gone.body).toMatchObject({ club_id: 0, version: 0, saved_at: null });
  expect((await read()).club.ID).toBe(0);
  expect((await user.call(getClub, { club_id })).status).toBe(404);
});

test('contents alone do not place an entry, and the entry can be deleted like any other [CLU-17]', async () => {
  const { club_id } = (await user.call(keepClub, wholeClub())).body;
  const answer = await user.call(saveClub, wholeClub({ club_id }));
  expect(answer.body.errors).toEqual({ monate: 'Wähle 1 bis 12 Monate' });
  expect((await user.call(deleteClub, { club_id })).body).toMatchObject({
    refunded: 0,
    credits: 100,
  });
  expect(
    await world.db.selectFrom('club').select('id').where('id', '=', club_id).execute(),
  ).toEqual([]);
});

test('five first keystrokes at once begin one entry [CLU-07]', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => user.call(keepClub, wholeClub())),
  );
  expect(new Set(answers.map(({ body }) => body.club_id)).size).toBe(1);
  expect((await read()).club.version).toBe(5);
});

test.each([
  ['club_id', 'x'],
  ['club_id', '-1'],
  ['club_id', '１'],
  ['club_id', '<b>1</b>'],
  ['club_id', '1 or 1=1'],
])('get_club with a malformed %s %j returns nothing [API-25, T-AUTH-01]', async (field, value) => {
  const answer = await user.raw('get_club', { method: 'GET', query: { [field]: value } });
  expect([answer.status, answer.body.success]).toEqual([422, false]);
});

const mails = async () =>
  (
    await world.db
      .selectFrom('mail')
      .select('cause')
      .where('cause', 'like', 'ends:club:%')
      .execute()
  ).map(({ cause }) => cause);
const alerts = (caller: Caller, expiry_alert: boolean, disable_messages = false) =>
  world.db
    .updateTable('account')
    .set({ expiry_alert, disable_messages })
    .where('id', '=', caller.userId)
    .execute();

test('the owner is reminded once, 24 hours before the end, after a prolongation the new one [CON-81, T-SCH-08]', async () => {
  await alerts(user, true);
  const club = await placed();
  const end = new Date(club.end_at!);
  world.clock.set(new Date(end.getTime() - DAY_MS - 1));
  await world.runTasks('publication/alert');
  expect(await mails()).toEqual([]);
  world.clock.set(new Date(end.getTime() - DAY_MS));
  await world.runTasks('publication/alert');
  await world.runTasks('publication/alert');
  expect(await mails()).toHaveLength(1);
  const email = await addressOf(world.db, user.userId);
  const text = (await world.mails(email)).at(-1)!.text;
  expect(text).toContain(`Nummer ${club.ID} endet am ${shownWire(club.end_zeit)}`);
  expect(text).not.toMatch(/Haus Linde/);
  const { ID: club_id, version } = club;
  const longer = await user.call(saveClub, wholeClub({ club_id, version, monate: 1 }));
  expect(longer.status).toBe(200);
  world.clock.set(end);
  await world.runTasks('publication/alert');
  expect(await mails()).toHaveLength(1);
  world.clock.set(new Date(addCalendarMonths(end, 1).getTime() - DAY_MS));
  await world.runTasks('publication/alert');
  expect(await mails()).toHaveLength(2);
});

test('no reminder without consent, after the end or for a deleted club [CON-81]', async () => {
  const before = (await mails()).length;
  const club = await placed();
  const dayBefore = new Date(new Date(club.end_at!).getTime() - DAY_MS);
  const other = await on.rich(50);
  await alerts(user, false);
  await alerts(other, true, true);
  await other.call(saveClub, wholeClub({ monate: 1 }));
  const gone = await on.rich(50);
  await alerts(gone, true);
  const { ID: club_id } = (await gone.call(saveClub, wholeClub({ monate: 1 }))).body.club;
  await gone.call(deleteClub, { club_id });
  world.clock.set(dayBefore);
  await world.runTasks('publication/alert');
  const late = await on.rich(50);
  world.clock.set(START);
  await alerts(late, true);
  await late.call(saveClub, wholeClub({ monate: 1 }));
  world.clock.set(new Date(club.end_at!));
  await world.runTasks('publication/alert');
  expect(await mails()).toHaveLength(before);
});

test('an entry is named by either of its names; two that differ name none [CLU-17]', async () => {
  const one = await placed();
  const entry = (await user.call(keepClub, { titel: 'Nebenan' })).body.club_id as number;
  const keep = (names: object) => user.raw('keep_club', { payload: { titel: 'Neu', ...names } });
  for (const names of [
    { club_id: one.ID, ID: entry },
    { club_id: entry, ID: one.ID },
  ])
    expect(await keep(names)).toMatchObject({ status: 404, body: { code: 'CLUB_NOT_FOUND' } });
  for (const names of [{ club_id: one.ID }, { ID: one.ID }, { club_id: one.ID, ID: one.ID }])
    expect(await keep(names)).toMatchObject({
      status: 200,
      body: { club_id: one.ID, message: 'Gesichert.' },
    });
  expect(await keep({})).toMatchObject({ status: 200, body: { club_id: entry } });
});

test('an entry that is thrown away takes its pictures with it, and none of another club [CLU-07]', async () => {
  const picture = dataUrl(await quarters(40, 20).jpeg().toBuffer());
  const club = await placed();
  for (const of of [{ club_id: club.ID }, {}])
    expect((await user.call(saveClubImage, { ...of, base64ImageString: picture })).status).toBe(
      200,
    );
  const thrown = await user.call(keepClub, { discard: true });
  expect(thrown.body).toEqual({
    success: true,
    club_id: 0,
    version: 0,
    saved_at: null,
    message: 'Gesichert.',
  });
  expect((await read()).club).toMatchObject({ ID: 0, bilder: [] });
  expect((await read(club.ID)).club.bilder).toHaveLength(1);
});

test('what is thrown away of a placed club says when that was saved, if it ever was [CLU-17]', async () => {
  const saved = await placed();
  const never = (await user.call(saveClub, wholeClub({ titel: 'Nebenan', monate: 1 }))).body.club
    .ID as number;
  await world.db.updateTable('club').set({ saved_at: null }).where('id', '=', never).execute();
  world.clock.advance(DAY_MS / 2);
  const thrown = async (club_id: number) =>
    (await user.call(keepClub, { club_id, discard: true })).body;
  expect(await thrown(saved.ID)).toMatchObject({
    version: 2,
    saved_at: START.toISOString(),
    message: 'Gesichert.',
  });
  expect(await thrown(never)).toMatchObject({ version: 2, saved_at: null });
});

test('while the account is off nothing is ordered or begins, and what is written can be changed [CLU-17]', async () => {
  const planned = {
    publish_option: 'Planen',
    publish_date: '2026-11-25',
    publish_time: '12:00',
  } as const;
  const { ID: club_id } = (await user.call(saveClub, wholeClub({ monate: 1, ...planned }))).body
    .club as Club;
  expect((await user.raw('goOffline')).status).toBe(200);
  const { version } = (await read(club_id)).club;
  const save = (changes: Parameters<typeof wholeClub>[0]) =>
    user.call(saveClub, wholeClub({ club_id, version, ...changes }));
  const off = { status: 409, body: { code: 'ACCOUNT_OFFLINE' } };
  expect(await save({ monate: 1 })).toMatchObject(off);
  expect(await save({ publish_option: 'Sofort' })).toMatchObject(off);
  expect(await user.call(saveClub, wholeClub({ titel: 'Nebenan', monate: 1 }))).toMatchObject(off);
  expect(await save({ titel: 'Andere Räume' })).toMatchObject({
    status: 200,
    body: { club: { titel: 'Andere Räume' } },
  });
  const later = { ...planned, publish_date: '2026-11-26', version: version + 1 };
  expect(await save(later)).toMatchObject({
    status: 200,
    body: { club: { publish_date: '2026-11-26' } },
  });
  // Its start passes meanwhile, so it never began, and its bookings end after the present.
  world.clock.set(instantOf('2026-11-28', '09:00'));
  const { start_at, end_at } = (await read(club_id)).club;
  const soon = new Date(world.clock.now().getTime() + 1);
  expect(start_at).toBe(soon.toISOString());
  expect((await user.call(deleteClub, { club_id })).body).toMatchObject({
    refunded: 50,
    credits: 100,
  });
  const runs = world.db
    .selectFrom('club_booking')
    .select(['start_at', 'end_at'])
    .where('club_id', '=', club_id);
  expect(await runs.execute()).toEqual([{ start_at: soon, end_at: new Date(end_at!) }]);
});
