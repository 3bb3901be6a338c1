import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueueMail } from '../modules/mail/service.ts';
import { smtpServer } from '../testing/services/smtp.ts';
import { runCommand } from '../testing/world/command.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import { Refusal, UsageError } from './command.ts';
import { mailList, mailResend } from './mail.ts';

let smtp: Awaited<ReturnType<typeof smtpServer>>;
let world: World;
beforeAll(async () => {
  smtp = await smtpServer();
  world = await testWorld({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await world.db.deleteFrom('mail').execute();
  world.clock.set(START);
  smtp.accepted.length = 0;
});

let causes = 0;
const enqueue = (to = 'lena@beispiel.ch') =>
  world.db
    .transaction()
    .execute((db) =>
      enqueueMail(
        { db, now: world.clock.now() },
        { cause: `test:${++causes}`, to, subject: 'Kurze Nachricht', paragraphs: ['Guten Tag'] },
        null,
      ),
    );
const send = () => world.runTasks('mail/send');
const list = () => runCommand(world, mailList, [], {});
const resend = (which: string) => runCommand(world, mailResend, [which], {});
const listed = async () =>
  (await list()).data.mails as { id: number; attempts: number; next_try_at: string | null }[];

test('mails that wait are listed with the answer of the server, without addresses', async () => {
  expect((await list()).text).toBe('Es warten 0 Mails, aufgegeben sind 0.');
  smtp.set('refuse');
  await enqueue('lena.muster@beispiel.ch');
  await send();
  const { text, data } = await list();
  expect(data).toMatchObject({ waiting: 1, given_up: 0, mails: [{ attempts: 1 }] });
  expect(text).toContain('1 Versuche, nächster 20.11.2026, 13:00: ');
  expect(text).toContain('550');
  expect(text + JSON.stringify(data)).not.toContain('lena.muster');
});

test('«all» says that what is due within two minutes leaves by itself', async () => {
  smtp.set('refuse');
  await enqueue();
  await send();
  const { text, data } = await resend('all');
  expect(data).toEqual({ mails: 0 });
  expect(text).toContain('in den nächsten zwei Minuten von selbst');
});

test('«all» sends at once what waits and what was given up, with two days more', async () => {
  smtp.set('refuse');
  await enqueue();
  while ((await listed())[0]!.next_try_at) {
    world.clock.set(new Date((await listed())[0]!.next_try_at!));
    await send();
  }
  await enqueue();
  // The second one waits for an hour, which nobody wants once the server is well again.
  for (let attempt = 0; attempt < 10; attempt++) {
    await send();
    const next = (await listed()).find(({ next_try_at }) => next_try_at)!.next_try_at!;
    if (attempt < 9) world.clock.set(new Date(next));
  }
  expect((await list()).data).toMatchObject({ waiting: 1, given_up: 1 });
  smtp.set('busy');
  expect((await resend('all')).data).toEqual({ mails: 2 });
  await send();
  expect((await list()).data).toMatchObject({ waiting: 2, given_up: 0 });
  smtp.set('ok');
  world.clock.advance(HOUR_MS);
  await send();
  expect(smtp.accepted).toHaveLength(2);
  expect((await list()).text).toBe('Es warten 0 Mails, aufgegeben sind 0.');
  const lines = world.db.selectFrom('audit').select('actor').where('action', '=', 'mail_resent');
  expect(await lines.execute()).toEqual([{ actor: 'cli' }, { actor: 'cli' }]);
});

test('one mail is sent by its number, also one given up long ago', async () => {
  await enqueue('keine Adresse');
  await enqueue();
  const [given] = await listed();
  smtp.set('ok');
  await send();
  expect(await listed()).toMatchObject([{ id: given!.id, next_try_at: null }]);
  world.clock.advance(8 * DAY_MS);
  expect((await list()).data).toMatchObject({ given_up: 0 });
  expect((await resend('all')).data).toEqual({ mails: 0 });
  expect((await resend(String(given!.id))).text).toBe('Eine Mail geht jetzt hinaus.');
  expect(await listed()).toMatchObject([{ id: given!.id, next_try_at: expect.any(String) }]);
});

test('«all» leaves out what was given up for an address that does not exist', async () => {
  smtp.set('unknown');
  await enqueue('keine Adresse');
  await enqueue();
  await send();
  expect((await list()).data).toMatchObject({ waiting: 1, given_up: 1 });
  world.clock.advance(3 * DAY_MS);
  await send();
  expect((await list()).data).toMatchObject({ waiting: 0, given_up: 2 });
  smtp.set('ok');
  expect((await resend('all')).data).toEqual({ mails: 0 });
  await send();
  expect(smtp.accepted).toEqual([]);
  expect((await resend(String((await listed()).at(-1)!.id))).data).toEqual({ mails: 1 });
  await send();
  expect(smtp.accepted).toHaveLength(1);
});

test('what is sent, on its way or unknown is refused, and so is no number', async () => {
  smtp.set('ok');
  await enqueue();
  const { id } = (await listed())[0]!;
  // A worker has claimed it and speaks to the mail server.
  const leased = new Date(START.getTime() + 2 * MINUTE_MS);
  await world.db.updateTable('mail').set({ attempts: 1, next_try_at: leased }).execute();
  await expect(resend(String(id))).rejects.toThrow(Refusal);
  world.clock.set(leased);
  await send();
  expect(smtp.accepted).toHaveLength(1);
  await expect(resend(String(id))).rejects.toThrow('ist schon gesendet');
  await expect(resend('999999')).rejects.toThrow(Refusal);
  expect(() => mailResend.prepare(['alle'], {})).toThrow(UsageError);
});
