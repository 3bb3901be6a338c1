import { login } from '@samtrot/shared/access/contract.ts';
import { adAnswer, adsAnswer, clubAnswer, clubsAnswer } from '@samtrot/shared/delivery/contract.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueKey } from '../modules/partners/service.ts';
import { wholeClub } from '../testing/listings/clubs.ts';
import { advertisers } from '../testing/listings/inserate.ts';
import { exactly, partnerCopy } from '../testing/partners/partner.ts';
import { listener, type Receiver, receiver } from '../testing/partners/receiver.ts';
import { rounds } from '../testing/process/deep.ts';
import { pick, pseudoRandom } from '../testing/process/random.ts';
import { DEMO_MAILBOXES, type Press, randomOperation } from '../testing/world/operations.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import { DEMO_PASSWORD, fillDemo } from './demo.ts';

const NAME = 'Draussen';
const LISTS = ['ads', 'clubs'] as const;
const ACTIONS = rounds(100, 1000);
type List = (typeof LISTS)[number];

let world: World;
let partner: Receiver;
let key: string;
beforeAll(async () => {
  world = await testWorld();
  partner = await receiver();
  await listener(world, NAME, partner.url);
  key = await world.db
    .transaction()
    .execute((db) => issueKey({ db, now: START, actor: { kind: 'cli' } }, NAME));
});
afterAll(async () => {
  await partner[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const get = (path: string) =>
  world.send('', {
    method: 'GET',
    url: `/partner/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
  });
const read = {
  ads: (body: unknown) => {
    const { ads: entries, ...rest } = exactly(adsAnswer, body);
    return { entries, ...rest };
  },
  clubs: (body: unknown) => {
    const { clubs: entries, ...rest } = exactly(clubsAnswer, body);
    return { entries, ...rest };
  },
};
const bySince = (list: List) => partnerCopy<{ id: string }>({ list, get, read: read[list] });

/**
 * A copy that is kept by messages alone: whatever one says, the thing is fetched, and removed where
 * it is not there.
 */
function byMessages() {
  const known = { ads: new Map<string, unknown>(), clubs: new Map<string, unknown>() };
  return {
    known,
    async update() {
      await world.runTasks('webhooks/enqueue', 'webhooks/send');
      for (const { type, thing } of partner.messages.splice(0)) {
        const list = type.startsWith('ad.') ? 'ads' : 'clubs';
        const { status, body } = await get(`${list}/${thing}`);
        expect([200, 404]).toContain(status);
        if (status === 404) known[list].delete(thing);
        else
          known[list].set(
            thing,
            list === 'ads' ? exactly(adAnswer, body).ad : exactly(clubAnswer, body).club,
          );
      }
      await world.app.writeCounts();
    },
  };
}

/** What the list holds now, by its ids. */
async function listed(list: List): Promise<Record<string, unknown>> {
  const { status, body } = await get(`${list}?limit=100`);
  expect([status, body.next_cursor]).toEqual([200, null]);
  return Object.fromEntries((body[list] as { id: string }[]).map((one) => [one.id, one]));
}

async function demoAccounts(): Promise<Press[]> {
  const presses: Press[] = [];
  const { grant } = advertisers(world);
  for (const mailbox of DEMO_MAILBOXES) {
    const entered = await world.visitor.call(login, {
      log: `${mailbox}@samtrot.example`,
      pwd: DEMO_PASSWORD,
    });
    expect(entered.status).toBe(200);
    const caller = world.caller(
      entered.body.user_id,
      String(entered.headers['set-cookie']).split(';')[0]!,
    );
    // Enough for every random action: without credits only refusals would be left after some weeks.
    await grant(entered.body.user_id, 20_000);
    presses.push((action, payload) =>
      caller.raw(action, payload ? { payload } : { method: 'GET' }),
    );
  }
  // They stay logged in for as long as the clock is moved.
  await world.db
    .updateTable('session')
    .set({
      expires_at: new Date('2099-01-01T00:00:00Z'),
      last_seen_at: new Date('2099-01-01T00:00:00Z'),
    })
    .execute();
  return presses;
}

/**
 * Somebody who takes no part in the random actions and stays online, so that there is something to
 * compare after each of them.
 */
async function placeLasting(): Promise<void> {
  const on = advertisers(world);
  const user = await on.rich(20_000);
  expect((await on.place(user, { inserat_typ: '1_month', auto_extend: true })).status).toBe(200);
  const club = await user.raw('save_club', { payload: { ...wholeClub(), monate: 12 } });
  expect(club.status, JSON.stringify(club.body)).toBe(200);
}

test(`mirrors of the demo by since and by messages equal its lists after ${ACTIONS} random actions [FIX-20]`, async () => {
  const [ads, clubs, messages] = [bySince('ads'), bySince('clubs'), byMessages()];
  await ads.start();
  await clubs.start();
  expect([ads.known.size, clubs.known.size]).toEqual([0, 0]);
  const agree = async () => {
    await world.runTasks('publication/clock', 'publication/missed');
    await messages.update();
    await ads.update();
    await clubs.update();
    for (const [list, since] of [
      ['ads', ads],
      ['clubs', clubs],
    ] as const) {
      const truth = await listed(list);
      nonEmpty(Object.keys(truth));
      expect(Object.fromEntries(since.known), `${list} by since`).toEqual(truth);
      expect(Object.fromEntries(messages.known[list]), `${list} by messages`).toEqual(truth);
    }
  };
  expect(
    await fillDemo({
      db: world.db,
      now: START,
      pictures: world.app.media,
      documents: world.app.documents,
    }),
  ).toBe(true);
  await placeLasting();
  await agree();
  const first = [...ads.known.keys()];

  const presses = await demoAccounts();
  const random = pseudoRandom(20);
  const done: Record<string, number> = {};
  for (let operations = 0; operations < ACTIONS; ) {
    world.clock.advance(Math.ceil(random() * 90) * MINUTE_MS);
    const name = await randomOperation(random, pick(random, presses));
    if (!name) continue;
    operations++;
    done[name] = (done[name] ?? 0) + 1;
    if (operations % rounds(25, 20) === 0) await agree();
  }
  await agree();
  expect(Object.keys(done).length, JSON.stringify(done)).toBeGreaterThan(12);
  expect(first.filter((id) => !ads.known.has(id)).length).toBeGreaterThan(0);
  expect([...ads.known.keys()].filter((id) => !first.includes(id)).length).toBeGreaterThan(0);
  expect(world.defects).toEqual([]);
});

test.each(['inserat', 'banner', 'club', 'website'] as const)(
  'the id by which websites know a row of %s never becomes another [FIX-20]',
  async (table) => {
    const changed = world.db.updateTable(table).set({ public_id: crypto.randomUUID() }).execute();
    await expect(changed).rejects.toThrow('does not change');
  },
);
