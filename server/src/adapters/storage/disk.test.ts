import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskStorage } from './disk.ts';

const NAME = `${'ab'.repeat(32)}-320.webp`;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'samtrot-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('MED-01 a file is stored once under its name and read back; nothing temporary is left', async () => {
  const files = diskStorage(folder);
  await Promise.all([1, 2, 3].map(() => files.put(NAME, Buffer.from('pixels'))));
  expect(readdirSync(folder, { recursive: true })).toEqual(['ab', join('ab', NAME)]);
  expect(Buffer.from((await files.get(NAME))!).toString()).toBe('pixels');
  expect(await files.get(NAME.replace('320', '640'))).toBeUndefined();
});

test('T-UPL-53 only names that the product makes are ever used', async () => {
  const files = diskStorage(folder);
  for (const name of ['../secret', 'x', `${NAME}/..`, `../${NAME}`, NAME.toUpperCase(), `${NAME}\0`]) {
    await expect(files.put(name, Buffer.from('x'))).rejects.toThrow();
    await expect(files.get(name)).rejects.toThrow();
  }
  expect(readdirSync(folder)).toEqual([]);
});

test('T-UPL-87 a folder that cannot be written is told, and leaves no file behind', async () => {
  writeFileSync(join(folder, 'ab'), 'in the way');
  const files = diskStorage(folder);
  await expect(files.put(NAME, Buffer.from('x'))).rejects.toThrow();
  await expect(diskStorage(join(folder, 'ab')).ready()).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['ab']);
});
