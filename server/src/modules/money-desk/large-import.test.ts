import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { OWN_HEADER } from '@samtrot/shared/kernel/action.ts';
import { STATEMENT_MAX_BYTES } from '@samtrot/shared/money-desk/import-rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { largeStatement } from '../../testing/payments/camt/large.ts';
import { statement } from '../../testing/payments/camt/statement.ts';
import { DEEP } from '../../testing/process/deep.ts';
import { type ServerProcess, startProcess } from '../../testing/process/process.ts';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { testWorld, type World } from '../../testing/world/world.ts';

/**
 * Of the file; the heap of the process that reads it as a part of a request, and all the memory it
 * may take.
 */
const LARGE_MB = 50;
const [HEAP_MB, MEMORY_MB] = [512, 900];

let world: World;
let server: ServerProcess;
let finance: Staff;
beforeAll(async () => {
  world = await testWorld();
  finance = await staffOf(world, 'finance');
  await keepStaffLogins(world);
  server = await startProcess({
    env: {
      DATABASE_URL: world.url,
      SESSION_SECRET: 'b'.repeat(48),
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    },
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const HEADERS = { [OWN_HEADER]: '1', 'content-type': 'application/json' };
interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the call answers
  body: any;
}
async function house(query: string, body?: string): Promise<Reply> {
  const answer = await fetch(`${server.url}/betrieb/api?action=${query}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...HEADERS, cookie: finance.cookie, 'idempotency-key': crypto.randomUUID() },
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, body: await answer.json() };
}
/** As the page sends a file that is dropped on it. */
const drop = (file: Buffer) =>
  house('import_statement', JSON.stringify({ content: file.toString('base64') }));

/** The answer to a request of so many bytes, before any of them. */
const announced = (bytes: number): Promise<number | undefined> =>
  new Promise((done, fail) => {
    const sent = request(`${server.url}/betrieb/api?action=import_statement`, {
      method: 'POST',
      headers: { ...HEADERS, cookie: finance.cookie, 'content-length': bytes },
    });
    sent.on('error', fail).on('response', ({ statusCode }) => {
      done(statusCode);
      sent.destroy();
    });
    sent.flushHeaders();
  });

test.runIf(DEEP)(
  `a dropped file of ${LARGE_MB} MB is read in little memory while others are answered [BOF-100]`,
  async () => {
    const { file, count } = largeStatement(LARGE_MB * 1024 * 1024);
    const sent = drop(file);
    // Asked one after the other before it is read.
    let isRead = false;
    void sent.then(() => (isRead = true));
    for (let n = 0; n < 5; n++) expect((await house('staff_me')).status).toBe(200);
    expect(isRead).toBe(false);
    const { status, body } = await sent;
    expect([status, body.known], JSON.stringify(body)).toEqual([200, false]);
    const progress = async () => (await house(`import_status&job_id=${body.job_id}`)).body;
    expect(await progress()).toMatchObject({ movements: count, added: count });
    await expect.poll(async () => (await progress()).cases).toBeGreaterThan(0);
    expect((await drop(file)).body).toMatchObject({ job_id: body.job_id, known: true });
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'));
    expect(Number(peak![1]) / 1024).toBeLessThan(MEMORY_MB);
  },
);

test('a file above 50 MB changes nothing and says so, a far larger one is refused unread [BOF-100]', async () => {
  const text = statement([{ amount: 5_000, booking: 'B' }]);
  const padded = (bytes: number) => Buffer.concat([text, Buffer.alloc(bytes - text.length, ' ')]);
  const imports = () => world.db.selectFrom('bank_import').select('id').execute();
  const before = await imports();
  const over = await drop(padded(STATEMENT_MAX_BYTES + 1));
  expect(over.body.errors).toEqual({ content: 'Die Datei ist grösser als 50 MB.' });
  expect(await announced(2 * STATEMENT_MAX_BYTES)).toBe(413);
  expect(await imports()).toEqual(before);
});
