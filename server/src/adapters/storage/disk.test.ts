import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listed } from '../../testing/process/files.ts';
import { diskStorage } from './disk.ts';

const NAME = `${'ab'.repeat(32)}-320.webp`;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'samtrot-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an unwritable folder fails every write and keeps no partial file [T-UPL-87]', async () => {
  writeFileSync(join(folder, 'ab'), 'in the way');
  writeFileSync(join(folder, 'source'), 'bytes');
  const files = diskStorage(folder);
  await expect(files.put(NAME, Buffer.from('x'))).rejects.toThrow();
  await expect(files.putFile(NAME, join(folder, 'source'))).rejects.toThrow();
  await expect(diskStorage(join(folder, 'ab')).ready()).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['ab', 'source']);
});

test('a partial file of a killed process is listed, never served, and removed by its name [INV-08]', async () => {
  const files = diskStorage(folder);
  await files.put(NAME, Buffer.from('x'));
  const left = `${NAME}.0b7c1d2e-0000-4000-8000-123456789abc`;
  writeFileSync(join(folder, 'ab', left), 'hal');
  expect(await listed(files)).toEqual([NAME, left]);
  await expect(files.get(left)).rejects.toThrow('no name of a stored file');
  await files.remove(left);
  expect(readdirSync(join(folder, 'ab'))).toEqual([NAME]);
});
