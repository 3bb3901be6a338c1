import { orderBanner, saveBanner } from '@samtrot/shared/banners/contract.ts';
import { deleteClubImage, saveClub, saveClubImage } from '@samtrot/shared/clubs/contract.ts';
import { appeal, getHolds, resubmit } from '@samtrot/shared/holds/contract.ts';
import { FIELDS_OF_THINGS } from '@samtrot/shared/holds/rules.ts';
import * as staff from '@samtrot/shared/holds/staff-contract.ts';
import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { deleteInseratImage, saveInseratImage } from '@samtrot/shared/media/contract.ts';
import { claimReview, decideReview } from '@samtrot/shared/moderation/review-contract.ts';
import { report as send } from '@samtrot/shared/reports/contract.ts';
import { decideReport } from '@samtrot/shared/reports/staff-contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { beforeEach, expect, test } from 'vitest';
import { bannerWish, pictureFor, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { type AdFixture, ad, adStage } from '../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { type Staff, staffOf } from '../../testing/world/staff.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 5000 },
);
let moderator: Staff;
let seed = 0;
beforeEach(async () => {
  moderator = await staffOf(fixture.world, 'moderator');
});
const pixels = async () => dataUrl(await noise(40, 20, ++seed).jpeg().toBuffer());

async function adWithPictures(count: number) {
  const { user, on } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const pictures: number[] = [];
  for (let n = 0; n < count; n++) {
    const base64ImageString = await pixels();
    const { body } = await user.call(saveInseratImage, { inserat_id: id, base64ImageString });
    pictures.push(body.image.attachment_id);
  }
  return { id, pictures };
}

/** Things with two pictures where they may have them, and how their owner changes each field. */
const things = {
  async inserat() {
    const { user } = fixture;
    const { id, pictures } = await adWithPictures(2);
    const save = (change: object) =>
      user.call(saveInserat, ad(id, { inserat_typ: '1_week', ...change }));
    const to: Record<string, unknown> = {
      titel: 'Stunden am Ufer',
      beschreibung: 'Ganz anders als vorher.',
      name: 'Mona',
      story_title: 'Heute am Ufer',
      telefon: '079 111 22 33',
      cantons: ['BE'],
      categories: [2],
      offerings: [1],
      homepage: 'anders.example',
    };
    return {
      id,
      change: (field: string) => save({ [field]: to[field] }),
      drop: () => user.call(deleteInseratImage, { attachment_id: pictures[1]! }),
    };
  },
  async banner(field: string) {
    const { user, world } = fixture;
    const webseiten = [await websiteOf(world)];
    const picture = { typ: 'a2', banner_bild: await pictureFor('a2') } as const;
    const wish = bannerWish({ webseiten, ...(field !== 'text' && picture) });
    const { ID, version } = (await user.call(orderBanner, wish)).body.banner;
    const to: Record<string, unknown> = { text: 'Anders', url: 'https://anders.example/' };
    const save = (change: object) =>
      user.call(saveBanner, { ...wish, banner_bild: undefined, ID, version, ...change });
    const other = dataUrl(await noise(715, 244, ++seed).jpeg().toBuffer());
    return {
      id: ID as number,
      change: (field: string) => save({ [field]: to[field] }),
      drop: () => save({ banner_bild: other }),
    };
  },
  async club() {
    const { user } = fixture;
    const { club } = (await user.call(saveClub, wholeClub({ monate: 1 }))).body;
    const add = async () =>
      (await user.call(saveClubImage, { club_id: club.ID, base64ImageString: await pixels() }))
        .body;
    const [, second] = [await add(), await add()];
    const to: Record<string, unknown> = {
      club_name: 'Haus Ahorn',
      titel: 'Nur Räume',
      beschreibung: 'Ganz anders als vorher.',
      telefon: '079 111 22 33',
      canton: 'BE',
      ort: 'Bern',
      homepage: 'anders.example',
    };
    return {
      id: club.ID as number,
      change: (field: string) =>
        user.raw(saveClub.name, {
          payload: wholeClub({ club_id: club.ID, version: club.version, [field]: to[field] }),
        }),
      drop: () => user.call(deleteClubImage, { attachment_id: second.image.attachment_id }),
    };
  },
};

/** A reason that names this field. */
const reasonFor = (field: string) =>
  ({ offerings: 'schutz', ort: 'falsche_region' })[field] ?? 'anderes';
const text = 'Bitte ändere, was hier genannt ist.';

for (const type of ['inserat', 'banner', 'club'] as const)
  for (const field of nonEmpty(FIELDS_OF_THINGS[type]))
    test(`the owner of ${type} changes ${field} and hands it in [BOF-34, BOF-35, EXP-94]`, async () => {
      const { user } = fixture;
      const { id, change, drop } = await things[type](field);
      const named = field === 'bild' ? (type === 'banner' ? 'bild:1' : 'bild:2') : field;
      const object = { type, id };
      const { body } = await moderator.call(staff.hold, {
        object,
        kind: 'revise',
        reason: reasonFor(field) as never,
        fields: [named],
        text,
      });
      expect(body.hold?.fields, JSON.stringify(body)).toEqual([named]);
      const own = async () => (await user.call(getHolds, {})).body.holds.at(0)!;
      const press = () => user.call(resubmit, { hold_id: body.hold.id });
      expect(await own()).toMatchObject({ fields: [{ name: named, changed: false }] });
      expect((await press()).body.code).toBe('CHANGE_FIRST');
      const changed = await (field === 'bild' ? drop() : change(field));
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      expect((await press()).status).toBe(200);
    });

test('a picture that the owner has removed counts as named still when only words change [BOF-34, BOF-40]', async () => {
  const { user } = fixture;
  const { id, pictures } = await adWithPictures(2);
  const decision = { object: { type: 'inserat', id }, kind: 'revise', reason: 'anderes' } as const;
  const { body } = await moderator.call(staff.hold, {
    ...decision,
    fields: ['titel', 'bild:2'],
    text,
  });
  const hold_id: number = body.hold.id;
  await user.call(deleteInseratImage, { attachment_id: pictures[1]! });
  await user.call(saveInserat, ad(id, { inserat_typ: '1_week', titel: 'Stunden am Ufer' }));
  expect((await user.call(resubmit, { hold_id })).status).toBe(200);
  const own = async () => (await user.call(getHolds, {})).body.holds.at(0)!;
  const { fields, resubmitted_at } = await own();
  expect(resubmitted_at).not.toBeNull();
  // The dialog of the house offers what is there.
  const change = { ...decision, hold_id, text: `${text} Danke!` };
  const reworded = await moderator.call(staff.hold, {
    ...change,
    fields: ['titel'],
    seen_version: 1,
  });
  expect(reworded.status).toBe(200);
  expect(await own()).toMatchObject({ text: change.text, fields, resubmitted_at });
  const less = await moderator.call(staff.hold, { ...change, fields: [], seen_version: 2 });
  expect(less.body.hold).toMatchObject({ fields: [], resubmitted_at: null });
});

test('the words to the owner are 20 to 1000 characters, by whichever way [BOF-25]', async () => {
  const { id } = await adWithPictures(0);
  const object = { type: 'inserat', id } as const;
  const press = (characters: number) =>
    moderator.call(staff.hold, {
      object,
      kind: 'blocked',
      reason: 'anderes',
      text: 'x'.repeat(characters),
    });
  for (const characters of [0, 19, 1001]) {
    const { status, body } = await press(characters);
    expect([status, Object.keys(body.errors)], `${characters}`).toEqual([422, ['text']]);
  }
  const missing = await moderator.call(staff.hold, { object, kind: 'blocked' });
  expect([missing.status, missing.body.code, missing.body.message]).toEqual([
    ...[422, 'REASON_REQUIRED', 'Bitte gib einen Grund an.'],
  ]);
  const { status, body } = await press(1000);
  expect([status, body.hold.text.length]).toEqual([200, 1000]);
});

test('no decision names a picture without its number or what is not there [BOF-49, EXP-93]', async () => {
  const { user, world } = fixture;
  const { id } = await adWithPictures(1);
  const object = { type: 'inserat', id } as const;
  const about = { reason: 'anderes', text } as const;
  const row = await world.db
    .selectFrom('inserat')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const said = { type: 'inserat', id: row.public_id, reason: 'betrug' } as const;
  const { number } = (
    await world.visitor.call(send, { object: { type: said.type, id: said.id }, reason: 'betrug' })
  ).body;
  const review = await world.db
    .selectFrom('review')
    .select(['id', 'version'])
    .where('item_id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  await moderator.call(claimReview, { review_id: review.id });
  const ways = {
    hold: (fields: string[]) =>
      moderator.call(staff.hold, { object, kind: 'revise', ...about, fields }),
    review: (fields: string[]) =>
      moderator.call(decideReview, {
        review_id: review.id,
        seen_version: review.version,
        decision: 'revise',
        ...about,
        fields,
      }),
    report: (fields: string[]) =>
      moderator.call(decideReport, {
        number,
        justified: true,
        answer: text,
        statement: text,
        hold: { kind: 'revise', reason: 'anderes', fields },
      }),
  };
  for (const [way, press] of Object.entries(ways))
    for (const [field, problem] of [
      ['bild', 'Dieser Grund betrifft andere Felder.'],
      ['canton', 'Dieser Grund betrifft andere Felder.'],
      ['bild:2', 'Gibt es nicht: Bild 2.'],
    ] as const) {
      const { status, body } = await press([field]);
      expect([status, body.errors?.fields], `${way} ${field}`).toEqual([422, problem]);
    }
  expect((await user.call(getHolds, {})).body.holds).toEqual([]);
});

test('who takes an ad down sees its title and how many pictures it has; looks are noted [BOF-25, BOF-76]', async () => {
  const { user, world } = fixture;
  const { id } = await adWithPictures(2);
  const of = { type: 'inserat', id: String(id) } as const;
  expect((await moderator.call(staff.holdObject, of)).body).toMatchObject({
    title: 'Ruhige Stunden am See',
    pictures: 2,
    fields: expect.arrayContaining(['titel', 'story_title']),
  });
  await user.call(saveInserat, ad(id, { inserat_typ: '1_week', story_title: '' }));
  expect((await moderator.call(staff.holdObject, of)).body.fields).not.toContain('story_title');
  const { body } = await moderator.call(staff.uncoverObject, { type: 'inserat', id });
  expect(body.pictures.map(({ n }: { n: number }) => n)).toEqual([1, 2]);
  const shown = await world.server.inject({
    url: body.pictures[1].url,
    headers: { cookie: moderator.cookie },
  });
  expect(shown.statusCode).toBe(200);
  const looks = await world.db
    .selectFrom('data_access_log')
    .select(['kind', 'reason'])
    .where('account_id', '=', user.userId)
    .execute();
  expect(looks).toEqual([{ kind: 'images', reason: 'Prüfung deines Eintrags' }]);
  const banner = await things.banner('bild');
  const shownBanner = { type: 'banner', id: String(banner.id) } as const;
  expect((await moderator.call(staff.holdObject, shownBanner)).body).toMatchObject({
    pictures: 1,
    fields: ['url'],
  });
  const unknown = { type: 'inserat', id: '1' } as const;
  expect((await moderator.call(staff.holdObject, unknown)).status).toBe(404);
  expect((await moderator.call(staff.uncoverObject, { type: 'inserat', id: 1 })).status).toBe(404);
});

test('an appeal says what it is about, who decided with which note, and who else may [BOF-36]', async () => {
  const { user } = fixture;
  const { id } = await adWithPictures(0);
  const object = { type: 'inserat', id } as const;
  const note = 'Zwei Meldungen dazu.';
  const held = await moderator.call(staff.hold, {
    object,
    kind: 'revise',
    reason: 'anderes',
    text,
    note,
  });
  const message = 'Das stimmt so nicht, bitte prüft es.';
  await user.call(appeal, { hold_id: held.body.hold.id, message });
  const second = await staffOf(fixture.world, 'owner');
  const { body } = await second.call(staff.appeals, {});
  const shown = nonEmpty(body.appeals as { object: object; others: string[] }[]).find(
    ({ object: of }) => JSON.stringify(of) === JSON.stringify(object),
  )!;
  expect(shown).toMatchObject({
    title: 'Ruhige Stunden am See',
    note,
    decided_by: [moderator.name],
    may_decide: true,
  });
  expect(shown.others).toContain(second.name);
  const list = (await second.call(staff.holds, {})).body.holds as { title: string }[];
  expect(list[0]).toMatchObject({ object, title: 'Ruhige Stunden am See' });
});
