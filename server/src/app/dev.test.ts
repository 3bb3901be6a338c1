import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueueMail } from '../modules/notifications/service.ts';
import { START, testWorld, type World } from '../testing/world.ts';
import { compose } from './compose.ts';
import { developmentSurface } from './dev.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  for (const [index, to] of ['erste@beispiel.ch', 'zweite@beispiel.ch'].entries()) {
    await world.db.transaction().execute((db) =>
      enqueueMail(
        { db, now: new Date(START.getTime() + index * 1000) },
        {
          cause: `test:${to}`,
          to,
          subject: `Nachricht <${index}>`,
          paragraphs: ['<script>alert(1)</script> "Hallo"', 'http://localhost:3000/auth/x?a=1&b=2.'],
        },
      ),
    );
  }
});
afterAll(() => world[Symbol.asyncDispose]());

test('the mailbox lists every mail, newest first, and without SMTP settings each counts as delivered', async () => {
  const before = await world.send('', { method: 'GET', url: '/dev/mailbox' });
  expect(before.body).toContain('Wird gerade versendet');
  world.clock.advance(1000);
  await world.runTasks('notifications/mail');
  const answer = await world.send('', { method: 'GET', url: '/dev/mailbox.json' });
  expect(answer.status).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toEqual([
    {
      to: 'zweite@beispiel.ch',
      subject: 'Nachricht <1>',
      text: '<script>alert(1)</script> "Hallo"\n\nhttp://localhost:3000/auth/x?a=1&b=2.',
      html: expect.stringContaining('&lt;script&gt;alert(1)&lt;/script&gt;'),
      date: '2026-11-20T12:00:01.000Z',
    },
    expect.objectContaining({ to: 'erste@beispiel.ch', date: '2026-11-20T12:00:00.000Z' }),
  ]);
  const mails = await world.db.selectFrom('mail').select('sent_at').execute();
  expect(mails.map(({ sent_at }) => sent_at)).toEqual([world.clock.now(), world.clock.now()]);
});

test('the mailbox page shows text as text, allows no script, and makes links of addresses', async () => {
  const { status, headers, body } = await world.send('', { method: 'GET', url: '/dev/mailbox' });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/);
  expect(body).toContain('<html lang="de">');
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;Hallo&quot;');
  expect(body).not.toContain('<script');
  expect(body).toContain('<a href="http://localhost:3000/auth/x?a=1&amp;b=2">');
  expect(body.indexOf('Nachricht &lt;1&gt;')).toBeLessThan(body.indexOf('Nachricht &lt;0&gt;'));
  expect(body).not.toContain('Wird gerade versendet');
});

test('a mail is shown as its reader sees it, on a page of its own where nothing runs and nothing is loaded', async () => {
  const list = await world.send('', { method: 'GET', url: '/dev/mailbox' });
  const [, path] = list.body.match(/<a href="(\/dev\/mailbox\/\d+)">Gestaltete Ansicht<\/a>/)!;
  const { status, headers, body } = await world.send('', { method: 'GET', url: path });
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
  );
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(body).not.toContain('<script');
  for (const unknown of ['999999', '0', 'x', '1e3', '-1', '9'.repeat(20), '%00']) {
    expect((await world.send('', { method: 'GET', url: `/dev/mailbox/${unknown}` })).status, unknown).toBe(404);
  }
});

test('production composes nothing of the development surface: no mailbox, and no sandbox to stand in for a provider', () => {
  const log = pino({ level: 'silent' });
  const config = { ...world.config, mode: 'production' as const };
  expect(developmentSurface(config, world.db)).toEqual([]);
  expect(developmentSurface(world.config, world.db)).toHaveLength(1);
  expect(() => compose({ config, db: world.db, pool: world.pool, clock: world.clock, log })).toThrow(
    /never runs in production/,
  );
});
