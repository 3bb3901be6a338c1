import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../lib/api/call.ts';
import { type Failure, isMoving, isOpen, type Upload } from './upload.ts';
import { createUploads, type Sending } from './upload-queue.ts';

const file = (name: string) => new File(['x'], name, { lastModified: 1 });
const tick = () => new Promise((done) => setImmediate(done));

/** A queue whose sending and taking wait until the test lets them go. */
function world({
  failure = null,
  prepare,
}: {
  failure?: Failure | null;
  prepare?: (file: File) => Promise<File | null>;
} = {}) {
  let uploads: readonly Upload[] = [];
  const sends: (PromiseWithResolvers<string> & { name: string; how: Sending })[] = [];
  const takes: (PromiseWithResolvers<void> & { id: string; again: boolean })[] = [];
  const forgotten: string[] = [];
  const failed = vi.fn(() => failure);
  const queue = createUploads({
    ...(prepare && { prepare }),
    send: ({ name }, how) => {
      const waiting = Promise.withResolvers<string>();
      how.signal.addEventListener('abort', () => waiting.reject(how.signal.reason));
      sends.push({ ...waiting, name, how });
      return waiting.promise;
    },
    take: (id, _file, { again }) => {
      const waiting = Promise.withResolvers<void>();
      takes.push({ ...waiting, id, again });
      return waiting.promise;
    },
    release: ({ name }, { taken }) =>
      void forgotten.push(`${name} ${taken ? 'taken' : 'given up'}`),
    failed,
    onChange: (next) => {
      uploads = next;
    },
  });
  const states = () => uploads.map(({ file, state }) => `${file.name} ${state}`);
  return {
    queue,
    sends,
    takes,
    forgotten,
    failed,
    states,
    keyOf: (index: number) => uploads[index]!.key,
    all: () => uploads,
  };
}

test('files are uploaded one after the other, with progress [MED-06, MED-07]', async () => {
  const { queue, sends, takes, forgotten, states, all } = world();
  queue.add([file('a'), file('b')]);
  await tick();
  expect(states()).toEqual(['a sending', 'b waiting']);
  sends[0]!.how.onProgress(34);
  expect(all()[0]).toMatchObject({ percent: 34 });
  sends[0]!.resolve('one');
  await tick();
  expect(states()).toEqual(['a saving', 'b waiting']);
  expect(nonEmpty(all()).every(isMoving)).toBe(true);
  takes[0]!.resolve();
  await tick();
  expect([states(), forgotten]).toEqual([['b sending'], ['a taken']]);
});

test('a file that is added while another is on its way waits for its turn [MED-06]', async () => {
  const { queue, sends, takes, states } = world();
  queue.add([file('a')]);
  await tick();
  queue.add([file('b')]);
  await tick();
  expect([states(), sends.length]).toEqual([['a sending', 'b waiting'], 1]);
  sends[0]!.resolve('one');
  await tick();
  takes[0]!.resolve();
  await tick();
  expect([states(), sends.length]).toEqual([['b sending'], 2]);
});

test('waiting and running uploads can be cancelled, one processed by the server cannot [MED-09]', async () => {
  const { queue, sends, forgotten, states, failed, keyOf } = world();
  queue.add([file('a'), file('b'), file('c')]);
  await tick();
  queue.remove(keyOf(1));
  expect([states(), sends.length]).toEqual([['a sending', 'c waiting'], 1]);
  queue.remove(keyOf(0));
  await tick();
  expect(states()).toEqual(['c sending']);
  sends[1]!.resolve('three');
  await tick();
  queue.remove(keyOf(0));
  expect(states()).toEqual(['c saving']);
  expect([forgotten, failed.mock.calls]).toEqual([['b given up', 'a given up'], []]);
});

test('a held upload resumes on request, and the next one runs meanwhile [MED-22]', async () => {
  const { queue, sends, states, keyOf, all } = world();
  queue.add([file('a'), file('b')]);
  await tick();
  queue.pause(keyOf(0));
  await tick();
  expect(states()).toEqual(['a paused', 'b sending']);
  expect(isMoving(all()[0]!)).toBe(false);
  // A connection that is back starts what it had stopped, not what somebody has.
  queue.resume();
  expect(states()).toEqual(['a paused', 'b sending']);
  queue.resume(keyOf(0));
  sends[1]!.reject(new ApiError('TOO_MANY_IMAGES', ''));
  await tick();
  expect(states()).toEqual(['a sending']);
});

test('what cannot succeed is dropped, what may is kept and tried again [MED-08]', async () => {
  const kept = world({ failure: { again: true, reason: 'Nicht gespeichert.' } });
  kept.queue.add([file('a')]);
  await tick();
  kept.sends[0]!.reject(new ApiError('NETWORK', ''));
  await tick();
  expect([kept.states(), kept.forgotten]).toEqual([['a stopped'], []]);
  kept.queue.resume();
  await tick();
  kept.sends[1]!.resolve('one');
  await tick();
  kept.takes[0]!.reject(new ApiError('NETWORK', ''));
  await tick();
  kept.queue.resume();
  await tick();
  // It has arrived: only the taking is asked for again.
  expect([kept.sends.length, kept.takes.map(({ id, again }) => [id, again])]).toEqual([
    2,
    [
      ['one', false],
      ['one', true],
    ],
  ]);
  const dropped = world();
  dropped.queue.add([file('b')]);
  await tick();
  dropped.sends[0]!.reject(new ApiError('NOT_AN_IMAGE', ''));
  await tick();
  expect([dropped.states(), dropped.forgotten]).toEqual([[], ['b given up']]);
});

test('what is never taken stays with its reason, takes up no room and is not tried again [EXP-55, EXP-56]', async () => {
  const failure = { again: false, reason: 'Dieses Bild ist beschädigt.' };
  const { queue, sends, states, forgotten, all, keyOf } = world({ failure });
  queue.add([file('a')]);
  await tick();
  sends[0]!.reject(new ApiError('IMAGE_DAMAGED', ''));
  await tick();
  expect([states(), forgotten, all()[0]!.failure]).toEqual([
    ['a refused'],
    ['a given up'],
    failure,
  ]);
  expect(isOpen(all()[0]!)).toBe(false);
  queue.resume(keyOf(0));
  queue.resume();
  await tick();
  expect([states(), sends.length]).toEqual([['a refused'], 1]);
  queue.remove(keyOf(0));
  expect(states()).toEqual([]);
});

test('what is prepared is sent in its place, or not at all [MED-11]', async () => {
  const prepare = async ({ name }: File) => (name === 'broken' ? null : file(`${name}.jpg`));
  const { queue, sends, states } = world({ prepare });
  queue.add([file('broken'), file('heic')]);
  await tick();
  expect([states(), sends.map(({ name }) => name)]).toEqual([['heic.jpg sending'], ['heic.jpg']]);
  queue.stop();
  expect(sends[0]!.how.signal.aborted).toBe(true);
});
