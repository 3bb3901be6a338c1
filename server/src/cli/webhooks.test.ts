import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adBuilder } from '../testing/listings/ads.ts';
import { isSigned, listener, type Receiver, receiver } from '../testing/partners/receiver.ts';
import { runCommand } from '../testing/world/command.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import { type Command, Refusal } from './command.ts';
import { websiteWebhook, websiteWebhookResend, websiteWebhookRotate } from './webhooks.ts';

let world: World;
let partner: Receiver;
beforeAll(async () => {
  world = await testWorld();
  partner = await receiver();
  await listener(world, 'Mondgarten', partner.url);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await partner[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const perform = (command: Command, places: string[], production = false) =>
  runCommand(world, command, places, {}, production ? { mode: 'production' } : {});
const audits = async () =>
  (
    await world.db
      .selectFrom('audit')
      .select(['actor', 'action'])
      .where('action', 'like', 'website_webhook%')
      .orderBy('id')
      .execute()
  ).map(({ actor, action }) => `${actor} ${action}`);

test('website webhook sets the address, shows its secret and its state [decisions 7]', async () => {
  const { text, data } = await perform(websiteWebhook, ['Mondgarten']);
  expect(data).toEqual({
    name: 'Mondgarten',
    url: partner.url,
    waiting: 0,
    dead: 0,
    accepted_at: null,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  });
  expect(text).toContain(`Mondgarten bekommt Meldungen an ${partner.url}`);
  expect(text).toContain('Zuletzt angenommen: noch nie');
  await adBuilder(world.db).add();
  await world.runTasks('webhooks/enqueue', 'webhooks/send');
  expect(isSigned(partner.messages[0]!, String(data.secret))).toBe(true);
  const later = await perform(websiteWebhook, ['Mondgarten']);
  expect(later.data.accepted_at).toBe(START.toISOString());
  expect(later.text).toContain('Zuletzt angenommen: 20.11.2026, 13:00 (Schweizer Zeit)');

  const made = await perform(websiteWebhookRotate, ['Mondgarten']);
  expect(made.data.secret).not.toBe(data.secret);
  expect((await perform(websiteWebhook, ['Mondgarten'])).data.secret).toBe(made.data.secret);

  await world.db
    .updateTable('webhook_message')
    .set({ delivered_at: null, dead_at: START })
    .execute();
  expect((await perform(websiteWebhook, ['Mondgarten'])).text).toContain(
    'Es warten 0, aufgegeben sind 1.',
  );
  const sent = await perform(websiteWebhookResend, ['Mondgarten']);
  expect(sent.text).toBe('Aufgegeben waren 1; davon gehen jetzt 1 neu hinaus.');

  expect((await perform(websiteWebhook, ['Mondgarten', 'off'])).text).toContain(
    'Mondgarten bekommt keine Meldungen.',
  );
  world.clock.advance(DAY_MS);
  await world.runTasks('webhooks/enqueue', 'webhooks/send');
  expect(partner.messages).toHaveLength(1);
  expect(await audits()).toEqual([
    'cli website_webhook_set',
    'cli website_webhook_rotated',
    'cli website_webhook_resent',
    'cli website_webhook_set',
  ]);
});

test('in production the address is https and public, in development it may be this machine [decisions 7]', async () => {
  for (const url of [
    partner.url,
    'https://10.0.0.1/',
    'https://localhost/x',
    'http://mondgarten.ch/webhook',
    'nirgends',
  ])
    await expect(perform(websiteWebhook, ['Mondgarten', url], true), url).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  await expect(perform(websiteWebhook, ['Mondgarten', 'http://10.0.0.1/'])).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  const there = 'https://mondgarten.ch/webhook';
  expect((await perform(websiteWebhook, ['Mondgarten', there], true)).data.url).toBe(there);
});

test('the commands about messages refuse a website that does not exist [decisions 7]', async () => {
  for (const [command, places] of [
    [websiteWebhook, ['Unbekannt']],
    [websiteWebhook, ['Unbekannt', 'off']],
    [websiteWebhookRotate, ['Unbekannt']],
    [websiteWebhookResend, ['Unbekannt']],
  ] as const)
    await expect(perform(command, [...places])).rejects.toThrow(Refusal);
});
