import { WRONG_PASSWORDS } from '@samtrot/shared/access/rules.ts';
import { sessions } from '../../../server/src/app/session.ts';
import { connect } from '../../../server/src/platform/db.ts';
import { DEMO_PASSWORD } from '../../../server/src/seed/demo.ts';
import { type Challenge, solve } from '../../../web/src/lib/api/proof-of-work-solver.ts';
import { inChild } from '../child.ts';
import { CONNECTIONS, demoEmail, load, logIn, SECONDS, warmUp } from '../http.ts';
import { compare, medianOf, type Rate } from '../measure.ts';
import type { Product } from '../product.ts';
import { statementsOf } from '../record.ts';
import { bounded, compared, type Row } from '../report.ts';

const CHECKS = 3000;

/** The cost of the session per request, and the number of logins the machine can handle. */
export async function session(product: Product): Promise<Row[]> {
  const { cookie } = await logIn(product, 1);
  const login = { url: product.url, requests: loginRequests() };
  await warmUp(login);
  return [
    await checkCost(product, cookie),
    await mostWork(product),
    compared(
      'login',
      'bare argon2',
      await compare(
        () => load(login),
        () => inChild<Rate>('argon2-loop.ts', { seconds: SECONDS }),
      ),
      0.8,
    ),
  ];
}

/** CPU time, which excludes waiting for the database. The limit is the query alone. */
async function checkCost(product: Product, cookie: string): Promise<Row> {
  const { db, pool } = connect(product.databaseUrl, { max: 1 });
  const { actorOf } = sessions({ publicUrl: product.url }, pool);
  const [name, token] = cookie.split('=') as [string, string];
  const request = { cookies: { [name]: token } } as unknown as Parameters<typeof actorOf>[0];
  const check = () => actorOf(request, new Date());
  const { statements } = await statementsOf(check);
  const bare = async () => {
    for (const statement of statements) await pool.query(statement);
  };
  const cost = await cpuMs(check);
  const least = await cpuMs(bare);
  await db.destroy();
  const row = bounded('session check, CPU time', cost, 0.1, 'ms');
  return {
    ...row,
    limit: `the same query, bare: ${least.toFixed(3)} ms`,
    ratio: (least / cost).toFixed(2),
  };
}

/** Between the fewest and the most derivations of a challenge. */
const USUAL_DERIVATIONS = 400;
const SLOWED = 4;

/** What a login costs its sender at most after wrong passwords (ACC-20). */
async function mostWork(product: Product): Promise<Row> {
  const wrong = async () => {
    const answer = await fetch(`${product.url}/api?action=login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ log: 'niemand@samtrot.example', pwd: 'Falsch-Geraten-1' }),
    });
    return (await answer.json()) as { challenge?: Challenge };
  };
  for (let n = 0; n < WRONG_PASSWORDS.free; n++) await wrong();
  const perDerivation = await medianOf(3, async () => {
    const { challenge } = await wrong();
    const begin = performance.now();
    const proof = JSON.parse(atob(await solve(challenge!)));
    return (performance.now() - begin) / (proof.solution.counter + 1);
  });
  const ms = perDerivation * USUAL_DERIVATIONS * WRONG_PASSWORDS.mostEffort * SLOWED;
  return bounded('most work before a login, on a CPU slowed four times', ms / 1000, 20, 's');
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 500; i++) await work();
  return medianOf(3, async () => {
    const before = process.cpuUsage();
    for (let i = 0; i < CHECKS; i++) await work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / CHECKS;
  });
}

function loginRequests() {
  return Array.from({ length: CONNECTIONS }, (_, index) =>
    Array.from({ length: 10 }, (_, turn) => ({
      path: '/api?action=login',
      method: 'POST' as const,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ log: demoEmail(1 + index + turn * CONNECTIONS), pwd: DEMO_PASSWORD }),
    })),
  );
}
