import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEditor } from './editor.ts';
import { BEGIN_AFTER_MS, FORWARD_AFTER_MS, RETRY_MS, SAVE_AFTER_MS } from './reducer.ts';
import { type Failure, type Saved, saveStatus } from './state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Sent {
  text: string;
  version: number;
  answer: (saved: Partial<Saved>) => void;
  fail: (kind: Failure['kind']) => void;
}

const failures: Record<Failure['kind'], Failure> = {
  temporary: { kind: 'temporary', hint: '' },
  conflict: { kind: 'conflict', conflict: { version: 9, savedAt: null } },
  session: { kind: 'session' },
  final: { kind: 'final' },
};

function open({ version = 3, uploading = false } = {}) {
  const sent: Sent[] = [];
  const statuses: string[] = [];
  const editor = createEditor<string, 'place'>({
    form: '',
    version,
    savedAt: null,
    itemId: 7,
    showsSaved: true,
    begun: true,
    differs: (a, b) => a !== b,
    isUploading: () => uploading,
    failureOf: (error) => failures[(error as Error).message as Failure['kind']],
    send: (text, { version }) =>
      new Promise((done, fail) => {
        sent.push({
          text,
          version,
          answer: (saved) => done({ version: version + 1, saved_at: null, ...saved }),
          fail: (kind) => fail(new Error(kind)),
        });
      }),
  });
  editor.subscribe((state) => {
    const status = saveStatus(state);
    if (statuses.at(-1) !== status) statuses.push(status);
  });
  return {
    editor,
    sent,
    statuses,
    type: (form: string) => editor.dispatch({ type: 'typed', form }),
    pending: () => editor.state().pending,
    after: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

test('what is typed is saved one and a half seconds after the last key [EDI-04]', async () => {
  const { type, sent, statuses, pending, after } = open();
  type('a');
  await after(SAVE_AFTER_MS - 1);
  type('ab');
  await after(SAVE_AFTER_MS - 1);
  expect(sent).toEqual([]);
  await after(1);
  expect(sent).toMatchObject([{ text: 'ab', version: 3 }]);
  expect(pending()).toBe(true);
  sent[0]!.answer({});
  await after(0);
  expect(statuses).toEqual(['none', 'saving', 'saved']);
  expect(pending()).toBe(false);
});

test('the first key in something new is saved at once, later ones after the pause [EDI-28]', async () => {
  const { type, sent, after } = open({ version: 0 });
  type('a');
  await after(BEGIN_AFTER_MS);
  expect(sent).toMatchObject([{ text: 'a', version: 0 }]);
  type('ab');
  sent[0]!.fail('temporary');
  await after(0);
  for (const text of ['abc', 'abcd']) {
    type(text);
    await after(SAVE_AFTER_MS - 1);
  }
  expect(sent).toHaveLength(1);
  await after(1);
  expect(sent[1]).toMatchObject({ text: 'abcd', version: 0 });
});

test('an unchanged form, or one that is as before again, is not sent [EDI-04]', async () => {
  const { editor, type, sent, after } = open();
  type('');
  type('a');
  type('');
  await after(60_000);
  expect(editor.hide()).toBeNull();
  expect(sent).toEqual([]);
});

test('one call runs at a time, the next with the version of the last one [EDI-28]', async () => {
  const { type, sent, after } = open();
  type('a');
  await after(SAVE_AFTER_MS);
  type('ab');
  await after(10 * SAVE_AFTER_MS);
  expect(sent).toHaveLength(1);
  sent[0]!.answer({});
  await after(0);
  expect(sent).toMatchObject([{ text: 'a' }, { text: 'ab', version: 4 }]);
});

test('a failed call is repeated after growing pauses, with what was typed since [EDI-28]', async () => {
  const { type, sent, statuses, pending, after } = open();
  type('a');
  await after(SAVE_AFTER_MS);
  sent[0]!.fail('temporary');
  await after(RETRY_MS[0] - 1);
  expect([statuses.at(-1), sent.length]).toEqual(['failing', 1]);
  await after(1);
  sent[1]!.fail('temporary');
  await after(RETRY_MS[1] - 1);
  expect(sent).toHaveLength(2);
  type('ab');
  await after(SAVE_AFTER_MS);
  expect(sent[2]).toMatchObject({ text: 'ab', version: 3 });
  sent[2]!.answer({});
  await after(60_000);
  expect([statuses.at(-1), sent.length, pending()]).toEqual(['saved', 3, false]);
});

test('a conflict stops autosave until this version is to stand [EDI-28]', async () => {
  const { editor, type, sent, statuses, pending, after } = open();
  type('a');
  await after(SAVE_AFTER_MS);
  sent[0]!.fail('conflict');
  await after(0);
  type('ab');
  await after(60_000);
  expect([statuses.at(-1), sent.length, pending()]).toEqual(['halted', 1, true]);
  editor.dispatch({ type: 'conflictOverwritten' });
  await after(0);
  expect(sent[1]).toMatchObject({ text: 'ab', version: 9 });
});

test('a hidden page sends what is not under way, after the version of the call ahead [EDI-28]', async () => {
  const { editor, type, sent, after } = open();
  expect(editor.hide(), 'nothing is typed').toBeNull();
  type('a');
  expect(editor.hide()).toBe(4);
  await after(0);
  expect(sent).toMatchObject([{ text: 'a', version: 3 }]);
  expect([editor.hide(), sent.length], 'all of it is under way').toEqual([4, 1]);
  type('ab');
  expect(editor.hide()).toBe(5);
  expect(sent[1]).toMatchObject({ text: 'ab', version: 4 });
});

/** Hides the page while a call with `a` is under way, with `ab` typed since. */
async function hidden() {
  const page = open();
  page.type('a');
  await page.after(SAVE_AFTER_MS);
  page.type('ab');
  expect([page.editor.hide(), page.editor.hide()]).toEqual([5, 5]);
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
  'a page that returns continues with the version of its last call, answered %s [EDI-28]',
  async ([, order]) => {
    const { editor, type, sent, statuses, pending, after } = await hidden();
    for (const n of order) {
      sent[n]!.answer({});
      await after(0);
    }
    expect([editor.state().saved, pending(), statuses.at(-1)]).toEqual(['ab', false, 'saved']);
    type('abc');
    await after(SAVE_AFTER_MS);
    expect(sent[2]).toMatchObject({ text: 'abc', version: 5 });
  },
);

test('a page that returns repeats what its last two calls did not save [EDI-28]', async () => {
  const { sent, statuses, pending, after } = await hidden();
  sent[0]!.fail('temporary');
  sent[1]!.fail('conflict');
  await after(0);
  expect([statuses.at(-1), pending()]).toEqual(['failing', true]);
  await after(RETRY_MS[0]);
  expect(sent[2]).toMatchObject({ text: 'ab', version: 3 });
});

test('a lost answer does not count once the call after it has succeeded [EDI-28]', async () => {
  const { type, sent, statuses, pending, after } = await hidden();
  sent[0]!.fail('temporary');
  sent[1]!.answer({});
  await after(60_000);
  expect([statuses.at(-1), pending(), sent.length]).toEqual(['saved', false, 2]);
  type('abc');
  await after(SAVE_AFTER_MS);
  expect(sent[2]).toMatchObject({ text: 'abc', version: 5 });
});

test('a refused part is not sent again before a change and counts as unsaved [EDI-48]', async () => {
  const { type, sent, statuses, pending, after } = open();
  type('too long');
  await after(SAVE_AFTER_MS);
  sent[0]!.answer({ partly: true });
  await after(60_000);
  expect([statuses.at(-1), sent.length, pending()]).toEqual(['partial', 1, true]);
  type('short');
  await after(SAVE_AFTER_MS);
  sent[1]!.answer({});
  await after(0);
  expect(pending()).toBe(false);
});

test('an order waits for the call under way and continues with its version [EDI-18]', async () => {
  const { editor, type, sent, pending, after } = open();
  type('a');
  await after(SAVE_AFTER_MS);
  type('ab');
  const contexts: unknown[] = [];
  const submit = () =>
    editor.submit(async ({ form, version }) => {
      contexts.push({ form, version });
      editor.dispatch({ type: 'accepted', form, saved: { version: 5, saved_at: null } });
    });
  const first = submit();
  expect(await submit(), 'a second press').toBe(false);
  expect(contexts).toEqual([]);
  sent[0]!.answer({});
  expect(await first).toBe(true);
  expect(contexts).toEqual([{ form: 'ab', version: 4 }]);
  await after(60_000);
  expect([sent.length, pending()]).toEqual([1, false]);
});

test('what is typed while an order runs is saved after it [EDI-18]', async () => {
  const { editor, type, sent, after } = open();
  await editor.submit(async ({ form }) => {
    type('later');
    editor.dispatch({ type: 'accepted', form, saved: { version: 4, saved_at: null } });
  });
  expect(editor.state()).toMatchObject({ phase: 'typing', form: 'later', saved: '' });
  await after(SAVE_AFTER_MS);
  expect(sent).toMatchObject([{ text: 'later', version: 4 }]);
});

test('a failed order leaves autosave running [EDI-28]', async () => {
  const { editor, type, sent, after } = open();
  type('a');
  await expect(editor.submit(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await after(SAVE_AFTER_MS);
  expect(sent).toMatchObject([{ text: 'a', version: 3 }]);
});

test('leaving saves first and needs a confirmation only when that fails [EDI-28]', async () => {
  const { editor, type, sent } = open();
  expect(await editor.leave(), 'nothing is typed').toBe(false);
  type('a');
  const saved = editor.leave();
  sent[0]!.answer({});
  expect(await saved).toBe(false);
  type('ab');
  const failed = editor.leave();
  sent[1]!.fail('temporary');
  expect(await failed).toBe(true);
  editor.dispatch({ type: 'stayed' });
  expect(editor.state()).toMatchObject({ exit: 'staying', form: 'ab', pending: true });
});

test('leaving during an upload needs a confirmation and saves nothing first [MED-06]', async () => {
  const { editor, sent } = open({ uploading: true });
  expect([await editor.leave(), sent.length]).toEqual([true, 0]);
  editor.dispatch({ type: 'left' });
  expect(await editor.leave(), 'once its changes are discarded').toBe(false);
});

test.for([
  ['nothing happens', () => {}, 'left'],
  ['the person types', ({ type }: ReturnType<typeof open>) => type('a'), 'staying'],
  [
    'a dialog opens',
    ({ editor }: ReturnType<typeof open>) =>
      editor.dispatch({ type: 'questionOpened', question: 'place' }),
    'staying',
  ],
] as const)(
  'a saved draft leads on after two seconds when %s: %s [EDI-18]',
  async ([, act, exit]) => {
    const page = open();
    page.editor.dispatch({ type: 'drafted' });
    await page.after(FORWARD_AFTER_MS - 1);
    expect(page.editor.state().exit).toBe('staying');
    act(page);
    await page.after(1);
    expect(page.editor.state().exit).toBe(exit);
  },
);
