import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_IMAGE_PIXELS, MAX_IMAGE_PROPORTION } from '@samtrot/shared/media/rules.ts';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { noise, pngBomb, quarters } from '../../testing/media/images.ts';
import { childrenOf, isAlive, until } from '../../testing/process/workers.ts';
import { createSandbox } from '../sandbox/isolation.ts';
import { imageProcessor } from './image-processor.ts';

const folder = mkdtempSync(join(tmpdir(), 'samtrot-pictures-'));
afterAll(() => rmSync(folder, { recursive: true }));
const processor = () => imageProcessor({ log: pino({ level: 'silent' }), dataDir: folder });

/** The processes started by this test. */
function workers(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) =>
        Number(parent) === process.pid && args.join(' ').includes('images/worker.ts'),
    )
    .map(([pid]) => Number(pid));
}

test('killing a worker loses only its image; the next one is processed [T-UPL-87]', async () => {
  const pictures = processor();
  const bytes = await noise(3000, 2000).png().toBuffer();
  const lost = pictures.render(bytes).catch((error: { code: string }) => error.code);
  await new Promise(setImmediate);
  const before = workers();
  expect(before.length).toBeGreaterThan(0);
  for (const pid of before) process.kill(pid, 'SIGKILL');
  expect(await lost).toBe('IMAGE_UNREADABLE');
  expect((await pictures.render(await quarters().png().toBuffer())).width).toBe(40);
});

test.each(['webp', 'gif', 'tiff', 'avif'] as const)(
  'the worker reads no %s, even if earlier checks pass it',
  async (format) => {
    const bytes = await noise(40, 20)[format]().toBuffer();
    await expect(processor().render(bytes)).rejects.toMatchObject({ code: 'IMAGE_DAMAGED' });
  },
);

test.each<[string, () => Promise<Uint8Array> | Uint8Array, string, string]>([
  [
    'too many pixels',
    () => pngBomb(10_000, 8000),
    'IMAGE_TOO_MANY_PIXELS',
    'Das Bild ist mit 10000 × 8000 Pixeln zu gross. Erlaubt sind 40 Millionen Pixel, zum Beispiel 8000 × 5000.',
  ],
  [
    'a strip',
    () => noise(8000, 4).png().toBuffer(),
    'IMAGE_TOO_THIN',
    'Das Bild ist mit 8000 × 4 Pixeln zu lang und schmal. Die lange Seite darf höchstens 50-mal so lang sein wie die kurze.',
  ],
  [
    'half a file',
    async () => (await noise(120, 80).png().toBuffer()).subarray(0, 5000),
    'IMAGE_DAMAGED',
    'Dieses Bild ist beschädigt.',
  ],
])('%s: the refusal states the reason [FIX-31, EXP-56]', async (_what, make, code, message) => {
  await expect(processor().render(await make())).rejects.toMatchObject({ code, message });
});

test('the text states the effective limits [FIX-31]', () => {
  expect([MAX_IMAGE_PIXELS, MAX_IMAGE_PROPORTION]).toEqual([8000 * 5000, 50]);
});

test('at most two workers run at once, and beyond the queue requests are refused [T-UPL-33]', async () => {
  const pictures = processor();
  const bytes = await noise(400, 300).jpeg().toBuffer();
  const already = workers().length;
  const crowd = Array.from({ length: 30 }, () =>
    pictures.render(bytes).then(
      () => 'rendered',
      (error: { code: string }) => error.code,
    ),
  );
  await new Promise(setImmediate);
  expect(workers().length - already).toBeLessThanOrEqual(2);
  const outcomes = await Promise.all(crowd);
  expect(outcomes.filter((outcome) => outcome === 'rendered')).toHaveLength(18);
  expect(outcomes.filter((outcome) => outcome === 'UNAVAILABLE')).toHaveLength(12);
});

test("the sandbox keeps the worker from network, processes and the server's data [T-UPL-28]", async () => {
  writeFileSync(join(folder, 'geheim'), '');
  const rendered = processor().render(await noise(1500, 1000).jpeg().toBuffer());
  await new Promise(setImmediate);
  const outer = await until(() => workers().at(-1), 'a worker');
  await rendered;
  const pid = childrenOf(outer)[0] ?? outer;
  const { level } = createSandbox(import.meta.dirname);
  const space = (name: string, of: number | 'self') => readlinkSync(`/proc/${of}/ns/${name}`);
  const apart = ['net', 'pid', 'mnt'].filter((name) => space(name, pid) !== space(name, 'self'));
  expect(apart).toEqual({ closed: ['net', 'pid', 'mnt'], 'no network': ['net'], open: [] }[level]);
  expect(readdirSync(`/proc/${pid}/root${folder}`)).toEqual(level === 'closed' ? [] : ['geheim']);
  const settings = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').filter(Boolean);
  expect(settings.filter((line) => !/^(NODE_CHANNEL\w+|PWD|OLDPWD|SHLVL|_)=/.test(line))).toEqual(
    [],
  );
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('--permission');
  process.kill(outer, 'SIGKILL');
  await until(() => !isAlive(pid), 'the end of the worker');
});

test('the same bytes always give the same files [MED-01]', async () => {
  const pictures = processor();
  const bytes = await noise(700, 300).jpeg().toBuffer();
  const [one, two] = await Promise.all([pictures.render(bytes), pictures.render(bytes)]);
  expect(one).toEqual(two);
});
