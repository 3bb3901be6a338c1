import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SIGNATURE_HEADER, signatureOf } from '../../adapters/payments/sandbox/webhook.ts';
import { hmacHex } from '../../platform/crypto.ts';
import { ad, advertisers } from '../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../testing/media/images.ts';
import { rounds } from '../../testing/process/deep.ts';
import { type RawRequest, raceRepeated } from '../../testing/process/race.ts';
import { type Caller, PASSWORD, testWorld, type World } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import { credit } from '../wallet/service.ts';

const ROUNDS = rounds(5, 24);
const CREDITS = 100;
const WEEK = 40;
const TOPUP = 110;

let world: World;
let on: ReturnType<typeof advertisers>;
let port: number;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  await world.server.listen({ port: 0, host: '127.0.0.1' });
  port = (world.server.server.address() as { port: number }).port;
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const call = (user: Caller, action: string, body: object): RawRequest => ({
  path: `/api?action=${action}`,
  body: JSON.stringify(body),
  headers: { cookie: user.cookie },
});

/** A signed notification of the provider: paid. */
async function notification(user: Caller): Promise<RawRequest> {
  const { payment_url } = (await user.call(walletTopup, { topup_option_id: 2 })).body;
  const payment = payment_url.split('/').at(-1);
  await world.db
    .updateTable('sandbox.payment')
    .set({ status: 'paid' })
    .where('id', '=', payment)
    .execute();
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, type: 'payment.decided', payment });
  const secret = hmacHex(world.config.sessionSecret, 'sandbox/webhook');
  const headers = { [SIGNATURE_HEADER]: signatureOf(secret, body, world.clock.now()) };
  return { path: '/webhooks/payments/sandbox', body, headers };
}

async function rich(): Promise<Caller & { email: string }> {
  const user = await world.user();
  await world.db.transaction().execute((db) =>
    credit({ db, now: world.clock.now() }, 'correction', {
      userId: user.userId,
      amount: CREDITS,
      cause: `gift:${user.userId}`,
      description: 'Geschenk',
    }),
  );
  return user;
}

/** Whether an image is about to be stored. */
const announced = async () =>
  (
    await world.db
      .selectFrom('file_removal')
      .select('content_id')
      .where('due_at', '>', world.clock.now())
      .execute()
  ).length > 0;

const rowsOf = async ({ userId }: Caller) => {
  const of = <
    T extends 'inserat' | 'image' | 'session' | 'account_link' | 'cart' | 'booking' | 'payment',
  >(
    table: T,
  ) =>
    world.db
      .selectFrom(table as 'inserat')
      .selectAll()
      .where('account_id', '=', userId)
      .execute();
  return {
    account: await world.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
    ads: await of('inserat'),
    gone: [
      await of('image'),
      await of('session'),
      await of('account_link'),
      await of('cart'),
    ].flat(),
    messages: await world.db
      .selectFrom('thread')
      .selectAll()
      .where('account_id', '=', userId)
      .execute(),
    bookings: await of('booking'),
    payment: await world.db
      .selectFrom('payment')
      .selectAll()
      .where('account_id', '=', userId)
      .executeTakeFirstOrThrow(),
    forfeits: await world.db
      .selectFrom('ledger_transfer')
      .select('amount')
      .where('cause', '=', `forfeit:${userId}`)
      .execute(),
  };
};

async function isClosing(userId: number): Promise<boolean> {
  const { delete_at, closed_at } = await world.db
    .selectFrom('account')
    .select(['delete_at', 'closed_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return delete_at !== null || closed_at !== null;
}

test(`deletion with concurrent calls and a payment leaves no orphan, one forfeit, correct books [T-RACE-10, PRO-22, INV-19]`, async () => {
  const seen = { closedFirst: 0, orderedFirst: 0, paidFirst: 0, uploadedFirst: 0 };
  const { images } = world.app.media;
  const { render } = images;
  for (let round = 0; round < ROUNDS; round++) {
    const user = await rich();
    const [placed, drawn] = [
      await on.blank(user),
      (await on.place(user, { post_status: 'draft' })).id,
    ];
    const base64ImageString = dataUrl(
      await noise(60, 40, round + 1)
        .jpeg()
        .toBuffer(),
    );
    const ordering = call(user, 'saveInserat', ad(placed, { inserat_typ: '1_week' }));
    const orderedBefore = round % 6 === 2;
    const requests = [
      ...(orderedBefore ? [] : [ordering]),
      await notification(user),
      call(user, 'support', {
        subject: 'ad',
        message: 'Mein Inserat erscheint nicht in der Liste.',
      }),
      call(user, 'createInserat', {}),
      call(user, 'updateCart', { inserat_id: drawn, base_package: '1_week' }),
      call(user, 'update_profile', {
        nickname: 'Lena',
        email: `anders${round}@beispiel.ch`,
        current_password: PASSWORD,
      }),
      call({ ...user, cookie: '' }, 'login', { log: user.email, pwd: PASSWORD }),
      call({ ...user, cookie: '' }, 'lostpassword', { user_login: user.email }),
    ];
    // At a different position each round, because the first request tends to be served first.
    const at = round % (requests.length + 1);
    const proof = { kind: 'deletion', password: PASSWORD };
    expect((await user.raw('reauthenticate', { payload: proof })).status).toBe(200);
    // Sent among the others, or begun before them.
    const early = round % 4 === 3;
    user.cookie = world.cookieNow(user.cookie);
    const deletion = call(user, 'delete_account', {});
    if (!early) requests.splice(at, 0, deletion);
    requests.push(call(user, 'delete_account', { password: PASSWORD }));
    // Image processing takes longest: sent with the others, shortly before, long before, or begun
    // before and done after the deletion has begun.
    if (round % 6 === 4)
      images.render = async (bytes) => {
        await expect.poll(() => isClosing(user.userId), { interval: 1 }).toBe(true);
        return render(bytes);
      };
    const upload = raceRepeated(port, [
      call(user, 'saveInseratImage', { inserat_id: drawn, base64ImageString }),
    ]);
    if (round % 6 === 1) await expect.poll(announced, { interval: 1 }).toBe(true);
    if (round % 3 === 2) expect(await upload).toEqual([200]);
    if (orderedBefore) expect(await raceRepeated(port, [ordering])).toEqual([200]);
    // The deletion is made final while the others are still under way.
    let racing = true;
    const finishing = (async () => {
      while (racing) await world.finishDeletions();
    })();
    const begun = early ? raceRepeated(port, [deletion]) : undefined;
    if (early) await expect.poll(() => isClosing(user.userId), { interval: 1 }).toBe(true);
    const statuses = await raceRepeated(port, requests);
    racing = false;
    await finishing;
    const uploaded = (await upload)[0] === 200;
    images.render = render;
    const closings = [begun ? (await begun)[0]! : statuses[at]!, statuses.at(-1)!];
    // The other one comes too late, or after a confirmation that renewed the session (ACC-10).
    expect(closings.toSorted(), `round ${round}: ${statuses}`).toEqual([
      200,
      expect.toSatisfy((status) => status === 401 || status === 403),
    ]);
    expect(
      statuses.filter((status) => status >= 500),
      `round ${round}: ${statuses}`,
    ).toEqual([]);
    world.clock.advance(HOUR_MS);
    await world.runTasks();
    await world.finishDeletions();
    await world.runTasks();
    expect([200, 401]).toContain((await upload)[0]);

    const { account, ads, gone, messages, bookings, payment, forfeits } = await rowsOf(user);
    expect(account.closed_at).not.toBeNull();
    expect([gone, messages], `round ${round}`).toEqual([[], []]);
    for (const row of nonEmpty(ads))
      expect(row).toMatchObject({ status: 'geloescht', titel: '', contact: null, search: '' });
    const ordered = bookings.length;
    const credited = payment.status === 'gutgeschrieben';
    if (!credited) expect(payment.status).toBe('abweichend');
    expect(forfeits, `round ${round}`).toEqual([
      { amount: CREDITS - ordered * WEEK + (credited ? TOPUP : 0) },
    ]);
    const mails = (await world.mails()).filter((mail) => JSON.stringify(mail).includes(user.email));
    expect(
      mails.map(({ subject }) => subject),
      `round ${round}`,
    ).toEqual(['Dein Konto ist gelöscht']);
    seen.closedFirst += Number(!ordered && !uploaded && !credited);
    seen.orderedFirst += ordered;
    seen.paidFirst += Number(credited);
    seen.uploadedFirst += Number(uploaded);
  }
  const media = readdirSync(join(world.config.dataDir, 'media'), {
    recursive: true,
    encoding: 'utf8',
  });
  expect(media.filter((file) => file.includes('.'))).toEqual([]);
  expect(await world.db.selectFrom('file_removal').selectAll().execute()).toEqual([]);
  expect(await checkBooks(world.db)).toMatchObject({ ok: true, problems: [] });
  // Every order of events has occurred, or the race proves nothing.
  expect(seen.orderedFirst, JSON.stringify(seen)).toBeGreaterThan(0);
  expect(seen.orderedFirst, JSON.stringify(seen)).toBeLessThan(ROUNDS);
  expect(seen.uploadedFirst, JSON.stringify(seen)).toBeGreaterThan(0);
  expect(seen.uploadedFirst, JSON.stringify(seen)).toBeLessThan(ROUNDS);
});

test('ten concurrent deletions delete once and forfeit once [PRO-21, PRO-22]', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await rich();
    await user.call(walletTopup, { topup_option_id: 1 });
    const statuses = await raceRepeated(
      port,
      Array(10).fill(call(user, 'delete_account', { password: PASSWORD })),
    );
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(401)]);
    await Promise.all(Array.from({ length: 5 }, () => world.finishDeletions()));
    expect((await rowsOf(user)).forfeits).toEqual([{ amount: CREDITS }]);
  }
});
