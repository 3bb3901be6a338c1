import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { expect, test } from 'vitest';
import { checkBooks } from '../modules/overview/service.ts';
import { credit } from '../modules/wallet/service.ts';
import { freePort } from '../platform/free-port.ts';
import { ad } from '../testing/listings/inserate.ts';
import { testDatabase } from '../testing/process/database.ts';
import { rounds } from '../testing/process/deep.ts';
import { removeDataDir, type ServerProcess, startProcess } from '../testing/process/process.ts';
import { PASSWORD } from '../testing/world/world.ts';

const KILLS = rounds(3, 20);
/** Longer than the lease of a killed process. */
const LATER_SECONDS = 90;

interface Reply {
  status: number;
  cookie: string;
  replayed: boolean;
  text: string;
}

/** A POST on a separate connection, so that a killed server leaves no half-open one. */
function post(
  port: number,
  action: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return new Promise((done, fail) => {
    const place = {
      host: '127.0.0.1',
      port,
      path: `/api?action=${action}`,
      method: 'POST',
      agent: false,
    };
    const sent = request(
      { ...place, headers: { 'content-type': 'application/json', ...headers } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0]!;
        const replayed = answer.headers['idempotency-replayed'] === 'true';
        answer
          .once('end', () => done({ status: answer.statusCode!, cookie, replayed, text }))
          .once('error', fail);
      },
    );
    sent.once('error', fail).end(JSON.stringify(body));
  });
}

test(`killed ${KILLS} times during a call: the retry leaves one payment and one order [T-PAY-09, INV-10, T-FLT-01]`, async () => {
  const database = await testDatabase();
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-idempotency-'));
  const clockFile = join(folder, 'clock');
  let ahead = 0;
  let dataDir: string | undefined;
  let server: ServerProcess | undefined;
  const start = async () => {
    writeFileSync(clockFile, String(ahead));
    const env = {
      DATABASE_URL: database.url,
      PORT: String(port),
      SESSION_SECRET: 'k'.repeat(48),
      LOG_LEVEL: 'warn',
      TEST_CLOCK_FILE: clockFile,
    };
    server = await startProcess({ ...(dataDir && { dataDir }), env });
    dataDir = server.dataDir;
  };

  try {
    await start();
    let answered = 0;
    for (let round = 0; round < KILLS; round++) {
      const [username, email] = [`Nutzer ${round}k`, `nutzer${round}@beispiel.ch`];
      expect((await post(port, 'register', { username, email, password: PASSWORD })).status).toBe(
        200,
      );
      const login = await post(port, 'login', { log: email, pwd: PASSWORD, rememberme: true });
      const userId: number = JSON.parse(login.text).user_id;
      await database.db.transaction().execute((db) =>
        credit({ db, now: new Date() }, 'correction', {
          userId,
          amount: 100,
          cause: `gift:${userId}`,
          description: 'Geschenk',
        }),
      );
      const as = { cookie: login.cookie };
      const { inserat_id } = JSON.parse((await post(port, 'createInserat', {}, as)).text);
      const ask = (action: string, body: object) =>
        post(port, action, body, { ...as, 'idempotency-key': `${action}-1` });
      const both = () =>
        Promise.allSettled([
          ask('wallet_topup', { topup_option_id: 2 }),
          ask('saveInserat', ad(inserat_id, { inserat_typ: '1_week' })),
        ]);

      const cut = both();
      // Distributed over the duration of both calls.
      await new Promise((go) => setTimeout(go, (round * 60) / KILLS));
      await server!.kill('SIGKILL');
      const before = await cut;
      answered += before.filter(({ status }) => status === 'fulfilled').length;
      ahead += LATER_SECONDS;
      await start();

      const [again, oncemore] = [await both(), await both()];
      again.forEach((outcome, index) => {
        if (outcome.status === 'rejected') throw outcome.reason;
        expect(outcome.value.status, outcome.value.text).toBe(200);
        expect(oncemore[index]).toMatchObject({
          value: { status: 200, replayed: true, text: outcome.value.text },
        });
        const earlier = before[index]!;
        if (earlier.status === 'fulfilled')
          expect(outcome.value).toMatchObject({ text: earlier.value.text });
      });
      const payments = database.db
        .selectFrom('payment')
        .select('id')
        .where('account_id', '=', userId);
      const ids = (await payments.execute()).map(({ id }) => id);
      expect(ids, `round ${round}`).toHaveLength(1);
      const made = database.db
        .selectFrom('sandbox.payment')
        .select('id')
        .where('reference', 'in', ids);
      expect(await made.execute(), `round ${round}`).toHaveLength(1);
      const wallet = database.db
        .selectFrom('ledger_account')
        .select('balance')
        .where('owner_id', '=', userId);
      expect(await wallet.execute(), `round ${round}`).toEqual([{ balance: 60 }]);
    }
    // Otherwise no call was interrupted.
    expect(answered).toBeLessThan(2 * KILLS);
    expect(await checkBooks(database.db)).toMatchObject({ ok: true, problems: [] });
    expect(ahead * 1000).toBeLessThan(DAY_MS);
  } finally {
    await server?.[Symbol.asyncDispose]();
    if (dataDir) await removeDataDir(dataDir);
    rmSync(folder, { recursive: true, force: true });
    await database[Symbol.asyncDispose]();
  }
});
