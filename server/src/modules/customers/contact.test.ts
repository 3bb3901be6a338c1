import { getAccountLog } from '@samtrot/shared/access/security-contract.ts';
import { customer, customerTab, showContact } from '@samtrot/shared/customers/contract.ts';
import { startView } from '@samtrot/shared/customers/help-contract.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { Role } from '@samtrot/shared/staff/roles.ts';
import { support } from '@samtrot/shared/support/contract.ts';
import { thread } from '@samtrot/shared/support/staff-contract.ts';
import { expect, test } from 'vitest';
import { customerWorld } from '../../testing/world/customers.ts';
import { type Staff, staffCaller, staffLoginOf } from '../../testing/world/staff.ts';

const shared = customerWorld(100);
type Shown = 'owner' | 'moderator' | 'finance' | 'reader';
type Asked = Partial<Parameters<typeof showContactOf>[1]>;

const showContactOf = (
  staff: Staff,
  params: { account_id: number; cause: 'request' | 'payment' | 'other'; reason: string },
) => staff.call(showContact, params);
const show = (staff: Staff, params: Asked = {}) =>
  showContactOf(staff, {
    account_id: shared.user.userId,
    cause: 'request',
    reason: '',
    ...params,
  });
const card = async (staff = shared.moderator) =>
  (await staff.call(customer, { account_id: shared.user.userId })).body;
/** Idle log-ins end after half an hour. */
const loggedInAgain = async (staff: Staff): Promise<Staff> => ({
  ...staff,
  ...staffCaller(shared.world, await staffLoginOf(shared.world, staff.staffId)),
});
const log = async () =>
  (await shared.user.call(getAccountLog, { filter: 'house' })).body.entries as {
    label: string;
    details: { by: string; thing: string; reason: string };
  }[];

test('the card masks her address for every role and is no look [BOF-69, BOF-76]', async () => {
  const { on, user } = shared;
  await on.place(user, { telefon: '+41 79 555 01 12' });
  const masked = `${user.email[0]}•••@beispiel.ch`;
  for (const role of ['owner', 'moderator', 'finance', 'reader'] as const) {
    const head = await card(shared[role]);
    expect(head.email, role).toBe(masked);
    expect(JSON.stringify(head), role).not.toMatch(/555 01 12|79555/);
  }
  await shared.moderator.call(customerTab, { account_id: user.userId, tab: 'anmeldungen' });
  expect(await log()).toEqual([]);
});

test('each role uncovers of her contact data what its right says [BOF-69, BOF-76]', async () => {
  const { on, user } = shared;
  await on.place(user, { telefon: '+41 79 555 01 12' });
  const seen: [Role, number, number | null][] = [
    ['owner', 200, 1],
    ['moderator', 200, 1],
    ['finance', 200, null],
    ['reader', 403, null],
  ];
  for (const [role, status, phones] of seen) {
    const answer = await show(shared[role as Shown]);
    expect([answer.status, answer.body.phones?.length ?? null], role).toEqual([status, phones]);
    expect(answer.body.email, role).toBe(status === 200 ? user.email : undefined);
  }
  expect(await log()).toHaveLength(3);
  expect((await card()).looks).toHaveLength(3);
});

test('who uncovers gives a reason, and she reads it with role and sign [BOF-76, BOF-77]', async () => {
  const { moderator, world } = shared;
  const text = 'Sie will ein neues Passwort';
  expect((await show(moderator, { reason: text })).status).toBe(200);
  expect((await show(moderator, { cause: 'payment' })).status).toBe(200);
  const read = { label: 'Kontaktangaben angesehen', details: { thing: '' } };
  expect(await log()).toMatchObject([
    { ...read, details: { reason: `Anfrage der Kundin: ${text}` } },
  ]);
  expect((await log())[0]!.details.by).toMatch(/^Moderation [A-Z]{2}$/);
  world.clock.advance(HOUR_MS);
  const owner = await loggedInAgain(shared.owner);
  await show(owner, { cause: 'other', reason: 'Anruf der Polizei' });
  expect((await card(owner)).looks.map(({ by }: { by: string }) => by.split(' ')[0])).toEqual([
    'Inhaberin',
    'Moderation',
  ]);
  const rows = await world.db
    .selectFrom('data_access_log')
    .select(['kind', 'reason'])
    .where('account_id', '=', shared.user.userId)
    .orderBy('id')
    .execute();
  expect(rows.map(({ reason }) => reason)).toEqual([
    `Anfrage der Kundin: ${text}`,
    'Anruf der Polizei',
  ]);
});

test('«Anderes» without words, a deleted and an unknown account show nothing [BOF-76]', async () => {
  const { moderator, user, world } = shared;
  expect((await show(moderator, { cause: 'other', reason: ' ' })).body.code).toBe(
    'REASON_REQUIRED',
  );
  expect((await show(moderator, { account_id: 999_999 })).body.code).toBe('NOT_FOUND');
  expect(await log()).toEqual([]);
  const close = (closed_at: Date | null) =>
    world.db.updateTable('account').set({ closed_at }).where('id', '=', user.userId).execute();
  await close(world.clock.now());
  expect((await show(moderator)).body.code).toBe('NOT_FOUND');
  await close(null);
});

test('read messages and the view stand in her log with why [BOF-76, BOF-77]', async () => {
  const { moderator, user } = shared;
  const asked = (await user.call(support, { subject: 'ad', message: 'Wie ändere ich das?' })).body;
  await moderator.call(thread, { thread_id: Number(asked.ticket.slice(2)) });
  await moderator.call(startView, { account_id: user.userId, reason: 'Sie sieht nichts' });
  const entries = (await log()).map(({ label, details: { thing, reason } }) => [
    label,
    thing,
    reason,
  ]);
  expect(entries.toSorted()).toEqual([
    ['Dein Konto in deiner Ansicht angesehen', '', 'Sie sieht nichts'],
    ['Nachrichten gelesen', `Nachricht ${asked.ticket}`, 'deine Nachricht'],
  ]);
});
