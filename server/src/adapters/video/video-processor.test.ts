import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { ProcessorUnavailable } from '../../modules/media/ports.ts';
import { makeVideo } from '../../testing/media/videos.ts';
import { childrenOf, isAlive, until, videoWorkers } from '../../testing/process/workers.ts';
import { createSandbox } from '../sandbox/isolation.ts';
import { videoProcessor } from './video-processor.ts';

const folder = mkdtempSync(join(tmpdir(), 'samtrot-studio-'));
afterAll(() => rmSync(folder, { recursive: true }));
const deps = { log: pino({ level: 'silent' }), dataDir: folder };
const source = makeVideo(join(folder, 'film.mp4'), {
  width: 640,
  height: 480,
  rate: 30,
  seconds: 5,
});
const from = { source, work: join(folder, 'work'), story: false };

test('the worker is isolated as far as the system permits, and exits with its job [T-UPL-67]', async () => {
  const stop = new AbortController();
  const percents: number[] = [];
  const done = videoProcessor(deps).rebuild(from, {
    progress: (percent) => percents.push(percent),
    signal: stop.signal,
  });
  const outer = await until(() => videoWorkers()[0], 'a worker');
  await until(() => percents.length > 0, 'progress');
  const pid = childrenOf(outer)[0] ?? outer;

  const { level } = createSandbox(import.meta.dirname);
  const space = (name: string, of: number | 'self') => readlinkSync(`/proc/${of}/ns/${name}`);
  const apart = ['net', 'pid', 'mnt'].filter((name) => space(name, pid) !== space(name, 'self'));
  expect(apart).toEqual({ closed: ['net', 'pid', 'mnt'], 'no network': ['net'], open: [] }[level]);
  // The server's data, as seen by the worker.
  const seen = readdirSync(`/proc/${pid}/root${folder}`);
  expect(seen).toEqual(level === 'closed' ? [] : readdirSync(folder));

  const settings = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').filter(Boolean);
  expect(settings.filter((line) => !/^(NODE_CHANNEL\w+|PWD|OLDPWD|SHLVL|_)=/.test(line))).toEqual(
    [],
  );
  expect(getPriority(pid)).toBeGreaterThan(getPriority());
  expect(await done).toMatchObject({
    files: [{ height: 480, path: join(folder, 'work/480.mp4') }],
  });
  await until(() => !isAlive(pid) && !isAlive(outer), 'the end of the worker');
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(Math.max(...percents)).toBeLessThan(100);
});

test('an unprivileged user gets at least a worker without network on this system [T-UPL-67]', () => {
  const allowed = spawnSync('unshare', ['--map-root-user', '--net', 'true']).status === 0;
  expect(createSandbox(import.meta.dirname).level === 'open').toBe(!allowed);
});

test('an aborted or killed worker rejects and leaves no process [T-UPL-87]', async () => {
  for (const end of ['stop', 'kill']) {
    const stop = new AbortController();
    const watch = { progress: () => {}, signal: stop.signal };
    const done = videoProcessor(deps)
      .rebuild(from, watch)
      .catch(({ message }: Error) => message);
    const pid = await until(() => videoWorkers()[0], 'a worker');
    if (end === 'stop') stop.abort();
    else process.kill(pid, 'SIGKILL');
    expect(await done).toBe(end === 'stop' ? 'stopped' : 'the worker died (SIGKILL)');
    await until(() => !isAlive(pid), 'the end of the worker');
  }
});

test('excessive memory or time is refused, and the process ends [T-FLT-13]', async () => {
  const watch = { progress: () => {}, signal: new AbortController().signal };
  for (const bounds of [{ maxBytes: 40 * 1024 * 1024 }, { lookMs: 1 }]) {
    expect(await videoProcessor({ ...deps, ...bounds }).rebuild(from, watch)).toEqual({
      failure: 'unreadable',
    });
    await until(() => videoWorkers().length === 0, 'the end of the worker');
  }
});

test('a worker without FFmpeg says so, and blames no video [MED-22, T-UPL-87]', async () => {
  const watch = { progress: () => {}, signal: new AbortController().signal };
  const root = join(import.meta.dirname, '../../..');
  const refused = await videoProcessor({ ...deps, root })
    .rebuild(from, watch)
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ProcessorUnavailable);
  expect(String(refused)).toContain('FFmpeg does not run here');
  await until(() => videoWorkers().length === 0, 'the end of the worker');
});
