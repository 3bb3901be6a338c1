import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encryptedColumns } from '../../../server/src/app/encrypted-columns.ts';
import { buildServer } from '../../../server/src/app/server.ts';
import { search } from '../../../server/src/modules/customers/search.ts';
import { type DataKeys, dataKeys } from '../../../server/src/platform/data-key.ts';
import { setDataKeys } from '../../../server/src/platform/encryption.ts';
import { rotateKeys } from '../../../server/src/platform/key-rotation.ts';
import { logIn } from '../http.ts';
import { median } from '../measure.ts';
import { newDataFolder, removeDataFolder, startProduct } from '../product.ts';
import { composed } from '../record.ts';
import { number, type Row } from '../report.ts';

const ADVERTISERS = 100;
const ADS = 3_000;
const MOST_OF_PLAIN = 1.2;
const ROUNDS = 15;

/**
 * What a list, a search and an export of an account take, beside the same on a second product with
 * the same data whose columns are rewritten in clear; in turns, in one process.
 */
export async function encryption(): Promise<Row[]> {
  await using sealed = await seeded('sealed');
  await using clear = await seeded('clear');
  const rows: Row[] = [];
  for (const [what, turns] of Object.entries(WORK)) {
    const of = { sealed: [] as number[], clear: [] as number[] };
    for (let round = -2; round < ROUNDS; round++) {
      for (const side of [sealed, clear]) {
        setDataKeys(side.keys);
        const begin = performance.now();
        for (let turn = 0; turn < turns; turn++) await side.work[what as Work]();
        if (round >= 0) of[side.name].push((performance.now() - begin) / turns);
      }
    }
    const [cost, least] = [median(of.sealed), median(of.clear)];
    rows.push({
      what: `${what} with encrypted columns`,
      figure: `${number(cost)} ms`,
      limit: `in clear: ${number(least)} ms`,
      ratio: number(cost / least),
      budget: `at most ${MOST_OF_PLAIN}`,
      met: cost <= least * MOST_OF_PLAIN,
    });
  }
  return rows;
}

/** How often each is done in a round. */
const WORK = { 'list of 30 ads': 20, 'search of customers': 20, 'export of an account': 1 };
type Work = keyof typeof WORK;

/** A product with its own data; `clear` is one whose ciphertexts are written in clear. */
async function seeded(name: 'sealed' | 'clear') {
  const folder = newDataFolder();
  const product = await startProduct(folder);
  const size = ['--advertisers', String(ADVERTISERS), '--ads', String(ADS)];
  product.samtrot('seed', '--seed', '2', ...size);
  const real = dataKeys([readFileSync(join(folder, 'data-key'), 'utf8').trim()]);
  const keys = name === 'sealed' ? real : inClear(real);
  const { cookie, userId } = await logIn(product, 1);
  const { app, end } = composed(product, () => new Date());
  const server = await buildServer(app);
  setDataKeys(keys);
  if (name === 'clear') {
    const { left } = await rotateKeys(app.db, encryptedColumns);
    if (left > 0) throw new Error(`${left} ciphertexts are not in clear`);
  }
  return {
    name,
    keys,
    work: {
      'list of 30 ads': async () => {
        const { statusCode } = await server.inject({
          url: '/api?action=state',
          headers: { cookie },
        });
        if (statusCode !== 200) throw new Error(`the list answered ${statusCode}`);
      },
      'search of customers': async () => {
        const ctx = { now: new Date(), actor: { kind: 'system', role: 'owner' } };
        const { hits } = await app.db
          .transaction()
          .execute((db) => search({ ...ctx, db } as never, '', { q: 'Demo 2' }));
        if (hits.length !== 20) throw new Error(`the search found ${hits.length}`);
      },
      'export of an account': async () => {
        await app.db.deleteFrom('data_export').execute();
        await app.db
          .insertInto('data_export')
          .values({ account_id: userId, started_by: 'owner', reason: '', created_at: new Date() })
          .execute();
        const task = app.tasks.find((one) => one.name === 'data-export/build')!;
        await task.run({ db: app.db, now: new Date() });
        await app.db
          .selectFrom('data_export')
          .select('id')
          .where('state', '=', 'ready')
          .executeTakeFirstOrThrow();
      },
    } satisfies Record<Work, () => Promise<void>>,
    async [Symbol.asyncDispose]() {
      await server.close();
      await end();
      await product.stop();
      removeDataFolder(folder);
    },
  };
}

const CLEAR = '0000000000000000';

/** Reads what the real keys have encrypted, and writes everything in clear. */
function inClear(real: DataKeys): DataKeys {
  const written = `1.${CLEAR}.`;
  return {
    ...real,
    id: CLEAR,
    ids: [CLEAR, real.id],
    encrypt: (text) => written + Buffer.from(text).toString('base64url'),
    decrypt: (stored, identity) =>
      stored.startsWith(written)
        ? Buffer.from(stored.slice(written.length), 'base64url').toString('utf8')
        : real.decrypt(stored, identity),
    isCurrent: (stored) => stored.startsWith(written),
    lookup: (text) => Buffer.from(text),
    lookups: (text) => [Buffer.from(text)],
  };
}
