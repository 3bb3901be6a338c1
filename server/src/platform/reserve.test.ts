import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from './log.ts';
import { REFILL_BYTES, RESERVE_BYTES, reserveIn } from './reserve.ts';

let folder: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'samtrot-reserve-'));
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const kept = () => statSync(join(folder, 'reserve'), { throwIfNoEntry: false })?.blocks ?? 0;

test('the reserve is freed below 64 MB of room and comes back with 192 MB [RUN-04]', async () => {
  let free = REFILL_BYTES;
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const reserve = reserveIn(folder, { log, room: async () => free });
  const after = async (room: number) => {
    free = room;
    await reserve.look();
    return [reserve.isSpent(), kept() * 512 >= RESERVE_BYTES];
  };
  expect(await after(REFILL_BYTES)).toEqual([false, true]);
  expect(await after(RESERVE_BYTES)).toEqual([false, true]);
  expect(await after(RESERVE_BYTES - 1)).toEqual([true, false]);
  expect(await after(RESERVE_BYTES * 2)).toEqual([true, false]);
  expect(await after(REFILL_BYTES - 1)).toEqual([true, false]);
  expect(await after(REFILL_BYTES)).toEqual([false, true]);
  expect(lines).toHaveLength(2);
});

test('a process that finds no reserve and no room knows that it is in use [RUN-04]', async () => {
  const log = createLogger('silent');
  const reserve = reserveIn(folder, { log, room: async () => 1 });
  expect(reserve.isSpent()).toBe(false);
  await reserve.look();
  expect(reserve.isSpent()).toBe(true);
});
