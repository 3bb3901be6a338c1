import { getInserat, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import {
  activateInserat,
  deleteInserat,
  hideInserat,
  restoreInserat,
} from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import {
  deleteInseratImage,
  restoreInseratImage,
  saveInseratImage,
} from '@samtrot/shared/media/contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ad, advertisers } from '../../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../../testing/media/images.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
let sizes = 20;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(async () => {
  world.clock.set(START);
  user = await on.rich(500);
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const after = (minutes: number) => world.clock.set(new Date(START.getTime() + minutes * MINUTE_MS));
const tidy = () => world.runTasks('publication/erase', 'media/removal');

/** A picture that no other test has. */
async function picture(id: number): Promise<number> {
  const base64ImageString = dataUrl(await quarters(sizes++, 20).jpeg().toBuffer());
  const { body } = await user.call(saveInseratImage, { inserat_id: id, base64ImageString });
  return body.image.attachment_id;
}

async function saved(pictures = 0): Promise<{ id: number; images: number[] }> {
  const { id } = await on.place(user, { post_status: 'draft' });
  const images: number[] = [];
  for (let n = 0; n < pictures; n++) images.push(await picture(id));
  return { id, images };
}

const only = async () => (await on.list(user))[0];
const order = async () => (await only())!.imageSources.map(({ attachment_id }) => attachment_id);
const stored = async () => (await world.db.selectFrom('image').select('id').execute()).length;

test('a deleted draft is gone at once and comes back whole, with its pictures', async () => {
  const { id, images } = await saved(2);
  const before = await only();
  const gone = await user.call(deleteInserat, { inserat_id: id });
  expect(gone.body).toMatchObject({ restorable: true, refunded: 0, message: 'Entwurf gelöscht.' });
  expect(await on.list(user)).toEqual([]);
  expect((await user.call(getInserat, { inserat_id: id })).body.code).toBe('INSERAT_NOT_FOUND');
  expect((await user.call(saveInserat, ad(id))).body.code).toBe('INSERAT_NOT_FOUND');
  await tidy();

  const back = await user.call(restoreInserat, { inserat_id: id });
  expect(back).toMatchObject({ status: 200, body: { inserat: { ID: id } } });
  expect(await only()).toEqual(before);
  expect(await order()).toEqual(images);
  // A second press has nothing to restore.
  expect((await user.call(restoreInserat, { inserat_id: id })).status).toBe(404);
});

test('after ten minutes a deleted draft is erased with its pictures and stays gone', async () => {
  const { id } = await saved(1);
  const pictures = await stored();
  await user.call(deleteInserat, { inserat_id: id });
  after(10);
  expect((await user.call(restoreInserat, { inserat_id: id })).status).toBe(404);
  await tidy();
  const row = await world.db
    .selectFrom('inserat')
    .select(['status', 'titel', 'contact', 'erase_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ status: 'geloescht', titel: '', contact: null, erase_at: null });
  expect(await stored()).toBe(pictures - 1);
});

test('what was placed is deleted for good, and only its owner restores a draft', async () => {
  const placed = await on.place(user, {});
  const gone = await user.call(deleteInserat, { inserat_id: placed.id });
  expect(gone.body.restorable).toBe(false);
  expect((await user.call(restoreInserat, { inserat_id: placed.id })).status).toBe(404);

  const { id } = await saved();
  await user.call(deleteInserat, { inserat_id: id });
  const other = await on.rich(0);
  expect((await other.call(restoreInserat, { inserat_id: id })).status).toBe(404);
  expect((await world.visitor.call(restoreInserat, { inserat_id: id })).status).toBe(401);
});

test('a removed picture comes back to its place with its files', async () => {
  const { images } = await saved(3);
  const before = await only();
  await user.call(deleteInseratImage, { attachment_id: images[1]! });
  expect(await order()).toEqual([images[0], images[2]]);
  await tidy();
  expect((await user.call(restoreInseratImage, { attachment_id: images[1]! })).status).toBe(200);
  expect((await only())!.imageSources).toEqual(before!.imageSources);
  await tidy();
  const name = before!.imageSources[1]!.url.split('/').at(-1)!;
  expect(await world.app.media.files.sizeOf(name)).toBeGreaterThan(0);
});

test('a removed picture is erased after ten minutes, and a full ad has no room for it', async () => {
  const { id, images } = await saved(1);
  await user.call(deleteInseratImage, { attachment_id: images[0]! });
  // A free draft has room for as many as its package; the newest takes the last place.
  for (;;) {
    const base64ImageString = dataUrl(await quarters(sizes++, 20).jpeg().toBuffer());
    const added = await user.call(saveInseratImage, { inserat_id: id, base64ImageString });
    if (added.status !== 200) break;
  }
  const restored = await user.call(restoreInseratImage, { attachment_id: images[0]! });
  expect(restored).toMatchObject({ status: 409, body: { code: 'TOO_MANY_IMAGES' } });
  after(10);
  expect((await user.call(restoreInseratImage, { attachment_id: images[0]! })).status).toBe(404);
  await tidy();
  expect(await world.db.selectFrom('removed_image').selectAll().execute()).toEqual([]);
});

test('a hidden ad that is shown again has its status, its end and its place', async () => {
  await on.place(user, { inserat_typ: '1_week' });
  const before = (await only())!;
  const hidden = await user.call(hideInserat, { inserat_id: before.ID });
  expect(hidden.body.message).toBe('Ausgeblendet.');
  const shown = await user.call(activateInserat, { inserat_id: before.ID });
  expect(shown.status).toBe(200);
  const now = (await only())!;
  expect([now.inserat_status, now.end_at, now.hidden_at]).toEqual(['aktiv', before.end_at, null]);
  const { lifted_at } = await world.db
    .selectFrom('inserat')
    .select('lifted_at')
    .where('id', '=', before.ID)
    .executeTakeFirstOrThrow();
  expect(lifted_at).toEqual(START);
});
