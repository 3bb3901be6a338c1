import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { dataKeys } from './data-key.ts';
import { decryptFile, encryptFile } from './encrypted-file.ts';

const KIB = 1024;
const keys = dataKeys(['the first key of some length']);

const encrypt = (plain: Buffer, identity = 'copy:1') =>
  buffer(encryptFile(keys, identity)(Readable.from([plain])));
const decrypt = (parts: Buffer[], { identity = 'copy:1', by = keys } = {}) =>
  buffer(decryptFile(by, identity)(Readable.from(parts)));

test('a file of any length is read back, however its pieces arrive [ACC-15]', async () => {
  for (const length of [0, 1, 64 * KIB - 1, 64 * KIB, 64 * KIB + 1, 200 * KIB]) {
    const plain = randomBytes(length);
    const stored = await encrypt(plain);
    const pieces = [...Array(Math.ceil(stored.length / 1000)).keys()].map((n) =>
      stored.subarray(n * 1000, (n + 1) * 1000),
    );
    expect((await decrypt(pieces)).equals(plain), `${length}`).toBe(true);
    expect((await decrypt([stored])).equals(plain), `${length}`).toBe(true);
  }
});

test('the same file has another ciphertext each time, and none of its text [ACC-15]', async () => {
  const plain = Buffer.from('Bitte nicht lesen. '.repeat(10));
  const [one, other] = [await encrypt(plain), await encrypt(plain)];
  expect(one.equals(other)).toBe(false);
  expect(one.toString('latin1')).not.toContain('nicht lesen');
});

test('a changed, cut, reordered or foreign file is refused [ACC-15]', async () => {
  const stored = await encrypt(randomBytes(200 * KIB));
  const size = 64 * KIB + 17;
  const header = stored.subarray(0, 25);
  const chunk = (n: number) => stored.subarray(25 + n * size, 25 + (n + 1) * size);
  const changed = Buffer.from(stored);
  changed[30_000]! ^= 1;
  const wrong: Record<string, Buffer[]> = {
    changed: [changed],
    'cut at a chunk': [header, chunk(0), chunk(1)],
    'cut inside of one': [stored.subarray(0, 100_000)],
    'cut in its header': [stored.subarray(0, 10)],
    'without a chunk': [header, chunk(0), chunk(2), chunk(3)],
    reordered: [header, chunk(1), chunk(0), chunk(2), chunk(3)],
    longer: [stored, Buffer.from('x')],
    empty: [],
  };
  for (const [what, parts] of Object.entries(wrong))
    await expect(decrypt(parts), what).rejects.toThrow();
  await expect(decrypt([stored], { identity: 'copy:2' })).rejects.toThrow();
  await expect(decrypt([stored], { by: dataKeys(['another key']) })).rejects.toThrow(/lacks/);
});

test('after a change of keys the older one still decrypts [ACC-15]', async () => {
  const stored = await encrypt(Buffer.from('Daten'));
  const by = dataKeys(['a newer key', 'the first key of some length']);
  expect(String(await decrypt([stored], { by }))).toBe('Daten');
});
