import type { Output } from '@samtrot/shared/kernel/action.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { threads } from '@samtrot/shared/support/staff-contract.ts';
import { INBOX_LISTS, type InboxList, threadIdOf } from '@samtrot/shared/support/thread-rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sql } from '../../../platform/db.ts';
import type { Place } from '../../../platform/keyset.ts';
import { rowsTouchedBy } from '../../../testing/world/plans.ts';
import { type Staff, staffOf } from '../../../testing/world/staff.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';
import { insertThread, threadPage } from '../store.ts';
import { INBOX_ORDERS, inList } from './lists.ts';

const PAGE = 50;
/** More than two pages of each list. */
const COUNT = 620;
const LATER = new Date(START.getTime() + MINUTE_MS);
const SENDER = {
  kind: 'contact' as const,
  accountId: null,
  name: 'Lena Muster',
  email: 'lena@beispiel.ch',
  phone: null,
  subject: 'billing',
};
const LISTS = nonEmpty([...INBOX_LISTS]);

let world: World;
let owner: Staff;

beforeAll(async () => {
  world = await testWorld();
  owner = await staffOf(world, 'owner');
  await world.db.transaction().execute(async (db) => {
    for (let n = 0; n < COUNT; n++) await insertThread(db, SENDER, { now: START });
  });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(arrange);
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

/** All states in turn, each third thread of this person, twenty of the same moment. */
async function arrange() {
  await sql`update thread t set state = s.state, last_entry_at = s.at,
      assigned_to = case when n % 3 = 0 then ${owner.staffId}::bigint end,
      waits_since = case when s.state in ('new', 'in_progress') then s.at end,
      done_at = case when s.state in ('done', 'spam') then s.at end
    from (select id, row_number() over (order by id) as n from thread) numbered, lateral (select
      (array['new', 'in_progress', 'answered', 'waiting', 'done', 'spam'])[n % 6 + 1] as state,
      ${START}::timestamptz - make_interval(mins => (n / 20)::int) as at) s
    where t.id = numbered.id`.execute(world.db);
}

/** To the beginning of «Erledigt» or «Spam». */
const close = (id: number, state: 'done' | 'spam') =>
  sql`update thread set state = ${state}, waits_since = null, done_at = ${LATER}, last_entry_at = ${LATER}
    where id = ${id}`.execute(world.db);

type Page = Output<typeof threads>;
const pageOf = async (list: InboxList, more: { q?: string; cursor?: string } = {}) => {
  const { status, body } = await owner.call(threads, { list, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Page;
};

async function allPages(list: InboxList, q?: string, between = async (_: Page) => {}) {
  const seen: string[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await pageOf(list, { ...(q && { q }), ...(cursor && { cursor }) });
    seen.push(...page.items.map(({ ticket }) => ticket));
    sizes.push(page.items.length);
    cursor = page.cursor;
    await between(page);
  }
  return { seen, sizes };
}
const idsOf = (tickets: string[]) => tickets.map((ticket) => threadIdOf(ticket)!);

const BY: Record<InboxList, string> = {
  new: 'waits_since nulls last, last_entry_at, id',
  mine: 'waits_since nulls last, last_entry_at, id',
  waiting: 'last_entry_at, id',
  done: 'last_entry_at desc, id desc',
  spam: 'last_entry_at desc, id desc',
};
const inOrder = async (list: InboxList) => {
  const { rows } = await sql<{ id: number }>`
    select t.id from thread t where ${inList(list, owner.staffId)} order by ${sql.raw(BY[list])}`.execute(
    world.db,
  );
  return rows.map(({ id }) => id);
};

describe('the pages of the inbox', () => {
  test.each(LISTS)('«%s» comes whole in its order, page after page [BOF-82]', async (list) => {
    const wanted = await inOrder(list);
    expect(wanted.length).toBeGreaterThan(2 * PAGE);
    const { seen, sizes } = await allPages(list);
    expect(idsOf(seen)).toEqual(wanted);
    expect(sizes.slice(0, -1).every((size) => size === PAGE)).toBe(true);
  });

  test.each(LISTS)(
    '«%s» goes on without a gap while threads come and go [BOF-82]',
    async (list) => {
      const before = await inOrder(list);
      // The last one of each page goes away; another one comes to the beginning of a closed list.
      const others = idsOf((await allPages('new')).seen);
      const moved: number[] = [];
      const { seen } = await allPages(list, undefined, async ({ items }) => {
        const last = threadIdOf(items.at(-1)!.ticket)!;
        moved.push(last);
        await close(last, list === 'spam' ? 'done' : 'spam');
        if (list === 'done' || list === 'spam') await close(others.pop()!, list);
      });
      expect(moved.length).toBeGreaterThan(1);
      expect(new Set(seen).size).toBe(seen.length);
      expect(idsOf(seen)).toEqual(before);
    },
  );

  test('a search goes on in pages, too, and counts as one look [BOF-82, BOF-142]', async () => {
    for (const q of ['zahlung', SENDER.email]) {
      const { seen, sizes } = await allPages('done', q);
      expect([sizes.length, sizes.at(-1)], q).toEqual([13, COUNT % PAGE]);
      expect(new Set(seen).size, q).toBe(COUNT);
    }
    const { rows } = await sql`select from audit where action = 'searched'`.execute(world.db);
    expect(rows).toHaveLength(2);
  });

  test('the counts are those of the whole lists on each page [BOF-82]', async () => {
    const first = await pageOf('new');
    const second = await pageOf('new', { cursor: first.cursor! });
    expect(first.counts).toMatchObject({ new: (await inOrder('new')).length });
    expect(second.counts).toEqual(first.counts);
  });

  test('a cursor of another list, or none at all, is refused at its field [BOF-82]', async () => {
    const { cursor } = await pageOf('new');
    const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const wrong = [
      ...['x', '%', text('new'), text(['new']), text(['new', '1']), text(['new', 'x', '1', '1'])],
      ...[text(['new', '1', null, '1']), text(['new', '1', '1', '1; drop']), text({ 0: 'new' })],
    ];
    for (const bad of wrong) {
      const { status, body } = await owner.call(threads, { list: 'new', cursor: bad });
      expect([status, body.errors], bad).toEqual([422, { cursor: 'Ungültiges Format' }]);
    }
    for (const list of LISTS.filter((list) => list !== 'new')) {
      const { body } = await owner.call(threads, { list, cursor: cursor! });
      expect(body.errors, list).toEqual({ cursor: 'Ungültiges Format' });
    }
  });

  test('each page of 10,000 threads is a range of an index [BOF-82]', async () => {
    await sql`insert into thread (kind, name, email, email_hash, subject, state, created_at, last_entry_at, waits_since)
      select t.kind, t.name, t.email, t.email_hash, t.subject, 'new', t.created_at, t.created_at, t.created_at
        from (select * from thread limit 1) t, generate_series(1, ${10_000 - COUNT})`.execute(
      world.db,
    );
    await arrange();
    await world.pool.query('vacuum analyze thread');
    for (const list of LISTS) {
      const ordering = INBOX_ORDERS[list];
      const page = (db: Sql, after: Place | null) =>
        threadPage(db, inList(list, owner.staffId), { ordering, after, limit: PAGE + 1 });
      let after: Place | null = null;
      for (let n = 1; n <= 3; n++) {
        const begins: Place | null = after;
        const touched = await rowsTouchedBy(world.db, (db) => page(db, begins));
        expect(touched, `${list} ${n}`).toBeLessThan(8 * PAGE);
        const rows: { place: Place }[] = await world.db
          .transaction()
          .execute((db) => page(db, begins));
        after = rows.at(-1)!.place;
      }
    }
  });
});
