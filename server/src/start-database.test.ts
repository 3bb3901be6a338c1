import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from './testing/process/database.ts';
import { some } from './testing/process/deep.ts';
import { startProcess } from './testing/process/process.ts';

const AWAY_MS = 1_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** The database behind an address that, after so many connections, is away for a moment. */
async function interrupted(after: number) {
  const way = new URL(database.url);
  const { hostname, port } = way;
  const open = new Set<Socket>();
  let taken = 0;
  let awayUntil = 0;
  const server = createServer((client) => {
    client.on('error', () => {});
    if (taken++ === after) {
      awayUntil = performance.now() + AWAY_MS;
      for (const socket of open) socket.destroy();
    }
    if (performance.now() < awayUntil) return void client.destroy();
    const onward = connect(Number(port), hostname);
    for (const socket of [client, onward]) {
      open.add(socket);
      socket.on('error', () => {}).on('close', () => open.delete(socket));
    }
    client.pipe(onward).pipe(client);
    client.on('close', () => onward.destroy());
    onward.on('close', () => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  way.port = String((server.address() as { port: number }).port);
  return {
    url: way.href,
    wasAway: () => awayUntil > 0,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

test.each(some([0, 1, 2, 3, 4, 5, 6], 1))(
  'a start whose database goes away after %i connections waits and serves [RUN-11]',
  async (after) => {
    await using way = await interrupted(after);
    const env = { DATABASE_URL: way.url, SESSION_SECRET: 's'.repeat(48) };
    await using running = await startProcess({ env });
    expect(way.wasAway(), running.output()).toBe(true);
  },
);
