import { afterAll, beforeAll, expect, test } from 'vitest';
import { advertisers } from '../../testing/inserate.ts';
import { uploader } from '../../testing/uploads.ts';
import { testWorld, type World } from '../../testing/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let tus: ReturnType<typeof uploader>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  tus = uploader(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

async function fresh() {
  const user = await on.rich(200);
  const id = await on.blank(user);
  return { user, id, image: { inserat_id: String(id), kind: 'image', filename: 'Ferien mit Lena.jpg' } };
}
const bytes = Buffer.from('0123456789abcdefghij');

const rowOf = (id: string) => world.db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst();

test('MED-18 an upload is begun, goes on where it stands, and is whole', async () => {
  const { user, image } = await fresh();
  const begun = await tus.begin(user, image, bytes.length);
  expect(begun).toMatchObject({ status: 201, headers: { 'tus-resumable': '1.0.0' } });
  const id = String(begun.headers.location).split('/').at(-1)!;
  expect(begun.headers.location).toBe(`/media/uploads/${id}`);
  expect(await rowOf(id)).toMatchObject({ account_id: user.userId, kind: 'image', size: 20, finished_at: null });

  const first = await tus.patch(user, id, { offset: 0, bytes: bytes.subarray(0, 7) });
  expect(first).toMatchObject({ status: 204, headers: { 'upload-offset': '7' } });
  const head = await tus.send(user, 'HEAD', `/media/uploads/${id}`);
  expect(head).toMatchObject({
    status: 200,
    headers: { 'upload-offset': '7', 'upload-length': '20', 'cache-control': 'no-store' },
  });
  const wrong = await tus.patch(user, id, { offset: 3, bytes: bytes.subarray(3) });
  expect(wrong).toMatchObject({ status: 409, body: { success: false, code: 'UPLOAD_ELSEWHERE' } });
  expect((await rowOf(id))!.finished_at).toBeNull();

  expect((await tus.patch(user, id, { offset: 7, bytes: bytes.subarray(7) })).headers['upload-offset']).toBe('20');
  expect((await rowOf(id))!.finished_at).toEqual(world.clock.now());
  expect(Buffer.from((await world.app.media.uploads.read(id))!)).toEqual(bytes);
});
