import { deleteClub, keepClub, saveClub } from '@samtrot/shared/clubs/contract.ts';
import { clubsAnswer, type DeliveredClub } from '@samtrot/shared/delivery/contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { wholeClub } from '../../../testing/listings/clubs.ts';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { placements } from '../../../testing/listings/placements.ts';
import { exactly, partnerCopy, partnerKey } from '../../../testing/partners/partner.ts';
import { SOON } from '../../../testing/process/eventually.ts';
import { storedEdits } from '../../../testing/world/encrypted-rows.ts';
import {
  type Caller,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';
import { type issueKey, setAccepts } from '../../partners/service.ts';

let world: World;
let place: ReturnType<typeof placements>;
let on: ReturnType<typeof advertisers>;
let owner: Caller;
let key: string;

const ahead = (ms: number) => new Date(START.getTime() + ms);
const run = { start: ahead(-DAY_MS), end: ahead(DAY_MS) };
const get = (path: string) =>
  world.send('', {
    method: 'GET',
    url: `/partner/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
  });
const manage = <T>(work: (ctx: Parameters<typeof issueKey>[0]) => Promise<T>) =>
  world.db
    .transaction()
    .execute((db) => work({ db, now: world.clock.now(), actor: { kind: 'cli' } }));
const club = (club_name: string, values: Parameters<typeof place.club>[1] = {}) =>
  place.club(owner.userId, { run, club_name, canton: 'ZH', ...values });
const change = (id: number, values: object) =>
  world.db.updateTable('club').set(values).where('id', '=', id).execute();

const publicIds = async (...ids: number[]) => {
  const rows = await world.db
    .selectFrom('club')
    .select('public_id')
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ public_id }) => public_id).toSorted();
};

function copy(filter = '') {
  const read = (body: unknown) => {
    const { clubs: entries, ...rest } = exactly(clubsAnswer, body);
    return { entries, ...rest };
  };
  const own = partnerCopy<DeliveredClub>({ list: 'clubs', get, read, filter });
  return {
    ...own,
    names: () => [...own.known.values()].map(({ name }) => name).sort(),
    one: (name: string) => [...own.known.values()].find((entry) => entry.name === name),
  };
}

beforeAll(async () => {
  world = await testWorld();
  place = placements(world);
  on = advertisers(world);
  owner = await world.user();
  key = await partnerKey(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('image').execute();
  await world.db.updateTable('club').set({ deleted_at: START }).execute();
  // Bookings of earlier tests end with their clubs.
  await world.db
    .updateTable('club_booking')
    .set({ start_at: ahead(-9 * DAY_MS), end_at: ahead(-8 * DAY_MS) })
    .execute();
});

test('the change feed of clubs returns changes and tombstones since a cursor [decisions 7]', async () => {
  const [, edited, deleted, endless] = [
    await club('Bleibt'),
    await club('Vorher'),
    await club('Geht'),
    await place.club(owner.userId, { club_name: 'Ohne Ende', canton: 'ZH' }),
  ];
  const entry = await place.club(owner.userId, { club_name: 'Entwurf', placed_at: null });
  const gone = await publicIds(deleted, endless);
  const partner = copy();
  await partner.start();
  expect(partner.names()).toEqual(['Bleibt', 'Geht', 'Ohne Ende', 'Vorher']);
  await change(edited, { club_name: 'Nachher' });
  await change(deleted, { deleted_at: START });
  await world.db.deleteFrom('club').where('id', '=', endless).execute();
  await change(entry, { titel: 'Noch ein Entwurf' });
  await club('Neu');
  const changes = await partner.update();
  expect(partner.names()).toEqual(['Bleibt', 'Nachher', 'Neu']);
  // Concurrent transactions may repeat earlier changes.
  expect(changes.flatMap((one) => ('deleted' in one ? one.id : []))).toEqual(
    expect.arrayContaining(gone),
  );
  expect(JSON.stringify(changes)).not.toContain((await publicIds(entry))[0]);
  await partner.update();
  expect(partner.names()).toEqual(['Bleibt', 'Nachher', 'Neu']);
  // The cursor is bound to its canton.
  expect((await get(`clubs?canton=ZH&since=${partner.token()}`)).status).toBe(422);
});

test('an image and a later end are changes, unsaved text is not [decisions 10]', async () => {
  const id = await club('Haus');
  const partner = copy();
  await partner.start();
  await place.picture(owner.userId, { club_id: id });
  await partner.update();
  expect(partner.one('Haus')!.images).toHaveLength(1);
  await world.db.deleteFrom('image').execute();
  const end_at = ahead(3 * DAY_MS);
  await world.db.updateTable('club_booking').set({ end_at }).where('club_id', '=', id).execute();
  await partner.update();
  expect(partner.one('Haus')).toMatchObject({ images: [], end_at: end_at.toISOString() });
  await change(id, {
    unsaved: storedEdits('club', id, { titel: 'Geheim' }),
    version: 2,
    saved_at: START,
  });
  expect(JSON.stringify(await partner.update())).not.toContain('Geheim');
});

test('a transaction that commits late is not skipped by reads in between [decisions 10]', async () => {
  const [slow, quick] = [await club('Langsam'), await club('Schnell')];
  const partner = copy();
  await partner.start();
  const transaction = await world.db.startTransaction().execute();
  await transaction.updateTable('club').set({ titel: 'Spät' }).where('id', '=', slow).execute();
  await change(quick, { titel: 'Früh' });
  await partner.update();
  await partner.update(1);
  expect([partner.one('Schnell')!.titel, partner.one('Langsam')!.titel]).toEqual(['Früh', '']);
  const late = copy();
  await late.start();
  await transaction.commit().execute();
  for (const listener of [partner, late]) {
    await listener.update();
    expect(listener.one('Langsam')!.titel).toBe('Spät');
  }
});

test('a start or end without a write is a change, to the millisecond and across pages [CLU-12, CLU-14]', async () => {
  for (let n = 0; n < 5; n++)
    await club(`Endet ${n}`, { run: { start: run.start, end: ahead(HOUR_MS) } });
  await club('Beginnt', { run: { start: ahead(HOUR_MS), end: ahead(2 * HOUR_MS) } });
  const planned = await club('Nie gezeigt', {
    run: { start: ahead(2 * HOUR_MS), end: ahead(3 * HOUR_MS) },
  });
  const partner = copy();
  await partner.start();
  expect(partner.names()).toHaveLength(5);
  // A club that was never published has no tombstone.
  const [never] = await publicIds(planned);
  await change(planned, { titel: 'Noch nicht' });
  world.clock.set(ahead(HOUR_MS - 1));
  expect(JSON.stringify(await partner.update())).not.toContain(never);
  expect(partner.names()).toHaveLength(5);
  await change(planned, { deleted_at: world.clock.now() });
  world.clock.set(ahead(HOUR_MS));
  expect(JSON.stringify(await partner.update(2))).not.toContain(never);
  expect(partner.names()).toEqual(['Beginnt']);
  world.clock.set(ahead(2 * HOUR_MS));
  await partner.update();
  expect(partner.names()).toEqual([]);
});

test('a club deleted before its start never appears in the feed, nor after account deletion [decisions 10]', async () => {
  const user = await on.rich(100);
  const [never, shown] = [
    await place.club(user.userId, {
      run: { start: ahead(HOUR_MS), end: ahead(DAY_MS) },
      club_name: 'Nie gezeigt',
    }),
    await place.club(user.userId, { run, club_name: 'War da' }),
  ];
  const partner = copy();
  await partner.start();
  // A delivery that is recorded after the deletion counts as one more change of the club.
  const deliveries = () =>
    world.db
      .selectFrom('placement')
      .select('item_id')
      .where('item_id', '=', shown)
      .where('kind', '=', 'club')
      .execute();
  await expect.poll(deliveries, SOON).toHaveLength(1);
  for (const id of [never, shown]) await change(id, { deleted_at: START });
  world.clock.set(ahead(2 * HOUR_MS));
  const changes = JSON.stringify(await partner.update());
  expect([
    changes.includes((await publicIds(never))[0]!),
    changes.includes((await publicIds(shown))[0]!),
  ]).toEqual([false, true]);
  const marks = () =>
    world.db
      .selectFrom('delivery_club_change')
      .selectAll()
      .where('club_id', 'in', [never, shown])
      .execute();
  const before = await marks();
  expect((await user.raw('delete_account', { payload: { password: PASSWORD } })).status).toBe(200);
  await world.finishDeletions();
  expect(await marks()).toEqual(before);
});

test('a club that leaves the filtered canton yields a tombstone [decisions 10]', async () => {
  const [leaves, other] = [await club('Zieht weg'), await club('Zieht her', { canton: 'BE' })];
  const partner = copy('&canton=ZH');
  await partner.start();
  await change(leaves, { canton: 'BE' });
  await change(other, { canton: 'ZH' });
  await partner.update();
  expect(partner.names()).toEqual(['Zieht her']);
});

test('a changed rating limit returns exactly the clubs with affected images [MED-12, decisions 10]', async () => {
  const id = await club('Haus');
  await club('Ohne Bild');
  await place.picture(owner.userId, { club_id: id }, { rating: 'erotisch' });
  const partner = copy();
  await partner.start();
  await manage((ctx) => setAccepts(ctx, 'Mondgarten', 'jugendfrei'));
  const pictures = async () =>
    exactly(clubsAnswer, (await get('clubs')).body).clubs.flatMap((one) =>
      'images' in one ? one.images : [],
    );
  await expect.poll(pictures, SOON).toEqual([]);
  await partner.update();
  expect(partner.one('Haus')!.images).toEqual([]);
  await manage((ctx) => setAccepts(ctx, 'Mondgarten', 'erotisch'));
});

test('booking, changing, extending and deleting a club are changes [CLU-17, decisions 10]', async () => {
  const user = await on.rich(200);
  const partner = copy();
  await partner.start();
  const kept = (await user.call(keepClub, wholeClub())).body.club_id as number;
  expect(JSON.stringify(await partner.update())).not.toContain((await publicIds(kept))[0]);
  const { ID: club_id, version } = (await user.call(saveClub, wholeClub({ monate: 1 }))).body.club;
  await partner.update();
  const first = partner.one('Haus Linde')!;
  const longer = await user.call(
    saveClub,
    wholeClub({ club_id, version, monate: 1, titel: 'Neuer Titel' }),
  );
  await partner.update();
  expect(partner.one('Haus Linde')).toMatchObject({
    titel: 'Neuer Titel',
    end_at: longer.body.club.end_at,
  });
  await user.call(deleteClub, { club_id });
  expect(await partner.update()).toContainEqual({ id: first.id, deleted: true });
});

test('a cursor of another transaction sequence is refused and requires a resync [decisions 10]', async () => {
  await club('Haus');
  const { body } = await get('clubs');
  await world.db.deleteFrom('delivery_club_change').execute();
  const answer = await get(`clubs?since=${body.next_since}`);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['since']]);
});
