import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AutosaveState, createAutosave, type KeptAs, SAVE_AFTER_MS } from './autosave.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Sent {
  text: string;
  version: number;
  answer: (kept: Partial<KeptAs>) => void;
  fail: (error: Error) => void;
}

function desk(retries: (error: unknown) => boolean = () => true, version = 3) {
  const sent: Sent[] = [];
  const states: AutosaveState[] = [];
  const keeper = createAutosave<string>({
    start: '',
    version,
    retries,
    onState: (state) => void states.push(state),
    onKept: () => {},
    differs: (a, b) => a !== b,
    send: (text, { version }) =>
      new Promise((done, fail) => {
        const answer = (kept: Partial<KeptAs>) =>
          done({ version: version + 1, saved_at: null, ...kept });
        sent.push({ text, version, answer, fail });
      }),
  });
  return { keeper, sent, states, after: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test('what is typed is kept one and a half seconds after the last key, and not before [EDI-04]', async () => {
  const { keeper, sent, states, after } = desk();
  keeper.typed('a');
  await after(SAVE_AFTER_MS - 1);
  keeper.typed('ab');
  await after(SAVE_AFTER_MS - 1);
  expect(sent).toEqual([]);
  await after(1);
  expect(sent).toMatchObject([{ text: 'ab', version: 3 }]);
  expect(keeper.pending()).toBe(true);
  sent[0]!.answer({});
  await after(0);
  expect(states).toEqual(['keeping', 'kept']);
  expect(keeper.pending()).toBe(false);
});

test('the first key in what is new is kept at once, so that a reload finds it; after that there is a pause again [EDI-28]', async () => {
  const { keeper, sent, after } = desk(() => true, 0);
  keeper.typed('a');
  await after(100);
  expect(sent).toMatchObject([{ text: 'a', version: 0 }]);
  keeper.typed('ab');
  sent[0]!.fail(new Error('away'));
  await after(0);
  for (const text of ['abc', 'abcd']) {
    keeper.typed(text);
    await after(SAVE_AFTER_MS - 1);
  }
  expect(sent).toHaveLength(1);
  await after(1);
  expect(sent[1]).toMatchObject({ text: 'abcd', version: 0 });
});

test('a draft that nobody has touched, or that is as before again, is not sent [EDI-04]', async () => {
  const { keeper, sent, after } = desk();
  keeper.typed('');
  keeper.typed('a');
  keeper.typed('');
  await after(60_000);
  keeper.leave();
  expect(sent).toEqual([]);
});

test('one call at a time, and the next goes on from the version that the last one made [EDI-28]', async () => {
  const { keeper, sent, after } = desk();
  keeper.typed('a');
  await after(SAVE_AFTER_MS);
  keeper.typed('ab');
  await after(10 * SAVE_AFTER_MS);
  expect(sent).toHaveLength(1);
  sent[0]!.answer({});
  await after(0);
  expect(sent).toMatchObject([{ text: 'a' }, { text: 'ab', version: 4 }]);
});

test('a failure is tried again after longer and longer pauses, with everything typed meanwhile [EDI-28]', async () => {
  const { keeper, sent, states, after } = desk();
  keeper.typed('a');
  await after(SAVE_AFTER_MS);
  sent[0]!.fail(new Error('away'));
  await after(2_999);
  expect([states.at(-1), sent.length]).toEqual(['failing', 1]);
  await after(1);
  sent[1]!.fail(new Error('away'));
  await after(5_999);
  expect(sent).toHaveLength(2);
  keeper.typed('ab');
  await after(SAVE_AFTER_MS);
  expect(sent[2]).toMatchObject({ text: 'ab', version: 3 });
  sent[2]!.answer({});
  await after(60_000);
  expect([states.at(-1), sent.length, keeper.pending()]).toEqual(['kept', 3, false]);
});

test('what another window has changed stops it, until it is told to go on from there [EDI-28]', async () => {
  const { keeper, sent, states, after } = desk(() => false);
  keeper.typed('a');
  await after(SAVE_AFTER_MS);
  sent[0]!.fail(new Error('changed'));
  await after(0);
  keeper.typed('ab');
  await after(60_000);
  expect([states.at(-1), sent.length, keeper.pending()]).toEqual(['halted', 1, true]);
  void keeper.resume(9);
  await after(0);
  expect(sent[1]).toMatchObject({ text: 'ab', version: 9 });
});

test('a page that goes sends what is not on its way yet, as if the call before had succeeded [EDI-28]', async () => {
  const { keeper, sent, after } = desk();
  expect(keeper.leave(), 'nothing is typed').toBeNull();
  keeper.typed('a');
  expect(keeper.leave()).toBe(4);
  await after(0);
  expect(sent).toMatchObject([{ text: 'a', version: 3 }]);
  expect([keeper.leave(), sent.length], 'all of it is on its way').toEqual([4, 1]);
  keeper.typed('ab');
  expect(keeper.leave()).toBe(5);
  expect(sent[1]).toMatchObject({ text: 'ab', version: 4 });
});

const CHANGED = new Error('changed');

/** Leaves while a call with `a` is on its way, with `ab` typed since. */
async function left(retries?: (error: unknown) => boolean) {
  const page = desk(retries);
  page.keeper.typed('a');
  await page.after(SAVE_AFTER_MS);
  page.keeper.typed('ab');
  expect([page.keeper.leave(), page.keeper.leave()]).toEqual([5, 5]);
  expect(page.sent).toMatchObject([
    { text: 'a', version: 3 },
    { text: 'ab', version: 4 },
  ]);
  return page;
}

test.for([
  ['in order', [0, 1]],
  ['the last one first', [1, 0]],
] as const)(
  'a page that comes back goes on from the version of its last call, answered %s [EDI-28]',
  async ([, order]) => {
    const { keeper, sent, states, after } = await left();
    for (const n of order) {
      sent[n]!.answer({});
      await after(0);
    }
    expect([keeper.kept(), keeper.pending(), states.at(-1)]).toEqual(['ab', false, 'kept']);
    keeper.typed('abc');
    await after(SAVE_AFTER_MS);
    expect(sent[2]).toMatchObject({ text: 'abc', version: 5 });
  },
);

test('a page that comes back tries again what its last calls did not carry out [EDI-28]', async () => {
  const { keeper, sent, states, after } = await left((error) => error !== CHANGED);
  sent[0]!.fail(new Error('away'));
  sent[1]!.fail(CHANGED);
  await after(0);
  expect([states.at(-1), keeper.pending()]).toEqual(['failing', true]);
  await after(3_000);
  expect(sent[2]).toMatchObject({ text: 'ab', version: 3 });
});

test('a page that comes back goes on from its last call when the answer before got lost [EDI-28]', async () => {
  const { keeper, sent, states, after } = await left();
  sent[0]!.fail(new Error('lost'));
  sent[1]!.answer({});
  await after(60_000);
  expect([states.at(-1), keeper.pending(), sent.length]).toEqual(['kept', false, 2]);
  keeper.typed('abc');
  await after(SAVE_AFTER_MS);
  expect(sent[2]).toMatchObject({ text: 'abc', version: 5 });
});

test('what was refused is not sent again by itself and counts as not kept [EDI-48]', async () => {
  const { keeper, sent, states, after } = desk();
  keeper.typed('too long');
  await after(SAVE_AFTER_MS);
  sent[0]!.answer({ partly: true });
  await after(60_000);
  expect([states.at(-1), sent.length, keeper.pending()]).toEqual(['partly', 1, true]);
  keeper.typed('short');
  await after(SAVE_AFTER_MS);
  sent[1]!.answer({});
  await after(0);
  expect(keeper.pending()).toBe(false);
});

test('a save waits for the call on its way, goes on from its version, and ends the keeping [EDI-18]', async () => {
  const { keeper, sent, after } = desk();
  keeper.typed('a');
  await after(SAVE_AFTER_MS);
  keeper.typed('ab');
  const settled = keeper.settle();
  sent[0]!.answer({});
  expect(await settled).toBe(4);
  keeper.adopt({ version: 5, saved_at: null });
  await after(60_000);
  expect([sent.length, keeper.pending()]).toEqual([1, false]);
});
