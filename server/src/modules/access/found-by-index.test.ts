import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../platform/db.ts';
import { plansOf } from '../../testing/process/plans.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import * as banners from '../banners/store.ts';
import * as clubs from '../clubs/store.ts';
import * as mails from '../mail/store.ts';
import { unjustifiedLike } from '../reports/store.ts';
import { findByLoginForShare, findCredentials } from './login/credential-store.ts';
import { findEntries } from './sessions/account-log-store.ts';
import { listSessions } from './sessions/session-store.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const AT = new Date('2026-11-20T12:00:00Z');
const TIMES = { now: AT, plain: AT, remembered: AT };

test.each<[string, (db: Sql) => Promise<unknown>]>([
  ['a login by address [API-03]', (db) => findCredentials(db, 'lena@beispiel.ch')],
  ['a login by name [API-03]', (db) => findCredentials(db, 'Lena')],
  [
    'a password reset request by address [API-09]',
    (db) => findByLoginForShare(db, 'lena@beispiel.ch'),
  ],
  ['a password reset request by name [API-09]', (db) => findByLoginForShare(db, 'Lena')],
  [
    'a page of the account log [ACC-14]',
    (db) =>
      findEntries(db, {
        accountId: 10_001,
        kinds: ['login', 'login_failed'],
        now: AT,
        limit: 50,
        offset: 0,
      }),
  ],
  [
    'what earlier reports of the same sender were [BOF-64]',
    (db) => unjustifiedLike(db, [2041, 2042]),
  ],
  ['the devices of an account [ACC-03]', (db) => listSessions(db, 10_001, TIMES)],
  [
    'the mails of a closed account [PRO-21]',
    (db) =>
      mails.deleteMails(db, {
        email: 'lena@beispiel.ch',
        accountId: 10_001,
        cause: 'change:10001:',
      }),
  ],
  [
    'the mails to an address that was given up [X-02]',
    (db) => mails.tieMails(db, { email: 'l@beispiel.ch', accountId: 10_001 }),
  ],
])('%s: no table is read whole', async (_, ask) => {
  const plans = await plansOf(world.pool, ask);
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((plan) => plan.includes('Seq Scan'))).toEqual([]);
});

test.each<[string, (db: Sql) => Promise<unknown>]>([
  ['banners', (db) => banners.forget(db, 10_001, AT)],
  ['clubs', (db) => clubs.forget(db, 10_001, AT)],
])('the %s of a closed account are found by its number [PRO-21]', async (_, ask) => {
  const plans = await plansOf(world.pool, ask);
  expect(plans.length).toBeGreaterThan(1);
  for (const plan of plans)
    expect(plan).toMatch(/Index (Only )?Cond: \((\w\.)?account_id = '?10001/);
});
