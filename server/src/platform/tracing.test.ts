import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../testing/process/database.ts';
import { connect } from './db.ts';
import { startTracing } from './tracing.ts';

const SECRET = 'lena-canary@beispiel.ch';

async function listening(answer: (body: string) => void) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    answer(Buffer.concat(chunks).toString());
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, [Symbol.asyncDispose]: async () => void server.close() };
}

test('traces have statements and outgoing calls under their request, and no value of them [RUN-05]', async () => {
  const sent: string[] = [];
  await using collector = await listening((body) => sent.push(body));
  await using other = await listening(() => {});
  await using database = await testDatabase();
  const tracing = await startTracing({ endpoint: collector.url, version: '1.0.0' });
  const { db, pool } = connect(database.url, { onConnect: tracing.client });
  await new Promise<void>((done, fail) => {
    const answered = tracing.request('/api', () => {
      const work = async () => {
        await sql`select ${SECRET}::text as canary`.execute(db);
        await pool.query('select $1::text as raw_canary', [SECRET]);
        await expect(sql`select 1 / ${0}::int`.execute(db)).rejects.toThrow();
        await fetch(`${other.url}/path/${SECRET}?token=${SECRET}`);
      };
      work().then(() => {
        answered(200);
        done();
      }, fail);
    });
  });
  await tracing.stop();
  await db.destroy();
  const text = sent.join('');
  const spans = sent
    .flatMap((body) => JSON.parse(body).resourceSpans)
    .flatMap((one) => one.scopeSpans)
    .flatMap((one) => one.spans) as { name: string; spanId: string; parentSpanId?: string }[];
  const root = spans.find(({ name }) => name === '/api')!;
  const children = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
  expect(children.map(({ name }) => name).toSorted()).toEqual([
    'GET 127.0.0.1',
    'select',
    'select',
    'select',
  ]);
  expect(text).toContain('as raw_canary');
  expect(text).toContain('22012');
  expect(text).not.toContain('canary@');
  expect(text).not.toContain('/path');
});
