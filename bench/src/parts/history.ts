import pg from 'pg';
import { load, logIn, warmUp } from '../http.ts';
import { compare } from '../measure.ts';
import type { Product } from '../product.ts';
import { compared, type Row } from '../report.ts';

const FEW = 100;
const MANY = 100_000;
const BATCH_SIZE = 500;
/** A page of a long history may take half as long again as one of a short one. */
const LEAST = 1 / 1.5;

/**
 * A page of 50 movements of a long history, the newest and one far back, compared with a short one.
 */
export async function history(product: Product): Promise<Row[]> {
  const [short, long] = [await logIn(product, 2), await logIn(product, 3)];
  await fill(product.databaseUrl, short.userId, FEW);
  await fill(product.databaseUrl, long.userId, MANY);
  const rateOf = (cookie: string, before = '') => {
    const path = `/api?action=get_detailed_transactions${before}`;
    return load({ url: product.url, requests: [[{ path, headers: { cookie } }]] });
  };
  await warmUp({
    url: product.url,
    requests: [
      [{ path: '/api?action=get_detailed_transactions', headers: { cookie: long.cookie } }],
    ],
  });
  const limit = () => rateOf(short.cookie);
  const farBack = `&before=${MANY / 2}-${Date.now()}`;
  const what = `history page, ${MANY.toLocaleString('en-US')} movements`;
  const beside = `an account with ${FEW}`;
  return [
    compared(`${what}, the newest`, beside, await compare(() => rateOf(long.cookie), limit), LEAST),
    compared(
      `${what}, far back`,
      beside,
      await compare(() => rateOf(long.cookie, farBack), limit),
      LEAST,
    ),
  ];
}

/** Credits and spends as of a busy account. */
async function fill(url: string, userId: number, movements: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    // In batches: row versions of the wallet are cleaned up only after the transaction.
    for (let from = 1; from <= movements; from += BATCH_SIZE) {
      await client.query(
        `select case when i % 10 = 1 then ledger_credit($1::bigint, 100, 'correction', 'bench:' || $1::bigint || ':' || i, 'Messung', now())
                     else ledger_spend($1::bigint, 5, 'correction', 'correction', 'bench:' || $1::bigint || ':' || i, 'Messung', now()) end
           from generate_series($2::int, $3::int) i`,
        [userId, from, Math.min(movements, from + BATCH_SIZE - 1)],
      );
    }
    await client.query('analyze ledger_transfer, ledger_lot, ledger_lot_use');
  } finally {
    await client.end();
  }
}
