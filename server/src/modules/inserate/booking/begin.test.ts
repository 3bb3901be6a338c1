import { createInserat, keepInserat } from '@samtrot/shared/inserate/contract.ts';
import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { saveInseratImage, saveInseratVideo } from '@samtrot/shared/media/contract.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type AdFixture, ad, adStage } from '../../../testing/listings/inserate.ts';
import { lives, planned, premium } from '../../../testing/listings/lifecycle-fixtures.ts';
import { dataUrl, quarters } from '../../../testing/media/images.ts';
import { releasedVersion } from '../../../testing/world/catalogue.ts';
import { START } from '../../../testing/world/world.ts';
import { choicesAt } from '../../catalogue/service.ts';

let { world, on, tus, user } = {} as AdFixture;
adStage((given) => ({ world, on, tus, user } = given), { credits: 500 });

const statusOf = (id: number) => lives(world, on).statusOf(id);
/** So many drafts beside what the account has. */
const crowd = (n: number) =>
  sql`insert into inserat (account_id, status, inserat_typ, created_at, changed_at)
    select ${user.userId}, 'entwurf', 'free', ${START}, ${START} from generate_series(1, ${n})`.execute(
    world.db,
  );
const FULL = {
  status: 409,
  body: {
    success: false,
    code: 'TOO_MANY_INSERATE',
    message: 'Du hast schon 500 Inserate. Lösche zuerst eines, das du nicht mehr brauchst.',
  },
};
const picture = async () => dataUrl(await quarters(40, 20).jpeg().toBuffer());

test('with 500 ads no new one is created, and the blank draft of another window is refused [EDI-04, INS-35]', async () => {
  const id = await on.blank(user);
  await crowd(500);
  expect(await user.call(createInserat, {})).toMatchObject(FULL);
  expect(await user.call(keepInserat, ad(id))).toMatchObject(FULL);
  expect(await on.place(user, { inserat_id: id, ...premium })).toMatchObject(FULL);
  expect(await on.place(user, { inserat_id: id, post_status: 'draft' })).toMatchObject(FULL);
  expect(
    await user.call(saveInseratImage, { inserat_id: id, base64ImageString: await picture() }),
  ).toMatchObject(FULL);
  const upload_id = await tus.sent(user, {
    inserat_id: id,
    kind: 'video',
    bytes: Buffer.from('film'),
  });
  expect(
    await user.call(saveInseratVideo, { inserat_id: id, upload_id, inserat_typ: '1_week' }),
  ).toMatchObject(FULL);
  expect([await statusOf(id), await on.credits(user)]).toEqual(['leer', 500]);
});

test('with 499 beside it the last one is begun, and goes on being written and placed [EDI-04, INS-35]', async () => {
  const id = await on.blank(user);
  await crowd(499);
  expect((await user.call(keepInserat, ad(id))).status).toBe(200);
  expect(await user.call(createInserat, {})).toMatchObject(FULL);
  expect((await user.call(keepInserat, ad(id, { titel: 'Noch ein Titel' }))).status).toBe(200);
  expect((await on.place(user, { inserat_id: id, ...premium })).status).toBe(200);
  await user.call(life.deleteInserat, { inserat_id: id });
  expect((await user.call(createInserat, {})).status).toBe(200);
});

test('a blank draft is swept after a day; asking again gives another that takes what was typed [EDI-04]', async () => {
  const id = await on.blank(user);
  world.clock.advance(DAY_MS + 1);
  await world.runTasks('publication/sweep');
  expect(await user.call(keepInserat, ad(id, { version: 0 }))).toMatchObject({
    status: 404,
    body: { code: 'INSERAT_NOT_FOUND' },
  });
  const again = await on.blank(user);
  expect(again).not.toBe(id);
  expect((await user.call(keepInserat, ad(again, { version: 0 }))).status).toBe(200);
});

test('a package alone makes no draft, the first field beside it does [EXP-47]', async () => {
  const id = await on.blank(user);
  const listed = async () => (await on.list(user)).length;
  const before = await listed();
  const package_only = { inserat_id: id, inserat_typ: '1_week', version: 0 } as const;
  expect((await user.call(keepInserat, package_only)).body).toMatchObject({
    version: 0,
    saved_at: null,
  });
  expect([await statusOf(id), await listed(), await on.blank(user)]).toEqual(['leer', before, id]);
  const more = { ...package_only, titel: 'Ruhige Abende' };
  expect((await user.call(keepInserat, more)).body).toMatchObject({ version: 1 });
  expect([await statusOf(id), await listed()]).toEqual(['entwurf', before + 1]);
});

test('a draft never online goes 180 days after its last change, told from 14 days before [EXP-46]', async () => {
  const person = await on.rich(100);
  const id = await on.blank(person);
  await person.call(keepInserat, { inserat_id: id, titel: 'Ruhige Abende', version: 0 });
  const online = await on.place(person, premium);
  const image = { inserat_id: id, base64ImageString: await picture() };
  const at = async (days: number) => {
    world.clock.set(new Date(START.getTime() + days * DAY_MS));
    await world.runTasks('publication/sweep');
    const own = (await on.list(person)).find(({ ID }) => ID === id);
    return own?.deletes_at;
  };
  world.clock.set(START);
  await person.call(saveInseratImage, image);
  const end = new Date(START.getTime() + 180 * DAY_MS).toISOString();
  expect([await at(165), await at(167), await at(179)]).toEqual([null, end, end]);
  expect(await at(181)).toBeUndefined();
  expect(await statusOf(id)).toBe('geloescht');
  const { rows } = await sql`select 1 from image where inserat_id = ${id}`.execute(world.db);
  expect(rows).toEqual([]);
  // One that has been online stays, whatever its age.
  expect((await on.list(person)).map(({ ID }) => ID)).toEqual([online.id]);
});

const GONE = {
  status: 422,
  body: { success: false, errors: { categories: 'Diese Auswahl gibt es nicht mehr' } },
};

test.each([
  ['a planned ad is started', 'INS-38', 'geplant', 'activate_inserat', 200],
  ['a hidden ad is shown', 'INS-36', 'ausgeblendet', 'activate_inserat', 200],
  ['an expired ad is not booked', 'INS-39', 'abgelaufen', 'reactivate_inserat', 422],
] as const)(
  '%s again with a category that was switched off [%s, EDI-44, BOF-115]',
  async (_what, _row, state, call, status) => {
    const id = await lives(world, on).adIn(state, user);
    const before = await on.credits(user);
    const press = () => user.raw(call, { payload: { inserat_id: id } });
    const { categories } = await choicesAt({ db: world.db, now: world.clock.now() });
    const offer = (offered: boolean) =>
      releasedVersion(
        world,
        'categories',
        categories.map((one) => (one.id === 1 ? { ...one, offered } : one)),
      );
    await offer(false);
    try {
      expect(await press()).toMatchObject(status === 200 ? { status } : GONE);
      expect([await statusOf(id), await on.credits(user)]).toEqual([
        ...[status === 200 ? 'aktiv' : state, before],
      ]);
    } finally {
      await offer(true);
    }
    if (status !== 200) expect((await press()).status).toBe(200);
  },
);

test('a story without a title is neither saved as posted nor booked on the list [MED-23, MED-24, INS-34]', async () => {
  const lacks = {
    status: 422,
    body: { success: false, errors: { story_title: 'Die Story braucht einen Titel' } },
  };
  const id = await on.blank(user);
  await user.call(saveInseratImage, { inserat_id: id, base64ImageString: await picture() });
  const posting = { inserat_id: id, ...premium, story_posted: true };
  for (const story_title of ['', '  '])
    expect(await on.place(user, { ...posting, story_title })).toMatchObject(lacks);
  expect((await on.place(user, { ...posting, story_title: '', post_status: 'draft' })).status).toBe(
    200,
  );
  await on.place(user, { inserat_id: id, ...premium, story_title: '' });
  expect(await user.call(life.storyInserat, { inserat_id: id })).toMatchObject(lacks);
  expect(await on.credits(user)).toBe(460);
  await on.place(user, { inserat_id: id, ...premium, story_title: 'Heute am See' });
  expect(await user.call(life.storyInserat, { inserat_id: id })).toMatchObject({
    status: 200,
    body: { charged: 10 },
  });
  const untitled = await on.place(user, { ...posting, story_title: '' });
  expect(untitled).toMatchObject(lacks);
});

test('a title of the story has 50 characters at most, in a draft and in a posted story [MED-24, CON-59]', async () => {
  const id = await on.blank(user);
  await user.call(saveInseratImage, { inserat_id: id, base64ImageString: await picture() });
  const of = (length: number) => ({ inserat_id: id, ...premium, story_title: 'ä'.repeat(length) });
  const tooLong = {
    status: 422,
    body: { success: false, errors: { story_title: 'Maximal 50 Zeichen erlaubt' } },
  };
  expect(await user.call(keepInserat, { ...ad(id), ...of(51) })).toMatchObject(tooLong);
  expect(await on.place(user, { ...of(51), story_posted: true })).toMatchObject(tooLong);
  expect((await user.call(keepInserat, { ...ad(id), ...of(50) })).status).toBe(200);
  expect((await on.place(user, { ...of(50), story_posted: true })).status).toBe(200);
});

test('an ad whose story was posted without a title can still be started and shown [INS-38]', async () => {
  const { id } = await on.place(user, planned);
  await sql`update inserat set story_posted = true, story_title = '' where id = ${id}`.execute(
    world.db,
  );
  expect((await user.call(life.activateInserat, { inserat_id: id })).status).toBe(200);
});
