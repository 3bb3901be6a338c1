import { execFileSync } from 'node:child_process';
import pino from 'pino';
import { expect, test } from 'vitest';
import { noise, quarters } from '../../testing/images.ts';
import { pictureStudio } from './studio.ts';

const studio = () => pictureStudio(pino({ level: 'silent' }));

/** The processes that this test has started. */
function workers(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === process.pid && args.join(' ').includes('images/worker.ts'))
    .map(([pid]) => Number(pid));
}

test('T-UPL-87 a worker that is killed in the middle loses its picture only; the next one is developed', async () => {
  const pictures = studio();
  const bytes = await noise(3000, 2000).png().toBuffer();
  const lost = pictures.develop(bytes).catch((error: { code: string }) => error.code);
  await new Promise(setImmediate);
  const before = workers();
  expect(before.length).toBeGreaterThan(0);
  for (const pid of before) process.kill(pid, 'SIGKILL');
  expect(await lost).toBe('IMAGE_UNREADABLE');
  expect((await pictures.develop(await quarters().png().toBuffer())).width).toBe(40);
});

test('T-UPL-33 at most two workers at once, and a crowd is asked to come back', async () => {
  const pictures = studio();
  const bytes = await noise(800, 600).jpeg().toBuffer();
  const already = workers().length;
  const crowd = Array.from({ length: 30 }, () =>
    pictures.develop(bytes).then(
      () => 'developed',
      (error: { code: string }) => error.code,
    ),
  );
  await new Promise(setImmediate);
  expect(workers().length - already).toBeLessThanOrEqual(2);
  const outcomes = await Promise.all(crowd);
  expect(outcomes.filter((outcome) => outcome === 'developed')).toHaveLength(18);
  expect(outcomes.filter((outcome) => outcome === 'UNAVAILABLE')).toHaveLength(12);
});

test('MED-01 the same bytes always give the same files', async () => {
  const pictures = studio();
  const bytes = await noise(700, 300).jpeg().toBuffer();
  const [one, two] = await Promise.all([pictures.develop(bytes), pictures.develop(bytes)]);
  expect(one).toEqual(two);
});
