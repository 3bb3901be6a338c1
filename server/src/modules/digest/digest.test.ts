import { chooseDigest, getDigest } from '@samtrot/shared/digest/contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { SOLO_TEXT } from '@samtrot/shared/staff/approval-rules.ts';
import type { Role } from '@samtrot/shared/staff/roles.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sentBy } from '../../testing/process/sent.ts';
import { type Staff, staffCaller, staffLoginOf, staffOf } from '../../testing/world/staff.ts';
import { testWorld, type World } from '../../testing/world/world.ts';

/** 06:59 Swiss time of the day after START. */
const BEFORE_SEVEN = new Date('2026-11-21T05:59:00Z');

let world: World;
beforeEach(async () => {
  world = await testWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

async function reader(role: Role): Promise<Staff> {
  const person = await staffOf(world, role);
  const { status } = await person.call(chooseDigest, { chosen: true });
  expect(status).toBe(200);
  return person;
}
const digests = async ({ email }: Staff) =>
  (await world.mails(email)).filter(({ subject }) => subject === 'Zusammenfassung von heute');
const run = () => world.runTasks('digest/send');
/** As if she had logged in just now. */
const standingOf = async ({ staffId }: Staff) =>
  (await staffCaller(world, await staffLoginOf(world, staffId)).call(getDigest, {})).body;

test('the digest goes out once at 07:00 to who chose it, to nobody else [BOF-137]', async () => {
  const person = await reader('moderator');
  const other = await staffOf(world, 'moderator');
  const gone = await reader('finance');
  await sql`update staff set state = 'left' where id = ${gone.staffId}`.execute(world.db);
  // That of the day on which she chose it is over.
  await run();
  await sql`delete from mail`.execute(world.db);
  world.clock.set(BEFORE_SEVEN);
  await run();
  expect(await digests(person)).toEqual([]);
  world.clock.advance(MINUTE_MS);
  await run();
  await run();
  expect(await digests(person)).toHaveLength(1);
  expect([await digests(other), await digests(gone)]).toEqual([[], []]);
  world.clock.advance(DAY_MS);
  await run();
  expect(await digests(person)).toHaveLength(2);
});

test('a worker that comes late sends it still; until then the overview says so [BOF-137]', async () => {
  const person = await reader('moderator');
  await run();
  expect(await standingOf(person)).toMatchObject({ chosen: true, missing: false });
  world.clock.set(BEFORE_SEVEN);
  expect(await standingOf(person)).toMatchObject({ missing: false });
  world.clock.advance(5 * HOUR_MS);
  expect(await standingOf(person)).toMatchObject({ missing: true });
  const before = (await digests(person)).length;
  await run();
  expect(await digests(person)).toHaveLength(before + 1);
  expect(await standingOf(person)).toMatchObject({ missing: false });
});

test('it says what waits, yesterday and health, revenue by right, or that all is quiet [BOF-137]', async () => {
  const [moderator, finance] = [await reader('moderator'), await reader('finance')];
  await world.user();
  world.clock.set(new Date(BEFORE_SEVEN.getTime() + MINUTE_MS));
  await world.runTasks('heartbeat', 'audit/checkpoint', 'digest/send');
  const textOf = async (who: Staff) => (await digests(who)).at(-1)!.text;
  expect(await textOf(moderator)).toContain('Alles ruhig.');
  expect(await textOf(moderator)).toContain('Neue Konten: 1');
  expect(await textOf(moderator)).toContain('Sicherung: Noch keine Sicherung');
  expect(await textOf(moderator)).not.toContain('Umsatz');
  expect(await textOf(finance)).toContain('Umsatz bezahlt: CHF 0.-');

  await sql`insert into report (thing, item_id, account_id, reason, received_at, by_website)
            select 'inserat', 1, id, 'minderjaehrig', ${world.clock.now()}, false from account`.execute(
    world.db,
  );
  // Heartbeats use the database's clock, which advances during a statement.
  world.clock.advance(DAY_MS + MINUTE_MS);
  await run();
  expect(await textOf(moderator)).not.toContain('Alles ruhig.');
  expect(await textOf(moderator)).toMatch(
    /Meldungen: 1, 1 dringend, 1 überfällig, die Älteste seit 1 Tag/,
  );
  expect(await textOf(moderator)).toContain('Worker: Puls vor 1 Tag');
});

test('however many read it, health is looked up once for a run [BOF-137]', async () => {
  const readers = [await reader('moderator'), await reader('finance'), await reader('owner')];
  world.clock.set(new Date(BEFORE_SEVEN.getTime() + MINUTE_MS));
  const sent = await sentBy(run);
  for (const person of readers) expect((await digests(person)).at(-1)!.text).toContain('Zustand:');
  expect(sent.filter(({ text }) => text.includes('heartbeat'))).toHaveLength(1);
});

test('in a house of one person every digest says what stands for the second one [BOF-24]', async () => {
  const person = await reader('owner');
  const text = async () => (await digests(person)).at(-1)!.text;
  world.clock.set(new Date(BEFORE_SEVEN.getTime() + MINUTE_MS));
  await run();
  expect(await text()).not.toContain(SOLO_TEXT);
  await using alone = await testWorld({ FOUR_EYES: 'solo' });
  const { email } = await staffOf(alone, 'owner');
  await alone.db.updateTable('staff').set({ digest_since: alone.clock.now() }).execute();
  alone.clock.set(new Date(BEFORE_SEVEN.getTime() + MINUTE_MS));
  await alone.runTasks('digest/send');
  const mails = await alone.mails(email);
  expect(mails.filter(({ text }) => text.includes(SOLO_TEXT))).toHaveLength(1);
  expect(alone.defects).toEqual([]);
});

test('the choice is a line of the audit log, made twice it is one [BOF-137]', async () => {
  const person = await reader('reader');
  await person.call(chooseDigest, { chosen: true });
  await person.call(chooseDigest, { chosen: false });
  expect(await standingOf(person)).toMatchObject({ chosen: false });
  const lines = await world.db
    .selectFrom('audit')
    .select(['after', 'object'])
    .where('action', '=', 'digest_chosen')
    .orderBy('id')
    .execute();
  const object = `staff:${person.staffId}`;
  expect(lines).toEqual([
    { after: { chosen: true }, object },
    { after: { chosen: false }, object },
  ]);
});
