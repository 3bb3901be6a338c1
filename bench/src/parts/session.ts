import { WRONG_PASSWORDS } from '@samtrot/shared/access/rules.ts';
import { sessions } from '../../../server/src/app/session.ts';
import { connect } from '../../../server/src/platform/db.ts';
import { DEMO_PASSWORD } from '../../../server/src/seed/demo.ts';
import { sentBy } from '../../../server/src/testing/process/sent.ts';
import { totpCode } from '../../../server/src/testing/world/totp.ts';
import { type Challenge, solve } from '../../../web/src/lib/api/proof-of-work-solver.ts';
import { inChild } from '../child.ts';
import { CONNECTIONS, demoEmail, load, logIn, SECONDS } from '../http.ts';
import { compare, medianOf, type Rate } from '../measure.ts';
import type { Product } from '../product.ts';
import { bounded, compared, type Row } from '../report.ts';

const CHECKS = 3000;

/** The cost of the session per request, and the number of logins the machine can handle. */
export async function session(product: Product): Promise<Row[]> {
  const { cookie } = await logIn(product, 1);
  const known = { url: product.url, requests: await knownLogins(product) };
  const unknown = { url: product.url, requests: logins() };
  await load(unknown);
  await load(known);
  return [
    await checkCost(product, cookie),
    await mostWork(product),
    await secondStep(product),
    await besideArgon2('login', known),
    await besideArgon2('login from a browser not known, with its mail', unknown),
  ];
}

const besideArgon2 = async (name: string, logins: Parameters<typeof load>[0]) =>
  compared(
    name,
    'bare argon2',
    await compare(
      () => load(logins),
      () => inChild<Rate>('argon2-loop.ts', { seconds: SECONDS }),
    ),
    0.8,
  );

/** CPU time, which excludes waiting for the database. The limit is the query alone. */
async function checkCost(product: Product, cookie: string): Promise<Row> {
  const { db, pool } = connect(product.databaseUrl, { max: 1 });
  const { actorOf } = sessions({ publicUrl: product.url }, pool);
  const [name, token] = cookie.split('=') as [string, string];
  const request = { headers: {}, cookies: { [name]: token } } as unknown as Parameters<
    typeof actorOf
  >[0];
  const check = () => actorOf(request, new Date());
  const statements = await sentBy(check);
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
    // CPU time: a busy machine makes the work no harder.
    const before = process.cpuUsage();
    const proof = JSON.parse(atob(await solve(challenge!)));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / (proof.solution.counter + 1);
  });
  const ms = perDerivation * USUAL_DERIVATIONS * WRONG_PASSWORDS.mostEffort * SLOWED;
  return bounded('most work before a login, on a CPU slowed four times', ms / 1000, 20, 's');
}

/** Accounts that no other measurement logs in. */
const FIRST_WITH_STEP = 2_000;
/** Until the database has its plans and the server its machine code. */
const UNCOUNTED = 100;
const WITH_STEP = 101;

/** What a second step adds to the login of the same accounts, both measured one by one. */
async function secondStep({ url }: Product): Promise<Row> {
  const added: number[] = [];
  for (let n = 0; n < UNCOUNTED + WITH_STEP; n++) {
    const email = demoEmail(FIRST_WITH_STEP + n);
    let cookie = (await logIn({ url }, FIRST_WITH_STEP + n)).browser;
    const browser = cookie;
    const call = async (action: string, body: object, status = 200) => {
      const answer = await fetch(`${url}/api?action=${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
        body: JSON.stringify(body),
      });
      if (answer.status !== status) throw new Error(`${action}: ${await answer.text()}`);
      return { answer, body: (await answer.json()) as { pending?: string; secret?: string } };
    };
    const credentials = { log: email, pwd: DEMO_PASSWORD };
    const alone = await timed(() => call('login', credentials));
    const holdSession = ({ answer }: { answer: Response }) => {
      cookie = `${browser}; ${answer.headers.getSetCookie()[0]!.split(';')[0]!}`;
    };
    holdSession(alone.result);
    // A confirmation gives the session a new token.
    holdSession(await call('reauthenticate', { kind: 'factor', password: DEMO_PASSWORD }));
    const { secret } = (await call('prepare_factor', {})).body;
    await call('confirm_factor', { code: totpCode(secret!, Date.now(), -1) });
    cookie = browser;
    const twoSteps = async (step: number) => {
      const { pending } = (await call('login', credentials, 403)).body;
      return call('second_factor', { pending, code: totpCode(secret!, Date.now(), step) });
    };
    // A new factor ends the known browsers; both logins that are compared come from a known one.
    const { answer } = await twoSteps(0);
    cookie = answer.headers.getSetCookie()[1]!.split(';')[0]!;
    const both = await timed(() => twoSteps(1));
    if (n >= UNCOUNTED) added.push(both.ms - alone.ms);
  }
  const median = added.toSorted((a, b) => a - b)[Math.floor(WITH_STEP / 2)]!;
  return bounded('what a second step adds to a login', median, 3, 'ms');
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const begin = performance.now();
  const result = await work();
  return { ms: performance.now() - begin, result };
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

const TURNS = 10;
/** Each connection logs in accounts of its own, one after the other. */
const logins = (browsers?: string[]) =>
  Array.from({ length: CONNECTIONS }, (_, index) =>
    Array.from({ length: TURNS }, (_, turn) => {
      const number = 1 + index + turn * CONNECTIONS;
      return {
        path: '/api?action=login',
        method: 'POST' as const,
        headers: {
          'content-type': 'application/json',
          ...(browsers && { cookie: browsers[number - 1]! }),
        },
        body: JSON.stringify({ log: demoEmail(number), pwd: DEMO_PASSWORD }),
      };
    }),
  );

/** As their owners log in, from browsers that the accounts know. */
async function knownLogins(product: Product) {
  const browsers: string[] = [];
  for (let number = 1; number <= CONNECTIONS * TURNS; number++)
    browsers.push((await logIn(product, number)).browser);
  return logins(browsers);
}
