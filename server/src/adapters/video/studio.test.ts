import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { makeVideo } from '../../testing/videos.ts';
import { isAlive, until, videoWorkers } from '../../testing/workers.ts';
import { videoStudio } from './studio.ts';

const folder = mkdtempSync(join(tmpdir(), 'samtrot-studio-'));
afterAll(() => rmSync(folder, { recursive: true }));
const log = pino({ level: 'silent' });
const source = makeVideo(join(folder, 'film.mp4'), { width: 640, height: 480, rate: 30, seconds: 5 });
const from = { source, work: join(folder, 'work'), story: false };

test('T-UPL-67 the worker has no network where the system allows it, no settings, a low priority, and ends with its work', async () => {
  const stop = new AbortController();
  const percents: number[] = [];
  const done = videoStudio(log).rebuild(from, { progress: (percent) => percents.push(percent), signal: stop.signal });
  const pid = await until(() => videoWorkers()[0], 'a worker');
  await until(() => percents.length > 0, 'progress');
  const allowed = spawnSync('unshare', ['--map-root-user', '--net', 'true']).status === 0;
  const network = (of: number | 'self') => readlinkSync(`/proc/${of}/ns/net`);
  expect(network(pid) !== network('self')).toBe(allowed);
  const settings = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').filter(Boolean);
  expect(settings.filter((line) => !line.startsWith('NODE_CHANNEL'))).toEqual([]);
  expect(getPriority(pid)).toBeGreaterThan(getPriority());
  expect(await done).toMatchObject({ files: [{ height: 480 }] });
  await until(() => !isAlive(pid), 'the end of the worker');
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(Math.max(...percents)).toBeLessThan(100);
});

test('T-UPL-87 stopped or killed it rejects and leaves no process', async () => {
  for (const end of ['stop', 'kill']) {
    const stop = new AbortController();
    const watch = { progress: () => {}, signal: stop.signal };
    const done = videoStudio(log)
      .rebuild(from, watch)
      .catch(({ message }: Error) => message);
    const pid = await until(() => videoWorkers()[0], 'a worker');
    if (end === 'stop') stop.abort();
    else process.kill(pid, 'SIGKILL');
    expect(await done).toBe(end === 'stop' ? 'stopped' : 'the worker died (SIGKILL)');
    await until(() => !isAlive(pid), 'the end of the worker');
  }
});

test('T-FLT-13 what takes too much memory or too long is refused, and its process is gone', async () => {
  const watch = { progress: () => {}, signal: new AbortController().signal };
  for (const bounds of [{ maxBytes: 40 * 1024 * 1024 }, { lookMs: 1 }]) {
    expect(await videoStudio(log, bounds).rebuild(from, watch)).toEqual({ failure: 'unreadable' });
    await until(() => videoWorkers().length === 0, 'the end of the worker');
  }
});
