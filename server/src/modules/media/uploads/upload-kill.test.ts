import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noise } from '../../../testing/media/images.ts';
import { testDatabase } from '../../../testing/process/database.ts';
import { type ServerProcess, startProcess } from '../../../testing/process/process.ts';
import { PASSWORD } from '../../../testing/world/world.ts';

const METADATA = (inseratId: number) =>
  Object.entries({ inserat_id: String(inseratId), kind: 'image', filename: 'bild.jpg' })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

test('killed between two bytes, before or after the row: nothing is lost or orphaned [T-FLT-01, T-FLT-02, INV-08]', async () => {
  const database = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'samtrot-upload-kill-'));
  let server: ServerProcess | undefined;
  let cookie = '';
  /** Exits at this fail point. */
  const start = async (point = '') => {
    const env = {
      DATABASE_URL: database.url,
      SESSION_SECRET: 'k'.repeat(48),
      LOG_LEVEL: 'warn',
      ...(point && { TEST_FAIL_POINTS: point }),
    };
    server = await startProcess({ dataDir, env });
  };
  const call = async (action: string, body: object) => {
    const headers = { 'content-type': 'application/json', cookie };
    const place = `${server!.url}/api?action=${action}`;
    const answer = await fetch(place, { method: 'POST', headers, body: JSON.stringify(body) });
    return { answer, body: (await answer.json()) as { inserat_id: number } };
  };
  const tus = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) =>
    fetch(server!.url + path, {
      method,
      headers: { cookie, 'tus-resumable': '1.0.0', ...headers },
      body: body ?? null,
    });
  const patch = (path: string, offset: number, bytes: Buffer) =>
    tus(
      'PATCH',
      path,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      bytes,
    );
  const begin = async (inseratId: number, size: number) => {
    const headers = { 'upload-length': String(size), 'upload-metadata': METADATA(inseratId) };
    const path = (await tus('POST', '/media/uploads', headers)).headers.get('location')!;
    return { path, id: path.split('/').at(-1)! };
  };
  const uploads = () => readdirSync(join(dataDir, 'uploads'));
  const count = async (table: 'upload' | 'image') =>
    (await database.pool.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]!.count;

  try {
    await start();
    const email = 'nutzer@beispiel.ch';
    await call('register', { username: 'Nutzer Eins', email, password: PASSWORD });
    const login = await call('login', { log: email, pwd: PASSWORD, rememberme: true });
    cookie = login.answer.headers.getSetCookie()[0]!.split(';')[0]!;
    const { inserat_id } = (await call('createInserat', {})).body;

    // During the bytes: the received number is reported, and the upload resumes.
    const large = randomBytes(8_000_000);
    const broken = await begin(inserat_id, large.length);
    const sending = patch(broken.path, 0, large).catch(() => undefined);
    await expect
      .poll(() => readFileSync(join(dataDir, 'uploads', broken.id)).length, {
        interval: 1,
      })
      .toBeGreaterThan(0);
    await server!.kill('SIGKILL');
    await sending;
    await start('upload.after_file_before_row:1');
    const offset = Number((await tus('HEAD', broken.path)).headers.get('upload-offset'));
    if (offset < large.length)
      expect((await patch(broken.path, offset, large.subarray(offset))).status).toBe(204);
    expect(readFileSync(join(dataDir, 'uploads', broken.id)).equals(large)).toBe(true);
    expect((await tus('DELETE', broken.path)).status).toBe(204);
    expect(uploads()).toEqual([]);

    // With files stored and no row: the upload still exists, and the retry succeeds.
    const picture = await noise(400, 200).jpeg().toBuffer();
    const upload = await begin(inserat_id, picture.length);
    expect((await patch(upload.path, 0, picture)).status).toBe(204);
    const save = () => call('saveInseratImage', { inserat_id, upload_id: upload.id });
    await expect(save()).rejects.toThrow();
    expect(await server!.ended).toBe('SIGKILL');
    expect([await count('image'), await count('upload')]).toEqual([0, 1]);

    // With row and uploaded bytes: the image is attached once, and the bytes are purged.
    await start('upload.after_row:1');
    await expect(save()).rejects.toThrow();
    expect(await server!.ended).toBe('SIGKILL');
    expect([await count('image'), await count('upload'), uploads().length]).toEqual([1, 0, 1]);
    await start();
    await expect.poll(uploads).toEqual([]);
    expect((await save()).answer.status).toBe(404);
    const { rows } = await database.pool.query<{ name: string }>(
      `select content_id || '-' || unnest(widths) || '.webp' as name from image order by 1`,
    );
    const stored = readdirSync(join(dataDir, 'media'), { recursive: true, encoding: 'utf8' });
    expect(
      stored.filter((name) => name.includes('.')).map((name) => name.split('/').at(-1)),
    ).toEqual(rows.map(({ name }) => name).sort());
  } finally {
    await server?.[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
