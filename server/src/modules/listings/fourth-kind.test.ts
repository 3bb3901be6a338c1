import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Start } from '@samtrot/shared/kernel/start.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../platform/action.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import * as stellen from '../../testing/listings/stellen.ts';
import { eventually } from '../../testing/process/eventually.ts';
import { someoneWaits } from '../../testing/process/gate.ts';
import { CLIENT } from '../../testing/world/client.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';
import { balance } from '../wallet/service.ts';
import {
  bookingIdsIn,
  type Owner,
  remindExpiring,
  renewExpired,
  startsOnResume,
} from './service.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let userId: number;
let email: string;

beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  const owner = new pg.Client({ connectionString: world.url });
  await owner.connect();
  await owner.query(`
    create table stelle (
      id bigint generated always as identity primary key, account_id bigint not null,
      titel text not null, wochen int not null, auto_extend boolean not null,
      publish_option text not null, publish_date text not null, publish_time text not null,
      booking_id bigint, version int not null default 1, saved_at timestamptz, unsaved jsonb,
      hidden_at timestamptz, held_at timestamptz, alert_at timestamptz, open_end timestamptz,
      deleted_at timestamptz, changed_at timestamptz);
    create table stelle_booking (
      id bigint generated always as identity primary key, total int not null,
      start_at timestamptz not null, end_at timestamptz not null, created_at timestamptz not null);
    grant all on stelle, stelle_booking to samtrot_app;`);
  await owner.end();
});
afterAll(async () => {
  // The overview knows no bookings of this kind; everything else in the books must agree.
  const problems = await on.wrongBooks();
  expect(problems.filter((problem) => !/ohne (Bestellung|Rückgabe): /.test(problem))).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(START);
  await sql`delete from stelle`.execute(world.db);
  const user = await world.user();
  ({ userId, email } = user);
  await on.grant(userId, 100);
  const settings = { expiry_alert: true, disable_messages: false };
  await world.db.updateTable('account').set(settings).where('id', '=', userId).execute();
});

const PLANNED: Start = {
  publish_option: 'Planen',
  publish_date: '2026-11-22',
  publish_time: '13:00',
};
const content = (changes: Partial<stellen.Content> = {}): stellen.Content => ({
  titel: 'Empfang',
  wochen: 1,
  auto_extend: false,
  publish_option: 'Sofort',
  publish_date: '',
  publish_time: '',
  ...changes,
});

/** Runs this as the owner, in one transaction like a call. */
const call = <T>(work: (ctx: Ctx<Owner>) => Promise<T>): Promise<T> =>
  world.db.transaction().execute((db) => {
    const session = { sessionHash: Buffer.alloc(32), reauthenticatedAt: START };
    const actor = { kind: 'user', userId, ...session } as const;
    return work({ db, now: world.clock.now(), actor, client: CLIENT, effects: {} });
  });
const create = (changes?: Partial<stellen.Content>) =>
  call((ctx) => stellen.create(ctx, content(changes)));
const order = (id: number, expected?: number) => call((ctx) => stellen.order(ctx, id, expected));
const rowOf = (id: number) => call((ctx) => stellen.load(ctx, id));
const credits = () => call(({ db }) => balance(db, userId));
const days = (n: number) => world.clock.set(new Date(+START + n * DAY_MS));
const subjects = async () => (await world.mails(email)).map(({ subject }) => subject);
const placed = async (changes?: Partial<stellen.Content>) => {
  const id = await create(changes);
  await order(id);
  return id;
};

test('a save of an outdated version is refused and names the current one', async () => {
  const id = await create();
  const save = (titel: string, version?: number) =>
    call((ctx) => stellen.save(ctx, id, content({ titel }), version));
  await save('Réception', 1);
  expect(await rowOf(id)).toMatchObject({ titel: 'Réception', version: 2, saved_at: START });
  const conflict = { code: 'VERSION_CONFLICT', extra: { version: 2 } };
  await expect(save('Veraltet', 1)).rejects.toMatchObject(conflict);
  await save('Ohne Version');
  expect(await rowOf(id)).toMatchObject({ titel: 'Ohne Version', version: 3 });
});

test("another account's listing is not found", async () => {
  const id = await create();
  userId = (await world.user()).userId;
  await expect(rowOf(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a creation waits for a concurrent one of the account, so that the limit holds', async () => {
  for (const titel of ['Empfang', 'Küche']) await create({ titel });
  let settled = false;
  const [, last] = await call(async (ctx) => {
    const third = await stellen.create(ctx, content());
    const fourth = create().finally(() => {
      settled = true;
    });
    fourth.catch(() => {});
    await eventually(async () => expect(settled || (await someoneWaits(world.pool))).toBe(true));
    return [third, fourth.catch((error: AppError) => error.code)] as const;
  });
  expect(await last).toBe('TOO_MANY_CLUBS');
});

test('an autosave changes a draft itself and a booked listing only in its unsaved edits', async () => {
  const id = await create();
  const keep = (edit: stellen.Content | 'discard') => call((ctx) => stellen.keep(ctx, id, edit));
  expect(await keep(content({ titel: 'Entwurf' }))).toMatchObject({ version: 2 });
  expect(await rowOf(id)).toMatchObject({ titel: 'Entwurf', unsaved: null });
  await order(id);
  expect(await keep(content({ titel: 'Später' }))).toMatchObject({ version: 3 });
  expect(await rowOf(id)).toMatchObject({ titel: 'Entwurf', unsaved: { titel: 'Später' } });
  expect(await keep('discard')).toMatchObject({ version: 4, saved_at: START.toISOString() });
  expect(await rowOf(id)).toMatchObject({ titel: 'Entwurf', unsaved: null });
});

test('an order charges its price once, and only where the lifecycle allows it', async () => {
  const id = await create();
  const changed = { code: 'PRICE_CHANGED', extra: { total: 20 } };
  await expect(order(id, 19)).rejects.toMatchObject(changed);
  expect(await order(id, 20)).toBe(80);
  await expect(order(id)).rejects.toMatchObject({ code: 'NOT_IN_THIS_STATE' });
  expect(await credits()).toBe(80);
  const audited = world.db
    .selectFrom('audit')
    .select('action')
    .where('object', '=', `stelle:${id}`);
  expect(await audited.execute()).toEqual([{ action: 'stelle_order' }]);
});

test('a paused run lasts as much longer; a planned one waits and then runs in full', async () => {
  const running = await placed();
  const planned = await placed(PLANNED);
  days(1);
  expect(await call((ctx) => stellen.pauseAll(ctx))).toEqual([
    { id: running, waiting: false },
    { id: planned, waiting: true },
  ]);
  days(5);
  const deleted = await create();
  await call((ctx) => stellen.remove(ctx, deleted));
  const ids = [running, planned, deleted];
  expect(await call((ctx) => stellen.resumeAll(ctx, ids))).toEqual([
    { title: `Stellenanzeige ${deleted}`, reason: 'Inzwischen gelöscht.' },
  ]);
  expect((await rowOf(running)).end_at).toEqual(new Date(+START + 11 * DAY_MS));
  const { start_at, end_at } = await rowOf(planned);
  expect(start_at).toEqual(new Date(+START + 5 * DAY_MS + 1));
  expect(+end_at! - +start_at!).toBe(7 * DAY_MS);
  // Only a start of this moment is that of the resuming.
  const starts = (ms: number) => startsOnResume(new Date(+START + ms), START);
  expect([-1, 0, 1, 2].map(starts)).toEqual([false, false, true, false]);
});

test('bookings are known by the cause of what was paid for them, of this kind alone', () => {
  const causes = ['stelle:12', 'stelle:7', 'banner:8', 'xstelle:9', 'stelle:', 'stelle:1x'];
  const longest = '9'.repeat(15);
  expect(
    bookingIdsIn(stellen.STELLEN, [...causes, `stelle:${longest}`, `stelle:${longest}9`]),
  ).toEqual([12, 7, Number(longest)]);
});

test('the owner is reminded once, a day before the end', async () => {
  const id = await placed();
  const remind = () => call((ctx) => remindExpiring(ctx, stellen.STELLEN, stellen.EXPIRY));
  days(5);
  expect(await remind()).toBe(0);
  // The scheduler may come late.
  days(6.5);
  expect([await remind(), await remind()]).toEqual([1, 0]);
  const [mail, ...others] = await world.mails(email);
  expect([mail!.subject, others]).toEqual(['Deine Laufzeit endet bald', []]);
  expect(mail!.text).toContain(`Nummer ${id} endet am 27.11.2026, 13:00`);
});

test('a renewal is charged without a gap; without credits the run ends with a mail', async () => {
  const id = await placed({ auto_extend: true });
  const expire = () => call((ctx) => renewExpired(ctx, stellen.STELLEN, stellen.EXPIRY));
  for (const [week, left] of [60, 40, 20, 0].entries()) {
    days(7 * (week + 1));
    expect([await expire(), await expire(), await credits()]).toEqual([1, 0, left]);
  }
  expect((await rowOf(id)).end_at).toEqual(new Date(+START + 35 * DAY_MS));
  expect(await subjects()).toEqual([]);
  days(35);
  expect([await expire(), await expire(), await credits()]).toEqual([1, 0, 0]);
  expect((await rowOf(id)).end_at).toEqual(new Date(+START + 35 * DAY_MS));
  expect(await subjects()).toEqual(['Deine Laufzeit wurde nicht verlängert']);
});

test('a renewal that fails for anything but credits is no end', async () => {
  const id = await placed({ auto_extend: true });
  const open_end = (await rowOf(id)).end_at;
  days(7);
  for (const failure of [new AppError('HELD'), new Error('INSUFFICIENT_CREDITS')]) {
    const renewalOf: typeof stellen.EXPIRY.renewalOf = async () => ({
      ...{ price: 20, refused: null },
      book: async () => {
        throw failure;
      },
    });
    const expiry = { ...stellen.EXPIRY, renewalOf };
    const renewed = call((ctx) => renewExpired(ctx, stellen.STELLEN, expiry));
    await expect(renewed).rejects.toBe(failure);
  }
  expect(await rowOf(id)).toMatchObject({ open_end });
  expect([await subjects(), await credits()]).toEqual([[], 80]);
});

test('a copy is a draft that starts at once, and counts towards the limit', async () => {
  const id = await placed({ ...PLANNED, titel: 'Bar' });
  const copy = () => call((ctx) => stellen.duplicate(ctx, id));
  const copied = { titel: 'Bar', publish_option: 'Sofort', booking_id: null, version: 1 };
  expect(await rowOf(await copy())).toMatchObject(copied);
  await copy();
  await expect(copy()).rejects.toMatchObject({ code: 'TOO_MANY_CLUBS' });
});

test('deleting a planned listing refunds it in full, a running one not at all', async () => {
  const planned = await placed(PLANNED);
  const running = await placed();
  const remove = (id: number) => call((ctx) => stellen.remove(ctx, id));
  expect(await remove(planned)).toEqual({
    refunded: 20,
    credits: 80,
    message: 'Deine Stellenanzeige ist gelöscht. 20 Credits sind wieder auf deinem Konto.',
  });
  expect(await remove(running)).toMatchObject({ refunded: 0, credits: 80 });
  await expect(remove(planned)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
