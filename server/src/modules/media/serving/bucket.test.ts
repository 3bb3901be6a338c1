import { getHouseHealth } from '@samtrot/shared/health/contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { deleteInseratImage, saveInseratImage } from '@samtrot/shared/media/contract.ts';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchHouse } from '../../../app/metrics.ts';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { dataUrl, noise } from '../../../testing/media/images.ts';
import { eventually } from '../../../testing/process/eventually.ts';
import { listed } from '../../../testing/process/files.ts';
import { s3Server } from '../../../testing/services/s3.ts';
import { staffOf } from '../../../testing/world/staff.ts';
import { type Caller, testWorld, type World } from '../../../testing/world/world.ts';
import { checkFiles } from '../service.ts';

let s3: Awaited<ReturnType<typeof s3Server>>;
let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
beforeAll(async () => {
  s3 = await s3Server();
  world = await testWorld(s3.env);
  on = advertisers(world);
  user = await on.rich(100);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
  await s3[Symbol.asyncDispose]();
});

const fetched = (
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => world.server.inject({ method, url, headers });

test('with a bucket, files are served, protected and removed as on disk [MED-12, MED-21]', async () => {
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const bytes = await noise(400, 20, 3).jpeg().toBuffer();
  const saved = await user.call(saveInseratImage, {
    inserat_id: id,
    base64ImageString: dataUrl(bytes),
  });
  expect(saved.status).toBe(200);
  const { url, attachment_id, cloudflare_id } = saved.body.image;
  const { files } = world.app.media;
  expect(await listed(files)).toEqual([`${cloudflare_id}-320.webp`, `${cloudflare_id}-400.webp`]);

  const whole = await fetched(url);
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(whole.rawPayload).toEqual(Buffer.from((await files.get(url.split('/').at(-1)!))!));
  expect(whole.headers['content-length']).toBe(String(whole.rawPayload.length));
  const part = await fetched(url, { range: 'bytes=10-19' });
  expect([part.statusCode, part.headers['content-range']]).toEqual([
    206,
    `bytes 10-19/${whole.rawPayload.length}`,
  ]);
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(10, 20));
  expect((await fetched(url, { range: 'bytes=99999999-' })).statusCode).toBe(416);
  expect((await fetched(url, { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(
    304,
  );
  expect((await fetched(url, {}, 'HEAD')).headers['content-length']).toBe(
    String(whole.rawPayload.length),
  );

  // During an outage of the bucket uploads and images fail with UNAVAILABLE.
  s3.fail('HEAD', ...Array(4).fill(503));
  expect((await fetched(url)).statusCode).toBe(503);

  await user.call(deleteInseratImage, { attachment_id });
  expect((await fetched(url)).statusCode).toBe(404);
  await files.put(`${'e'.repeat(64)}-320.webp`, Buffer.from('x'));
  world.clock.set(new Date(Date.now() + 2 * DAY_MS));
  await world.runTasks('publication/erase');
  await world.runTasks('media/collect');
  await world.runTasks('media/removal');
  expect(await checkFiles(world.db, files)).toEqual({ stored: 0, orphans: [], missing: [] });
});

test('/readyz reports an unreachable bucket [RUN-16]', async () => {
  const ready = () => world.send('', { method: 'GET', url: '/readyz' });
  expect(await ready()).toMatchObject({ status: 200, body: { storage: 'ok' } });
  // Four attempts of each of four stores: media, documents, exports, attachments.
  s3.fail('HEAD', ...Array(16).fill(500));
  expect(await ready()).toMatchObject({ status: 503, body: { storage: 'not writable' } });
  // One store that fails does not wait for the attempts of the others.
  await eventually(async () => expect(await ready()).toMatchObject({ status: 200 }));
});

test('a bucket that is away is red on «Zustand» and in the metrics, and wakes the duty [RUN-16]', async () => {
  const person = await staffOf(world, 'reader');
  const line = async () => {
    const { body } = await person.call(getHouseHealth, {});
    return body.lines.find(({ key }: { key: string }) => key === 'files');
  };
  const metric = async () => {
    const registry = new Registry();
    await watchHouse(registry, world.app)();
    const text = await registry.metrics();
    return /^samtrot_storage_reachable (\d)$/m.exec(text)?.[1];
  };
  const mails = async () => {
    // As every server does every ten seconds; what is wrong twice in a row is an alarm.
    for (let look = 0; look < 2; look++) {
      await world.runTasks('heartbeat');
      for (const task of world.app.watch)
        while ((await task.run({ db: world.db, now: world.clock.now() })) > 0);
    }
    return (await world.mails(world.config.dutyEmail)).map(({ subject, text }) => [
      subject,
      text.includes('Der Speicher der Dateien ist nicht erreichbar'),
    ]);
  };
  expect(await line()).toMatchObject({ text: 'erreichbar', tone: 'ok' });
  expect([await metric(), await mails()]).toEqual(['1', []]);
  s3.fail('HEAD', ...Array(1000).fill(503));
  expect(await line()).toMatchObject({ text: 'nicht erreichbar', tone: 'bad' });
  expect([await metric(), await mails()]).toEqual(['0', [['Störung im Betrieb', true]]]);
  s3.heal();
  expect(await line()).toMatchObject({ tone: 'ok' });
  expect(await mails()).toEqual([
    ['Störung im Betrieb', true],
    ['Wieder gut', true],
  ]);
});
