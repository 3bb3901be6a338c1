import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SIGNATURE_HEADER, signatureOf } from '../../adapters/payments/sandbox/webhook.ts';
import { hmacHex } from '../../platform/crypto.ts';
import { freePort } from '../../platform/free-port.ts';
import { testDatabase } from '../../testing/process/database.ts';
import { rounds } from '../../testing/process/deep.ts';
import { removeDataDir, type ServerProcess, startProcess } from '../../testing/process/process.ts';
import { pseudoRandom } from '../../testing/process/random.ts';
import { SEED } from '../../testing/process/random-input.ts';
import { PASSWORD } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';

const KILLS = rounds(3, 20);
const SECRET = 'k'.repeat(48);
const DEADLINE_MS = 120_000;

interface Reply {
  status: number;
  cookie: string;
  text: string;
}

/**
 * One request on a connection of its own, so that a killed server leaves no half-dead connection
 * behind.
 */
function post(
  port: number,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return new Promise((done, fail) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0]!;
        answer
          .once('end', () => done({ status: answer.statusCode!, cookie, text }))
          .once('error', fail);
      },
    );
    sent.once('error', fail).end(body);
  });
}

/** A new advertiser's session. */
async function newcomer(port: number, number: number): Promise<string> {
  const [username, email] = [`Nutzer ${number}k`, `nutzer${number}@beispiel.ch`];
  const registered = await post(
    port,
    '/api?action=register',
    JSON.stringify({ username, email, password: PASSWORD }),
  );
  expect(registered.status, registered.text).toBe(200);
  const login = await post(
    port,
    '/api?action=login',
    JSON.stringify({ log: email, pwd: PASSWORD }),
  );
  return login.cookie;
}

const topUp = (port: number, cookie: string) =>
  post(port, '/api?action=wallet_topup', JSON.stringify({ topup_option_id: 2 }), { cookie });

test(`killed ${KILLS} times within 50 ms of a payment: each credited once, the books balance [GUT-19, T-FLT-01]`, async () => {
  const database = await testDatabase();
  const port = await freePort();
  const hookSecret = hmacHex(SECRET, 'sandbox/webhook');
  const random = pseudoRandom(SEED);
  let server: ServerProcess | undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'samtrot-kill-'));
  const clockFile = join(dataDir, 'clock');
  const start = async () => {
    const settings = {
      DATABASE_URL: database.url,
      PORT: String(port),
      SESSION_SECRET: SECRET,
      LOG_LEVEL: 'warn',
      TEST_CLOCK_FILE: clockFile,
    };
    server = await startProcess({ dataDir, env: settings });
  };

  try {
    await start();
    const cookies = [];
    for (let n = 0; n < KILLS; n++) cookies.push(await newcomer(port, n));
    const paid: string[] = [];
    for (const cookie of cookies) {
      const opened = await topUp(port, cookie);
      expect(opened.status, opened.text).toBe(200);
      const { payment_id, payment_url } = JSON.parse(opened.text);
      paid.push(payment_id);
      const page = new URL(payment_url).pathname;
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await post(port, page, 'result=paid', form)).status).toBe(303);
      const event = JSON.stringify({
        id: `evt_extra_${payment_id}`,
        payment: page.split('/').at(-1),
      });
      const proof = { [SIGNATURE_HEADER]: signatureOf(hookSecret, event, new Date()) };
      // Responses are lost with the server, as may be a second payment that is being opened.
      const cut = Promise.allSettled([
        post(port, '/webhooks/payments/sandbox', event, proof),
        topUp(port, cookie),
      ]);
      await new Promise((go) => setTimeout(go, random() * 50));
      await server!.kill('SIGKILL');
      await cut;
      await start();
    }

    const statusesOf = (ids: string[]) =>
      database.db.selectFrom('payment').select('status').where('id', 'in', ids).execute();
    await until(async () =>
      (await statusesOf(paid)).every(({ status }) => status === 'gutgeschrieben'),
    );

    writeFileSync(clockFile, '120');
    const unanswered = database.db
      .selectFrom('payment')
      .select('id')
      .where('status', '=', 'erstellt');
    await until(async () => (await unanswered.execute()).length === 0);

    const wallets = await database.db
      .selectFrom('ledger_account')
      .select('balance')
      .where('kind', '=', 'wallet')
      .execute();
    expect(wallets, `seed ${SEED}`).toEqual(Array(KILLS).fill({ balance: 110 }));
    expect(await checkBooks(database.db), `seed ${SEED}`).toMatchObject({
      ok: true,
      problems: [],
      transfers: 2 * KILLS,
    });
    const receipts = await database.db
      .selectFrom('mail')
      .select('cause')
      .where('cause', 'like', 'topup:%')
      .execute();
    expect(receipts).toHaveLength(KILLS);
    const keys = await database.db.selectFrom('sandbox.payment').select('reference').execute();
    expect(new Set(keys.map(({ reference }) => reference)).size).toBe(keys.length);
  } finally {
    await server?.[Symbol.asyncDispose]();
    await removeDataDir(dataDir);
    await database[Symbol.asyncDispose]();
  }
});

/** Polls for what a working server completes without a request. */
async function until(reached: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!(await reached())) {
    if (performance.now() > deadline) throw new Error('it does not come about');
    await new Promise((go) => setTimeout(go, 100));
  }
}
