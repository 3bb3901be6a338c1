import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { compose } from '../../../app/compose.ts';
import { refuseCrossSite } from '../../../app/cross-site.ts';
import { registerErrors } from '../../../app/failures.ts';
import { buildServer } from '../../../app/server.ts';
import { sessions } from '../../../app/session.ts';
import { uploader } from '../../../testing/media/uploads.ts';
import { owners } from '../../../testing/world/owners.ts';
import { type Caller, testWorld, type World } from '../../../testing/world/world.ts';
import { uploadRoutes } from '../routes.ts';

let world: World;
let owner: ReturnType<typeof owners>;
let tus: ReturnType<typeof uploader>;
beforeAll(async () => {
  world = await testWorld();
  owner = owners(world, 0);
  tus = uploader(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const bytes = randomBytes(300_000);

async function begun() {
  const user = await owner();
  const metadata = {
    inserat_id: String(await user.on.blank(user)),
    kind: 'image',
    filename: 'bild.jpg',
  };
  return { user, id: await tus.begun(user, metadata, bytes.length) };
}
const offsetOf = async (user: Caller, id: string) =>
  Number((await tus.send(user, 'HEAD', `/media/uploads/${id}`)).headers['upload-offset']);
const kept = async (id: string) => Buffer.from((await world.app.media.uploads.read(id))!);

/** The upload routes with their own timeout, on a port. */
async function withTimeout(timeoutMs: number): Promise<{ server: FastifyInstance; port: number }> {
  const server = Fastify();
  await server.register(cookie);
  registerErrors(server, world.app);
  const { actorOf } = sessions(world.config, world.pool);
  await server.register(
    uploadRoutes({
      ...world.app,
      ...world.app.media,
      timeoutMs,
      actorOf,
      ownsInserat: async () => true,
      assertMayUpload: async (request) => refuseCrossSite(request, world.config),
    }),
  );
  onTestFinished(() => server.close());
  await server.listen({ port: 0, host: '127.0.0.1' });
  return { server, port: (server.server.address() as { port: number }).port };
}

/** Opens a PATCH for all bytes and sends only some. */
function halfPatch(
  port: number,
  { user, id, part }: { user: Caller; id: string; part: Buffer },
): Socket {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const head = [
    `PATCH /media/uploads/${id} HTTP/1.1`,
    'host: localhost',
    `cookie: ${user.cookie}`,
    'tus-resumable: 1.0.0',
    'upload-offset: 0',
    'content-type: application/offset+octet-stream',
    `content-length: ${bytes.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(part);
  return socket;
}
/** Everything the server sends until it closes. */
const said = (socket: Socket) =>
  new Promise<string>((done) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', () => {}).on('close', () => done(text));
  });

test('an upload resumes after a restart of the server [MED-18]', async () => {
  const { user, id } = await begun();
  await tus.patch(user, id, { offset: 0, bytes: bytes.subarray(0, 100_000) });
  const { config, db, pool, clock, app } = world;
  const restarted = await buildServer(compose({ config, db, pool, clock, log: app.log }));
  const headers = { cookie: user.cookie, 'tus-resumable': '1.0.0' };
  const url = `/media/uploads/${id}`;
  const head = await restarted.inject({ method: 'HEAD', url, headers });
  expect(head.headers['upload-offset']).toBe('100000');
  const type = { 'upload-offset': '100000', 'content-type': 'application/offset+octet-stream' };
  const payload = bytes.subarray(100_000);
  expect(
    (await restarted.inject({ method: 'PATCH', url, headers: { ...headers, ...type }, payload }))
      .statusCode,
  ).toBe(204);
  await restarted.close();
  expect(await kept(id)).toEqual(bytes);
});

test('a slow body ends with 408; received bytes are kept, and the rest follows [T-UPL-79, T-UPL-80]', async () => {
  const { server, port } = await withTimeout(2_000);
  const { user, id } = await begun();
  const socket = halfPatch(port, { user, id, part: bytes.subarray(0, 120_000) });
  const answer = await said(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(answer).toContain('"code":"UPLOAD_SLOW"');
  expect(await offsetOf(user, id)).toBe(120_000);
  expect(
    (await tus.patch(user, id, { offset: 120_000, bytes: bytes.subarray(120_000) })).status,
  ).toBe(204);
  expect(await kept(id)).toEqual(bytes);
  await server.close();
});

test('a broken connection loses no received byte [T-UPL-87]', async () => {
  const { server, port } = await withTimeout(20_000);
  const { user, id } = await begun();
  const socket = halfPatch(port, { user, id, part: bytes.subarray(0, 200_000) });
  await expect.poll(async () => (await kept(id)).length).toBe(200_000);
  socket.destroy();
  // The next request waits for the broken one to end.
  const rest = await tus.patch(user, id, { offset: 200_000, bytes: bytes.subarray(200_000) });
  expect(rest.status).toBe(204);
  expect(await kept(id)).toEqual(bytes);
  await server.close();
});

/** Longer than any test. */
const PATIENT_MS = 600_000;

test('a new request of the same upload ends the previous one [MED-18]', async () => {
  const { server, port } = await withTimeout(PATIENT_MS);
  const { user, id } = await begun();
  const socket = halfPatch(port, { user, id, part: bytes.subarray(0, 50_000) });
  const answered = once(socket, 'data');
  await expect.poll(async () => (await kept(id)).length).toBe(50_000);
  const headers = { cookie: user.cookie, 'tus-resumable': '1.0.0' };
  const head = await server.inject({ method: 'HEAD', url: `/media/uploads/${id}`, headers });
  expect(head.headers['upload-offset']).toBe('50000');
  // The server has ended it; nothing else does before the test ends.
  await answered;
  socket.destroy();
  await server.close();
});

test('an upload cancelled while bytes arrive leaves nothing [T-UPL-87]', async () => {
  const { server, port } = await withTimeout(20_000);
  const { user, id } = await begun();
  const socket = halfPatch(port, { user, id, part: bytes.subarray(0, 297_000) });
  await expect.poll(async () => (await kept(id)).length).toBe(297_000);
  const headers = { cookie: user.cookie, 'tus-resumable': '1.0.0' };
  const gone = await server.inject({ method: 'DELETE', url: `/media/uploads/${id}`, headers });
  expect(gone.statusCode).toBe(204);
  socket.destroy();
  await server.close();
  expect(await world.app.media.uploads.pathOf(id)).toBeUndefined();
  expect(
    await world.db.selectFrom('upload').select('id').where('id', '=', id).executeTakeFirst(),
  ).toBeUndefined();
});
