import { setTimeout as wait } from 'node:timers/promises';
import { OWN_HEADER } from '@samtrot/shared/kernel/action.ts';
import pg from 'pg';
import { connect } from '../../server/src/platform/db.ts';
import { DEMO_PASSWORD } from '../../server/src/seed/demo.ts';
import { newAdvertiser } from './advertiser.ts';
import { demoEmail, logIn } from './http.ts';
import type { HttpRequest } from './http-load.ts';
import { authorisation, LIST, WORDS } from './parts/delivery.ts';
import { staffCookie } from './parts/desk.ts';
import { makeBuyers, order } from './parts/purchase.ts';
import type { Product } from './product.ts';

const PER_SECOND = 30;
const CHANGE_MS = 1_000;
const ACCOUNTS = 40;
const WRITERS = 8;
const PACKAGES = ['1_day', '3_days', '5_days', '1_week'];
/** A machine that is busy with other work gets fewer requests instead of a crowd of late ones. */
const MOST_AT_ONCE = 16;
/** It answers some log-ins and saves with 503; with more the load would not be what it says. */
const MOST_FAILURES = 0.2;

/**
 * A quiet house: lists of websites that are kept and asked anew, searches, ads that change,
 * log-ins, accounts, drafts, purchases, and what the house reads, so many a second.
 */
export async function mixedLoad(product: Product) {
  await using stack = new AsyncDisposableStack();
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  stack.defer(() => client.end());
  const kinds = await kindsOf(product);
  let asked = 0;
  let failed = 0;
  let atOnce = 0;
  const send = async ({ path, method = 'GET', headers, body }: HttpRequest) => {
    asked++;
    atOnce++;
    const answer = await fetch(product.url + path, { method, headers, body }).catch(() => null);
    await answer?.arrayBuffer().catch(() => {});
    atOnce--;
    if (!answer?.ok) failed++;
    if (failed > 100 && failed > asked * MOST_FAILURES)
      throw new Error(
        `${failed} of ${asked} mixed requests failed, the last ${path}: ${answer?.status}`,
      );
  };
  const kept = stack.move();
  let going = true;
  const defect = Promise.withResolvers<never>();
  defect.promise.catch(() => {});
  const requesting = (async () => {
    for (let n = 0; going; await wait(1000 / PER_SECOND)) {
      if (atOnce >= MOST_AT_ONCE) continue;
      send(kinds[n % kinds.length]!(n)).catch(defect.reject);
      n++;
    }
  })();
  const changing = (async () => {
    while (going) {
      await client.query(
        `update inserat set titel = 'Neu ' || id || ' ' || extract(epoch from now()), changed_at = now() where id = (
           select id from inserat where status = 'aktiv' and id >= random() * (select max(id) from inserat) order by id limit 1)`,
      );
      // Saving has limits for each account; they are not what is measured.
      await client.query('delete from rate_limit');
      await wait(CHANGE_MS);
    }
  })();
  changing.catch(defect.reject);
  return {
    asked: () => asked,
    failed: () => failed,
    /** Waits; rejects as soon as the load is not what it says. */
    during: (ms: number) => Promise.race([wait(ms), defect.promise]),
    async [Symbol.asyncDispose]() {
      going = false;
      await Promise.allSettled([requesting, changing]);
      await kept.disposeAsync();
    },
  };
}

/** One after the other makes the mixture. */
async function kindsOf(product: Product): Promise<((n: number) => HttpRequest)[]> {
  const website = { headers: authorisation(product) };
  const { pool, db } = connect(product.databaseUrl, { max: 2 });
  const buyers = await makeBuyers(product, pool, db, ACCOUNTS).finally(() => db.destroy());
  const browsers: string[] = [];
  for (let number = 1; number <= ACCOUNTS; number++)
    browsers.push((await logIn(product, number)).browser);
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, (_, n) => newAdvertiser(product, `Schreibt-${n}`)),
  );
  const house = { cookie: await staffCookie(product), [OWN_HEADER]: '1' };
  const buyer = inTurn(buyers);
  const writer = inTurn(writers);
  const word = inTurn(WORDS);
  const browser = inTurn(browsers.map((cookie, n) => ({ cookie, email: demoEmail(n + 1) })));
  const query = inTurn(['queue', 'threads&list=new', 'get_audit_log', 'holds']);
  const post = (action: string, cookie: string, body: object): HttpRequest => ({
    path: `/api?action=${action}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  const asAccount = (action: string) => () => ({
    path: `/api?action=${action}`,
    headers: { cookie: buyer().cookie },
  });
  const list = () => ({ path: LIST, ...website });
  const anew = (n: number) => ({ path: `${LIST}&canton=ZH&neu=${n}`, ...website });
  const search = (n: number) => ({
    path: `${LIST}&q=${encodeURIComponent(word())}&neu=${n}`,
    ...website,
  });
  const state = asAccount('state');
  const balance = asAccount('getBalance');
  const logInAgain = () => {
    const { cookie, email } = browser();
    return post('login', cookie, { log: email, pwd: DEMO_PASSWORD });
  };
  const save = (n: number) => {
    const { cookie, inseratId } = writer();
    const draft = { inserat_id: inseratId, post_status: 'draft', titel: `Entwurf ${n}` };
    return post('saveInserat', cookie, draft);
  };
  let orders = 0;
  // Another package is a purchase each time.
  const buy = () => {
    const round = Math.floor(orders / buyers.length);
    return order(buyers[orders++ % buyers.length]!, PACKAGES[round % PACKAGES.length]!);
  };
  const staff = () => ({ path: `/betrieb/api?action=${query()}`, headers: house });
  return [
    ...[list, list, anew, list, state, list, save, list, search, logInAgain],
    ...[list, list, staff, list, buy, list, balance, list, state, staff],
  ];
}

function inTurn<T>(all: readonly T[]): () => T {
  let next = 0;
  return () => all[next++ % all.length]!;
}
