import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DELETION_WAITS_MS } from '@samtrot/shared/accounts/change-rules.ts';
import { type Action, OWN_HEADER, type Params } from '@samtrot/shared/kernel/action.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { compose } from '../../app/compose.ts';
import { readConfig } from '../../app/config.ts';
import { REQUEST_ID } from '../../app/request-id.ts';
import { buildServer } from '../../app/server.ts';
import { mailTextsOf } from '../../app/text-settings.ts';
import { newestMails, type ShownMail } from '../../modules/mail/service.ts';
import { noteMode } from '../../modules/moderation/service.ts';
import { noteVatRate } from '../../modules/wallet/service.ts';
import { createLogger } from '../../platform/log.ts';
import { proofFor } from '../partners/delivery-receipts.ts';
import { DATA_KEY } from '../process/data-key.ts';
import { type TestDatabase, testDatabase } from '../process/database.ts';
import { injectedFetch } from '../process/fetch.ts';
import { insertAdvertiser, PASSWORD } from './accounts.ts';
import { sharedImages } from './pictures.ts';

export { PASSWORD };

/** As our pages call. */
const OWN = { [OWN_HEADER]: '1' };
/** Cookies of log-ins: of the portal, of the house and of websites. */
const LOGINS = /^(__\w+-)?(sid|betrieb|partner)$/;
/** Calls that begin a log-in of their own. */
const BEGINS = /login|(staff|partner)_second_factor|staff_enrol|partner_invitation/;
export const START = new Date('2026-11-20T12:00:00Z');

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  // Tests read bodies freely; each assertion names what it expects.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
}

/** A caller with or without a session. `raw` sends anything; `call` is typed by the contract. */
export interface Caller {
  userId: number;
  cookie: string;
  call<A extends Action>(spec: A, params: Params<A>): Promise<Answer>;
  raw(action: string, options?: Partial<InjectOptions>): Promise<Answer>;
}

/**
 * The whole product over HTTP on its own database, with a clock that tests set. Background work
 * runs only on demand (`runTasks`).
 */
export async function testWorld(env: Record<string, string> = {}) {
  const database: TestDatabase = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'samtrot-world-'));
  // The worlds of a process share its data keys, also with the command line.
  writeFileSync(join(dataDir, 'data-key'), DATA_KEY);
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LIMIT_FACTOR: '1000',
    TEST_CHEAP_HASHES: '1',
    PUBLIC_URL: 'http://localhost:3000',
    // Which approvals are sampled follows from their numbers.
    MODERATION_SAMPLE: '0',
    ...env,
  });
  let now = START;
  const clock = { now: () => now, shiftMs: () => now.getTime() - Date.now() };
  const defects: unknown[] = [];
  const lines: string[] = [];
  const log = createLogger('trace', {
    write(line: string) {
      lines.push(line);
      const entry = JSON.parse(line);
      if (entry.level >= 50) defects.push(entry);
    },
  });
  /**
   * The network as the product sees it: its own server, until a test puts something else in its
   * place.
   */
  const outside = { fetch: injectedFetch(() => server) };
  const app = compose({
    config,
    clock,
    log,
    db: database.db,
    pool: database.pool,
    fetch: (url, init) => outside.fetch(url, init),
    images: sharedImages(log),
  });
  await noteVatRate(database.db, { permille: config.vatPermille, now, log });
  await noteMode(database.db, config.moderation);
  const server: FastifyInstance = await buildServer(app);

  /** By the cookie of a log-in the one that a confirmation has put in its place. */
  const renewed = new Map<string, string>();
  const cookieNow = (given: string): string => renewed.get(given) ?? given;
  const send = async (given: string, options: InjectOptions): Promise<Answer> => {
    const cookie = cookieNow(given);
    const response = await server.inject({
      ...options,
      headers: { ...(cookie && { cookie }), ...options.headers },
    });
    const next = response.cookies.find(({ name, value }) => LOGINS.test(name) && value !== '');
    if (next && given && !BEGINS.test(JSON.stringify(options.query ?? '')))
      renewed.set(given, given.replace(new RegExp(`(?<=\\b${next.name}=)[^;]+`), next.value));
    // Of each request another one: responses are compared without it.
    const { [REQUEST_ID]: _, ...headers } = response.headers;
    const isJson = response.body !== '' && String(headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers,
      body: isJson ? response.json() : response.body,
    };
  };

  const caller = (userId: number, cookie: string): Caller => ({
    userId,
    cookie,
    call: (spec, params) =>
      spec.method === 'GET'
        ? send(cookie, {
            method: 'GET',
            url: '/api',
            query: { action: spec.name, ...stringValues(params as object) },
            headers: OWN,
          })
        : send(cookie, {
            method: spec.method,
            url: '/api',
            query: { action: spec.name },
            payload: params as object,
          }),
    raw: (action, { query, ...options } = {}) =>
      send(cookie, {
        method: 'POST',
        url: '/api',
        ...options,
        headers: { ...OWN, ...options.headers },
        query: { action, ...(query as Record<string, string> | undefined) },
      }),
  });

  const proof = async (name: string): Promise<string> => {
    const { body } = await send('', {
      method: 'GET',
      url: '/api',
      query: { action: 'proof_challenge', for: name },
    });
    return proofFor(body);
  };

  let users = 0;
  return {
    ...database,
    app,
    server,
    config,
    outside,
    /** Defects that were logged; a test that expects none asserts that it is empty. */
    defects,
    /** Every line of the log, as the product writes it. */
    lines,
    clock: {
      ...clock,
      set: (at: Date) => {
        now = at;
      },
      advance: (ms: number) => {
        now = new Date(now.getTime() + ms);
      },
    },
    visitor: caller(0, ''),
    caller,
    send,
    /** The cookie that a browser holds now which got this one at its log-in. */
    cookieNow,
    /** Runs the named background tasks (all, without names) until nothing is due. */
    async runTasks(...names: string[]): Promise<void> {
      const failed: Error[] = [];
      const onFailure = (error: Error) => void failed.push(error);
      for (const task of app.tasks.filter(
        ({ name }) => names.length === 0 || names.includes(name),
      )) {
        while ((await task.run({ db: database.db, now, onFailure })) > 0);
        await task.drained?.();
      }
      if (failed.length > 0)
        throw new AggregateError(failed, failed.map(({ message }) => message).join('; '));
    },
    /** Makes every deletion final that waits, as if its 72 hours were over. */
    async finishDeletions(): Promise<void> {
      const task = app.tasks.find(({ name }) => name === 'account-deletion/final')!;
      const later = new Date(now.getTime() + DELETION_WAITS_MS);
      while ((await task.run({ db: database.db, now: later })) > 0);
    },
    /**
     * The mails of the outbox, oldest first, as their readers see them; only those to one address
     * when it is given.
     */
    async mails(to?: string): Promise<ShownMail[]> {
      const mails = (
        await newestMails(
          {
            db: database.db,
            publicUrl: config.publicUrl,
            texts: mailTextsOf(config, database.db),
            now,
          },
          { limit: 1000 },
        )
      ).toReversed();
      return to === undefined ? mails : mails.filter(({ recipient }) => recipient === to);
    },
    /** A fresh proof of work for one call of this name. */
    proof,
    /** A logged-in advertiser, as rows. */
    async user({
      username = `Nutzer ${++users}x`,
      email = `nutzer${users}@beispiel.ch`,
      confirmed = false,
    } = {}): Promise<Caller & { email: string }> {
      const person = { username, email, now, confirmed };
      const { id, token } = await insertAdvertiser(database.db, person);
      return {
        ...caller(id, `${config.publicUrl.startsWith('https:') ? '__Host-sid' : 'sid'}=${token}`),
        email,
      };
    },
    /**
     * An advertiser who registered and logged in through the calls, with mail, audit and proof of
     * work.
     */
    async registered({
      username = `Nutzer ${++users}x`,
      email = `nutzer${users}@beispiel.ch`,
    } = {}): Promise<Caller & { email: string }> {
      const payload = { username, email, password: PASSWORD, nickname: username };
      const enrol = (more: object) =>
        send('', {
          method: 'POST',
          url: '/api',
          query: { action: 'register' },
          payload: { ...payload, ...more },
        });
      let registered = await enrol({});
      if (registered.status === 428) registered = await enrol({ proof: await proof('register') });
      if (registered.status !== 200) throw new Error(JSON.stringify(registered.body));
      const login = await send('', {
        method: 'POST',
        url: '/api',
        query: { action: 'login' },
        payload: { log: email, pwd: PASSWORD },
      });
      const cookie = String(login.headers['set-cookie']).split(';')[0]!;
      // As of `user`: tests move the clock by hours.
      await database.db
        .updateTable('session')
        .set(({ ref }) => ({ last_seen_at: ref('expires_at') }))
        .where('account_id', '=', login.body.user_id)
        .execute();
      return { ...caller(login.body.user_id, cookie), email };
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await database[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type World = Awaited<ReturnType<typeof testWorld>>;

const stringValues = (params: object) =>
  Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
