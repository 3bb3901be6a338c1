import type pg from 'pg';
import * as wallet from '../../../server/src/modules/wallet/service.ts';
import { connect } from '../../../server/src/platform/db.ts';
import { sentBy } from '../../../server/src/testing/process/sent.ts';
import { inChild } from '../child.ts';
import { CONNECTIONS, load, logIn, SECONDS, sqlLoop, warmUp } from '../http.ts';
import type { HttpRequest } from '../http-load.ts';
import { compare, type Rate } from '../measure.ts';
import type { Product } from '../product.ts';
import { record } from '../record.ts';
import { compared, type Row } from '../report.ts';
import type { Recorded, Subject } from '../sql-loop.ts';
import type { SpendJob } from '../wallet-loop.ts';

const WALLETS = 500;
const RECORDED_PACKAGE = '1_month';
/** Changing a running ad's package is a purchase; two alternating packages allow repeating it. */
const PACKAGE_PAIRS = [
  ['1_day', '3_days'],
  ['5_days', '1_week'],
] as const;
const CREDITS = 1_000_000_000;

export interface Buyer extends Subject {
  cookie: string;
}

/** An order of an ad (session, checks, booking, ledger, response), and the ledger alone. */
export async function purchase(product: Product): Promise<Row[]> {
  const { databaseUrl: url } = product;
  const { pool, db } = connect(url, { max: 2 });
  try {
    const buyers = await makeBuyers(product, pool, db);
    const accounts = buyers.map(({ account }) => account);
    const bySaving = await savingTwin(product, pool, buyers);
    const bySpending = await spendingTwin(db, buyers[0]!);
    let run = 0;
    const requests = (pair: readonly string[]) =>
      dealt(buyers).map((own) => pair.flatMap((name) => own.map((buyer) => order(buyer, name))));
    const buy = async () => {
      // Counting is part of the measurement, the limit itself is not.
      await pool.query('delete from rate_limit');
      return load({
        url: product.url,
        requests: requests(PACKAGE_PAIRS[run++ % PACKAGE_PAIRS.length]!),
      });
    };
    const spend = (own: number[]) => () =>
      inChild<Rate>('wallet-loop.ts', {
        url,
        accounts: own,
        connections: CONNECTIONS,
        seconds: SECONDS,
      } satisfies SpendJob);
    const limit = 'the same SQL by a bare loop';
    await warmUp({ url: product.url, requests: requests(PACKAGE_PAIRS[run++]!) });
    return [
      compared(
        `purchase by saveInserat, ${bySaving.requests[0]!.length} statements`,
        limit,
        await compare(buy, () => sqlLoop({ url, ...bySaving, subjects: buyers })),
        0.8,
      ),
      compared(
        `wallet.spend in a transaction, ${buyers.length} wallets`,
        limit,
        await compare(spend(accounts), () => sqlLoop({ url, ...bySpending, subjects: buyers })),
        0.7,
      ),
      compared(
        'wallet.spend in a transaction, one hot wallet',
        limit,
        await compare(spend([accounts[0]!]), () =>
          sqlLoop({ url, ...bySpending, subjects: oneEach(buyers[0]!) }),
        ),
        0.7,
      ),
    ];
  } finally {
    await db.destroy();
  }
}

/** Advertisers with a running ad and enough credits. */
export async function makeBuyers(
  product: Product,
  pool: pg.Pool,
  db: ReturnType<typeof connect>['db'],
  most = WALLETS,
): Promise<Buyer[]> {
  const { rows } = await pool.query<{ number: number; inserat: number }>(
    `select distinct on (a.id) split_part(a.username, '-', 2)::int as number, i.id as inserat
       from account a join inserat i on i.account_id = a.id
      where a.username like 'Demo 2-%' and i.status = 'aktiv' and i.inserat_typ <> 'free' order by a.id limit $1`,
    [most],
  );
  const buyers: Buyer[] = [];
  for (const { number, inserat } of rows) {
    const { cookie, userId } = await logIn(product, number);
    buyers.push({ account: userId, inserat, cookie });
  }
  await db.transaction().execute(async (sql) => {
    for (const { account: userId } of buyers) {
      const cause = `bench:${userId}:${Date.now()}`;
      await wallet.credit({ db: sql, now: new Date() }, 'correction', {
        userId,
        amount: CREDITS,
        cause,
        description: 'Messung',
      });
    }
  });
  return buyers;
}

export function order({ cookie, inserat }: Buyer, inserat_typ: string): HttpRequest {
  const ad = {
    inserat_id: inserat,
    inserat_typ,
    name: 'Lena',
    titel: 'Entspannte Stunden in Zürich',
    beschreibung: 'Ich nehme mir Zeit und mag gute Gespräche, leise Musik und ein Glas Wein.',
    telefon: '+41795550142',
    cantons: ['ZH'],
    categories: [1],
    offerings: [1, 2],
  };
  return {
    path: '/api?action=saveInserat',
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(ad),
  };
}

async function savingTwin(product: Product, pool: pg.Pool, [first]: Buyer[]) {
  // The first order ensures that the recorded one changes the package.
  await record(product, [order(first!, PACKAGE_PAIRS[0][0])]);
  const replaced = await bookingOf(pool, first!);
  const [recording] = await record(product, [order(first!, RECORDED_PACKAGE)]);
  const { statements, nowMs } = recording!;
  const at = statements.findIndex(({ text }) => /^\s*insert into "?booking"?[\s(]/.test(text));
  if (at < 0) throw new Error('no statement makes a booking');
  const counter = statements.find(({ text }) => text.includes('take_attempt'))?.values[0] as
    | string
    | undefined;
  const recorded: Recorded = {
    ...first!,
    nowMs,
    made: { at, id: await bookingOf(pool, first!) },
    replaced,
    counter,
  };
  return { requests: [statements], recorded };
}

async function bookingOf(pool: pg.Pool, { inserat }: Buyer): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'select booking_id as id from inserat where id = $1',
    [inserat],
  );
  return rows[0]!.id;
}

async function spendingTwin(db: ReturnType<typeof connect>['db'], first: Buyer) {
  const cause = `bench:spend:${Date.now()}`;
  const now = new Date();
  const statements = await sentBy(() =>
    db
      .transaction()
      .execute((sql) =>
        wallet.spend(
          { db: sql, now },
          { userId: first.account, amount: 1, cause, description: 'Messung' },
        ),
      ),
  );
  return {
    requests: [statements],
    recorded: { ...first, nowMs: now.getTime(), unique: cause } satisfies Recorded,
  };
}

export const dealt = (buyers: Buyer[]) =>
  Array.from({ length: CONNECTIONS }, (_, index) =>
    buyers.filter((_, at) => at % CONNECTIONS === index),
  );

/** The same subject for every connection. */
const oneEach = (subject: Subject) => Array.from({ length: CONNECTIONS }, () => subject);
