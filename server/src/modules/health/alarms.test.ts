import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '../../platform/db.ts';
import { smtpServer } from '../../testing/services/smtp.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import { auditCheckTask } from '../audit/jobs.ts';
import { enqueueMail, resendMails } from '../mail/service.ts';
import { alarmTask } from './jobs.ts';

let world: World;
beforeEach(async () => {
  world = await testWorld();
  await beat();
  await watch();
});
afterEach(() => world[Symbol.asyncDispose]());

const beat = () => world.runTasks('heartbeat');
/** As every server does every ten seconds. */
async function watch(seconds = 0): Promise<void> {
  world.clock.advance(seconds * 1000);
  for (const task of world.app.watch)
    while ((await task.run({ db: world.db, now: world.clock.now() })) > 0);
}
const mails = async () =>
  (await world.mails(world.config.dutyEmail)).map(({ subject, sent_at }) => [
    subject,
    sent_at !== null,
  ]);
const [RAISED, LASTS, OVER] = [
  ['Störung im Betrieb', true],
  ['Störung im Betrieb dauert an', true],
  ['Wieder gut', true],
];

test('a stopped worker is mailed by a server once, after an hour again, and «Wieder gut» [BOF-138]', async () => {
  await watch(29);
  await watch(1);
  expect(await mails()).toEqual([]);
  await watch(10);
  await watch(10);
  expect(await mails()).toEqual([RAISED]);
  expect((await world.mails(world.config.dutyEmail))[0]!.text).toContain('Kein Worker arbeitet');
  await watch(50 * 60);
  expect(await mails()).toEqual([RAISED]);
  await watch(10 * 60);
  await watch(2 * 3600);
  expect(await mails()).toEqual([RAISED, LASTS]);
  await beat();
  await watch(10);
  await watch(10);
  expect(await mails()).toEqual([RAISED, LASTS, OVER]);
  await watch(60);
  await watch(10);
  expect(await mails()).toEqual([RAISED, LASTS, OVER, RAISED]);
});

test('a worker that is away for one look is no alarm, two servers mail it once [BOF-138]', async () => {
  await watch(31);
  await beat();
  await watch(10);
  expect(await mails()).toEqual([]);
  world.clock.advance(60_000);
  const { now } = world.clock;
  const [alarms] = world.app.watch;
  for (let n = 0; n < 2; n++)
    await Promise.all([1, 2].map(() => alarms!.run({ db: world.db, now: now() })));
  await watch();
  expect(await mails()).toEqual([RAISED]);
});

const enqueueHello = () =>
  world.db
    .transaction()
    .execute((db) =>
      enqueueMail(
        { db, now: world.clock.now() },
        { cause: 'test:1', to: 'a@beispiel.ch', subject: 'Hallo', paragraphs: ['Hallo'] },
        null,
      ),
    );

test('mails that wait for half an hour are an alarm [BOF-138]', async () => {
  await enqueueHello();
  world.clock.advance(30 * MINUTE_MS);
  await beat();
  await watch();
  await watch(5);
  expect(await mails()).toEqual([RAISED]);
  // The server sends alarms and nothing else.
  const { sent_at } = (await world.mails('a@beispiel.ch'))[0]!;
  expect(sent_at).toBeNull();
});

test('mails given up in the outage keep its alarm until somebody sends them again [BOF-138]', async () => {
  await enqueueHello();
  const isOver = async () => {
    await beat();
    await watch();
    await watch(5);
    return (await mails()).some(([subject]) => subject === OVER![0]);
  };
  world.clock.advance(30 * MINUTE_MS);
  expect(await isOver()).toBe(false);
  expect(await mails()).toEqual([RAISED]);
  world.clock.advance(2 * DAY_MS);
  await world.db
    .updateTable('mail')
    .set({ next_try_at: null })
    .where('subject', 'is not', null)
    .where('sent_at', 'is', null)
    .execute();
  expect(await isOver()).toBe(false);
  const cli = { now: world.clock.now(), actor: { kind: 'cli' as const } };
  expect(await world.db.transaction().execute((db) => resendMails({ ...cli, db }, undefined))).toBe(
    1,
  );
  await world.runTasks('mail/send');
  expect(await isOver()).toBe(true);
});

test('a mailbox that is full or unknown is no alarm, waiting or given up [BOF-138]', async () => {
  await using smtp = await smtpServer();
  await world[Symbol.asyncDispose]();
  world = await testWorld({ SMTP_URL: smtp.url });
  await enqueueHello();
  smtp.set('busy');
  await world.runTasks('mail/send');
  for (const mode of ['full', 'unknown', 'full'] as const) {
    world.clock.advance(30 * MINUTE_MS);
    smtp.set(mode);
    await world.runTasks('mail/send');
    await beat();
    await watch();
    await watch(5);
    expect(await mails(), mode).toEqual([]);
  }
  world.clock.advance(2 * DAY_MS);
  await world.runTasks('mail/send');
  await beat();
  await watch();
  await watch(5);
  expect(await mails()).toEqual([]);
});

test('an alarm ends when nothing is left but a full mailbox [BOF-138]', async () => {
  await using smtp = await smtpServer();
  await world[Symbol.asyncDispose]();
  world = await testWorld({ SMTP_URL: smtp.url });
  await enqueueHello();
  smtp.set('busy');
  await world.runTasks('mail/send');
  world.clock.advance(30 * MINUTE_MS);
  await beat();
  await watch();
  await watch(5);
  const subjects = async () => (await mails()).map(([subject]) => subject);
  expect(await subjects()).toEqual([RAISED![0]]);
  world.clock.advance(2 * DAY_MS);
  smtp.set('full');
  await world.runTasks('mail/send');
  await beat();
  await watch();
  expect(await subjects()).toContain(OVER![0]);
});

test('an overdue urgent report is an alarm, one that was opened is none [BOF-138]', async () => {
  const { userId } = await world.user();
  const late = new Date(world.clock.now().getTime() - 2 * HOUR_MS - 1);
  await sql`insert into report (thing, item_id, account_id, reason, received_at, by_website)
            values ('inserat', 1, ${userId}, 'minderjaehrig', ${late}, false),
                   ('inserat', 1, ${userId}, 'betrug', ${late}, false)`.execute(world.db);
  await watch(1);
  await watch(1);
  expect(await mails()).toEqual([RAISED]);
  await sql`update report set state = 'in_review', opened_at = ${world.clock.now()}`.execute(
    world.db,
  );
  await watch(1);
  expect(await mails()).toEqual([RAISED, OVER]);
});

test('a changed line of the audit log is found by the daily check and is an alarm [BOF-138]', async () => {
  await world.registered();
  world.clock.advance(HOUR_MS);
  await world.runTasks('audit/checkpoint', 'audit/check');
  const superuser = connect(world.url, { role: null, max: 1 });
  try {
    await sql`set session_replication_role = replica`.execute(superuser.db);
    await sql`update audit set object = 'account:9999'`.execute(superuser.db);
  } finally {
    await superuser.db.destroy();
  }
  const look = async () => {
    await auditCheckTask.run({ db: world.db, now: world.clock.now() });
    await world.runTasks('mail/send', 'heartbeat');
    await watch();
    await watch(1);
  };
  await look();
  expect(await mails()).toEqual([]);
  world.clock.advance(24 * HOUR_MS);
  await look();
  expect(await mails()).toEqual([RAISED]);
});

test('a full disk is an alarm [BOF-138]', async () => {
  const share = { used: 0.89 };
  const health = {
    db: world.db,
    bankImport: undefined,
    inbound: undefined,
    filesReady: undefined,
    version: '1.0.0',
    lastHeartbeat: world.app.lastHeartbeat,
    storageUsed: async () => share.used,
    providers: async () => [],
    lastBackup: async () => null,
  };
  const task = alarmTask({ health, dutyEmail: world.config.dutyEmail });
  const look = () => task.run({ db: world.db, now: world.clock.now() });
  await look();
  await look();
  share.used = 0.9;
  await look();
  expect(await mails()).toEqual([]);
  await look();
  // The disk of this machine has room: its own watch would end the alarm.
  await world.runTasks('mail/send');
  expect(await mails()).toEqual([RAISED]);
});
