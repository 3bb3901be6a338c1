import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FileStore } from '../../modules/media/ports.ts';
import { listed } from '../../testing/process/files.ts';
import { s3Server } from '../../testing/services/s3.ts';
import { diskStorage } from './disk.ts';
import { s3Storage } from './s3.ts';

const NAME = `${'ab'.repeat(32)}-320.webp`;
const VIDEO = `${'cd'.repeat(32)}-720.mp4`;
const s3 = await s3Server();
const settings = {
  endpoint: s3.env.S3_ENDPOINT,
  region: 'us-east-1',
  bucket: s3.env.S3_BUCKET,
  accessKey: s3.env.S3_ACCESS_KEY,
  secretKey: s3.env.S3_SECRET_KEY,
  prefix: 'samtrot/media/',
};
const folder = mkdtempSync(join(tmpdir(), 'samtrot-files-'));
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** The contract of every store. */
const stores: Record<string, { start(): Promise<FileStore>; limited: boolean }> = {
  disk: { limited: true, start: async () => diskStorage(join(folder, 'disk')) },
  s3: { limited: false, start: async () => s3Storage(settings) },
};

describe.each(Object.entries(stores))('%s', (_kind, { start, limited }) => {
  let files: FileStore;
  beforeAll(async () => {
    files = await start();
  });
  beforeEach(async () => {
    for (const name of await names()) await files.remove(name);
  });
  const names = () => listed(files);
  const source = (content: string | Uint8Array) => {
    const path = join(folder, 'source');
    writeFileSync(path, content);
    return path;
  };

  test('a file is stored once under its name and read back, without temporary files [MED-01]', async () => {
    await files.ready();
    await Promise.all([1, 2, 3].map(() => files.put(NAME, Buffer.from('pixels'))));
    await files.put(NAME, Buffer.from('other'));
    expect(await names()).toEqual([NAME]);
    expect(Buffer.from((await files.get(NAME))!).toString()).toBe('pixels');
    expect(await files.sizeOf(NAME)).toBe(6);
    const other = NAME.replace('320', '640');
    expect([await files.get(other), await files.sizeOf(other), await files.open(other)]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });

  test('putFile moves a file from its path, once [MED-22]', async () => {
    await files.putFile(VIDEO, source('frames'));
    expect(existsSync(join(folder, 'source'))).toBe(false);
    await files.putFile(VIDEO, source('others'));
    expect(existsSync(join(folder, 'source'))).toBe(false);
    expect(Buffer.from((await files.get(VIDEO))!).toString()).toBe('frames');
    expect(await names()).toEqual([VIDEO]);
  });

  test('a file is read by ranges, and an abandoned stream holds no resources [MED-22]', async () => {
    await files.putFile(VIDEO, source('0123456789'));
    const part = async (start: number, end: number) => {
      const opened = (await files.open(VIDEO, { start, end }))!;
      expect(opened.size).toBe(10);
      return (await buffer(opened.stream)).toString();
    };
    expect(await part(0, 9)).toBe('0123456789');
    expect(await part(3, 3)).toBe('3');
    expect(await part(7, 9)).toBe('789');
    const whole = (await files.open(VIDEO))!;
    expect((await buffer(whole.stream)).toString()).toBe('0123456789');
    (await files.open(VIDEO))!.stream.destroy();
  });

  test('stored files are listed with their age and removed by name [INV-08]', async () => {
    const before = Date.now();
    await files.put(NAME, Buffer.from('pixels'));
    await files.put(`${'ef'.repeat(32)}-poster.webp`, Buffer.from('poster'));
    await files.put(`${'ef'.repeat(32)}.pdf`, Buffer.from('paper'));
    expect(await names()).toEqual([
      NAME,
      `${'ef'.repeat(32)}-poster.webp`,
      `${'ef'.repeat(32)}.pdf`,
    ]);
    for await (const { storedAt } of files.names()) {
      // Some stores keep seconds only.
      expect(storedAt.getTime()).toBeGreaterThan(before - 2000);
      expect(storedAt.getTime()).toBeLessThan(Date.now() + 2000);
    }
    await files.remove(NAME);
    await files.remove(NAME);
    expect(await files.get(NAME)).toBeUndefined();
    expect(await names()).toHaveLength(2);
  });

  test('names of any other form are refused [T-UPL-53]', async () => {
    const wrong = [
      '../secret',
      'x',
      `${NAME}/..`,
      `../${NAME}`,
      NAME.toUpperCase(),
      `${NAME}\0`,
      `${NAME}\n`,
      '',
    ];
    for (const name of [...wrong, NAME.replace('webp', 'html'), NAME.replace('320', '-1')]) {
      const path = source('x');
      for (const use of [
        () => files.put(name, Buffer.from('x')),
        () => files.putFile(name, path),
        () => files.get(name),
        () => files.sizeOf(name),
        () => files.open(name),
        () => files.remove(name),
      ]) {
        await expect(use(), name).rejects.toThrow('no name of a stored file');
      }
    }
    expect(await names()).toEqual([]);
  });

  test('room returns the used share of the volume, or null without one [T-FLT-10]', async () => {
    const room = await files.room();
    if (!limited) return expect(room).toBeNull();
    expect(room).toBeGreaterThan(0);
    expect(room).toBeLessThan(1);
  });
});

describe('s3', () => {
  const source = (content: string) => {
    const path = join(folder, 's3-source');
    writeFileSync(path, content);
    return path;
  };

  test('prefixes of a bucket are separate stores; other objects are ignored [INV-08]', async () => {
    const [ours, others] = [
      s3Storage(settings),
      s3Storage({ ...settings, prefix: 'samtrot/media/andere/' }),
    ];
    await others.put(NAME, Buffer.from('x'));
    await s3Storage({ ...settings, prefix: 'samtrot/' }).put(NAME, Buffer.from('y'));
    expect(await listed(ours)).not.toContain(NAME);
    expect(await ours.get(NAME)).toBeUndefined();
    expect(await listed(others)).toEqual([NAME]);
  });

  test('all files are listed over several pages [INV-08]', async () => {
    const files = s3Storage({ ...settings, prefix: 'viele/' }, { pageSize: 7 });
    const names = Array.from(
      { length: 20 },
      (_, n) => `${n.toString(16).padStart(64, '0')}-1.webp`,
    ).sort();
    await Promise.all(names.map((name) => files.put(name, Buffer.from('x'))));
    expect(await listed(files)).toEqual(names);
  });

  test('temporary failures are retried, also of an upload [T-FLT-10]', async () => {
    const files = s3Storage({ ...settings, prefix: 'wacklig/' });
    s3.fail('HEAD', 503, 0, 500);
    await files.put(NAME, Buffer.from('pixels'));
    const path = source('frames'.repeat(50_000));
    s3.fail('PUT', 503, 0, 500);
    await files.putFile(VIDEO, path);
    expect(await files.sizeOf(VIDEO)).toBe(300_000);
    expect(existsSync(path)).toBe(false);
    s3.fail('GET', 0, 503);
    expect(Buffer.from((await files.get(NAME))!).toString()).toBe('pixels');
    expect(s3.failuresLeft()).toBe(0);
  });

  test('lasting failures are reported without request data, and keep the source file [T-FLT-10]', async () => {
    const files = s3Storage({ ...settings, prefix: 'weg/' });
    s3.fail('HEAD', ...Array(4).fill(503));
    const failure = await files
      .put(NAME, Buffer.from('x'))
      .catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({ code: 'UNAVAILABLE' });
    expect(s3.failuresLeft()).toBe(0);
    const wrong = s3Storage({ ...settings, accessKey: 'FREMD' });
    for (const call of [
      () => wrong.put(NAME, Buffer.from('x')),
      () => listed(wrong),
      () => wrong.ready(),
    ]) {
      const refused = (await call().catch((error: unknown) => error)) as Error;
      expect(refused.message).toMatch(/^S3 \w+: .*\(403\)$/);
      // The error has no other property a log would show.
      expect([Object.keys(refused), refused.cause, refused.message.includes('FREMD')]).toEqual([
        [],
        undefined,
        false,
      ]);
    }
    const path = source('frames');
    await expect(wrong.putFile(VIDEO, path)).rejects.toThrow('403');
    expect(existsSync(path)).toBe(true);
    await expect(s3Storage({ ...settings, bucket: 'nirgends' }).ready()).rejects.toThrow();
    s3.fail('PUT', 507, 507, 507, 507);
    const full = await files.put(NAME, Buffer.from('x')).catch((error: unknown) => error);
    expect(full).toMatchObject({ code: 'ENOSPC' });
  });

  test('object names are hashes without personal data [MED-12]', () => {
    expect(s3.keys.length).toBeGreaterThan(10);
    for (const key of s3.keys)
      expect(key).toMatch(/^\w+ \/(dateien|nirgends)(\/|\/[a-z/]+[\da-f]{64}[-.\w]*)?(\?|$)/);
  });
});
