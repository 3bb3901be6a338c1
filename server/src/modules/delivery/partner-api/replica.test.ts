import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { compose } from '../../../app/compose.ts';
import { readConfig } from '../../../app/config.ts';
import { buildServer } from '../../../app/server.ts';
import { systemClock } from '../../../platform/clock.ts';
import { connect } from '../../../platform/db.ts';
import { createLogger } from '../../../platform/log.ts';
import { adBuilder, type TestAd } from '../../../testing/listings/ads.ts';
import { eventually } from '../../../testing/process/eventually.ts';
import { primaryWithCopy } from '../../../testing/process/standby.ts';
import { addWebsite, issueKey } from '../../partners/service.ts';

let cluster: Awaited<ReturnType<typeof primaryWithCopy>>;
let primary: ReturnType<typeof connect>;
let copy: ReturnType<typeof connect>;
/** On the replica, as its owner. */
let operator: ReturnType<typeof connect>;
let server: Awaited<ReturnType<typeof buildServer>>;
let ads: ReturnType<typeof adBuilder>;
let key: string;
/** Statements on `inserat` per database. */
const asked = { primary: 0, copy: 0 };
let questions = 0;
const list = async (path = 'ads') => {
  const url = `/partner/v1/${path}${path.includes('?') ? '&' : '?'}_=${++questions}`;
  return server.inject({ method: 'GET', url, headers: { authorization: `Bearer ${key}` } });
};
const ids = async (path?: string) =>
  ((await list(path)).json().ads as { id: string }[]).map(({ id }) => id);
const run = () => {
  const now = Date.now();
  return {
    start_at: new Date(now - 60_000),
    end_at: new Date(now + 3_600_000),
    lifted_at: new Date(now - 1_000),
  };
};

// A test that fails midway leaves it paused.
beforeEach(() => replaying('resume'));

/** Pauses or resumes replay on the replica. */
const replaying = (what: 'pause' | 'resume') =>
  operator.pool.query(`select pg_wal_replay_${what}()`);

function counting(pool: ReturnType<typeof connect>['pool'], name: 'primary' | 'copy') {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string })?.text;
      if (text?.includes('delivery_entry')) asked[name]++;
      return query(...args);
    }) as typeof client.query;
  });
}

beforeAll(async () => {
  cluster = await primaryWithCopy();
  primary = connect(cluster.url);
  copy = connect(cluster.copyUrl);
  operator = connect(cluster.copyUrl, { role: null });
  counting(primary.pool, 'primary');
  counting(copy.pool, 'copy');
  const config = readConfig({
    NODE_ENV: 'test',
    SESSION_SECRET: 'r'.repeat(48),
    DATA_KEY: 'd'.repeat(48),
  });
  const app = compose({
    config,
    ...primary,
    replica: copy.db,
    clock: systemClock(undefined),
    log: createLogger('silent'),
  });
  server = await buildServer(app);
  await server.ready();
  ads = adBuilder(primary.db);
  const now = new Date();
  const manage = <T>(act: (ctx: Parameters<typeof issueKey>[0]) => Promise<T>) =>
    primary.db.transaction().execute((db) => act({ db, now, actor: { kind: 'cli' } }));
  await manage((ctx) => addWebsite(ctx, { name: 'Mondgarten', url: 'https://mondgarten.example' }));
  key = await manage((ctx) => issueKey(ctx, 'Mondgarten'));
});
afterAll(async () => {
  await server?.close();
  await operator?.db.destroy();
  await copy?.db.destroy();
  await primary?.db.destroy();
  await cluster?.[Symbol.asyncDispose]();
});

test('lists are read from the replica once it has replayed the last notified change [decisions 8]', async () => {
  const ad = await ads.add(run());
  await eventually(async () => expect(await ids()).toContain(ad.publicId));
  await eventually(async () => {
    const before = { ...asked };
    expect(await ids()).toContain(ad.publicId);
    expect(asked.primary).toBe(before.primary);
    expect(asked.copy).toBeGreaterThan(before.copy);
  });
  expect((await list(`ads/${ad.publicId}`)).statusCode).toBe(200);
});

test('a lagging replica shows nothing expired: the primary serves until it has caught up [T-DEL-01, decisions 8]', async () => {
  const made: TestAd[] = [];
  for (let n = 0; n < 3; n++) made.push(await ads.add(run()));
  await eventually(async () =>
    expect(await ids()).toEqual(expect.arrayContaining(made.map(({ publicId }) => publicId))),
  );
  await replaying('pause');
  for (const { id, publicId } of made) {
    await primary.db
      .updateTable('inserat')
      .set({ status: 'ausgeblendet', changed_at: new Date() })
      .where('id', '=', id)
      .execute();
    await eventually(async () => expect(await ids()).not.toContain(publicId));
    expect((await list(`ads/${publicId}`)).statusCode).toBe(404);
  }
  const before = { ...asked };
  await ids();
  expect(asked.copy).toBe(before.copy);
  expect(asked.primary).toBeGreaterThan(before.primary);
  await replaying('resume');
  await eventually(async () => {
    const then = { ...asked };
    await ids();
    expect(asked.copy).toBeGreaterThan(then.copy);
  });
});

test('the change feed is read from the primary, whose cursors a lagging replica would refuse [decisions 8]', async () => {
  // A cursor read while the replica lags is older: it repeats changes, and misses none.
  const since = await eventually(async () => {
    const { next_since } = (await list()).json();
    expect(await ids(`ads?since=${next_since}`)).toEqual([]);
    return next_since;
  });
  await replaying('pause');
  const ad = await ads.add(run());
  expect(await ids(`ads?since=${since}`)).toEqual([ad.publicId]);
  await replaying('resume');
});

test('an ad missing on the replica is served by the primary, even before its notification [decisions 8]', async () => {
  const ad = await ads.add({ ...run(), status: 'entwurf' });
  await eventually(async () => {
    const then = { ...asked };
    await ids();
    expect(asked.copy).toBeGreaterThan(then.copy);
  });
  await replaying('pause');
  const owner = connect(cluster.url, { role: null, max: 1 });
  // No notification, as in the instant before it arrives.
  await owner.pool.query('set session_replication_role = replica');
  await owner.pool.query(
    `update inserat set status = 'aktiv', published_at = start_at where id = ${ad.id}`,
  );
  await owner.db.destroy();
  expect((await list(`ads/${ad.publicId}`)).statusCode).toBe(200);
  await replaying('resume');
});

test('without a replica the primary serves every list [decisions 8]', async () => {
  const ad = await ads.add(run());
  await cluster.stopCopy();
  await eventually(async () => expect(await ids()).toContain(ad.publicId));
  expect((await list()).statusCode).toBe(200);
});
