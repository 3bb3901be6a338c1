import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import {
  MAX_IMAGE_BYTES,
  MAX_VIDEO_BYTES,
  UPLOAD_IDLE_MS,
  VIDEO_ENDINGS,
} from '@samtrot/shared/media/rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';
import { type AdFixture, adStage } from '../../../testing/listings/inserate.ts';
import { uploadsOf } from './uploads.ts';

let { world, on, tus } = {} as AdFixture;
adStage((given) => ({ world, on, tus } = given));

async function fresh() {
  const { user, id } = await on.beginner();
  return {
    user,
    id,
    image: { inserat_id: String(id), kind: 'image', filename: 'Ferien mit Lena.jpg' },
  };
}
const bytes = Buffer.from('0123456789abcdefghij');

const lying = (id: string) => readdirSync(join(world.config.dataDir, 'uploads')).includes(id);
const rowOf = (id: string) =>
  world.db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst();

test('an upload is created, resumed and completed [MED-18]', async () => {
  const { user, image } = await fresh();
  const begun = await tus.begin(user, image, bytes.length);
  expect(begun).toMatchObject({ status: 201, headers: { 'tus-resumable': '1.0.0' } });
  const id = String(begun.headers.location).split('/').at(-1)!;
  expect(begun.headers.location).toBe(`/media/uploads/${id}`);
  expect(await rowOf(id)).toMatchObject({
    account_id: user.userId,
    kind: 'image',
    size: 20,
    finished_at: null,
  });

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

  expect(
    (await tus.patch(user, id, { offset: 7, bytes: bytes.subarray(7) })).headers['upload-offset'],
  ).toBe('20');
  expect((await rowOf(id))!.finished_at).toEqual(world.clock.now());
  expect(Buffer.from((await world.app.media.uploads.read(id))!)).toEqual(bytes);
});

test('the first bytes may be sent on creation, and may be all of them [MED-18]', async () => {
  const { user, image } = await fresh();
  const part = await tus.begin(user, image, bytes.length, { first: bytes.subarray(0, 5) });
  expect(part).toMatchObject({ status: 201, headers: { 'upload-offset': '5' } });
  const whole = await tus.begin(user, image, bytes.length, { first: bytes });
  expect(whole).toMatchObject({ status: 201, headers: { 'upload-offset': '20' } });
  expect(
    (await rowOf(String(whole.headers.location).split('/').at(-1)!))!.finished_at,
  ).not.toBeNull();
});

test('a complete upload whose end was not recorded is recorded by the next request [T-UPL-79]', async () => {
  const { user, id } = await fresh();
  const upload = await tus.sent(user, { inserat_id: id, bytes });
  await world.db
    .updateTable('upload')
    .set({ finished_at: null })
    .where('id', '=', upload)
    .execute();
  expect((await tus.send(user, 'HEAD', `/media/uploads/${upload}`)).headers['upload-offset']).toBe(
    '20',
  );
  expect((await rowOf(upload))!.finished_at).not.toBeNull();
});

test('a cancelled upload is deleted with its bytes [T-UPL-87]', async () => {
  const { user, image } = await fresh();
  const id = await tus.begun(user, image, bytes.length);
  await tus.patch(user, id, { offset: 0, bytes: bytes.subarray(0, 10) });
  expect(lying(id)).toBe(true);
  expect((await tus.send(user, 'DELETE', `/media/uploads/${id}`)).status).toBe(204);
  expect(lying(id)).toBe(false);
  expect(await rowOf(id)).toBeUndefined();
  for (const method of ['HEAD', 'DELETE'] as const)
    expect((await tus.send(user, method, `/media/uploads/${id}`)).status).toBe(404);
});

test("another account's upload responds like a missing one [T-UPL-88]", async () => {
  const { user, image } = await fresh();
  const other = await on.rich(0);
  const id = await tus.begun(user, image, bytes.length);
  const unknown = '0198c0de-0000-4000-8000-000000000000';
  const asked = async (upload: string) => [
    await tus.patch(other, upload, { offset: 0, bytes }),
    await tus.send(other, 'DELETE', `/media/uploads/${upload}`),
    await tus.send(other, 'HEAD', `/media/uploads/${upload}`),
  ];
  const [foreign, missing] = [await asked(id), await asked(unknown)];
  expect(foreign.map(({ status, body }) => ({ status, body }))).toEqual(
    missing.map(({ status, body }) => ({ status, body })),
  );
  expect(foreign[0]).toMatchObject({
    status: 404,
    body: { success: false, code: 'UPLOAD_NOT_FOUND' },
  });
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await rowOf(id))!.finished_at).toBeNull();
  for (const name of ['..%2f..%2fsession-secret', 'x', `${id}%00`, `${id}.json`, id.toUpperCase()])
    expect((await tus.send(user, 'DELETE', `/media/uploads/${name}`)).status, name).toBe(404);
  expect(await rowOf(id)).toBeDefined();
});

test('uploads require a login and same-origin requests [MED-18]', async () => {
  const { user, image } = await fresh();
  const id = await tus.begun(user, image, bytes.length);
  const nobody = { cookie: '' };
  expect(await tus.begin(nobody, image, 20)).toMatchObject({
    status: 401,
    body: { code: 'NOT_LOGGED_IN' },
  });
  expect((await tus.patch(nobody, id, { offset: 0, bytes })).status).toBe(401);
  expect((await tus.send(nobody, 'HEAD', `/media/uploads/${id}`)).status).toBe(401);
  expect((await tus.send(nobody, 'DELETE', `/media/uploads/${id}`)).status).toBe(401);
  for (const headers of [
    { origin: 'https://fremd.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[]) {
    const crossed = { status: 403, body: { success: false, code: 'CROSS_SITE' } };
    expect(await tus.begin(user, image, 20, { headers })).toMatchObject(crossed);
    expect(await tus.patch(user, id, { offset: 0, bytes, headers })).toMatchObject(crossed);
    expect(await tus.send(user, 'DELETE', `/media/uploads/${id}`, { headers })).toMatchObject(
      crossed,
    );
  }
  expect(await rowOf(id)).toMatchObject({ finished_at: null });
});

test('an upload belongs to an ad of the caller [MED-03, MED-32]', async () => {
  const { user, id, image } = await fresh();
  const other = await on.rich(0);
  const missing = { status: 404, body: { code: 'INSERAT_NOT_FOUND' } };
  expect(await tus.begin(other, image, 20)).toMatchObject(missing);
  expect(await tus.begin(user, { ...image, inserat_id: '999999999' }, 20)).toMatchObject(missing);
  await world.db.updateTable('inserat').set({ status: 'geloescht' }).where('id', '=', id).execute();
  expect(await tus.begin(user, image, 20)).toMatchObject(missing);
});

test.each<[string, Record<string, string>, string]>([
  ['no ad', { inserat_id: '' }, 'inserat_id'],
  ['a word for an ad', { inserat_id: 'x' }, 'inserat_id'],
  ['a broken number', { inserat_id: '1.5' }, 'inserat_id'],
  ['another kind', { kind: 'paper' }, 'kind'],
  ['HTML for a kind', { kind: '<b>image</b>' }, 'kind'],
])('%s is refused at its field [MED-18]', async (_title, changes, field) => {
  const { user, image } = await fresh();
  const answer = await tus.begin(user, { ...image, ...changes }, 20);
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'INVALID_INPUT', errors: { [field]: expect.any(String) } },
  });
});

test.each<[string, Record<string, string>, number]>([
  ['no length', { 'upload-length': '' }, 400],
  ['a length that is none', { 'upload-length': 'viel' }, 400],
  ['less than nothing', { 'upload-length': '-1' }, 400],
  ['an empty file', { 'upload-length': '0' }, 422],
  ['a length that comes later', { 'upload-defer-length': '1' }, 400],
  ['metadata that is none', { 'upload-metadata': 'inserat_id' }, 422],
  ['metadata with a doubled key', { 'upload-metadata': 'kind aW1hZ2U=,kind dmlkZW8=' }, 400],
  ['another version of the protocol', { 'tus-resumable': '0.2.2' }, 400],
  ['no version of the protocol', { 'tus-resumable': '' }, 412],
  ['parts that are put together', { 'upload-concat': 'partial' }, 400],
])('%s creates nothing [MED-18]', async (_title, headers, status) => {
  const { user, image } = await fresh();
  const answer = await tus.begin(user, image, 20, { headers });
  expect(answer).toMatchObject({ status, body: { success: false, message: expect.any(String) } });
  const { rows } = await world.pool.query('select from upload where account_id = $1', [
    user.userId,
  ]);
  expect(rows).toEqual([]);
});

test('an oversized upload is refused before its first byte [MED-02, MED-18, MED-26, ERR-087, ERR-093, CON-53, CON-56, T-UPL-78]', async () => {
  const { user, image } = await fresh();
  const video = { ...image, kind: 'video', filename: 'film.mp4' };
  expect((await tus.begin(user, image, MAX_IMAGE_BYTES)).status).toBe(201);
  expect(await tus.begin(user, image, MAX_IMAGE_BYTES + 1)).toMatchObject({
    status: 413,
    body: {
      code: 'IMAGE_TOO_LARGE',
      message: 'Ein oder mehrere Bilder sind zu groß. Maximal 10MB pro Bild erlaubt.',
    },
  });
  expect((await tus.begin(user, video, MAX_VIDEO_BYTES)).status).toBe(201);
  expect(await tus.begin(user, video, MAX_VIDEO_BYTES + 1)).toMatchObject({
    status: 413,
    body: {
      code: 'VIDEO_TOO_LARGE',
      message: 'Ein oder mehrere Videos sind zu groß. Maximal 400MB pro Video erlaubt.',
    },
  });
});

test('more bytes than announced are refused, and those before them stay [MED-18]', async () => {
  const { user, image } = await fresh();
  const id = await tus.begun(user, image, bytes.length);
  await tus.patch(user, id, { offset: 0, bytes: bytes.subarray(0, 15) });
  expect((await tus.patch(user, id, { offset: 15, bytes })).status).toBe(413);
  expect((await tus.send(user, 'HEAD', `/media/uploads/${id}`)).headers['upload-offset']).toBe(
    '15',
  );
});

test('videos are accepted by their extension, in any case; others are refused [MED-17]', async () => {
  const { user, image } = await fresh();
  for (const ending of VIDEO_ENDINGS) {
    const id = await tus.begun(
      user,
      { ...image, kind: 'video', filename: `Film${ending.toUpperCase()}` },
      20,
    );
    await tus.send(user, 'DELETE', `/media/uploads/${id}`);
  }
  for (const filename of ['film.webm', 'film.mp4.exe', 'film', '', 'film.m3u8', 'mp4']) {
    const answer = await tus.begin(user, { ...image, kind: 'video', filename }, 20);
    expect(answer, filename).toMatchObject({ status: 415, body: { code: 'WRONG_CONTENT_TYPE' } });
  }
});

test('four uploads may run at once; a stalled one frees its place and may resume [MED-18]', async () => {
  const { user, image } = await fresh();
  const race = await Promise.all(
    Array.from({ length: 7 }, () => tus.begin(user, image, bytes.length)),
  );
  expect(race.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 429, 429, 429]);
  expect(race.find(({ status }) => status === 429)!.body).toMatchObject({
    code: 'TOO_MANY_UPLOADS',
    message: 'Es laufen schon 4 Uploads. Bitte warte, bis einer fertig ist.',
  });
  const [first] = race.filter(({ status }) => status === 201);
  const id = String(first!.headers.location).split('/').at(-1)!;
  await tus.patch(user, id, { offset: 0, bytes });
  expect((await tus.begin(user, image, bytes.length)).status).toBe(201);
  expect((await tus.begin(user, image, bytes.length)).status).toBe(429);
  world.clock.advance(UPLOAD_IDLE_MS + 1);
  expect((await tus.begin(user, image, bytes.length)).status).toBe(201);
});

test("a user's file name is used in no path, row or log [T-UPL-53]", async () => {
  const { user, image } = await fresh();
  const names = [
    '../../etc/passwd',
    'a\0b.jpg',
    '\u202egpj.exe',
    'x'.repeat(300),
    'a\r\nset-cookie: a=b',
    '.htaccess',
  ];
  for (const filename of [
    ...names,
    '-rf',
    ';id',
    '📷.jpg',
    'bild.jpg.php',
    'bild.',
    'bild.jpg',
    'bild.jpg',
  ]) {
    const answer = await tus.begin(
      user,
      { ...image, filename: `${filename}CANARY-NAME` },
      bytes.length,
      {
        first: bytes,
      },
    );
    expect(answer.status, filename).toBe(201);
    const id = String(answer.headers.location).split('/').at(-1)!;
    expect(Object.values((await rowOf(id))!).join()).not.toContain('CANARY-NAME');
    expect(JSON.stringify(answer.headers)).not.toContain('CANARY-NAME');
    const head = await tus.send(user, 'HEAD', `/media/uploads/${id}`);
    expect(JSON.stringify(head.headers)).not.toContain('upload-metadata');
  }
  for (const name of nonEmpty(readdirSync(join(world.config.dataDir, 'uploads'))))
    expect(name).toMatch(/^[\da-f-]{36}$/);
  expect(world.lines.join()).not.toContain('CANARY-NAME');
});

test('the address of an upload contains no host sent by the client [MED-18]', async () => {
  const { user, image } = await fresh();
  const headers = {
    host: 'fremd.example',
    'x-forwarded-host': 'fremd.example',
    forwarded: 'host=fremd.example',
  };
  const { status, headers: answered } = await tus.begin(user, image, 20, { headers });
  expect(status).toBe(201);
  expect(answered.location).toMatch(/^\/media\/uploads\/[\da-f-]{36}$/);
  expect(answered['access-control-allow-origin']).toBeUndefined();
});

test('an upload expires a day after its last byte, then it is purged with its bytes [INV-08]', async () => {
  const { user, image } = await fresh();
  const [left, going] = [
    await tus.begun(user, image, bytes.length),
    await tus.begun(user, image, bytes.length),
  ];
  world.clock.advance(23 * HOUR_MS);
  await tus.patch(user, going, { offset: 0, bytes: bytes.subarray(0, 3) });
  world.clock.advance(HOUR_MS);
  expect((await tus.send(user, 'HEAD', `/media/uploads/${left}`)).status).toBe(404);
  // A HEAD brings no byte.
  await tus.send(user, 'HEAD', `/media/uploads/${going}`);
  expect((await rowOf(going))!.expires_at).toEqual(
    new Date(world.clock.now().getTime() + 23 * HOUR_MS),
  );
  await world.runTasks('media/uploads');
  expect([await rowOf(left), lying(left)]).toEqual([undefined, false]);
  expect(lying(going)).toBe(true);
  expect((await tus.patch(user, going, { offset: 3, bytes: bytes.subarray(3) })).status).toBe(204);
});

test('bytes without a row are purged; those of a row or of a waiting video stay [INV-08]', async () => {
  const { user, id } = await fresh();
  const [orphan, held, waits] = [
    await tus.sent(user, { inserat_id: id, bytes }),
    await tus.sent(user, { inserat_id: id, bytes }),
    await tus.sent(user, { inserat_id: id, kind: 'video', bytes }),
  ];
  await world.db.deleteFrom('upload').where('id', '=', orphan).execute();
  await user.raw('saveInseratVideo', {
    payload: { inserat_id: id, upload_id: waits, inserat_typ: '1_week' },
  });
  expect(await rowOf(waits)).toBeUndefined();
  await world.runTasks('media/uploads');
  expect([lying(orphan), lying(held), lying(waits)]).toEqual([false, true, true]);
  // The address of a used upload does not give access to the video's bytes.
  expect((await tus.send(user, 'DELETE', `/media/uploads/${waits}`)).status).toBe(404);
  expect(lying(waits)).toBe(true);
});

test('two requests for one upload never interleave [MED-18]', async () => {
  const { user, image } = await fresh();
  const id = await tus.begun(user, image, bytes.length);
  const race = await Promise.all(
    Array.from({ length: 5 }, () => tus.patch(user, id, { offset: 0, bytes })),
  );
  expect(race.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409]);
  expect(Buffer.from((await world.app.media.uploads.read(id))!)).toEqual(bytes);
});

test('a complete upload stays complete, even if an earlier request is recorded later [MED-18]', async () => {
  const { user, id } = await fresh();
  const upload = await tus.sent(user, { inserat_id: id, bytes });
  const rows = uploadsOf(
    { db: world.db, now: world.clock.now(), accountId: user.userId },
    world.app.media as never,
  );
  await rows.arrived(upload, 5, { more: true });
  expect((await rowOf(upload))!.finished_at).not.toBeNull();
});

test('a GET with a body and a body without a length cause no defect [MED-18]', async () => {
  const { user, image } = await fresh();
  const id = await tus.begun(user, image, bytes.length);
  const url = `/media/uploads/${id}`;
  expect((await tus.send(user, 'HEAD', url, { payload: bytes })).status).toBe(200);
  const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  const chunked = { ...type, 'transfer-encoding': 'chunked' };
  const answer = await tus.send(user, 'PATCH', url, { headers: chunked, payload: bytes });
  expect(answer).toMatchObject({ status: 204, headers: { 'upload-offset': '20' } });
  for (const headers of [
    { 'content-type': 'text/html', 'upload-offset': '20' },
    { 'content-type': 'application/json' },
  ])
    expect(
      (await tus.send(user, 'PATCH', url, { headers: headers as never, payload: bytes })).body
        .success,
    ).toBe(false);
});
