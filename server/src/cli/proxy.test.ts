import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { expect, test, vi } from 'vitest';
import { CERTIFICATE, CERTIFICATE_KEY } from '../testing/services/smtp.ts';
import { runCommand } from '../testing/world/command.ts';
import { testWorld } from '../testing/world/world.ts';
import { Refusal, UsageError } from './command.ts';
import { proxyCheck } from './proxy.ts';

test('proxy check says line by line what is wrong, the clock included [RUN-17]', async () => {
  await using world = await testWorld();
  const proxy = createServer({ key: CERTIFICATE_KEY, cert: CERTIFICATE }, (_, response) =>
    response.end(),
  );
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  const { port } = proxy.address() as AddressInfo;
  const publicUrl = `https://127.0.0.1:${port}`;
  const check = (settings: object, options = {}) =>
    runCommand(world, proxyCheck, [], options, settings);
  // Nothing speaks plain text at the second port.
  const plain = { 'plain-port': '1' };
  const { text, data, failed } = await check({ publicUrl }, plain);
  expect(failed).toBe(true);
  expect(text.split('\n')).toContain(
    'FALSCH  Browser vertrauen dem Zertifikat nicht: DEPTH_ZERO_SELF_SIGNED_CERT.',
  );
  expect(text.split('\n').at(-1)).toBe(
    'gut     Die Uhren von Datenbank und Maschine stimmen überein.',
  );
  expect(data.findings).toContainEqual({
    subject: 'hsts',
    ok: false,
    text: 'Seiten kommen ohne HSTS an.',
  });
  const now = Date.now();
  const fast = vi.spyOn(Date, 'now').mockReturnValue(now + HOUR_MS);
  const { text: late } = await check({ publicUrl }, plain);
  fast.mockRestore();
  expect(late.split('\n').at(-1)).toMatch(
    /^FALSCH {2}Die Uhr der Datenbank geht (59 Minuten \d+ Sekunden|60 Minuten) nach\.$/,
  );
  proxy.closeAllConnections();
  await new Promise((closed) => proxy.close(closed));
  await expect(check({ publicUrl }, plain)).rejects.toThrow(`${publicUrl} antwortet nicht`);
  await expect(check({ publicUrl: 'http://127.0.0.1:3000' })).rejects.toThrow(Refusal);
  expect(() => proxyCheck.prepare([], { 'plain-port': '0' })).toThrow(UsageError);
});
